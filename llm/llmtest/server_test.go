package llmtest

import (
	"io"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/pildora/pildora/llm"
)

func TestRequestArrivesWhole(t *testing.T) {
	s := New(t, Reply{Text: "sí «ya»\n", Stop: llm.Length})
	want := llm.Request{
		System: "Answer.", MaxTokens: 9, Temperature: 0.5, JSON: true, Stop: []string{"\n\n"},
		Messages: []llm.Message{{Role: llm.User, Text: "a"}, {Role: llm.Assistant, Text: "b"}, {Role: llm.User, Text: "¿c?"}},
	}
	res, err := s.Client().Complete(t.Context(), want)
	if err != nil {
		t.Fatal(err)
	}
	if res != (llm.Response{Text: "sí «ya»\n", Usage: llm.Usage{Input: 4, Output: 2}, Stop: llm.Length}) {
		t.Errorf("got %+v", res)
	}
	if got := s.Calls(); len(got) != 1 || !reflect.DeepEqual(got[0], want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// TestWire holds the wire format to the letter, so that it isn't only its own
// client that understands the server.
func TestWire(t *testing.T) {
	s := New(t, Reply{Text: "yes", Usage: &llm.Usage{Input: 5, Output: 1, Cached: 2}})
	post := func(body string) (int, string) {
		res, err := http.Post(s.URL+Path, "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = res.Body.Close() }()
		data, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		return res.StatusCode, string(data)
	}
	status, got := post(`{"model":"m","messages":[{"role":"user","content":"Well?"}],"temperature":0}`)
	want := `{"id":"scripted-1","object":"chat.completion","model":"scripted",` +
		`"choices":[{"index":0,"message":{"role":"assistant","content":"yes"},"finish_reason":"stop"}],` +
		`"usage":{"prompt_tokens":5,"completion_tokens":1,"total_tokens":6,"prompt_tokens_details":{"cached_tokens":2}}}`
	if status != 200 || got != want {
		t.Errorf("got %d %s\nwant %s", status, got, want)
	}
	for _, bad := range []string{"", "{}", `{"messages":[],"max_token":3}`} {
		if status, _ := post(bad); status != 400 {
			t.Errorf("%q: status %d, want 400", bad, status)
		}
	}
}

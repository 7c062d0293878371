package llmtest

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/pildora/pildora/llm"
)

// TestWire holds the servers to the letter, and to being strict, so that it
// isn't only our own clients that understand them.
func TestWire(t *testing.T) {
	bearer := http.Header{"Authorization": {"Bearer " + Key}}
	for _, tt := range []struct {
		name, path string
		header     http.Header
		good, want string
		bad        []string
	}{
		{"llamacpp", "/chat/completions", bearer, `{"model":"scripted","messages":[{"role":"user","content":"Well?"}],"temperature":0}`,
			`{"id":"scripted-1","object":"chat.completion","model":"scripted",` +
				`"choices":[{"index":0,"message":{"role":"assistant","content":"yes","refusal":null},"finish_reason":"stop"}],` +
				`"usage":{"prompt_tokens":5,"completion_tokens":1,"total_tokens":6,"prompt_tokens_details":{"cached_tokens":2}}}`,
			[]string{`{"model":"scripted","messages":[{"role":"user","content":"Well?"}],"max_token":3}`,
				`{"model":"scripted","messages":[{"role":"user","content":"a"},{"role":"user","content":"b"}]}`,
				`{"model":"scripted","messages":[{"role":"user","content":"a"}],"response_format":{"type":"json_object"}}`,
				`{"model":"scripted","messages":[{"role":"user","content":[{"type":"text","text":"a"}]}]}`,
				`{"model":"other","messages":[{"role":"user","content":"Well?"}]}`, `{"model":"scripted","messages":[]}`}},
		{"ollama", "/api/chat", bearer, `{"model":"scripted","messages":[{"role":"user","content":"Well?"}],"stream":false,"truncate":false,"shift":false,"options":{}}`,
			`{"model":"scripted","created_at":"2026-12-01T09:00:00Z","message":{"role":"assistant","content":"yes"},"done":true,"done_reason":"stop","prompt_eval_count":5,"eval_count":1}`,
			[]string{`{"model":"scripted","messages":[{"role":"user","content":"Well?"}]}`,
				`{"model":"scripted","messages":[{"role":"user","content":"Well?"}],"stream":false,"truncate":true,"shift":false}`}},
		{"own anthropic", "", http.Header{"Authorization": bearer["Authorization"], "Anthropic-Version": {"2026-10-21"}},
			`{"model":"scripted","max_tokens":5,"messages":[{"role":"user","content":[{"type":"text","text":"Well?"}]}]}`,
			`{"id":"msg_1","type":"message","role":"assistant","model":"scripted","content":[{"type":"text","text":"yes"},{"type":"text","text":""}],` +
				`"stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":3,"cache_creation_input_tokens":0,"cache_read_input_tokens":2,"output_tokens":1}}`,
			[]string{`{"model":"scripted","messages":[{"role":"user","content":[{"type":"text","text":"Well?"}]}]}`,
				`{"model":"scripted","max_tokens":5,"messages":[{"role":"assistant","content":[{"type":"text","text":"Well?"}]}]}`,
				`{"model":"scripted","max_tokens":5,"stop_sequences":[" "],"messages":[{"role":"user","content":[{"type":"text","text":"Well?"}]}]}`}},
	} {
		s := Speak(t, tt.name, script([]Reply{{Text: "yes", Usage: &llm.Usage{Input: 5, Output: 1, Cached: 2}}}))
		url := s.URL + tt.path
		if s.URL == "" {
			url = "https://api.anthropic.com/v1/messages"
		}
		if status, got := post(t, s, url, tt.header, tt.good); status != 200 || got != tt.want {
			t.Errorf("%s: got %d %s\nwant %s", tt.name, status, got, tt.want)
		}
		for _, bad := range append(tt.bad, "", "{}", tt.good+"{}") {
			if status, _ := post(t, s, url, tt.header, bad); status != 400 {
				t.Errorf("%s: %q: status %d, want 400", tt.name, bad, status)
			}
		}
		if status, _ := post(t, s, url, http.Header{}, tt.good); status != 401 {
			t.Errorf("%s: without a key: status %d, want 401", tt.name, status)
		}
	}
}

func post(t *testing.T, s *Server, url string, header http.Header, body string) (int, string) {
	t.Helper()
	req, err := http.NewRequest(http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header = header.Clone()
	req.Header.Set("Content-Type", "application/json")
	res, err := s.HTTP.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, strings.TrimSpace(string(data))
}

package remote_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/pildora/pildora/llm"
	"github.com/pildora/pildora/llm/llmtest"
	"github.com/pildora/pildora/llm/remote"
)

// FuzzReplies: whatever a server sends, there is a response with a text, or
// with why there is none, or an error of this package's kinds.
func FuzzReplies(f *testing.F) {
	for _, seed := range []string{`{}`, `[]`, `null`, `{"choices":[{"message":{"content":"a"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1}}`,
		`{"status":"completed","output":[{"type":"message","content":[{"type":"output_text","text":"a"}]}]}`, `{"error":{"code":"server_error","message":"x"}}`,
		`{"content":[{"type":"text","text":"a"}],"stop_reason":"end_turn","usage":{"input_tokens":-1}}`, `{"message":{"content":"a"},"done":true,"eval_count":9}`} {
		f.Add([]byte(seed))
	}
	var body []byte
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		_, _ = w.Write(body)
	}))
	f.Cleanup(s.Close)
	f.Fuzz(func(t *testing.T, data []byte) {
		body = data
		for _, p := range remote.Providers() {
			c, err := remote.New(remote.Options{Provider: p, Model: "m", URL: s.URL, Key: llmtest.Key})
			if err != nil {
				t.Fatal(err)
			}
			res, err := c.Complete(t.Context(), llm.Request{Messages: []llm.Message{{Role: llm.User, Text: "?"}}, Stop: []string{"\n"}})
			var reply *llm.ReplyError
			var status *llm.StatusError
			u := res.Usage
			switch {
			case err != nil && !errors.As(err, &reply) && !errors.As(err, &status):
				t.Errorf("%s: %v", p, err)
			case err == nil && (res.Stop == "" || res.Stop == llm.Done && res.Text == ""):
				t.Errorf("%s: %+v", p, res)
			case u.Input < 0 || u.Output < 0 || u.Cached < 0 || u.Written < 0 || u.Cached+u.Written > u.Input:
				t.Errorf("%s: %+v", p, u)
			}
		}
	})
}

package remote_test

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"github.com/pildora/pildora/llm"
	"github.com/pildora/pildora/llm/llmtest"
	"github.com/pildora/pildora/llm/remote"
)

// asked has everything that a request can have.
var asked = llm.Request{System: "Answer in JSON.", MaxTokens: 9, JSON: true, Stop: []string{"FIN", "\n"},
	Messages: []llm.Message{{Role: llm.User, Text: "the document", Cache: true}, {Role: llm.User, Text: "the question"},
		{Role: llm.Assistant, Text: "{"}, {Role: llm.User, Text: "again"}}}

// TestRequestsToTheLetter holds what is posted to the letter: the suite's
// servers and the clients could be wrong together.
func TestRequestsToTheLetter(t *testing.T) {
	for name, want := range map[string]string{
		"llamacpp": `{"model":"scripted","messages":[{"role":"system","content":"Answer in JSON."},
			{"role":"user","content":"the document\n\nthe question"},{"role":"assistant","content":"{"},{"role":"user","content":"again"}],
			"max_tokens":9,"temperature":0,"stop":["FIN","\n"],"response_format":{"type":"json_object"}}`,
		"own openai": `{"model":"scripted","messages":[{"role":"system","content":"Answer in JSON."},
			{"role":"user","content":[{"type":"text","text":"the document","prompt_cache_breakpoint":{"mode":"explicit"}},{"type":"text","text":"the question"}]},
			{"role":"assistant","content":"{"},{"role":"user","content":"again"}],
			"max_completion_tokens":9,"temperature":0,"stop":["FIN","\n"],"response_format":{"type":"json_object"},"reasoning_effort":"none"}`,
		"own openai-responses": `{"model":"scripted","input":[{"role":"system","content":"Answer in JSON."},
			{"role":"user","content":[{"type":"input_text","text":"the document","prompt_cache_breakpoint":{"mode":"explicit"}},{"type":"input_text","text":"the question"}]},
			{"role":"assistant","content":"{"},{"role":"user","content":"again"}],
			"max_output_tokens":9,"temperature":0,"text":{"format":{"type":"json_object"}},"reasoning":{"effort":"none"},"store":false}`,
		"own anthropic": `{"model":"scripted","max_tokens":9,"system":"Answer in JSON.","messages":[
			{"role":"user","content":[{"type":"text","text":"the document","cache_control":{"type":"ephemeral"}},{"type":"text","text":"the question"}]},
			{"role":"assistant","content":[{"type":"text","text":"{"}]},{"role":"user","content":[{"type":"text","text":"again"}]}],
			"stop_sequences":["FIN"],"thinking":{"type":"disabled"}}`,
		"ollama": `{"model":"scripted","messages":[{"role":"system","content":"Answer in JSON."},
			{"role":"user","content":"the document\n\nthe question"},{"role":"assistant","content":"{"},{"role":"user","content":"again"}],
			"stream":false,"format":"json","options":{"temperature":0,"num_predict":9,"stop":["FIN","\n"]},"truncate":false,"shift":false,"think":false}`,
	} {
		s := llmtest.Speak(t, name, func(int, llm.Request) (llmtest.Reply, bool) { return llmtest.Reply{Text: "yes"}, true })
		if _, err := s.Client().Complete(t.Context(), asked); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := s.Bodies()[0]; !reflect.DeepEqual(parse(t, string(got)), parse(t, want)) {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
		}
	}
}

// TestThinking: a model that may think isn't told not to, and is another one to
// caches.
func TestThinking(t *testing.T) {
	for _, name := range llmtest.Dialects() {
		s := llmtest.Speak(t, name, func(int, llm.Request) (llmtest.Reply, bool) { return llmtest.Reply{Text: "yes"}, true })
		o := remote.Options{Provider: strings.TrimPrefix(name, "own "), URL: s.URL, Model: llmtest.Model, Key: llmtest.Key, Client: s.HTTP}
		var ids []string
		for _, o.Think = range []bool{false, true} {
			c, err := remote.New(o)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := c.Complete(t.Context(), asked); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			ids = append(ids, c.ID())
		}
		if ids[0] == ids[1] {
			t.Errorf("%s: both are %q", name, ids[0])
		}
		for _, field := range []string{"think", "reasoning"} {
			if strings.Contains(string(s.Bodies()[1]), field) {
				t.Errorf("%s: %s", name, s.Bodies()[1])
			}
		}
	}
}

func parse(t *testing.T, text string) any {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// TestReplies reads replies as servers write them, with all that clients have
// no use for.
func TestReplies(t *testing.T) {
	for name, tt := range map[string]struct {
		provider, reply string
		want            llm.Response
	}{
		"chat": {"openai", `{"id":"chatcmpl-1","object":"chat.completion","created":1764579600,"model":"m-2026","choices":[{"index":0,"message":{"role":"assistant",
			"content":"Sí.","refusal":null,"annotations":[]},"logprobs":null,"finish_reason":"stop"}],"usage":{"prompt_tokens":19,"completion_tokens":10,"total_tokens":29,
			"prompt_tokens_details":{"cached_tokens":12,"audio_tokens":0},"completion_tokens_details":{"reasoning_tokens":8}},"service_tier":"default","system_fingerprint":null}`,
			llm.Response{Text: "Sí.", Usage: llm.Usage{Input: 19, Output: 10, Cached: 12}, Stop: llm.Done}},
		"reasoned to the bound": {"openai", `{"choices":[{"message":{"content":null,"reasoning_content":"hm"},"finish_reason":"length"}],"usage":{"prompt_tokens":1,"completion_tokens":5,"prompt_tokens_details":null}}`,
			llm.Response{Usage: llm.Usage{Input: 1, Output: 5}, Stop: llm.Length}},
		"another reason": {"vllm", `{"choices":[{"message":{"content":"a"},"finish_reason":"abort"}]}`, llm.Response{Text: "a", Stop: "abort"}},
		"impossible usage": {"openai", `{"choices":[{"message":{"content":"a"}}],"usage":{"prompt_tokens":10,"completion_tokens":-5,"prompt_tokens_details":{"cached_tokens":99,"cache_write_tokens":-1}}}`,
			llm.Response{Text: "a", Usage: llm.Usage{Input: 10, Cached: 10}, Stop: llm.Done}},
		"no reason": {"vllm", `{"choices":[{"message":{"content":"a"},"finish_reason":null}]}`, llm.Response{Text: "a", Stop: llm.Done}},
		"responses": {"openai-responses", `{"id":"resp_1","object":"response","status":"completed","error":null,"incomplete_details":null,"output":[{"type":"reasoning","id":"rs_1","summary":[]},
			{"type":"message","id":"msg_1","status":"completed","role":"assistant","content":[{"type":"output_text","text":"Sí","annotations":[]},{"type":"output_text","text":".","annotations":[]}]}],
			"usage":{"input_tokens":36,"input_tokens_details":{"cached_tokens":30,"cache_write_tokens":4},"output_tokens":8,"output_tokens_details":{"reasoning_tokens":0},"total_tokens":44}}`,
			llm.Response{Text: "Sí.", Usage: llm.Usage{Input: 36, Output: 8, Cached: 30, Written: 4}, Stop: llm.Done}},
		"messages": {"anthropic", `{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[{"type":"thinking","thinking":"hm","signature":"x"},{"type":"text","text":"Sí."}],
			"stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":12,"cache_creation_input_tokens":200,"cache_read_input_tokens":1000,
			"cache_creation":{"ephemeral_5m_input_tokens":200,"ephemeral_1h_input_tokens":0},"output_tokens":5,"service_tier":"standard"}}`,
			llm.Response{Text: "Sí.", Usage: llm.Usage{Input: 1212, Output: 5, Cached: 1000, Written: 200}, Stop: llm.Done}},
		"no room": {"anthropic", `{"content":[{"type":"text","text":"a"}],"stop_reason":"model_context_window_exceeded","usage":{"input_tokens":1,"output_tokens":1,"cache_read_input_tokens":null}}`,
			llm.Response{Text: "a", Usage: llm.Usage{Input: 1, Output: 1}, Stop: llm.Length}},
		"explained": {"anthropic", `{"content":[],"stop_reason":"refusal","stop_details":{"type":"refusal","category":"bio","explanation":"Not that."},"usage":{"input_tokens":1,"output_tokens":1}}`,
			llm.Response{Text: "Not that.", Usage: llm.Usage{Input: 1, Output: 1}, Stop: llm.Refused}},
		"ollama": {"ollama", `{"model":"m","created_at":"2026-12-01T09:00:00.1Z","message":{"role":"assistant","content":"Sí.","thinking":"hm"},"done":true,"done_reason":"stop",
			"total_duration":5,"load_duration":1,"prompt_eval_count":26,"prompt_eval_duration":1,"eval_count":9,"eval_duration":2}`,
			llm.Response{Text: "Sí.", Usage: llm.Usage{Input: 26, Output: 9}, Stop: llm.Done}},
		"old ollama": {"ollama", `{"message":{"content":"a"},"done":true}`, llm.Response{Text: "a", Stop: llm.Done}},
	} {
		if got, err := answered(t, tt.provider, tt.reply); err != nil || got != tt.want {
			t.Errorf("%s: got %+v, %v, want %+v", name, got, err, tt.want)
		}
	}
}

// TestBadReplies: what says no, or nothing, with status 200.
func TestBadReplies(t *testing.T) {
	for name, tt := range map[string]struct {
		provider, reply, want string
		status                int // of a StatusError; 0 is a ReplyError
	}{
		"code as a number": {"openai", `{"error":{"code":429,"message":"try later"}}`, "try later", 429},
		"code as a name":   {"openai", `{"error":{"code":"rate_limit_exceeded","message":"try later"}}`, "try later", 429},
		"no code":          {"openai", `{"error":{"code":null,"message":"not that"}}`, "not that", 400},
		"with the key":     {"openai", `{"error":{"message":"` + llmtest.Key + ` is wrong"}}`, "… is wrong", 400},
		"failed":           {"openai-responses", `{"status":"failed","error":{"code":"server_error","message":"oh"}}`, "oh", 500},
		"queued":           {"openai-responses", `{"status":"queued","output":[]}`, `"queued"`, 0},
		"a tool":           {"openai", `{"choices":[{"message":{"content":null},"finish_reason":"stop"}]}`, "no text", 0},
		"a list":           {"openai", `[]`, "can't be read", 0},
		"other types":      {"anthropic", `{"content":"yes"}`, "can't be read", 0},
		"loading":          {"ollama", `{"message":{"content":""},"done":true,"done_reason":"load"}`, "load", 0},
		"a piece":          {"ollama", `{"message":{"content":"a"},"done":false}`, "isn't done", 0},
		"ollama's":         {"ollama", `{"error":"oh"}`, "oh", 500},
		"endless":          {"openai", `{"choices":[{"message":{"content":"` + strings.Repeat("a", 17<<20), "more than", 0},
	} {
		_, err := answered(t, tt.provider, tt.reply)
		var status *llm.StatusError
		var reply *llm.ReplyError
		if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), llmtest.Key) || len(err.Error()) > 500 {
			t.Errorf("%s: got %.600v", name, err)
		}
		if tt.status == 0 && !errors.As(err, &reply) || tt.status != 0 && (!errors.As(err, &status) || status.Status != tt.status) {
			t.Errorf("%s: got %T %v", name, err, err)
		}
	}
}

// answered asks a server that gives one reply.
func answered(t *testing.T, provider, reply string) (llm.Response, error) {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, reply) }))
	defer s.Close()
	c, err := remote.New(remote.Options{Provider: provider, URL: s.URL, Model: "m", Key: llmtest.Key})
	if err != nil {
		t.Fatal(err)
	}
	return c.Complete(t.Context(), llm.Request{Messages: []llm.Message{{Role: llm.User, Text: "¿Sí?"}}})
}

// TestNew: what can't be asked is said before anybody is.
func TestNew(t *testing.T) {
	for _, tt := range []struct {
		o    remote.Options
		want string
	}{
		{remote.Options{Provider: "opnai", Model: "m"}, "none of openai, openai-responses"},
		{remote.Options{Provider: "openai", Key: "k"}, "which model"},
		{remote.Options{Provider: "openai", Model: "m"}, remote.ErrKey.Error()},
		{remote.Options{Provider: "anthropic", Model: "m", URL: "https://api.anthropic.com"}, remote.ErrKey.Error()},
		{remote.Options{Provider: "ollama", Model: "m", URL: "localhost:11434"}, "no address"},
		{remote.Options{Provider: "ollama", Model: "m", URL: "http://me:secret@host"}, "keys come from the environment"},
		{remote.Options{Provider: "ollama", Model: "m"}, ""},
		{remote.Options{Provider: "llamacpp"}, ""},
		{remote.Options{Provider: "openai", Model: "m", URL: "http://localhost:1234/v1"}, ""},
	} {
		_, err := remote.New(tt.o)
		if (err == nil) != (tt.want == "") || err != nil && (!strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "secret")) {
			t.Errorf("%+v: got %v, want %q", tt.o, err, tt.want)
		}
	}
	a, _ := remote.New(remote.Options{Provider: "ollama", Model: "m"})
	b, _ := remote.New(remote.Options{Provider: "ollama", Model: "m", URL: "http://other:11434"})
	if a.ID() == b.ID() || !strings.Contains(a.ID(), "ollama") {
		t.Errorf("IDs %q and %q", a.ID(), b.ID())
	}
}

// TestOwn: a provider's key is for its own server only.
func TestOwn(t *testing.T) {
	for url, want := range map[string]bool{"": true, "https://api.openai.com/v1": true, "https://api.openai.com": true,
		"http://api.openai.com/v1": false, "https://api.openai.com.evil.example/v1": false, "https://proxy.example": false, "%": false} {
		if got := remote.Own("openai", url); got != want {
			t.Errorf("%q: %v", url, got)
		}
	}
	if remote.KeyVariable("anthropic") != "ANTHROPIC_API_KEY" || remote.KeyVariable("ollama") != "" {
		t.Error("key variables are mixed up")
	}
}

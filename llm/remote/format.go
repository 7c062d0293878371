package remote

import (
	"encoding/json"
	"net/http"
	"strings"

	"github.com/pildora/pildora/internal/post"
	"github.com/pildora/pildora/llm"
)

// format is how the servers of a provider are spoken to.
type format struct {
	name, url string
	path      string // of the call, below the address
	variable  string // that the provider's own programs take the key from
	keyed     bool   // the provider's own server answers nobody without one
	named     bool   // there are several models
	header    func(key string) http.Header
	question  func(call) any // a struct of the package
	// read makes a response of an answer; a status error where the answer
	// says that there is none, any other where it isn't understood.
	read func(answer []byte) (llm.Response, error)
}

var formats = [...]format{
	{name: "openai", url: "https://api.openai.com/v1", path: "chat/completions", variable: "OPENAI_API_KEY", keyed: true, named: true,
		header: post.Bearer, question: chatQuestion, read: chatAnswer},
	{name: "openai-responses", url: "https://api.openai.com/v1", path: "responses", variable: "OPENAI_API_KEY", keyed: true, named: true,
		header: post.Bearer, question: responsesQuestion, read: responsesAnswer},
	{name: "anthropic", url: "https://api.anthropic.com", path: "v1/messages", variable: "ANTHROPIC_API_KEY", keyed: true, named: true,
		header: anthropicHeader, question: anthropicQuestion, read: anthropicAnswer},
	{name: "ollama", url: "http://localhost:11434", path: "api/chat", named: true,
		header: post.Bearer, question: ollamaQuestion, read: ollamaAnswer},
	{name: "llamacpp", url: "http://localhost:8080/v1", path: "chat/completions",
		header: post.Bearer, question: chatQuestion, read: chatAnswer},
	{name: "vllm", url: "http://localhost:8000/v1", path: "chat/completions", named: true,
		header: post.Bearer, question: chatQuestion, read: chatAnswer},
}

// at reports whether url is the address of the provider's own server.
func (f format) at(url string) bool {
	there, err := post.Address(url)
	if err != nil {
		return false
	}
	own, err := post.Address(f.url)
	return err == nil && there.Scheme == own.Scheme && there.Host == own.Host
}

// call is a request on its way to a model.
type call struct {
	llm.Request
	model string
	own   bool  // to the provider's own server
	think bool  // the model may think before it answers
	left  field // what the model refuses
}

// temperature returns the request's, nil where the model takes none.
func (c call) temperature() *float64 {
	if c.left&temperature != 0 {
		return nil
	}
	return &c.Temperature
}

// quick reports whether the model is told not to think.
func (c call) quick() bool { return !c.think && c.left&noThought == 0 }

// stops returns the texts that the model is told to stop at.
func (c call) stops() []string {
	if c.left&stopTexts != 0 {
		return nil
	}
	return c.Stop
}

// turn is what one role says without a break.
type turn struct {
	role  llm.Role
	parts []llm.Message // that aren't blank
}

// turns joins messages of one role that follow each other: many models take
// roles in turn only. Blank messages, which some servers refuse, say nothing
// and are left out.
func turns(messages []llm.Message) []turn {
	var out []turn
	for _, m := range messages {
		if strings.TrimSpace(m.Text) == "" {
			continue
		}
		if len(out) == 0 || out[len(out)-1].role != m.Role {
			out = append(out, turn{role: m.Role})
		}
		last := &out[len(out)-1]
		last.parts = append(last.parts, m)
	}
	return out
}

// text is all that a turn says.
func (t turn) text() string {
	texts := make([]string, len(t.parts))
	for i, p := range t.parts {
		texts[i] = p.Text
	}
	return strings.Join(texts, "\n\n")
}

// shared reports whether a part of the turn ends what many requests share.
func (t turn) shared() bool {
	for _, p := range t.parts {
		if p.Cache {
			return true
		}
	}
	return false
}

// decode reads an answer, whose unknown fields don't matter.
func decode[T any](answer []byte) (T, error) {
	var a T
	err := json.Unmarshal(answer, &a)
	return a, err
}

package remote

import (
	"fmt"

	"github.com/pildora/pildora/llm"
)

type ollamaRequest struct {
	Model    string        `json:"model"`
	Messages []chatMessage `json:"messages"`
	Stream   bool          `json:"stream"`
	Format   string        `json:"format,omitempty"`
	Options  ollamaOptions `json:"options"`
	Truncate bool          `json:"truncate"`
	Shift    bool          `json:"shift"`
	Think    *bool         `json:"think,omitempty"`
}

type ollamaOptions struct {
	Temperature *float64 `json:"temperature,omitempty"`
	NumPredict  int      `json:"num_predict,omitempty"`
	Stop        []string `json:"stop,omitempty"`
}

// ollamaQuestion speaks Ollama's POST /api/chat. What doesn't fit the model's
// window is an error, rather than a call with the beginning cut off.
func ollamaQuestion(c call) any {
	q := ollamaRequest{Model: c.model, Options: ollamaOptions{Temperature: c.temperature(), NumPredict: c.MaxTokens, Stop: c.stops()}}
	if c.quick() {
		q.Think = new(bool)
	}
	if c.JSON {
		q.Format = "json"
	}
	if c.System != "" {
		q.Messages = append(q.Messages, chatMessage{"system", c.System})
	}
	for _, t := range turns(c.Messages) {
		q.Messages = append(q.Messages, chatMessage{string(t.role), t.text()})
	}
	return q
}

type ollamaResponse struct {
	Message struct {
		Content string `json:"content"`
	} `json:"message"`
	Done       bool   `json:"done"`
	DoneReason string `json:"done_reason"`
	Prompt     int    `json:"prompt_eval_count"`
	Eval       int    `json:"eval_count"`
	Error      string `json:"error"`
}

func ollamaAnswer(answer []byte) (llm.Response, error) {
	a, err := decode[ollamaResponse](answer)
	switch {
	case err != nil:
		return llm.Response{}, err
	case a.Error != "":
		return llm.Response{}, &llm.StatusError{Status: 500, Message: a.Error}
	case !a.Done || a.DoneReason == "load" || a.DoneReason == "unload":
		return llm.Response{}, fmt.Errorf("the model isn't done (done %v, done_reason %q)", a.Done, a.DoneReason)
	}
	res := llm.Response{Text: a.Message.Content, Stop: llm.Stop(a.DoneReason), Usage: llm.Usage{Input: a.Prompt, Output: a.Eval}}
	if res.Stop == "" {
		res.Stop = llm.Done
	}
	return res, nil
}

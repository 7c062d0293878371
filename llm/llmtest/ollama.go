package llmtest

import (
	"errors"

	"github.com/pildora/pildora/llm"
)

// The wire format of Ollama's chat.
type (
	ollamaRequest struct {
		Model    string        `json:"model"`
		Messages []chatMessage `json:"messages"`
		Stream   *bool         `json:"stream"`
		Format   string        `json:"format"`
		Options  struct {
			Temperature float64  `json:"temperature"`
			NumPredict  int      `json:"num_predict"`
			Stop        []string `json:"stop"`
		} `json:"options"`
		Truncate *bool `json:"truncate"`
		Shift    *bool `json:"shift"`
		Think    *bool `json:"think"`
	}
	ollamaResponse struct {
		Model      string        `json:"model"`
		CreatedAt  string        `json:"created_at"`
		Message    ollamaMessage `json:"message"`
		Done       bool          `json:"done"`
		DoneReason string        `json:"done_reason,omitempty"`
		Prompt     int           `json:"prompt_eval_count,omitempty"`
		Eval       int           `json:"eval_count,omitempty"`
	}
	ollamaMessage struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	}
)

func decodeOllama(body []byte) (llm.Request, error) {
	w, err := strict[ollamaRequest](body)
	if err != nil {
		return llm.Request{}, err
	}
	r := llm.Request{MaxTokens: w.Options.NumPredict, Temperature: w.Options.Temperature, Stop: w.Options.Stop}
	switch {
	case w.Stream == nil || *w.Stream:
		return r, errors.New("stream: it would come in pieces")
	case w.Truncate == nil || *w.Truncate || w.Shift == nil || *w.Shift:
		return r, errors.New("truncate, shift: what doesn't fit would be cut off")
	case w.Format != "" && w.Format != "json":
		return r, errors.New("invalid format")
	}
	if r, err = openAIRequest(r, w.Model, w.Messages, nil, "", false); err != nil {
		return r, err
	}
	r.JSON = w.Format == "json"
	return r, nil
}

func encodeOllama(q llm.Request, r Reply) any {
	w := ollamaResponse{Model: Model, CreatedAt: "2026-12-01T09:00:00Z", Message: ollamaMessage{"assistant", r.Text}, Done: true, DoneReason: string(r.Stop)}
	switch {
	case r.Fault == Empty:
		w.Message.Content, w.DoneReason = "", "load"
	case r.Stop == "":
		w.DoneReason = "stop"
	}
	if r.Fault != Unmeasured {
		u := r.usage(q)
		w.Prompt, w.Eval = u.Input, u.Output
	}
	return w
}

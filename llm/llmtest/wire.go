package llmtest

import "github.com/pildora/pildora/llm"

// The wire format of chat completions, as far as a Request and a Response go.
type (
	wireRequest struct {
		Model          string      `json:"model"`
		Messages       []wireTurn  `json:"messages"`
		MaxTokens      int         `json:"max_tokens,omitempty"`
		Temperature    float64     `json:"temperature"`
		Stop           []string    `json:"stop,omitempty"`
		ResponseFormat *wireFormat `json:"response_format,omitempty"`
	}
	wireTurn struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	}
	wireFormat struct {
		Type string `json:"type"`
	}
	wireResponse struct {
		ID      string       `json:"id"`
		Object  string       `json:"object"`
		Model   string       `json:"model"`
		Choices []wireChoice `json:"choices"`
		Usage   wireUsage    `json:"usage"`
	}
	wireChoice struct {
		Index        int      `json:"index"`
		Message      wireTurn `json:"message"`
		FinishReason string   `json:"finish_reason"`
	}
	wireUsage struct {
		PromptTokens     int         `json:"prompt_tokens"`
		CompletionTokens int         `json:"completion_tokens"`
		TotalTokens      int         `json:"total_tokens"`
		PromptDetails    wireDetails `json:"prompt_tokens_details"`
	}
	wireDetails struct {
		CachedTokens int `json:"cached_tokens"`
	}
	wireError struct {
		Error wireMessage `json:"error"`
	}
	wireMessage struct {
		Message string `json:"message"`
		Type    string `json:"type"`
	}
)

const model = "scripted"

func newWireRequest(r llm.Request) wireRequest {
	w := wireRequest{Model: model, MaxTokens: r.MaxTokens, Temperature: r.Temperature, Stop: r.Stop}
	if r.System != "" {
		w.Messages = append(w.Messages, wireTurn{"system", r.System})
	}
	for _, m := range r.Messages {
		w.Messages = append(w.Messages, wireTurn{string(m.Role), m.Text})
	}
	if r.JSON {
		w.ResponseFormat = &wireFormat{"json_object"}
	}
	return w
}

func (w wireRequest) request() llm.Request {
	r := llm.Request{MaxTokens: w.MaxTokens, Temperature: w.Temperature, Stop: w.Stop,
		JSON: w.ResponseFormat != nil && w.ResponseFormat.Type == "json_object"}
	for i, m := range w.Messages {
		if i == 0 && m.Role == "system" {
			r.System = m.Content
			continue
		}
		r.Messages = append(r.Messages, llm.Message{Role: llm.Role(m.Role), Text: m.Content})
	}
	return r
}

func newWireResponse(q llm.Request, r Reply) wireResponse {
	u, stop := r.usage(q), r.Stop
	if stop == "" {
		stop = llm.Done
	}
	w := wireResponse{ID: "scripted-1", Object: "chat.completion", Model: model,
		Usage: wireUsage{u.Input, u.Output, u.Input + u.Output, wireDetails{u.Cached}}}
	if r.Fault != Empty {
		w.Choices = []wireChoice{{Message: wireTurn{"assistant", r.Text}, FinishReason: string(stop)}}
	}
	return w
}

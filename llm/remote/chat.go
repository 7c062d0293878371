package remote

import (
	"encoding/json"
	"errors"
	"net/http"

	"github.com/pildora/pildora/llm"
)

// chatRequest is what POST /chat/completions takes. Content is a text, or a
// list of parts where one of them carries a mark.
type chatRequest struct {
	Model               string        `json:"model,omitempty"`
	Messages            []chatMessage `json:"messages"`
	MaxTokens           int           `json:"max_tokens,omitempty"`
	MaxCompletionTokens int           `json:"max_completion_tokens,omitempty"`
	Temperature         *float64      `json:"temperature,omitempty"`
	Stop                []string      `json:"stop,omitempty"`
	ResponseFormat      *typed        `json:"response_format,omitempty"`
	ReasoningEffort     string        `json:"reasoning_effort,omitempty"`
}

type chatMessage struct {
	Role    string `json:"role"`
	Content any    `json:"content"` // string or []openAIPart
}

type typed struct {
	Type string `json:"type"`
}

// openAIPart is a part of a message of OpenAI's, in either of its formats.
type openAIPart struct {
	Type       string    `json:"type"`
	Text       string    `json:"text"`
	Breakpoint *explicit `json:"prompt_cache_breakpoint,omitempty"`
}

type explicit struct {
	Mode string `json:"mode"`
}

// content is what a turn says: with parts of their own where one of them ends
// what is shared and the server may be told so, else a text.
func (c call) content(t turn, kind string) any {
	if !c.own || c.left&breakpoint != 0 || !t.shared() {
		return t.text()
	}
	parts := make([]openAIPart, len(t.parts))
	for i, p := range t.parts {
		parts[i] = openAIPart{Type: kind, Text: p.Text}
		if p.Cache {
			parts[i].Breakpoint = &explicit{"explicit"}
		}
	}
	return parts
}

// chatQuestion speaks OpenAI's chat completions. Their own server takes the
// bound of the answer by its newer name, others mostly by the older one.
func chatQuestion(c call) any {
	q := chatRequest{Model: c.model, Temperature: c.temperature(), Stop: c.stops()}
	if c.own && c.quick() {
		q.ReasoningEffort = "none"
	}
	if c.own || c.left&maxTokens != 0 {
		q.MaxCompletionTokens = c.MaxTokens
	} else {
		q.MaxTokens = c.MaxTokens
	}
	if c.JSON {
		q.ResponseFormat = &typed{"json_object"}
	}
	if c.System != "" {
		q.Messages = append(q.Messages, chatMessage{"system", c.System})
	}
	for _, t := range turns(c.Messages) {
		q.Messages = append(q.Messages, chatMessage{string(t.role), c.content(t, "text")})
	}
	return q
}

type chatResponse struct {
	Choices []struct {
		Message struct {
			Content string `json:"content"`
			Refusal string `json:"refusal"`
		} `json:"message"`
		FinishReason string `json:"finish_reason"`
	} `json:"choices"`
	Usage struct {
		Prompt     int         `json:"prompt_tokens"`
		Completion int         `json:"completion_tokens"`
		Details    openAICache `json:"prompt_tokens_details"`
	} `json:"usage"`
	Error *openAIError `json:"error"`
}

type openAICache struct {
	Read    int `json:"cached_tokens"`
	Written int `json:"cache_write_tokens"`
}

// openAIError stands in answers that say no though their status is 200.
type openAIError struct {
	Code    json.RawMessage `json:"code"` // a name, or a status of HTTP
	Message string          `json:"message"`
}

// status is the error as the status that it would have had.
func (e *openAIError) status() *llm.StatusError {
	status := http.StatusBadRequest
	var code int
	var name string
	switch {
	case json.Unmarshal(e.Code, &code) == nil && code >= 400 && code < 600:
		status = code
	case json.Unmarshal(e.Code, &name) != nil:
	case name == "rate_limit_exceeded":
		status = http.StatusTooManyRequests
	case name == "server_error":
		status = http.StatusInternalServerError
	}
	return &llm.StatusError{Status: status, Message: e.Message}
}

func chatAnswer(answer []byte) (llm.Response, error) {
	a, err := decode[chatResponse](answer)
	switch {
	case err != nil:
		return llm.Response{}, err
	case a.Error != nil:
		return llm.Response{}, a.Error.status()
	case len(a.Choices) == 0:
		return llm.Response{}, errors.New("no choices in it")
	}
	first := a.Choices[0]
	res := llm.Response{Text: first.Message.Content, Stop: llm.Stop(first.FinishReason),
		Usage: llm.Usage{Input: a.Usage.Prompt, Output: a.Usage.Completion, Cached: a.Usage.Details.Read, Written: a.Usage.Details.Written}}
	switch {
	case first.Message.Refusal != "":
		res.Text, res.Stop = first.Message.Refusal, llm.Refused
	case res.Stop == "":
		res.Stop = llm.Done
	}
	return res, nil
}

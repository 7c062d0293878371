package llmtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/pildora/pildora/llm"
)

// The wire format of chat completions, as far as a Request and a Response go.
type (
	chatRequest struct {
		Model               string        `json:"model"`
		Messages            []chatMessage `json:"messages"`
		MaxTokens           *int          `json:"max_tokens"`
		MaxCompletionTokens *int          `json:"max_completion_tokens"`
		Temperature         float64       `json:"temperature"`
		Stop                []string      `json:"stop"`
		ResponseFormat      *jsonFormat   `json:"response_format"`
		ReasoningEffort     string        `json:"reasoning_effort"`
	}
	chatMessage struct {
		Role    string          `json:"role"`
		Content json.RawMessage `json:"content"`
	}
	part struct {
		Type       string `json:"type"`
		Text       string `json:"text"`
		Breakpoint *struct {
			Mode string `json:"mode"`
		} `json:"prompt_cache_breakpoint"`
	}
	jsonFormat struct {
		Type string `json:"type"`
	}
	chatResponse struct {
		ID      string       `json:"id"`
		Object  string       `json:"object"`
		Model   string       `json:"model"`
		Choices []chatChoice `json:"choices"`
		Usage   *chatUsage   `json:"usage,omitempty"`
	}
	chatChoice struct {
		Index        int        `json:"index"`
		Message      chatAnswer `json:"message"`
		FinishReason string     `json:"finish_reason"`
	}
	chatAnswer struct {
		Role    string  `json:"role"`
		Content *string `json:"content"`
		Refusal *string `json:"refusal"`
	}
	chatUsage struct {
		Prompt     int         `json:"prompt_tokens"`
		Completion int         `json:"completion_tokens"`
		Total      int         `json:"total_tokens"`
		Details    chatDetails `json:"prompt_tokens_details"`
	}
	chatDetails struct {
		Cached  int `json:"cached_tokens"`
		Written int `json:"cache_write_tokens,omitempty"`
	}
	openAIError struct {
		Error openAIMessage `json:"error"`
	}
	openAIMessage struct {
		Message string  `json:"message"`
		Type    string  `json:"type"`
		Param   *string `json:"param"`
		Code    *string `json:"code"`
	}
)

// decodeChat reads a request to OpenAI's own server, or to one that speaks
// like it and knows no parts.
func decodeChat(own bool) func([]byte) (llm.Request, error) {
	return func(body []byte) (llm.Request, error) {
		w, err := strict[chatRequest](body)
		if err != nil {
			return llm.Request{}, err
		}
		r := llm.Request{Temperature: w.Temperature, Stop: w.Stop}
		switch {
		case own && w.MaxTokens != nil:
			return r, errors.New(unsupported("max_tokens"))
		case w.ReasoningEffort != "" && (!own || w.ReasoningEffort != "none"):
			return r, fmt.Errorf("reasoning_effort: %q", w.ReasoningEffort)
		case w.MaxTokens != nil:
			r.MaxTokens = *w.MaxTokens
		case w.MaxCompletionTokens != nil:
			r.MaxTokens = *w.MaxCompletionTokens
		}
		if len(w.Stop) > 4 {
			return r, errors.New("stop: array too long")
		}
		return openAIRequest(r, w.Model, w.Messages, w.ResponseFormat, "text", own)
	}
}

// openAIRequest fills in the messages, which both of OpenAI's formats share.
func openAIRequest(r llm.Request, model string, messages []chatMessage, format *jsonFormat, kind string, parts bool) (llm.Request, error) {
	var roles []string
	all := ""
	for i, m := range messages {
		roles = append(roles, m.Role)
		ms, err := content(m, kind, parts)
		if err != nil {
			return r, err
		}
		for _, p := range ms {
			all += p.Text
		}
		if i == 0 && m.Role == "system" && len(ms) == 1 {
			r.System = ms[0].Text
			continue
		}
		r.Messages = append(r.Messages, ms...)
	}
	if format != nil {
		r.JSON = format.Type == "json_object"
		if !r.JSON || !strings.Contains(strings.ToLower(all), "json") {
			return r, errors.New("messages must contain the word 'json' in some form, to use 'response_format' of type 'json_object'")
		}
	}
	if err := inTurn(roles); err != nil {
		return r, err
	}
	return r, wellFormed(r, model)
}

// content reads what a message holds: a text or parts.
func content(m chatMessage, kind string, parts bool) ([]llm.Message, error) {
	var text string
	if json.Unmarshal(m.Content, &text) == nil {
		return []llm.Message{{Role: llm.Role(m.Role), Text: text}}, nil
	}
	if !parts {
		return nil, errors.New("content must be a string")
	}
	list, err := strict[[]part](m.Content)
	if err != nil {
		return nil, err
	}
	var ms []llm.Message
	for _, p := range list {
		if p.Type != kind || p.Breakpoint != nil && p.Breakpoint.Mode != "explicit" {
			return nil, fmt.Errorf("content: part of type %q", p.Type)
		}
		ms = append(ms, llm.Message{Role: llm.Role(m.Role), Text: p.Text, Cache: p.Breakpoint != nil})
	}
	return ms, nil
}

func encodeChat(q llm.Request, r Reply) any {
	w := chatResponse{ID: "scripted-1", Object: "chat.completion", Model: Model}
	if r.Fault != Unmeasured {
		u := r.usage(q)
		w.Usage = &chatUsage{u.Input, u.Output, u.Input + u.Output, chatDetails{u.Cached, u.Written}}
	}
	answer, stop := chatAnswer{Role: "assistant", Content: &r.Text}, r.Stop
	switch stop {
	case "":
		stop = llm.Done
	case llm.Refused:
		answer.Content, answer.Refusal, stop = nil, &r.Text, llm.Done
	}
	if r.Fault != Empty {
		w.Choices = []chatChoice{{Message: answer, FinishReason: string(stop)}}
	}
	return w
}

func refuseOpenAI(status int, message string) any {
	e := openAIMessage{Message: message, Type: "invalid_request_error"}
	if status >= 500 {
		code := "server_error"
		e.Type, e.Code = code, &code
	}
	return openAIError{e}
}

// The wire format of responses.
type (
	responsesRequest struct {
		Model           string        `json:"model"`
		Input           []chatMessage `json:"input"`
		MaxOutputTokens int           `json:"max_output_tokens"`
		Temperature     float64       `json:"temperature"`
		Text            *struct {
			Format *jsonFormat `json:"format"`
		} `json:"text"`
		Reasoning *struct {
			Effort string `json:"effort"`
		} `json:"reasoning"`
		Store *bool `json:"store"`
	}
	responsesResponse struct {
		ID         string            `json:"id"`
		Object     string            `json:"object"`
		Status     string            `json:"status"`
		Error      *struct{}         `json:"error"`
		Incomplete *responsesReason  `json:"incomplete_details"`
		Output     []responsesOutput `json:"output"`
		Usage      *responsesUsage   `json:"usage"`
	}
	responsesReason struct {
		Reason string `json:"reason"`
	}
	responsesOutput struct {
		Type    string             `json:"type"`
		Role    string             `json:"role,omitempty"`
		Content []responsesContent `json:"content,omitempty"`
	}
	responsesContent struct {
		Type    string `json:"type"`
		Text    string `json:"text,omitempty"`
		Refusal string `json:"refusal,omitempty"`
	}
	responsesUsage struct {
		Input   int         `json:"input_tokens"`
		Details chatDetails `json:"input_tokens_details"`
		Output  int         `json:"output_tokens"`
		Total   int         `json:"total_tokens"`
	}
)

func decodeResponses(body []byte) (llm.Request, error) {
	w, err := strict[responsesRequest](body)
	if err != nil {
		return llm.Request{}, err
	}
	if w.Store == nil || *w.Store {
		return llm.Request{}, errors.New("store: what is asked would be kept")
	}
	var format *jsonFormat
	if w.Text != nil {
		format = w.Text.Format
	}
	return openAIRequest(llm.Request{MaxTokens: w.MaxOutputTokens, Temperature: w.Temperature}, w.Model, w.Input, format, "input_text", true)
}

// encodeResponses puts a piece of reasoning before the answer, as models do.
func encodeResponses(q llm.Request, r Reply) any {
	w := responsesResponse{ID: "resp_1", Object: "response", Status: "completed", Output: []responsesOutput{{Type: "reasoning"}}}
	content := responsesContent{Type: "output_text", Text: r.Text}
	switch r.Stop {
	case llm.Length:
		w.Status, w.Incomplete = "incomplete", &responsesReason{"max_output_tokens"}
	case llm.Filtered:
		w.Status, w.Incomplete = "incomplete", &responsesReason{"content_filter"}
	case llm.Refused:
		content = responsesContent{Type: "refusal", Refusal: r.Text}
	}
	if r.Fault != Empty {
		w.Output = append(w.Output, responsesOutput{"message", "assistant", []responsesContent{content}})
	}
	if r.Fault != Unmeasured {
		u := r.usage(q)
		w.Usage = &responsesUsage{u.Input, chatDetails{u.Cached, u.Written}, u.Output, u.Input + u.Output}
	}
	return w
}

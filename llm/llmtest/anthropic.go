package llmtest

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/pildora/pildora/llm"
)

// The wire format of Anthropic's messages.
type (
	anthropicRequest struct {
		Model     string             `json:"model"`
		MaxTokens int                `json:"max_tokens"`
		System    string             `json:"system"`
		Messages  []anthropicMessage `json:"messages"`
		Stop      []string           `json:"stop_sequences"`
		Thinking  *jsonFormat        `json:"thinking"`
	}
	anthropicMessage struct {
		Role    string           `json:"role"`
		Content []anthropicBlock `json:"content"`
	}
	anthropicBlock struct {
		Type  string `json:"type"`
		Text  string `json:"text"`
		Cache *struct {
			Type string `json:"type"`
		} `json:"cache_control"`
	}
	anthropicResponse struct {
		ID           string            `json:"id"`
		Type         string            `json:"type"`
		Role         string            `json:"role"`
		Model        string            `json:"model"`
		Content      []anthropicAnswer `json:"content"`
		StopReason   string            `json:"stop_reason"`
		StopSequence *string           `json:"stop_sequence"`
		Usage        *anthropicUsage   `json:"usage,omitempty"`
	}
	anthropicAnswer struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	anthropicUsage struct {
		Input   int `json:"input_tokens"`
		Written int `json:"cache_creation_input_tokens"`
		Read    int `json:"cache_read_input_tokens"`
		Output  int `json:"output_tokens"`
	}
	anthropicError struct {
		Type      string        `json:"type"`
		Error     openAIMessage `json:"error"`
		RequestID string        `json:"request_id"`
	}
)

// anthropicKey checks their headers.
func anthropicKey(h http.Header) error {
	if h.Get("Anthropic-Version") != "2026-10-21" {
		return errors.New("anthropic-version: header is required")
	}
	return bearer(h)
}

func decodeAnthropic(body []byte) (llm.Request, error) {
	w, err := strict[anthropicRequest](body)
	if err != nil {
		return llm.Request{}, err
	}
	r := llm.Request{System: w.System, MaxTokens: w.MaxTokens, Stop: w.Stop}
	switch {
	case w.MaxTokens < 1:
		return r, errors.New("max_tokens: Field required")
	case w.Thinking != nil && w.Thinking.Type != "disabled":
		return r, fmt.Errorf("thinking: %q", w.Thinking.Type)
	}
	for _, s := range w.Stop {
		if strings.TrimSpace(s) == "" {
			return r, errors.New("stop_sequences: each stop sequence must contain non-whitespace")
		}
	}
	marks := 0
	var roles []string
	for _, m := range w.Messages {
		roles = append(roles, m.Role)
		for _, b := range m.Content {
			if b.Type != "text" || b.Cache != nil && b.Cache.Type != "ephemeral" {
				return r, fmt.Errorf("messages: block of type %q", b.Type)
			}
			if b.Cache != nil {
				marks++
			}
			r.Messages = append(r.Messages, llm.Message{Role: llm.Role(m.Role), Text: b.Text, Cache: b.Cache != nil})
		}
	}
	if marks > 4 {
		return r, fmt.Errorf("at most 4 blocks may have cache_control, not %d", marks)
	}
	if err := inTurn(roles); err != nil {
		return r, err
	}
	return r, wellFormed(r, w.Model)
}

// encodeAnthropic splits the answer in two blocks, as it may come.
func encodeAnthropic(q llm.Request, r Reply) any {
	reasons := map[llm.Stop]string{"": "end_turn", llm.Done: "end_turn", llm.Length: "max_tokens", llm.Refused: "refusal"}
	w := anthropicResponse{ID: "msg_1", Type: "message", Role: "assistant", Model: Model, Content: []anthropicAnswer{}, StopReason: string(r.Stop)}
	if reason, ok := reasons[r.Stop]; ok {
		w.StopReason = reason
	}
	if r.Fault != Empty {
		before, _, _ := strings.Cut(r.Text, " ")
		w.Content = append(w.Content, anthropicAnswer{"text", before}, anthropicAnswer{"text", strings.TrimPrefix(r.Text, before)})
	}
	if r.Fault != Unmeasured {
		u := r.usage(q)
		w.Usage = &anthropicUsage{u.Input - u.Cached - u.Written, u.Written, u.Cached, u.Output}
	}
	return w
}

func refuseAnthropic(status int, message string) any {
	kind := "invalid_request_error"
	switch {
	case status == 529:
		kind = "overloaded_error"
	case status >= 500:
		kind = "api_error"
	case status == http.StatusTooManyRequests:
		kind = "rate_limit_error"
	}
	return anthropicError{"error", openAIMessage{Message: message, Type: kind}, "req_1"}
}

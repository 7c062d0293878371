package remote

import (
	"maps"
	"net/http"
	"strings"

	"github.com/pildora/pildora/internal/post"
	"github.com/pildora/pildora/llm"
)

const (
	// anthropicTokens bounds an answer whose request doesn't: it must be
	// bounded.
	anthropicTokens = 4096
	// anthropicMarks is how many ends of shared beginnings a call may have.
	anthropicMarks = 4
)

// anthropicHeader is the key, and their format's version: the one since which
// there is no temperature.
func anthropicHeader(key string) http.Header {
	h := http.Header{"Anthropic-Version": {"2026-10-21"}}
	maps.Copy(h, post.Bearer(key))
	return h
}

type anthropicRequest struct {
	Model     string             `json:"model"`
	MaxTokens int                `json:"max_tokens"`
	System    string             `json:"system,omitempty"`
	Messages  []anthropicMessage `json:"messages"`
	Stop      []string           `json:"stop_sequences,omitempty"`
	Thinking  *typed             `json:"thinking,omitempty"`
}

type anthropicMessage struct {
	Role    string           `json:"role"`
	Content []anthropicBlock `json:"content"`
}

type anthropicBlock struct {
	Type  string `json:"type"`
	Text  string `json:"text"`
	Cache *typed `json:"cache_control,omitempty"`
}

// anthropicQuestion speaks Anthropic's messages. There is no mode for JSON:
// the system text has to do. Texts to stop at that are blank are refused, and
// are looked for in the answer alone.
func anthropicQuestion(c call) any {
	q := anthropicRequest{Model: c.model, MaxTokens: c.MaxTokens, System: c.System}
	if c.quick() {
		q.Thinking = &typed{"disabled"}
	}
	if q.MaxTokens <= 0 {
		q.MaxTokens = anthropicTokens
	}
	for _, s := range c.stops() {
		if strings.TrimSpace(s) != "" {
			q.Stop = append(q.Stop, s)
		}
	}
	all := turns(c.Messages)
	spare := -anthropicMarks
	for _, t := range all {
		for _, p := range t.parts {
			if p.Cache {
				spare++
			}
		}
	}
	for _, t := range all {
		m := anthropicMessage{Role: string(t.role)}
		for _, p := range t.parts {
			b := anthropicBlock{Type: "text", Text: p.Text}
			if p.Cache {
				if spare <= 0 {
					b.Cache = &typed{"ephemeral"}
				}
				spare--
			}
			m.Content = append(m.Content, b)
		}
		q.Messages = append(q.Messages, m)
	}
	return q
}

type anthropicResponse struct {
	Content []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	} `json:"content"`
	StopReason  string `json:"stop_reason"`
	StopDetails struct {
		Explanation string `json:"explanation"`
	} `json:"stop_details"`
	Usage struct {
		Input   int `json:"input_tokens"` // without those of the cache
		Output  int `json:"output_tokens"`
		Written int `json:"cache_creation_input_tokens"`
		Read    int `json:"cache_read_input_tokens"`
	} `json:"usage"`
}

func anthropicAnswer(answer []byte) (llm.Response, error) {
	a, err := decode[anthropicResponse](answer)
	if err != nil {
		return llm.Response{}, err
	}
	u := a.Usage
	res := llm.Response{Stop: llm.Stop(a.StopReason),
		Usage: llm.Usage{Input: u.Input + u.Written + u.Read, Output: u.Output, Cached: u.Read, Written: u.Written}}
	for _, b := range a.Content {
		if b.Type == "text" {
			res.Text += b.Text
		}
	}
	switch a.StopReason {
	case "", "end_turn", "stop_sequence":
		res.Stop = llm.Done
	case "max_tokens", "model_context_window_exceeded":
		res.Stop = llm.Length
	case "refusal":
		res.Stop = llm.Refused
		if res.Text == "" {
			res.Text = a.StopDetails.Explanation
		}
	}
	return res, nil
}

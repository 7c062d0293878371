package remote

import (
	"fmt"
	"strings"

	"github.com/pildora/pildora/llm"
)

// responsesRequest is what OpenAI's POST /responses takes. It has no texts to
// stop at.
type responsesRequest struct {
	Model           string         `json:"model"`
	Input           []chatMessage  `json:"input"`
	MaxOutputTokens int            `json:"max_output_tokens,omitempty"`
	Temperature     *float64       `json:"temperature,omitempty"`
	Text            *responsesText `json:"text,omitempty"`
	Reasoning       *effort        `json:"reasoning,omitempty"`
	Store           bool           `json:"store"`
}

type effort struct {
	Effort string `json:"effort"`
}

type responsesText struct {
	Format typed `json:"format"`
}

// responsesQuestion speaks OpenAI's responses. The system text goes before the
// messages rather than into the instructions: to ask for JSON, the word must
// stand in the input. Nothing is to be stored there.
func responsesQuestion(c call) any {
	q := responsesRequest{Model: c.model, MaxOutputTokens: c.MaxTokens, Temperature: c.temperature()}
	if c.own && c.quick() {
		q.Reasoning = &effort{"none"}
	}
	if c.JSON {
		q.Text = &responsesText{typed{"json_object"}}
	}
	if c.System != "" {
		q.Input = append(q.Input, chatMessage{"system", c.System})
	}
	for _, t := range turns(c.Messages) {
		var content any = t.text()
		if t.role == llm.User {
			content = c.content(t, "input_text")
		}
		q.Input = append(q.Input, chatMessage{string(t.role), content})
	}
	return q
}

type responsesResponse struct {
	Status     string       `json:"status"`
	Error      *openAIError `json:"error"`
	Incomplete struct {
		Reason string `json:"reason"`
	} `json:"incomplete_details"`
	Output []struct {
		Type    string `json:"type"`
		Content []struct {
			Type    string `json:"type"`
			Text    string `json:"text"`
			Refusal string `json:"refusal"`
		} `json:"content"`
	} `json:"output"`
	Usage struct {
		Input   int         `json:"input_tokens"`
		Output  int         `json:"output_tokens"`
		Details openAICache `json:"input_tokens_details"`
	} `json:"usage"`
}

func responsesAnswer(answer []byte) (llm.Response, error) {
	a, err := decode[responsesResponse](answer)
	if err != nil {
		return llm.Response{}, err
	}
	if a.Error != nil {
		return llm.Response{}, a.Error.status()
	}
	res := llm.Response{Stop: llm.Done, Usage: llm.Usage{Input: a.Usage.Input, Output: a.Usage.Output, Cached: a.Usage.Details.Read, Written: a.Usage.Details.Written}}
	switch {
	case a.Status == "completed":
	case a.Status != "incomplete":
		return llm.Response{}, fmt.Errorf("its status is %q", a.Status)
	case a.Incomplete.Reason == "max_output_tokens":
		res.Stop = llm.Length
	default:
		res.Stop = llm.Stop(a.Incomplete.Reason)
	}
	var text strings.Builder
	for _, o := range a.Output {
		for _, part := range o.Content {
			switch {
			case o.Type != "message":
			case part.Type == "refusal":
				res.Text, res.Stop = part.Refusal, llm.Refused
			case part.Type == "output_text":
				text.WriteString(part.Text)
			}
		}
	}
	if res.Stop != llm.Refused {
		res.Text = text.String()
	}
	return res, nil
}

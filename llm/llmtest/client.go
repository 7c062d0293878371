package llmtest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/pildora/pildora/llm"
)

// Client returns a client of the server. It makes each call once: wrap it in
// [llm.Retry] where it should try again.
func (s *Server) Client() llm.Completer { return &client{url: s.URL + Path, http: s.client} }

type client struct {
	url  string
	http *http.Client
}

// Complete makes one call.
func (c *client) Complete(ctx context.Context, r llm.Request) (llm.Response, error) {
	data, err := json.Marshal(newWireRequest(r))
	if err != nil {
		return llm.Response{}, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(data))
	if err != nil {
		return llm.Response{}, err
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := c.http.Do(req)
	if err != nil {
		return llm.Response{}, err
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return llm.Response{}, &llm.ReplyError{Err: err}
	}
	if res.StatusCode != http.StatusOK {
		return llm.Response{}, statusError(res, body)
	}
	return response(body)
}

func statusError(res *http.Response, body []byte) error {
	e := &llm.StatusError{Status: res.StatusCode}
	if seconds, err := strconv.Atoi(res.Header.Get("Retry-After")); err == nil && seconds > 0 {
		e.After = time.Duration(seconds) * time.Second
	}
	var said wireError
	if json.Unmarshal(body, &said) == nil {
		e.Message = said.Error.Message
	}
	return e
}

func response(body []byte) (llm.Response, error) {
	var w wireResponse
	if err := json.Unmarshal(body, &w); err != nil {
		return llm.Response{}, &llm.ReplyError{Err: err}
	}
	if len(w.Choices) == 0 {
		return llm.Response{}, &llm.ReplyError{Err: errors.New("no choices in it")}
	}
	first := w.Choices[0]
	return llm.Response{Text: first.Message.Content, Stop: llm.Stop(first.FinishReason),
		Usage: llm.Usage{Input: w.Usage.PromptTokens, Output: w.Usage.CompletionTokens, Cached: w.Usage.PromptDetails.CachedTokens}}, nil
}

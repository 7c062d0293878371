package remote

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// question is one request: where it goes, and how vectors are found in what
// comes back.
type question struct {
	path    string
	body    any // a struct of the package
	vectors func(answer []byte) ([][]float32, error)
}

// mostAnswer bounds the bytes of an answer.
const mostAnswer = 1 << 30

// ask makes a request until it is answered well, or as often as it may be.
// check is part of it: a server that once answers nonsense is asked again.
func (e *Embedder) ask(ctx context.Context, q question, check func([][]float32) error) ([][]float32, error) {
	body, err := json.Marshal(q.body)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", e.name(), err)
	}
	var last error
	wait := backoff.NewExponentialBackOff()
	wait.InitialInterval = min(500*time.Millisecond, e.o.Longest)
	wait.MaxInterval = e.o.Longest
	vectors, err := backoff.Retry(ctx, func() ([][]float32, error) {
		v, err := e.once(ctx, q, body)
		if err == nil {
			if err = check(v); err != nil {
				err = fmt.Errorf("%w that can't be used: %w", errAnswer, err)
			}
		}
		if err == nil {
			return v, nil
		}
		last = err
		var s *statusError
		switch {
		case ctx.Err() != nil, errors.As(err, &s) && !s.temporary():
			return nil, backoff.Permanent(err)
		case s != nil && s.after > 0:
			return nil, &backoff.RetryAfterError{Duration: min(s.after, e.o.Longest)}
		}
		return nil, err
	}, backoff.WithBackOff(wait), backoff.WithMaxTries(uint(e.o.Tries)), backoff.WithMaxElapsedTime(0))
	switch {
	case err == nil:
		return vectors, nil
	case ctx.Err() != nil:
		return nil, fmt.Errorf("%s: %w", e.name(), ctx.Err())
	}
	return nil, fmt.Errorf("%s: %w", e.name(), last)
}

// name is the model and where it is, for errors.
func (e *Embedder) name() string {
	return fmt.Sprintf("%s %s (%s)", e.o.Provider, e.o.Model, e.base.Host)
}

// once makes a request.
func (e *Embedder) once(ctx context.Context, q question, body []byte) ([][]float32, error) {
	asking, cancel := context.WithTimeout(ctx, e.o.Timeout)
	defer cancel()
	answer, err := e.send(asking, q, body)
	if err != nil {
		if asking.Err() != nil && ctx.Err() == nil {
			return nil, fmt.Errorf("no answer within %v: %w", e.o.Timeout, err)
		}
		return nil, err
	}
	v, err := q.vectors(answer)
	if err != nil {
		return nil, fmt.Errorf("%w that isn't understood: %w", errAnswer, err)
	}
	return v, nil
}

// send posts a body and returns that of the answer.
func (e *Embedder) send(ctx context.Context, q question, body []byte) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, e.base.JoinPath(q.path).String(), bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", "pildora")
	if e.o.Key != "" {
		req.Header.Set("Authorization", "Bearer "+e.o.Key)
	}
	res, err := e.o.Client.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(res.Body, mostAnswer+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w broken off: %w", errAnswer, err)
	case len(answer) > mostAnswer:
		return nil, fmt.Errorf("%w of more than %d bytes", errAnswer, mostAnswer)
	case res.StatusCode != http.StatusOK:
		return nil, &statusError{code: res.StatusCode, status: res.Status, said: e.said(answer), after: retryAfter(res.Header.Get("Retry-After"))}
	}
	return answer, nil
}

// statusError is an answer that says no.
type statusError struct {
	code   int
	status string
	said   string
	after  time.Duration // that it asks for, 0 for none
}

func (e *statusError) Error() string {
	hint := ""
	switch e.code {
	case http.StatusUnauthorized, http.StatusForbidden:
		hint = "; is the key set and right?"
	case http.StatusNotFound:
		hint = "; is the address right, and is the model there?"
	case http.StatusRequestEntityTooLarge:
		hint = "; smaller batches may go through"
	}
	if e.said == "" {
		return e.status + hint
	}
	return e.status + ": " + e.said + hint
}

// temporary reports whether the same may go well later.
func (e *statusError) temporary() bool {
	return e.code == http.StatusTooManyRequests || e.code == http.StatusRequestTimeout || e.code >= 500 && e.code != http.StatusNotImplemented
}

// retryAfter reads the header: seconds, or a date.
func retryAfter(header string) time.Duration {
	if n, err := strconv.Atoi(strings.TrimSpace(header)); err == nil && n > 0 {
		return time.Duration(min(n, 1<<20)) * time.Second
	}
	if t, err := http.ParseTime(header); err == nil {
		return max(0, time.Until(t))
	}
	return 0
}

// said is what a server says is wrong, without the key.
func (e *Embedder) said(answer []byte) string {
	var m struct {
		Error   json.RawMessage `json:"error"`
		Message string          `json:"message"`
		Detail  json.RawMessage `json:"detail"`
	}
	text := string(answer)
	if json.Unmarshal(answer, &m) == nil {
		var inner struct {
			Message string `json:"message"`
		}
		var plain string
		switch {
		case m.Message != "":
			text = m.Message
		case json.Unmarshal(m.Error, &inner) == nil && inner.Message != "":
			text = inner.Message
		case json.Unmarshal(m.Error, &plain) == nil && plain != "":
			text = plain
		case json.Unmarshal(m.Detail, &plain) == nil && plain != "":
			text = plain
		}
	}
	if e.o.Key != "" {
		text = strings.ReplaceAll(text, e.o.Key, "…")
	}
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "")), " ")
	if r := []rune(text); len(r) > 300 {
		text = string(r[:300]) + "…"
	}
	return text
}

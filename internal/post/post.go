// Package post asks servers in JSON: one POST, one answer, within bounds.
//
// A [Server] is where questions go and how it is greeted. What goes wrong is a
// [*Refusal], the server's own no, or an error that wraps [ErrAnswer], for
// answers that can't be used; everything else went wrong on the way. Nobody is
// asked twice here: callers decide what is tried again. Keys stand in headers
// and nowhere else: not in errors, also where a server repeats them, and not
// at other addresses, since redirects aren't followed.
package post

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// ErrAnswer marks what is wrong with an answer, not with the way to it.
var ErrAnswer = errors.New("answer")

// Server is one that is asked. It is safe for concurrent use.
type Server struct {
	Base    *url.URL
	Header  http.Header   // sent with each question
	Key     string        // is taken out of what the server says
	Client  *http.Client  // nil means one of its own
	Timeout time.Duration // of one question; 0 is none but the context's
	Most    int64         // bytes of an answer
}

// Address reads the address of a server.
func Address(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return nil, fmt.Errorf("%q is no address of a server, such as https://host:8080", text)
	case u.User != nil:
		return nil, fmt.Errorf("the address of %s holds a name or password; keys come from the environment", u.Host)
	}
	return u, nil
}

// Name is what a server is called in errors: its provider, its model if it has
// several, and its host.
func (s *Server) Name(provider, model string) string {
	if model != "" {
		provider += " " + model
	}
	return provider + " (" + s.Base.Host + ")"
}

// Bearer is the header of a key as most servers want it; nil without one.
func Bearer(key string) http.Header {
	if key == "" {
		return nil
	}
	return http.Header{"Authorization": {"Bearer " + key}}
}

// Ask posts what question writes as JSON to a path below the server's address
// and returns the answer's body.
func (s *Server) Ask(ctx context.Context, path string, question []byte) ([]byte, error) {
	asking, cancel := ctx, context.CancelFunc(func() {})
	if s.Timeout > 0 {
		asking, cancel = context.WithTimeout(ctx, s.Timeout)
	}
	defer cancel()
	answer, err := s.send(asking, path, question)
	if err != nil && asking.Err() != nil && ctx.Err() == nil {
		return nil, fmt.Errorf("no answer within %v: %w", s.Timeout, err)
	}
	return answer, err
}

func (s *Server) send(ctx context.Context, path string, question []byte) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.Base.JoinPath(path).String(), bytes.NewReader(question))
	if err != nil {
		return nil, err
	}
	for name, values := range s.Header {
		req.Header[name] = values
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", "pildora")
	res, err := s.client().Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = res.Body.Close() }()
	answer, err := io.ReadAll(io.LimitReader(res.Body, s.Most+1))
	switch {
	case res.StatusCode < 200 || res.StatusCode > 299:
		return nil, s.refusal(res, answer)
	case err != nil:
		return nil, fmt.Errorf("%w broken off: %w", ErrAnswer, err)
	case int64(len(answer)) > s.Most:
		return nil, fmt.Errorf("%w of more than %d bytes", ErrAnswer, s.Most)
	}
	return answer, nil
}

// client follows no redirects: whoever a server names hasn't been given the
// key and the texts by anybody.
func (s *Server) client() *http.Client {
	c := http.Client{}
	if s.Client != nil {
		c = *s.Client
	}
	c.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &c
}

// Refusal is an answer that says no.
type Refusal struct {
	Code   int           // of HTTP
	Status string        // that in words
	Said   string        // what the server says is wrong, shortened, without the key
	After  time.Duration // after which it may be asked again; 0 where it doesn't say
}

// Error says what the server said, and what may help.
func (r *Refusal) Error() string {
	text := r.Status
	if r.Said != "" {
		text += ": " + r.Said
	}
	return text + r.Hint()
}

// Hint is what may help, after a semicolon; empty where nothing is known.
func (r *Refusal) Hint() string {
	switch r.Code {
	case http.StatusUnauthorized, http.StatusForbidden:
		return "; is the key set and right?"
	case http.StatusNotFound:
		return "; is the address right, and is the model there?"
	case http.StatusRequestEntityTooLarge:
		return "; smaller requests may go through"
	}
	if r.Code >= 300 && r.Code < 400 {
		return "; give that address if it is to be asked"
	}
	return ""
}

// Temporary reports whether the same may go well later.
func (r *Refusal) Temporary() bool { return Temporary(r.Code) }

// RetryAfter returns After.
func (r *Refusal) RetryAfter() time.Duration { return r.After }

// Temporary reports whether a status passes: too many questions, a time-out, or
// trouble at the server.
func Temporary(code int) bool {
	switch code {
	case http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests:
		return true
	case http.StatusNotImplemented, http.StatusHTTPVersionNotSupported:
		return false
	}
	return code >= 500
}

func (s *Server) refusal(res *http.Response, answer []byte) *Refusal {
	r := &Refusal{Code: res.StatusCode, Status: res.Status, After: retryAfter(res.Header.Get("Retry-After"))}
	text := said(answer)
	if to := res.Header.Get("Location"); to != "" && res.StatusCode < 400 {
		text = "the server is at " + to
	}
	r.Said = s.Clean(text)
	return r
}

// retryAfter reads the header: seconds, or a date.
func retryAfter(header string) time.Duration {
	if n, err := strconv.ParseFloat(strings.TrimSpace(header), 64); err == nil && n > 0 {
		return time.Duration(min(n, 1<<20) * float64(time.Second))
	}
	if t, err := http.ParseTime(header); err == nil {
		return max(0, time.Until(t))
	}
	return 0
}

// Clean makes what a server says fit for an error: one line, not too long,
// without the key.
func (s *Server) Clean(text string) string {
	if s.Key != "" {
		text = strings.ReplaceAll(text, s.Key, "…")
	}
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "")), " ")
	if r := []rune(text); len(r) > 300 {
		text = string(r[:300]) + "…"
	}
	return text
}

// said is what is wrong according to an answer: the message in one of the forms
// that servers have, else all of it.
func said(answer []byte) string {
	var m struct {
		Error   json.RawMessage `json:"error"`
		Message string          `json:"message"`
		Detail  json.RawMessage `json:"detail"`
	}
	if json.Unmarshal(answer, &m) != nil {
		return string(answer)
	}
	var inner struct {
		Message string `json:"message"`
	}
	var plain string
	switch {
	case m.Message != "":
		return m.Message
	case json.Unmarshal(m.Error, &inner) == nil && inner.Message != "":
		return inner.Message
	case json.Unmarshal(m.Error, &plain) == nil && plain != "":
		return plain
	case json.Unmarshal(m.Detail, &plain) == nil && plain != "":
		return plain
	}
	return string(answer)
}

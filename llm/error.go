package llm

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

// Temporary reports whether the call that gave err may go well when it is made
// again: the error, or one that it wraps, says so itself, it is a time-out, or
// the connection broke off. A call that its caller ended is not tried again.
func Temporary(err error) bool {
	if errors.Is(err, context.Canceled) {
		return false
	}
	var temporary interface{ Temporary() bool }
	if errors.As(err, &temporary) && temporary.Temporary() {
		return true
	}
	var network net.Error
	if errors.As(err, &network) && network.Timeout() || errors.Is(err, context.DeadlineExceeded) {
		return true
	}
	var broken *net.OpError
	return errors.As(err, &broken) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF)
}

// Unreached reports whether the call that gave err never came to a server:
// there is none, or no way to it.
func Unreached(err error) bool {
	var network *net.OpError
	return errors.As(err, &network) && network.Op == "dial"
}

// RetryAfter returns how long the sender of err asked to be left alone, or 0.
func RetryAfter(err error) time.Duration {
	var after interface{ RetryAfter() time.Duration }
	if errors.As(err, &after) {
		return max(after.RetryAfter(), 0)
	}
	return 0
}

// StatusError is the refusal of a model's server.
type StatusError struct {
	Status  int           // of HTTP
	Message string        // what the server said, if it did
	After   time.Duration // its Retry-After; 0 where it gave none
}

// Error names the status and what the server said.
func (e *StatusError) Error() string {
	if e.Message == "" {
		return fmt.Sprintf("the model's server answered %d %s", e.Status, http.StatusText(e.Status))
	}
	return fmt.Sprintf("the model's server answered %d: %s", e.Status, e.Message)
}

// Temporary reports whether the status is one that passes: too many requests,
// a time-out, or trouble at the server.
func (e *StatusError) Temporary() bool {
	switch e.Status {
	case http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests:
		return true
	case http.StatusNotImplemented, http.StatusHTTPVersionNotSupported:
		return false
	}
	return e.Status >= 500
}

// RetryAfter returns After.
func (e *StatusError) RetryAfter() time.Duration { return e.After }

// ReplyError says that a server's reply could not be read: broken off, not
// JSON, or without an answer in it. It is temporary.
type ReplyError struct{ Err error }

// Error says what is wrong with the reply.
func (e *ReplyError) Error() string {
	return fmt.Sprintf("the model's server sent a reply that can't be read: %v", e.Err)
}

// Unwrap returns the cause.
func (e *ReplyError) Unwrap() error { return e.Err }

// Temporary returns true.
func (e *ReplyError) Temporary() bool { return true }

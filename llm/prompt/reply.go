package prompt

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/pildora/pildora/llm"
)

// ErrUnasked says that no model was asked, but an llm.Estimator: there is no
// answer, and nothing is wrong.
var ErrUnasked = errors.New("no model was asked: calls are only counted")

// Unusable says that a model answered, and why its answer can't be used.
type Unusable struct {
	Why string
	// Final says that asking again is of no use: the model won't.
	Final bool
}

// Error says why.
func (e *Unusable) Error() string { return "the model's answer can't be used: " + e.Why }

// Ask puts r to c and reads the answer: one JSON object of the form of T, of
// which check says whether it will do. One that won't is shown to the model
// again, once, with what is wrong with it. The error is the completer's,
// [ErrUnasked], or wraps an *Unusable.
func Ask[T any](ctx context.Context, c llm.Completer, r llm.Request, check func(T) error) (T, error) {
	var none T
	for try := 1; ; try++ {
		res, err := c.Complete(ctx, r)
		if err != nil {
			return none, err
		}
		if res.Stop == llm.Unasked {
			return none, ErrUnasked
		}
		v, err := read(res, check)
		if err == nil {
			return v, nil
		}
		var bad *Unusable
		if !errors.As(err, &bad) {
			bad = &Unusable{Why: err.Error()}
			err = bad
		}
		if bad.Final || try == 2 {
			return none, err
		}
		r.Messages = append(r.Messages[:len(r.Messages):len(r.Messages)],
			llm.Message{Role: llm.Assistant, Text: shown(res.Text)}, llm.Message{Role: llm.User, Text: again(bad.Why)})
	}
}

// mostShown bounds, in bytes, how much of a bad answer the model is shown.
const mostShown = 4000

func shown(answer string) string {
	if strings.TrimSpace(answer) == "" {
		return "{}" // some servers refuse an empty message
	}
	if len(answer) > mostShown {
		answer = strings.ToValidUTF8(answer[:mostShown], "") + " …"
	}
	return answer
}

func again(why string) string {
	return fmt.Sprintf("That is not an answer as asked for: %s. Answer the question before it again, with exactly one JSON object of the form shown.", why)
}

func read[T any](res llm.Response, check func(T) error) (T, error) {
	var none T
	switch res.Stop {
	case llm.Length:
		return none, &Unusable{Why: "it was cut off for its length; it must be much shorter"}
	case llm.Filtered:
		return none, &Unusable{Why: "the provider held it back", Final: true}
	case llm.Refused:
		return none, &Unusable{Why: "the model declined", Final: true}
	}
	v, err := Decode[T](res.Text)
	if err != nil {
		if phrase := Refusal(res.Text); phrase != "" {
			return none, &Unusable{Why: fmt.Sprintf("it refuses (%q)", phrase), Final: true}
		}
		return none, err
	}
	return v, check(v)
}

// Decode reads an answer that must be one JSON object of the form of T, and
// nothing else. A code fence around it is taken off: many models can't leave
// it.
func Decode[T any](answer string) (T, error) {
	var v, none T
	dec := json.NewDecoder(strings.NewReader(unfence(answer)))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&v); err != nil {
		if errors.Is(err, io.EOF) {
			err = errors.New("there is nothing in it")
		}
		return none, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return none, errors.New("something follows the JSON object")
	}
	return v, nil
}

func unfence(text string) string {
	text = strings.TrimSpace(text)
	inner, ok := strings.CutPrefix(text, "```")
	if !ok {
		return text
	}
	if inner, ok = strings.CutSuffix(inner, "```"); !ok {
		return text
	}
	if first, rest, ok := strings.Cut(inner, "\n"); ok && !strings.ContainsAny(first, "{}[]\"") {
		return rest // behind the name of the language
	}
	return inner
}

// Ends reports whether err, of a completer, ends the work, and isn't of one
// call alone: ctx is done, the budget is spent, there is no server or it has failed too often, or it would
// answer every call so, for the key or the model is wrong.
func Ends(ctx context.Context, err error) bool {
	if ctx.Err() != nil || errors.Is(err, context.Canceled) || errors.Is(err, llm.ErrBudget) || errors.Is(err, llm.ErrDown) || llm.Unreached(err) {
		return true
	}
	var status *llm.StatusError
	if errors.As(err, &status) {
		switch status.Status {
		case http.StatusUnauthorized, http.StatusPaymentRequired, http.StatusForbidden, http.StatusNotFound:
			return true
		}
	}
	return false
}

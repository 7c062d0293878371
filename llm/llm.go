// Package llm is how the rest asks a language model: one interface, and
// decorators around it.
//
// A [Completer] answers one [Request] with one [Response]. Nothing is kept
// between calls: a conversation is its messages, sent again each time. What a
// call cost stands in the response as [Usage], in the model's own tokens.
//
// Decorators share the interface: [Retry] tries again what may yet go well,
// [Limit] bounds how many calls run at once, a [Budget] what they take
// together, [Thinking] makes room for reasoning. They nest; Limit inside Retry
// frees its place while a call waits to be tried again. An [Estimator] asks
// nobody and says what calls would take. Clients are in package remote, a
// cache of answers in package cache, and what asking about documents needs in
// package prompt.
//
// Errors are told apart by behaviour, not by type: see [Temporary] and
// [RetryAfter].
package llm

import "context"

// Completer answers requests. It is safe for concurrent use. It returns an
// error that wraps ctx's where ctx ended first; an error that another try may
// avoid has a method Temporary() bool that returns true, and one whose sender
// said when to come back a method RetryAfter() time.Duration. A response comes
// only without an error; one that the model had to break off is a response
// with its Stop, not an error. The request belongs to the caller and is
// neither kept nor changed.
type Completer interface {
	Complete(ctx context.Context, r Request) (Response, error)
}

// Func makes a Completer of a function.
type Func func(ctx context.Context, r Request) (Response, error)

// Complete calls the function.
func (f Func) Complete(ctx context.Context, r Request) (Response, error) { return f(ctx, r) }

var _ Completer = Func(nil)

// Role says who speaks.
type Role string

// The roles of messages. What the system says is Request.System.
const (
	User      Role = "user"
	Assistant Role = "assistant"
)

// Message is one turn of a conversation, or a part of one: messages of one role
// that follow each other are one turn.
type Message struct {
	Role Role
	Text string
	// Cache says that many requests begin alike up to the end of this message,
	// the system text included: a document that many questions are asked of.
	// Providers that have to be told cache what stands before; others do so by
	// themselves, or not at all. The answer is the same either way.
	Cache bool
}

// Request is what a model is asked. It must hold at least one message, the
// last one the user's.
type Request struct {
	// System tells the model what it is to do; empty leaves it out.
	System   string
	Messages []Message
	// MaxTokens bounds the answer in the model's tokens; 0 leaves the bound to
	// the model.
	MaxTokens int
	// Temperature is how freely the model chooses, from 0; 0 is the most
	// repeatable, which is not to say that two answers are equal. Models that
	// have no such thing ignore it.
	Temperature float64
	// JSON asks for an answer that is one JSON object, where the model can be
	// held to it. The system text must speak of JSON too: some models insist.
	JSON bool
	// Stop are texts at which the answer ends, themselves left out.
	Stop []string
}

// Usage is what calls cost, in the model's own tokens.
// The zero value says that the provider told nothing.
type Usage struct {
	Input   int `json:"input"`             // of the requests, cached ones included
	Output  int `json:"output"`            // of the answers
	Cached  int `json:"cached"`            // of Input, those that the provider had cached
	Written int `json:"written,omitempty"` // of Input, those that it put into its cache, where it says so
}

// Add returns the sum of u and v.
func (u Usage) Add(v Usage) Usage {
	return Usage{u.Input + v.Input, u.Output + v.Output, u.Cached + v.Cached, u.Written + v.Written}
}

// Stop says why an answer ended.
type Stop string

// The reasons why an answer ends. A provider's other reasons pass through.
const (
	Done     Stop = "stop"           // the model was through, or met a text of Request.Stop
	Length   Stop = "length"         // MaxTokens or the model's own bound: the text is cut off
	Filtered Stop = "content_filter" // the provider held (part of) the answer back
	Refused  Stop = "refusal"        // the model declined; the text, if any, says so
	Unasked  Stop = "unasked"        // an [Estimator] answered: nobody was asked, and there is no text
)

// Response is a model's answer.
type Response struct {
	Text  string
	Usage Usage
	Stop  Stop
}

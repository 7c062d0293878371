package llmtest

import (
	"strings"
	"time"

	"github.com/pildora/pildora/llm"
)

// Fault is what goes wrong with a reply.
type Fault uint8

// The faults. A reply with a Status of 400 or more is one too.
const (
	None       Fault = iota
	Hang             // no reply until the client gives up
	Malformed        // status 200, and a body that isn't JSON
	Truncated        // the body ends in its middle, and the connection with it
	Empty            // valid JSON without any answer
	Unmeasured       // an answer without usage
	Elsewhere        // a redirect to another server
	Reversed         // status 200, and an error of the provider's in the body
)

// Reply is what the server answers to one call. The zero value is an answer
// without text, which clients take for none.
type Reply struct {
	// Text is the model's answer, or with Status the server's message.
	Text string
	// Usage is what the call is said to cost; nil means its words, counted.
	Usage *llm.Usage
	// Stop is why the answer ended; empty means llm.Done. With llm.Refused the
	// text is what the model says instead of an answer.
	Stop llm.Stop
	// Status is the HTTP status; 0 means 200.
	Status int
	// RetryAfter is sent with Status where it isn't 0, in whole seconds.
	RetryAfter time.Duration
	Fault      Fault
}

// Text returns replies with the given answers.
func Text(answers ...string) []Reply {
	rs := make([]Reply, len(answers))
	for i, a := range answers {
		rs[i].Text = a
	}
	return rs
}

// usage returns what the reply costs.
func (r Reply) usage(q llm.Request) llm.Usage {
	if r.Usage != nil {
		return *r.Usage
	}
	u := llm.Usage{Input: words(q.System), Output: words(r.Text)}
	for _, m := range q.Messages {
		u.Input += words(m.Text)
	}
	return u
}

func words(text string) int { return len(strings.Fields(text)) }

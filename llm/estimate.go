package llm

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"sync"
	"time"
)

// What an answer is taken to be where nothing is known of it.
const (
	answerTokens = 256              // of a request without MaxTokens
	callTime     = time.Second      // until the first token comes
	tokenTime    = time.Second / 50 // for each further one
)

// Estimate is what calls would take.
type Estimate struct {
	Calls int   `json:"calls"`
	Usage Usage `json:"usage"` // Cached: what many requests share, after the first
	// Cost is 0 without prices.
	Cost float64 `json:"cost"`
	// Time is that of all calls, by guessed speeds: a second and a fiftieth
	// for each token of the answer, as many calls at once as said.
	Time time.Duration `json:"time"`
}

// String says it in a line.
func (e Estimate) String() string {
	text := fmt.Sprintf("%s, about %d tokens in (%d of them cached by the provider, if it does so) and at most %d out", calls(e.Calls), e.Usage.Input, e.Usage.Cached, e.Usage.Output)
	if e.Cost > 0 {
		text += fmt.Sprintf(", costing at most %.3g", e.Cost)
	}
	return text + fmt.Sprintf(", in about %v", e.Time.Round(time.Second))
}

func calls(n int) string {
	if n == 1 {
		return "1 call"
	}
	return fmt.Sprintf("%d calls", n)
}

// Estimator is a Completer that asks nobody. It adds up what the calls would
// take and answers each with an empty response whose Stop is [Unasked]. It is
// safe for concurrent use. Calls that would follow from an answer are not
// made, and so not counted.
type Estimator struct {
	// Price is what tokens cost; nil leaves the cost out.
	Price *Price
	// Count counts the tokens of a text; nil guesses by its length.
	Count func(text string) int
	// Concurrent is how many calls would run at once; 0 means one.
	Concurrent int

	mu   sync.Mutex
	seen map[[sha256.Size]byte]bool // shared beginnings
	sum  Estimate
	time time.Duration // of all calls one after the other
}

var _ Completer = (*Estimator)(nil)

// Complete notes what the call would take.
func (e *Estimator) Complete(ctx context.Context, r Request) (Response, error) {
	if err := ctx.Err(); err != nil {
		return Response{}, err
	}
	u := r.estimate(e.Count)
	shared, key := r.prefix(e.Count)
	e.mu.Lock()
	defer e.mu.Unlock()
	if shared > 0 {
		if e.seen[key] {
			u.Cached = shared
		} else {
			u.Written = shared
		}
		if e.seen == nil {
			e.seen = map[[sha256.Size]byte]bool{}
		}
		e.seen[key] = true
	}
	e.sum.Calls++
	e.sum.Usage = e.sum.Usage.Add(u)
	e.time += callTime + time.Duration(u.Output)*tokenTime
	if e.Price != nil {
		e.sum.Cost += e.Price.Of(u)
	}
	return Response{Stop: Unasked}, nil
}

// Estimate returns the sum so far.
func (e *Estimator) Estimate() Estimate {
	e.mu.Lock()
	defer e.mu.Unlock()
	sum := e.sum
	sum.Time = e.time / time.Duration(max(e.Concurrent, 1))
	return sum
}

// guess guesses the tokens of a text: four bytes each.
func guess(text string) int { return (len(text) + 3) / 4 }

// overhead is what a message takes beside its text.
const overhead = 4

// estimate returns what a request takes at most, nothing of it cached.
func (r Request) estimate(count func(string) int) Usage {
	if count == nil {
		count = guess
	}
	u := Usage{Output: r.MaxTokens}
	if u.Output <= 0 {
		u.Output = answerTokens
	}
	if r.System != "" {
		u.Input += count(r.System) + overhead
	}
	for _, m := range r.Messages {
		u.Input += count(m.Text) + overhead
	}
	return u
}

// prefix returns the tokens of what the request shares with others, and what
// it is known by.
func (r Request) prefix(count func(string) int) (int, [sha256.Size]byte) {
	last := -1
	for i, m := range r.Messages {
		if m.Cache {
			last = i
		}
	}
	if last < 0 {
		return 0, [sha256.Size]byte{}
	}
	shared := Request{System: r.System, Messages: r.Messages[:last+1]}
	return shared.estimate(count).Input, digest(shared)
}

// digest is that of a request's text; equal requests have equal ones.
func digest(r Request) [sha256.Size]byte {
	data, _ := json.Marshal(r) // texts and numbers: there is nothing that could fail
	return sha256.Sum256(data)
}

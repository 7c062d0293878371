package llm

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// ErrBudget says that a bound of a [Budget] is met: no call was made. What was
// answered before stays answered; with an answer cache a further run goes on
// from there.
var ErrBudget = errors.New("the budget for language models is spent")

// Bounds are what the calls through one [Budget] may take together. A bound of
// 0 is none.
type Bounds struct {
	// Cost bounds the money, in that of Price, which it needs.
	Cost  float64
	Price *Price
	// Tokens bounds input and output together.
	Tokens int
	// Count counts the tokens of a text; nil guesses by its length.
	Count func(text string) int
}

// Spent is what calls took so far.
type Spent struct {
	Calls int     `json:"calls"` // that reached the model's server, failed ones included
	Usage Usage   `json:"usage"`
	Cost  float64 `json:"cost"` // 0 without prices
}

// String says it in a line.
func (s Spent) String() string {
	text := fmt.Sprintf("%s, %d tokens in (%d of them cached by the provider) and %d out", calls(s.Calls), s.Usage.Input, s.Usage.Cached, s.Usage.Output)
	if s.Cost > 0 {
		text += fmt.Sprintf(", costing %.3g", s.Cost)
	}
	return text
}

// Budget asks another Completer as long as its bounds allow: a call that by
// its estimated size would go beyond them is refused with [ErrBudget], after
// calls that go on have ended and said what they really took. It is safe for
// concurrent use.
//
// Estimates are of the request's text and of Request.MaxTokens, so a single
// call may still take more than was thought; the bounds then refuse the next.
// Answers whose provider tells no usage, and calls whose reply was lost, count
// as estimated; those that the server refused cost nothing. Put the Budget
// inside [Retry], so that every attempt counts.
type Budget struct {
	c Completer
	b Bounds

	mu      sync.Mutex
	spent   Spent
	held    Spent         // of calls that go on
	changed chan struct{} // closed when one of them ends
}

var _ Completer = (*Budget)(nil)

// NewBudget returns a Budget around c. A bound of cost without prices is an
// error that wraps [ErrPrice].
func NewBudget(c Completer, b Bounds) (*Budget, error) {
	switch {
	case b.Cost < 0 || b.Tokens < 0:
		return nil, fmt.Errorf("a budget of %g or %d tokens is below nothing", b.Cost, b.Tokens)
	case b.Cost > 0 && b.Price == nil:
		return nil, fmt.Errorf("%w: cost can only be bounded where it is known what a million tokens cost", ErrPrice)
	}
	return &Budget{c: c, b: b, changed: make(chan struct{})}, nil
}

// Spent returns what was spent so far.
func (b *Budget) Spent() Spent {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.spent
}

// Complete asks, where the bounds allow.
func (b *Budget) Complete(ctx context.Context, r Request) (Response, error) {
	need := Spent{Calls: 1, Usage: r.estimate(b.b.Count)}
	need.Cost = b.cost(need.Usage)
	if err := b.hold(ctx, need); err != nil {
		return Response{}, err
	}
	res, err := b.c.Complete(ctx, r)
	took := need
	switch {
	case err == nil && res.Usage != Usage{}:
		took.Usage = res.Usage
	case err != nil && !lost(err):
		took.Usage = Usage{}
	}
	if Unreached(err) {
		took.Calls = 0
	}
	took.Cost = b.cost(took.Usage)
	b.settle(need, took)
	return res, err
}

// lost reports whether a call may have cost what nobody told: the server has
// taken it on, and no refusal came back.
func lost(err error) bool {
	var refused *StatusError
	return !errors.As(err, &refused) && !Unreached(err)
}

func (b *Budget) cost(u Usage) float64 {
	if b.b.Price == nil {
		return 0
	}
	return b.b.Price.Of(u)
}

// hold sets aside what a call needs, or says that there isn't enough. It waits
// while calls that go on may leave some of what was set aside for them.
func (b *Budget) hold(ctx context.Context, need Spent) error {
	for {
		b.mu.Lock()
		err := b.refusal(b.spent.add(b.held).add(need))
		if err == nil {
			b.held = b.held.add(need)
		}
		alone, changed := b.held.Calls == 0, b.changed
		b.mu.Unlock()
		if err == nil || alone {
			return err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return fmt.Errorf("waiting for what other calls leave of the budget: %w", ctx.Err())
		}
	}
}

// refusal says which bound would be broken, nil if none. It is called with mu
// held.
func (b *Budget) refusal(total Spent) error {
	tokens := b.spent.Usage.Input + b.spent.Usage.Output
	switch {
	case b.b.Cost > 0 && total.Cost > b.b.Cost:
		return fmt.Errorf("%w: %.4g of %.4g is gone after %s, and the next would cost about %.2g", ErrBudget, b.spent.Cost, b.b.Cost, calls(b.spent.Calls), total.Cost-b.spent.Cost)
	case b.b.Tokens > 0 && total.Usage.Input+total.Usage.Output > b.b.Tokens:
		return fmt.Errorf("%w: %d of %d tokens are gone after %s, and the next would take about %d", ErrBudget, tokens, b.b.Tokens, calls(b.spent.Calls), total.Usage.Input+total.Usage.Output-tokens)
	}
	return nil
}

func (b *Budget) settle(need, took Spent) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.held = b.held.add(Spent{-need.Calls, need.Usage.negative(), -need.Cost})
	if b.held.Calls == 0 {
		b.held = Spent{} // sums of fractions don't return to nothing by themselves
	}
	b.spent = b.spent.add(took)
	close(b.changed)
	b.changed = make(chan struct{})
}

func (s Spent) add(t Spent) Spent {
	return Spent{s.Calls + t.Calls, s.Usage.Add(t.Usage), s.Cost + t.Cost}
}

func (u Usage) negative() Usage { return Usage{-u.Input, -u.Output, -u.Cached, -u.Written} }

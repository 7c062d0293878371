package llm

import "context"

// Thinking returns a Completer that gives c's model n tokens more for each
// answer that is bounded: models that reason before they answer take what they
// think from the same bound, and would have nothing left for the answer.
func Thinking(c Completer, n int) Completer {
	return Func(func(ctx context.Context, r Request) (Response, error) {
		if r.MaxTokens > 0 {
			r.MaxTokens += n
		}
		return c.Complete(ctx, r)
	})
}

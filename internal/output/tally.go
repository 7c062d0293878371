package output

import (
	"fmt"

	"github.com/pildora/pildora/store"
)

// tally sums up chunks.
type tally struct {
	chunks, tokens, least, most, overlap, warned int
}

func (t *tally) add(r *store.Record) {
	if t.chunks == 0 {
		t.least = r.Tokens
	}
	t.chunks++
	t.tokens += r.Tokens
	t.least, t.most = min(t.least, r.Tokens), max(t.most, r.Tokens)
	t.overlap += r.Overlap
	if len(r.Warnings) > 0 {
		t.warned++
	}
}

// line writes the sums, each after sep.
func (t *tally) line(sep string) string {
	s := sep + plural(t.chunks, "chunk")
	if t.chunks > 0 {
		s += fmt.Sprintf("%s%s (%d–%d, %d on average)", sep, plural(t.tokens, "token"), t.least, t.most, (t.tokens+t.chunks/2)/t.chunks)
	}
	if t.overlap > 0 {
		s += fmt.Sprintf("%s%s overlap", sep, plural(t.overlap, "byte"))
	}
	if t.warned > 0 {
		s += fmt.Sprintf("%s%d with warnings", sep, t.warned)
	}
	return s
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

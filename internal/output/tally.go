package output

import (
	"fmt"

	"github.com/pildora/pildora/store"
)

// tally sums up chunks.
type tally struct {
	chunks, parents, derived, tokens, least, most, overlap, warned int
}

// add counts a record; tokens are those of chunks.
func (t *tally) add(r *store.Record) {
	switch r.Role {
	case store.RoleParent:
		t.parents++
		return
	case store.RoleDerived:
		t.derived++
		return
	}
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

// join adds what another one counted.
func (t *tally) join(o tally) {
	if o.chunks > 0 && (t.chunks == 0 || o.least < t.least) {
		t.least = o.least
	}
	t.most = max(t.most, o.most)
	t.chunks, t.parents, t.derived, t.tokens = t.chunks+o.chunks, t.parents+o.parents, t.derived+o.derived, t.tokens+o.tokens
	t.overlap, t.warned = t.overlap+o.overlap, t.warned+o.warned
}

// line writes the sums, each after sep.
func (t *tally) line(sep string) string {
	s := sep + plural(t.chunks, "chunk")
	if t.parents > 0 {
		s += " in " + plural(t.parents, "parent")
	}
	if t.chunks > 0 {
		s += fmt.Sprintf("%s%s (%d–%d, %d on average)", sep, plural(t.tokens, "token"), t.least, t.most, (t.tokens+t.chunks/2)/t.chunks)
	}
	if t.overlap > 0 {
		s += fmt.Sprintf("%s%s overlap", sep, plural(t.overlap, "byte"))
	}
	if t.derived > 0 {
		s += fmt.Sprintf("%s%s", sep, plural(t.derived, "derived text"))
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

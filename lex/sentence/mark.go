package sentence

import "strings"

// run is a run of end marks with what closes after it.
type run struct {
	end    int  // after the marks
	tail   int  // after closing quotes, brackets, emphasis and note references
	dots   int  // how many full stops it holds; an ellipsis counts three
	strong bool // it holds ! or ?, or a mark after the closing ones: "Inc.”."
	spaced bool // the dots stand apart: ". . ."
}

// mark looks at the end mark at i.
func (s *scanner) mark(i int) verdict {
	if s.text[i] == '.' {
		if v, ok := s.plainStop(i); ok {
			return v
		}
		if v, ok := s.item(i); ok {
			return v
		}
	}
	return s.endAfter(i, s.marks(i))
}

// plainStop answers mark, where no list marker is awaited, for the two things
// that nearly always follow a full stop: a letter or digit right after it, with
// which the word goes on, or one blank and a capital.
func (s *scanner) plainStop(i int) (v verdict, ok bool) {
	if s.list.n > 0 || i+2 >= len(s.text) {
		return v, false
	}
	switch next := s.text[i+1]; {
	case isAlnum(next):
		return goOn(i + 1), true
	case next != ' ' || !isUpper(s.text[i+2]):
		return v, false
	case s.stops(i, ahead{kind: capital, at: i + 2}):
		return verdict{i + 2, i + 2, false}, true
	}
	return goOn(i + 2), true
}

// marks reads the run of end marks that begins at i.
func (s *scanner) marks(i int) run {
	r := run{end: i}
	for r.end < len(s.text) {
		switch n := s.markAt(r.end, &r); {
		case n > 0:
			r.end += n
		case r.dots > 0 && !r.strong && s.spacedDot(r.end) > 0:
			r.end += s.spacedDot(r.end)
			r.spaced = true
		default:
			r.tail = s.tail(r.end, &r)
			return r
		}
	}
	r.tail = r.end
	return r
}

// markAt counts the end mark at k into r and returns its length, 0 for none.
func (s *scanner) markAt(k int, r *run) int {
	switch b := s.text[k]; {
	case b == '.':
		r.dots++
		return 1
	case b == '!' || b == '?':
		r.strong = true
		return 1
	case b == 0xE2 && strings.HasPrefix(s.text[k:], "…"):
		r.dots += 3
		return 3
	case b == 0xE2 && doubleMark(s.text[k:]):
		r.strong = true
		return 3
	}
	return 0
}

// doubleMark reports whether t begins with ‼, ⁇, ⁈ or ⁉.
func doubleMark(t string) bool {
	return strings.HasPrefix(t, "‼") || strings.HasPrefix(t, "⁇") || strings.HasPrefix(t, "⁈") || strings.HasPrefix(t, "⁉")
}

// spacedDot returns the length of the blank at k where a full stop follows
// it that no word is attached to (".NET"), else 0.
func (s *scanner) spacedDot(k int) int {
	n := blankLen(s.text, k)
	if n == 0 || s.text[k] == '\n' || k+n >= len(s.text) || s.text[k+n] != '.' {
		return 0
	}
	if after := k + n + 1; after < len(s.text) && (s.text[after] == '.' || isAlnum(s.text[after])) {
		return 0
	}
	return n
}

// endAfter decides whether the run of marks that begins at i ends a sentence.
func (s *scanner) endAfter(i int, r run) verdict {
	t := r.tail
	if t >= len(s.text) {
		return goOn(t)
	}
	if i > 0 && r.end < len(s.text) && enclosed(s.text[i-1], s.text[r.end]) {
		return goOn(r.end)
	}
	g := s.gap(t)
	switch {
	case g.end == t:
		if r.strong && (s.inverted(t) || s.ideograph(i, t)) {
			return verdict{t, t, false}
		}
		return goOn(t)
	case g.end == len(s.text):
		return goOn(g.end)
	case g.paragraph || g.line && s.heading:
		return verdict{g.end, g.end, true}
	case r.spaced:
		return s.spacedEnd(i, r, g.end)
	}
	ends := s.ends(i, r, g.end)
	line := g.line && s.startsLine(g.end, ends)
	if ends || line {
		return verdict{g.end, g.end, line}
	}
	return goOn(g.end)
}

// enclosed reports whether marks stand alone in brackets: "[...]", "(!)".
func enclosed(before, after byte) bool {
	return before == '[' && after == ']' || before == '(' && after == ')'
}

// ends decides for a run of marks that white space and then text at next
// follow.
func (s *scanner) ends(i int, r run, next int) bool {
	a := s.ahead(next)
	if a.kind == goesOn {
		return false
	}
	if a.dash && s.rules.dashGoesOn {
		return false
	}
	switch {
	case r.tail > r.end && a.kind == capital && s.spoken(a.at):
		return false
	case r.strong || r.dots == 2:
		return true
	case r.dots > 2: // "well... I mean": the capital of I proves nothing
		return a.kind != number && !s.pronounI(a.at)
	}
	return s.stops(i, a)
}

// spoken reports whether the words at i say who spoke the quotation before
// them: “Why?” Mary Cole asked. A pronoun other than I would have a small
// letter there.
func (s *scanner) spoken(i int) bool {
	if s.starter(i) && !s.pronounI(i) {
		return false
	}
	for range 3 { // "I asked", "Mary asked", "Mary Cole asked"
		w := s.wordAt(i)
		if s.rules.look(s.text[w.start:w.end])&speech != 0 {
			return true
		}
		if w.start == w.end || s.begins(i) != capital || w.end >= len(s.text) || s.text[w.end] != ' ' || w.end+1 >= len(s.text) {
			return false
		}
		i = w.end + 1
	}
	return false
}

// spacedEnd decides for dots that stand apart. Four dots after a blank are an
// omission and the full stop; three are an omission alone. Where the first dot
// is attached to a word, it is the full stop and the omission begins the next
// sentence.
func (s *scanner) spacedEnd(i int, r run, next int) verdict {
	if a := s.ahead(next); a.kind == goesOn || r.dots < 4 {
		return goOn(next)
	}
	if !blankBefore(s.text, i) && r.dots == 4 && i+1 < len(s.text) && s.text[i+1] != '.' {
		cut := s.gap(i + 1).end
		return verdict{cut, next, false}
	}
	return verdict{next, next, false}
}

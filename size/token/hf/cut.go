package hf

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/pildora/pildora/size/token/hf/onig"
)

// finder calls yield with the parts of a text in order, all of them together
// the whole text, and whether each is a match.
type finder func(text string, yield func(start, end int, match bool))

// pattern is what Split and Replace look for.
type pattern struct {
	Literal *string `json:"String"`
	Regex   *string
}

// matches returns a function that calls yield with the matches alone, and
// whether there may be empty ones.
func (p pattern) matches(t *tables) (each func(text string, yield func(start, end int)), empty bool, err error) {
	switch {
	case p.Literal != nil && p.Regex == nil:
		return literalMatches(*p.Literal), *p.Literal == "", nil
	case p.Regex != nil && p.Literal == nil:
		re, err := onig.Compile(*p.Regex, t.classes)
		if err != nil {
			return nil, false, err
		}
		return re.Each, re.MatchesEmpty(), nil
	}
	return nil, false, fmt.Errorf("pattern: want one of String and Regex")
}

// literalMatches finds a literal text, from the front, without overlap. The
// empty literal is between any two characters.
func literalMatches(s string) func(text string, yield func(start, end int)) {
	if s == "" {
		return func(text string, yield func(start, end int)) {
			for p := range text {
				yield(p, p)
			}
			yield(len(text), len(text))
		}
	}
	return func(text string, yield func(start, end int)) {
		for p := 0; ; {
			i := strings.Index(text[p:], s)
			if i < 0 {
				return
			}
			yield(p+i, p+i+len(s))
			p += i + len(s)
		}
	}
}

// matchFinder completes matches by what stands between them.
func matchFinder(each func(text string, yield func(start, end int))) finder {
	return func(text string, yield func(start, end int, match bool)) {
		prev := 0
		each(text, func(start, end int) {
			if prev != start {
				yield(prev, start, false)
			}
			yield(start, end, true)
			prev = end
		})
		if prev != len(text) {
			yield(prev, len(text), false)
		}
	}
}

// charFinder matches single characters of a set.
func charFinder(has func(rune) bool) finder {
	return func(text string, yield func(start, end int, match bool)) {
		prev := 0
		for p := 0; p < len(text); {
			c, n := utf8.DecodeRuneInString(text[p:])
			if has(c) {
				if prev < p {
					yield(prev, p, false)
				}
				yield(p, p+n, true)
				prev = p + n
			}
			p += n
		}
		if prev < len(text) {
			yield(prev, len(text), false)
		}
	}
}

func inverted(f finder) finder {
	return func(text string, yield func(start, end int, match bool)) {
		f(text, func(start, end int, match bool) { yield(start, end, !match) })
	}
}

// charCutter cuts by single characters.
func charCutter(has func(rune) bool, b behavior) cutter {
	return cutter{find: charFinder(has), behavior: b, has: has}
}

// behavior says what becomes of matches.
type behavior string

const (
	removed            behavior = "Removed"
	isolated           behavior = "Isolated"
	mergedWithPrevious behavior = "MergedWithPrevious"
	mergedWithNext     behavior = "MergedWithNext"
	contiguous         behavior = "Contiguous"
)

func (b behavior) check() error {
	switch b {
	case removed, isolated, mergedWithPrevious, mergedWithNext, contiguous:
		return nil
	}
	return fmt.Errorf("behavior %q: known are %s, %s, %s, %s, %s", string(b), removed, isolated, mergedWithPrevious, mergedWithNext, contiguous)
}

// cut calls yield with the pieces that a text falls into.
func (b behavior) cut(f finder, text string, yield func(start, end int)) {
	switch b {
	case isolated:
		f(text, func(start, end int, _ bool) { yield(start, end) })
	case removed:
		f(text, func(start, end int, match bool) {
			if !match {
				yield(start, end)
			}
		})
	case mergedWithNext:
		cutBeforeMatches(f, text, yield)
	default:
		cutBehind(f, text, b == contiguous, yield)
	}
}

// cutBehind joins a part to the one before: with runs, where both are matches
// or both are none; else, where it alone is a match.
func cutBehind(f finder, text string, runs bool, yield func(start, end int)) {
	from, to := -1, 0
	was := false
	f(text, func(start, end int, match bool) {
		join := match && !was
		if runs {
			join = match == was
		}
		was = match
		if join && from >= 0 {
			to = end
			return
		}
		if from >= 0 {
			yield(from, to)
		}
		from, to = start, end
	})
	if from >= 0 {
		yield(from, to)
	}
}

// cutBeforeMatches joins a match to what follows, unless that is a match too.
func cutBeforeMatches(f finder, text string, yield func(start, end int)) {
	from, to := -1, 0
	f(text, func(start, end int, match bool) {
		switch {
		case from >= 0 && !match:
			yield(from, end)
			from = -1
			return
		case from >= 0:
			yield(from, to)
		}
		if from = -1; match {
			from, to = start, end
			return
		}
		yield(start, end)
	})
	if from >= 0 {
		yield(from, to)
	}
}

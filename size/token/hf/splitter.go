package hf

import (
	"slices"
	"strings"

	"github.com/pildora/pildora/size/token/hf/onig"
)

// splitter cuts a view that isn't empty into pieces, and may rewrite them. It
// calls yield with each of them; empty ones are dropped there.
type splitter interface {
	split(v view, yield func(view))
}

// cutter is a splitter by matches.
type cutter struct {
	find     finder
	behavior behavior
	// what is sought, as far as it is known
	has      func(rune) bool // characters
	literal  string
	inverted bool
	covering string // the regular expression by whose matches it cuts, if these are all there is
}

func (c cutter) split(v view, yield func(view)) {
	c.behavior.cut(c.find, v.s, func(start, end int) { yield(v.slice(start, end)) })
}

// inTurn is two splitters, the second for the pieces of the first.
type inTurn [2]splitter

func (s inTurn) split(v view, yield func(view)) {
	s[0].split(v, func(w view) {
		if w.s != "" {
			s[1].split(w, yield)
		}
	})
}

// bertSplitter cuts at white space, which goes, and at punctuation, which stays.
func bertSplitter(t *tables) splitter {
	return inTurn{
		charCutter(t.white.Has, removed),
		charCutter(t.punctuation.Has, isolated),
	}
}

// words finds \w+ and [^\w\s]+, all else being removed.
func words(t *tables) splitter {
	kind := func(c rune) int {
		switch {
		case t.word.Has(c):
			return 1
		case t.space.Has(c):
			return 0
		}
		return 2
	}
	find := func(text string, yield func(start, end int, match bool)) {
		from, was := 0, 0
		for p, c := range text {
			if k := kind(c); k != was {
				if was != 0 {
					yield(from, p, false)
				}
				from, was = p, k
			}
		}
		if was != 0 {
			yield(from, len(text), false)
		}
	}
	return wordSplitter{cutter{find: find, behavior: removed}}
}

// wordSplitter is what words makes.
type wordSplitter struct{ cutter }

// metaspace writes blanks as a visible character and cuts before it.
type metaspace struct {
	mark   string
	scheme string // always, first or never is it put in front
	cut    bool
}

func (m metaspace) split(v view, yield func(view)) {
	if m.mark != " " {
		v = replace{each: literalMatches(" "), content: m.mark}.normalize(v)
	}
	if v.s == "" {
		return
	}
	if !strings.HasPrefix(v.s, m.mark) && (m.scheme == "always" || m.scheme == "first" && v.zero > 0) {
		v = v.prepend(m.mark)
	}
	if !m.cut {
		yield(v)
		return
	}
	from, p := 0, 0
	if strings.HasPrefix(v.s, m.mark) {
		p = len(m.mark)
	}
	for {
		i := strings.Index(v.s[p:], m.mark)
		if i < 0 {
			break
		}
		yield(v.slice(from, p+i))
		from = p + i
		p = from + len(m.mark)
	}
	yield(v.slice(from, len(v.s)))
}

// byteSplitter is the pre-tokenizer ByteLevel.
type byteSplitter struct {
	prefix bool
	words  splitter // nil: don't cut
	raw    bool     // the model takes bytes as they are
}

func (b byteSplitter) split(v view, yield func(view)) {
	if b.prefix && v.s[0] != ' ' {
		v = v.prepend(" ")
	}
	if b.words == nil {
		b.yield(v, yield)
		return
	}
	b.words.split(v, func(w view) {
		if w.s != "" {
			b.yield(w, yield)
		}
	})
}

func (b byteSplitter) yield(v view, yield func(view)) {
	if !b.raw {
		v = byteLevel{}.normalize(v)
	}
	yield(v)
}

// gpt2 is the regular expression of ByteLevel.
const gpt2 = `'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`

// fixedLength cuts after so many characters.
type fixedLength int

func (f fixedLength) split(v view, yield func(view)) {
	from, n := 0, 0
	for p := range v.s {
		if n == int(f) {
			yield(v.slice(from, p))
			from, n = p, 0
		}
		n++
	}
	yield(v.slice(from, len(v.s)))
}

// scriptSplitter cuts where the script changes. What stands before the first
// character that has one is lost, as in the reference.
type scriptSplitter []scriptRange

type scriptRange struct {
	onig.Range
	script int
}

func newScriptSplitter(t *tables) scriptSplitter {
	var s scriptSplitter
	for i, rs := range t.scripts[1:] {
		for _, r := range rs {
			s = append(s, scriptRange{r, i})
		}
	}
	slices.SortFunc(s, func(a, b scriptRange) int { return int(a.Lo - b.Lo) })
	return s
}

// of is the script of a character, or -1.
func (s scriptSplitter) of(c rune) int {
	i, _ := slices.BinarySearchFunc(s, c, func(r scriptRange, c rune) int { return int(r.Hi - c) })
	if i < len(s) && s[i].Lo <= c {
		return s[i].script
	}
	return -1
}

func (s scriptSplitter) split(v view, yield func(view)) {
	from, last := -1, -1
	for p, c := range v.s {
		script := s.of(c)
		if script < 0 {
			continue
		}
		if script != last {
			if from >= 0 {
				yield(v.slice(from, p))
			}
			from = p
		}
		last = script
	}
	if from >= 0 {
		yield(v.slice(from, len(v.s)))
	}
}

package rule

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lex"
)

const (
	maxTerm      = 80 // bytes of a term
	maxTermWords = 8
)

// glossary is the terms that a document defines, by their words: of two that
// begin alike the longer one is found.
type glossary struct {
	r       *reading
	entries []entry
	nodes   map[edge]int32 // a tree of words, from node 0
	ends    []int32        // by node: the entry that ends there + 1
	exact   []int32        // by node: the entry + 1 that must be written as it is defined
	big     []bool         // by entry: it begins with a capital wherever it is used
	any     heads          // of terms in any case
	anyCase bool           // there are some
	as      heads          // of terms with a capital, and of acronyms, as they are written
}

// heads has a bit for the first two bytes of each first word: most words need
// no more than one look.
type heads [1 << 16 / 64]uint64

func (h *heads) add(at uint16)      { h[at>>6] |= 1 << (at & 63) }
func (h *heads) has(at uint16) bool { return h[at>>6]>>(at&63)&1 != 0 }

// edge leads from a node to the one after a word.
type edge struct {
	from int32
	word string
}

func newGlossary(r *reading) *glossary {
	return &glossary{r: r, nodes: map[edge]int32{}, ends: make([]int32, 1), exact: make([]int32, 1)}
}

// add adds a term with its entry, unless the term is there already. An acronym
// is found only as it is written. anyCase says that a term is found without its
// capital too.
func (g *glossary) add(term string, acronym, anyCase bool, e entry) {
	node, n := int32(0), 0
	for at := nextWord(term, 0, len(term)); at < len(term); n++ {
		end := wordEnd(term, at)
		word := []byte(term[at:end])
		if !acronym {
			word = bare(nil, term[at:end])
		}
		if n == 0 {
			g.begin(term[at:], acronym, anyCase)
		}
		next := g.next(node, word)
		if next < 0 {
			next = int32(len(g.ends))
			g.ends, g.exact = append(g.ends, 0), append(g.exact, 0)
			g.nodes[edge{node, string(word)}] = next
		}
		node = next
		at = nextWord(term, end, len(term))
	}
	if n == 0 || n > maxTermWords {
		return
	}
	ends := g.ends
	if acronym {
		ends = g.exact
	}
	if ends[node] != 0 {
		return
	}
	first := firstRune(term[nextWord(term, 0, len(term)):])
	e.acronym = acronym
	g.entries = append(g.entries, e)
	g.big = append(g.big, !anyCase && unicode.IsUpper(first))
	ends[node] = int32(len(g.entries))
}

// begin notes how a term begins. What begins with a capital is as common without
// it as any word, and not looked up there.
func (g *glossary) begin(term string, acronym, anyCase bool) {
	switch first := term[0]; {
	case acronym:
		g.as.add(head(term))
	case !anyCase && 'A' <= first && first <= 'Z':
		h := smallHead(term)&0xff | uint16(first)<<8
		g.as.add(h)
		if second := byte(h); 'a' <= second && second <= 'z' {
			g.as.add(h - 'a' + 'A')
		}
	default:
		g.anyCase = true
		g.any.add(smallHead(term))
	}
}

// bare appends a word to buf, folded and without the s of the plural.
func bare(buf []byte, word string) []byte {
	if len(word) > maxWord {
		return buf
	}
	for i := range len(word) {
		if word[i] >= utf8.RuneSelf {
			buf = append(buf[:0], lex.Fold(word)...)
			break
		}
		buf = append(buf, small(word[i]))
	}
	if len(buf) > 3 && buf[len(buf)-1] == 's' {
		return buf[:len(buf)-1]
	}
	return buf
}

// head is a number of the first two bytes of text; a second one that isn't a
// letter of ASCII counts as in smallHead.
func head(text string) uint16 {
	h := uint16(text[0]) << 8
	if len(text) > 1 {
		if c := text[1]; 'A' <= c && c <= 'Z' {
			h |= uint16(c)
		} else {
			h |= uint16(small(c))
		}
	}
	return h
}

// smallHead is head without case. All that isn't ASCII is one there, and all
// that ends a word.
func smallHead(text string) uint16 {
	h := uint16(small(text[0])) << 8
	if len(text) > 1 {
		h |= uint16(small(text[1]))
	}
	return h
}

func small(c byte) byte {
	switch {
	case c >= utf8.RuneSelf:
		return 0x80
	case 'A' <= c && c <= 'Z':
		return c + 'a' - 'A'
	case !inWord[c]:
		return 0
	}
	return c
}

// uses yields the entries of the terms that stand in a body, in order, each
// where it is used.
func (g *glossary) uses(text string, body doc.Span) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		if len(g.entries) == 0 {
			return
		}
		for at := g.nextStart(text, body.Start, body.End); at < body.End; {
			if g.as.has(head(text[at:])) || g.any.has(smallHead(text[at:])) {
				if entry, end := g.longest(text, at, body.End); entry >= 0 {
					if !yield(entry) {
						return
					}
					at = g.nextStart(text, end, body.End)
					continue
				}
			}
			at = g.nextStart(text, wordEnd(text, at), body.End)
		}
	}
}

// nextStart is nextWord, but that words which no term can begin with may be
// passed over: where all have a capital, those without.
func (g *glossary) nextStart(text string, at, end int) int {
	if g.anyCase {
		return nextWord(text, at, end)
	}
	for ; at < end; at++ {
		if c := text[at]; 'A' <= c && c <= 'Z' && !endsWord(text[:at]) {
			return at
		}
	}
	return end
}

// longest is the entry of the longest term that begins at at and ends before
// limit, and where it ends; -1 where there is none.
func (g *glossary) longest(text string, at, limit int) (found int32, end int) {
	var buf [2 * maxWord]byte
	found = -1
	capital := unicode.IsUpper(firstRune(text[at:]))
	plain, exact := int32(0), int32(0) // nodes; -1 where the tree doesn't go on
	for range maxTermWords {
		stop := wordEnd(text, at)
		if stop > limit || stop == at || stop-at > maxWord {
			break
		}
		word := append(buf[:0], text[at:stop]...)
		plain, exact = g.next(plain, bare(buf[len(word):len(word)], text[at:stop])), g.next(exact, word)
		if plain < 0 && exact < 0 {
			break
		}
		if plain >= 0 && g.ends[plain] > 0 && (capital || !g.big[g.ends[plain]-1]) {
			found, end = g.ends[plain]-1, stop
		}
		if exact >= 0 && g.exact[exact] > 0 {
			found, end = g.exact[exact]-1, stop
		}
		if at = nextWord(text, stop, min(limit, stop+maxBetween)); !isWord(text, at) {
			break
		}
	}
	return found, end
}

// next is the node after a word; -1 where there is none, or node is none.
func (g *glossary) next(node int32, word []byte) int32 {
	if node >= 0 {
		if next, ok := g.nodes[edge{node, string(word)}]; ok {
			return next
		}
	}
	return -1
}

// glossary reads the document for the terms, and the acronyms, that it defines.
func (r *reading) glossary() *glossary {
	g := newGlossary(r)
	if r.wants("definitions") {
		r.listedTerms(g)
		r.quotedTerms(g)
	}
	if r.wants("acronyms") {
		r.acronyms(g)
	}
	return g
}

// trimmed is a span without the blanks and marks around its text.
func trimmed(text string, s doc.Span, marks string) doc.Span {
	t := text[s.Start:s.End]
	s.Start += len(t) - len(strings.TrimLeft(t, marks))
	s.End -= len(t) - len(strings.TrimRight(t, marks))
	if s.End < s.Start {
		s.End = s.Start
	}
	return s
}

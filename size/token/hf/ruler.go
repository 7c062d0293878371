package hf

import (
	"math"
	"sort"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/size"
)

// Prepare returns a ruler of the text. Where all parts of the tokenizer work on
// one word, or on what stands between two seams, at a time, it counts the text
// once and then only the ends of a span; else it counts each span anew.
func (t *Tokenizer) Prepare(text string) size.Ruler {
	if t.fast != nil {
		if r := t.prepareFast(text); r != nil {
			return r
		}
	}
	if !utf8.ValidString(text) || len(text) > math.MaxInt32 {
		return direct{t, text}
	}
	if k := t.ranks(); k != nil && t.noTokens(text) && t.formed(text) {
		return k.Prepare(text)
	}
	if seps := t.seamSet(); len(seps) > 0 {
		return newSeamRuler(t, text, seps)
	}
	return direct{t, text}
}

// direct measures each span from its beginning.
type direct struct {
	t    *Tokenizer
	text string
}

// Size returns what the tokenizer says of text[s.Start:s.End].
func (d direct) Size(s doc.Span) int { return d.t.Size(d.text[s.Start:s.End]) }

// seamStride is how many bytes there are from one seam to the next at least.
const seamStride = 128

// seamRuler measures spans from seam to seam.
type seamRuler struct {
	direct
	seams  []seam
	buffer []byte
	head   known
	tail   known
}

// seam is a seam before text[at], between the characters from before to behind,
// and the tokens up to there, counted from the first seam.
type seam struct {
	at, tokens     int32
	before, behind int8 // bytes of the character before it, and of the separator and the character behind that
}

// known is the count of a stretch that was asked for last.
type known struct{ start, end, tokens int }

func newSeamRuler(t *Tokenizer, text string, seps []string) size.Ruler {
	r := &seamRuler{direct: direct{t, text}, head: known{start: -1}, tail: known{start: -1}}
	for p := 0; p < len(text); {
		s, ok := t.nextSeam(text, p, seps)
		if !ok {
			break
		}
		if n := len(r.seams); n > 0 {
			s.tokens = r.seams[n-1].tokens + int32(r.inside(int(r.seams[n-1].at), int(s.at)))
		}
		r.seams = append(r.seams, s)
		p = int(s.at) + seamStride
	}
	return r
}

// nextSeam finds the first seam behind p.
func (t *Tokenizer) nextSeam(text string, p int, seps []string) (seam, bool) {
	for p < len(text) && !utf8.RuneStart(text[p]) {
		p++
	}
	for p++; p < len(text); p++ {
		var sep string
		for _, x := range seps {
			if len(text)-p > len(x) && text[p:p+len(x)] == x {
				sep = x
				break
			}
		}
		if sep == "" {
			continue
		}
		before, n := utf8.DecodeLastRuneInString(text[:p])
		behind, m := utf8.DecodeRuneInString(text[p+len(sep):])
		if solid(before) && solid(behind) && t.known(before) {
			return seam{at: int32(p), before: int8(n), behind: int8(len(sep) + m)}, true
		}
	}
	return seam{}, false
}

// context stands before a stretch that isn't the beginning of its span.
const context = "a"

// inside counts text[start:end], which begins at a seam, as part of a span.
func (r *seamRuler) inside(start, end int) int {
	r.buffer = append(append(r.buffer[:0], context...), r.text[start:end]...)
	return r.t.Size(string(r.buffer)) - r.t.Size(context)
}

// Size returns what the tokenizer says of text[s.Start:s.End].
func (r *seamRuler) Size(s doc.Span) int {
	i := sort.Search(len(r.seams), func(i int) bool { return int(r.seams[i].at)-int(r.seams[i].before) >= s.Start })
	k := sort.Search(len(r.seams), func(k int) bool { return int(r.seams[k].at)+int(r.seams[k].behind) > s.End }) - 1
	if i > k {
		return r.direct.Size(s)
	}
	first, last := r.seams[i], r.seams[k]
	if r.head.start != s.Start || r.head.end != int(first.at) {
		r.head = known{s.Start, int(first.at), r.direct.Size(doc.Span{Start: s.Start, End: int(first.at)})}
	}
	if r.tail.start != int(last.at) || r.tail.end != s.End {
		r.tail = known{int(last.at), s.End, r.inside(int(last.at), s.End)}
	}
	return r.head.tokens + int(last.tokens-first.tokens) + r.tail.tokens
}

package size

import (
	"math/bits"
	"sort"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
)

// wordsRuler counts the words of spans. It keeps a bit a byte: whether a word
// of the whole text begins there. A span that begins inside a word begins one.
type wordsRuler struct {
	text   string
	begins []uint64
	before []int32 // before[i]: words that begin before bit 512*i
}

var _ interface {
	Reacher
	Bounded
} = (*wordsRuler)(nil)

// Most is one word a byte.
func (*wordsRuler) Most(bytes int) int { return bytes }

// group is how many words of bits share one count.
const group = 8

func newWordsRuler(text string) *wordsRuler {
	n := len(text)/64 + 1
	r := &wordsRuler{text: text, begins: make([]uint64, n), before: make([]int32, (n+group-1)/group)}
	blank := true
	for i := 0; i < len(text); {
		c, width := rune(text[i]), 1
		if c >= utf8.RuneSelf {
			c, width = utf8.DecodeRuneInString(text[i:])
		}
		is := blankRune(c)
		if blank && !is {
			r.begins[i/64] |= 1 << (i % 64)
		}
		blank = is
		i += width
	}
	total := 0
	for i, word := range r.begins {
		if i%group == 0 {
			r.before[i/group] = int32(total)
		}
		total += bits.OnesCount64(word)
	}
	return r
}

// Size counts the words of the span.
func (r *wordsRuler) Size(s doc.Span) int {
	switch {
	case s.Start == s.End:
		return 0
	case !atBorder(r.text, s.Start) || !atBorder(r.text, s.End):
		return starts(r.text[s.Start:s.End])
	}
	return r.inside(s.Start) + r.rank(s.End) - r.rank(s.Start)
}

// inside is 1 where a word begun before goes on at i.
func (r *wordsRuler) inside(i int) int {
	c, _ := utf8.DecodeRuneInString(r.text[i:])
	if i >= len(r.text) || blankRune(c) || r.begins[i/64]>>(i%64)&1 != 0 {
		return 0
	}
	return 1
}

// rank is the number of words that begin before i.
func (r *wordsRuler) rank(i int) int {
	at := i / 64
	n := int(r.before[at/group])
	for _, word := range r.begins[at-at%group : at] {
		n += bits.OnesCount64(word)
	}
	return n + bits.OnesCount64(r.begins[at]&(1<<(i%64)-1))
}

// Reach finds where the first word begins that is too many.
func (r *wordsRuler) Reach(start, limit int) (fits, over int) {
	if !atBorder(r.text, start) {
		return start, len(r.text)
	}
	limit -= r.inside(start)
	if limit < 0 {
		return start, start
	}
	end := r.begin(r.rank(start) + limit)
	return end, end
}

// begin returns where word n, from 0, begins; the text's end where there is no
// such word.
func (r *wordsRuler) begin(n int) int {
	i := sort.Search(len(r.before), func(i int) bool { return int(r.before[i]) > n }) - 1
	left := n - int(r.before[i])
	for at := i * group; at < len(r.begins); at++ {
		word := r.begins[at]
		if ones := bits.OnesCount64(word); left >= ones {
			left -= ones
			continue
		}
		for ; left > 0; left-- {
			word &= word - 1
		}
		return at*64 + bits.TrailingZeros64(word)
	}
	return len(r.text)
}

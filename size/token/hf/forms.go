package hf

import (
	"slices"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// form is a Unicode normal form as the reference makes it: by the tables of
// Unicode 9, and telling where each character comes from.
type form struct {
	t       *tables
	decomp  norm.Form // norm.NFD or norm.NFKD
	compose bool
}

// piece is a character on its way through a normal form: its combining class,
// and the change as edit.event takes it.
type piece struct {
	c      rune
	class  uint8
	change int
}

func (f form) normalize(v view) view {
	quick := f.quick()
	if quick.QuickSpanString(v.s) == len(v.s) {
		return v
	}
	e := newEdit(v)
	var buf []piece
	for p := 0; p < len(v.s); {
		n := quickSpan(quick, v.s[p:])
		e.keep(p, p+n)
		if p += n; p == len(v.s) {
			break
		}
		end := p + segment(quick, v.s[p:])
		buf = f.segment(v.s[p:end], buf[:0])
		e.off = p
		for _, x := range buf {
			e.event(x.c, x.change)
		}
		p = end
	}
	return e.view()
}

// quick is the form as package norm has it.
func (f form) quick() norm.Form {
	switch {
	case !f.compose:
		return f.decomp
	case f.decomp == norm.NFKD:
		return norm.NFKC
	}
	return norm.NFC
}

// boundary reports whether nothing before text changes what becomes of it.
func boundary(f norm.Form, text string) bool {
	return f.PropertiesString(text).BoundaryBefore() && !vowelOrTail(f, text)
}

// vowelOrTail reports whether text begins with a letter of Hangul that becomes,
// for compatibility, one that joins the letter before it. (Package norm takes
// the place before it for a boundary.)
func vowelOrTail(f norm.Form, text string) bool {
	c, _ := utf8.DecodeRuneInString(text)
	return f == norm.NFKC && (c >= 0x3131 && c <= 0x318e || c >= 0xffa0 && c <= 0xffdc)
}

// quickSpan returns how much of the front of text is in the form whatever
// follows it.
func quickSpan(f norm.Form, text string) int {
	n := f.QuickSpanString(text)
	for n > 0 && n < len(text) && !boundary(f, text[n:]) {
		_, size := utf8.DecodeLastRuneInString(text[:n])
		n -= size
	}
	return n
}

// segment returns the end of the part of text that is rewritten by itself: it
// ends where a character begins that nothing before it changes.
func segment(f norm.Form, text string) int {
	_, p := utf8.DecodeRuneInString(text)
	for p < len(text) && !boundary(f, text[p:]) {
		_, n := utf8.DecodeRuneInString(text[p:])
		p += n
	}
	return p
}

// segment appends the normal form of a text.
func (f form) segment(text string, out []piece) []piece {
	for p := 0; p < len(text); {
		c, n := utf8.DecodeRuneInString(text[p:])
		out = f.decompose(text[p:p+n], c, out)
		p += n
	}
	order(out)
	if f.compose {
		out = f.recompose(out)
	}
	return out
}

func (f form) decompose(text string, c rune, out []piece) []piece {
	if c < utf8.RuneSelf || !f.t.normal.Has(c) {
		return append(out, piece{c: c})
	}
	if c >= hangulBase && c < hangulBase+leads*vowels*tails {
		return syllable(c-hangulBase, out)
	}
	p := f.decomp.PropertiesString(text)
	d := p.Decomposition()
	if d == nil {
		return append(out, piece{c, p.CCC(), 0})
	}
	for i, change := 0, 0; i < len(d); change = 1 {
		r, n := utf8.DecodeRune(d[i:])
		out = append(out, piece{r, f.class(r, d[i:i+n]), change})
		i += n
	}
	return out
}

// syllable takes the Hangul syllable of that index apart.
func syllable(i rune, out []piece) []piece {
	out = append(out, piece{c: leadBase + i/(vowels*tails)}, piece{c: vowelBase + i%(vowels*tails)/tails, change: 1})
	if i%tails != 0 {
		out = append(out, piece{c: tailBase + i%tails, change: 1})
	}
	return out
}

func (f form) class(c rune, text []byte) uint8 {
	if !f.t.normal.Has(c) {
		return 0
	}
	return f.decomp.Properties(text).CCC()
}

// order sorts each run of marks by class.
func order(ps []piece) {
	for i := 0; i < len(ps); {
		if ps[i].class == 0 {
			i++
			continue
		}
		end := i
		for end < len(ps) && ps[end].class != 0 {
			end++
		}
		slices.SortStableFunc(ps[i:end], func(a, b piece) int { return int(a.class) - int(b.class) })
		i = end
	}
}

// recompose joins marks to the character before them. (Unicode Standard,
// section 3.11; Hangul syllables by arithmetic.)
func (f form) recompose(ps []piece) []piece {
	pairs := compositions()
	starter, last := -1, -1 // index of the last starter; class of the last piece kept behind it
	out := ps[:0]
	for _, x := range ps {
		if starter >= 0 && (last < int(x.class) && last != 0 || last == -1) {
			if c, ok := join(pairs, out[starter].c, x.c); ok && f.t.normal.Has(c) {
				out[starter].c = c
				out[starter].change += x.change - 1
				continue
			}
		}
		out = append(out, x)
		if x.class == 0 {
			starter, last = len(out)-1, -1
		} else {
			last = int(x.class)
		}
	}
	return out
}

const (
	hangulBase, leadBase, vowelBase, tailBase = 0xac00, 0x1100, 0x1161, 0x11a7
	leads, vowels, tails                      = 19, 21, 28
)

func join(pairs map[[2]rune]rune, a, b rune) (rune, bool) {
	if a >= leadBase && a < leadBase+leads && b >= vowelBase && b < vowelBase+vowels {
		return hangulBase + ((a-leadBase)*vowels+b-vowelBase)*tails, true
	}
	if a >= hangulBase && a < hangulBase+leads*vowels*tails && (a-hangulBase)%tails == 0 && b > tailBase && b < tailBase+tails {
		return a + b - tailBase, true
	}
	c, ok := pairs[[2]rune{a, b}]
	return c, ok
}

// compositions are the pairs of characters that make one, found in the
// decompositions: those that composing gives back.
var compositions = sync.OnceValue(func() map[[2]rune]rune {
	pairs := map[[2]rune]rune{}
	for c := rune(0xc0); c < 0x1f000; c++ {
		if c >= 0x3400 && c < 0xf900 || c >= 0xfb50 && c < 0x11000 {
			continue
		}
		s := string(c)
		if norm.NFC.PropertiesString(s).Decomposition() == nil || !norm.NFC.IsNormalString(s) {
			continue
		}
		a, b, ok := halves(s)
		if ok {
			pairs[[2]rune{a, b}] = c
		}
	}
	return pairs
})

// halves are the two characters that a composed one is of: the last of its
// full decomposition, and the rest composed.
func halves(s string) (a, b rune, ok bool) {
	d := norm.NFD.String(s)
	b, n := utf8.DecodeLastRuneInString(d)
	front := norm.NFC.String(d[:len(d)-n])
	a, m := utf8.DecodeRuneInString(front)
	return a, b, m == len(front) && m > 0
}

func newForm(t *tables, name string) form {
	f := form{t: t, decomp: norm.NFD, compose: name == "NFC" || name == "NFKC"}
	if name == "NFKC" || name == "NFKD" {
		f.decomp = norm.NFKD
	}
	return f
}

package wordpiece

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
	"unsafe"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/size/token/atom"
	"golang.org/x/text/unicode/norm"
)

// Words calls yield with the words that a pipeline makes of a text, in order,
// normalized.
type Words func(text string, yield func(word string))

// Fast counts the tokens of texts for a Model behind a pipeline of BERT's
// normalizer and pre-tokenizer, whatever their settings. It is safe for
// concurrent use.
//
// That pipeline treats rune by rune: it drops a rune, makes blanks of it, sets
// it apart as a word of its own, or makes letters of it. The one thing that
// looks at neighbours is the canonical order of combining marks, which never
// reaches across a blank or a word of one rune. So Fast parts a text at these
// into atoms, and each atom is counted by itself. What each rune becomes is
// learned by asking the pipeline about it between two letters; an atom with a
// rune whose answer may depend on its neighbours goes through the pipeline as
// a whole.
type Fast struct {
	model   *Model
	words   Words
	runes   *atom.Runes
	ascii   [utf8.RuneSelf]asciiRune
	workers sync.Pool // of *worker
}

// asciiRune is what the pipeline makes of a rune below 0x80.
type asciiRune struct {
	border bool
	tokens uint8 // of a border
	letter byte  // what a letter becomes, or 0 where that isn't one byte
}

// worker counts for one goroutine.
type worker struct {
	*Fast
	cache   *atom.Cache
	atom    normalized
	growing normalized
	grown   int // where the element that grows begins, or -1
}

// normalized is what becomes of an atom, as far as it has been looked at.
type normalized struct {
	end   int    // of what has been looked at
	text  []byte // up to the first rune too many for a word
	runes int    // of what it becomes
	order bool   // marks may have to change places
	odd   bool   // a rune isn't known apart from its neighbours
}

// NewFast makes a Fast of a model and the pipeline before it.
func NewFast(m *Model, words Words) *Fast {
	f := &Fast{model: m, words: words}
	f.runes = atom.NewRunes(f.ask)
	for c := range f.ascii {
		r := f.ask(rune(c))
		f.ascii[c] = asciiRune{border: r.Kind == atom.Border, tokens: uint8(r.Tokens)}
		if r.Kind == atom.Letter && len(r.Text) == 1 {
			f.ascii[c].letter = r.Text[0]
		}
	}
	f.workers.New = func() any { return f.newWorker(cacheBits) }
	return f
}

// ask learns what becomes of a rune between two letters.
func (f *Fast) ask(r rune) atom.Rune {
	var words []string
	f.words("a"+string(r)+"a", func(w string) { words = append(words, strings.Clone(w)) })
	last := len(words) - 1
	switch {
	case last > 0 && words[0] == "a" && words[last] == "a":
		b := atom.Rune{Kind: atom.Border}
		for _, w := range words[1:last] {
			b.Tokens += f.model.Count(w)
		}
		return b
	case last == 0 && len(words[0]) >= 2 && words[0][0] == 'a' && strings.HasSuffix(words[0], "a"):
		text := words[0][1 : len(words[0])-1]
		if text == "" || stays(r) {
			return atom.Rune{Kind: atom.Letter, Text: text}
		}
		return atom.Rune{Kind: atom.Mark, Text: text}
	}
	return atom.Rune{}
}

// stays says whether canonical order leaves the rune, decomposed, where it is.
func stays(r rune) bool {
	if !unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.S, unicode.P, unicode.C) {
		return false // not assigned yet: who knows
	}
	for _, d := range string(norm.NFD.Bytes([]byte(string(r)))) {
		if norm.NFD.PropertiesString(string(d)).CCC() != 0 && !unicode.Is(unicode.Mn, d) {
			return false
		}
	}
	return !unicode.Is(unicode.M, r) || norm.NFD.PropertiesString(string(r)).CCC() == 0
}

// cacheBits and rulerBits say how many atoms are remembered: for texts, and for
// the ends of spans of one text.
const (
	cacheBits = 14
	rulerBits = 9
)

func (f *Fast) newWorker(bits uint) *worker {
	return &worker{Fast: f, cache: atom.NewCache(bits), grown: -1}
}

// Count is the number of tokens of the text.
func (f *Fast) Count(text string) int {
	w := f.workers.Get().(*worker)
	defer f.workers.Put(w)
	return atom.Count(w, text)
}

// Prepare counts the text once, for many questions about spans of it. The
// stretches that are named are one token each and part what is between. What
// comes back takes an eighth of the text's size and some kilobytes.
func (f *Fast) Prepare(text string, tokens ...doc.Span) *atom.Parted {
	w := f.workers.Get().(*worker)
	defer f.workers.Put(w)
	return atom.NewParted(text, w, f.newWorker(rulerBits), tokens)
}

// Next counts the border or the atom that begins at p, and says where it ends.
func (w *worker) Next(text string, p int) (tokens, end int) {
	if c := text[p]; c < utf8.RuneSelf && w.ascii[c].border {
		return int(w.ascii[c].tokens), p + 1
	}
	end, first := w.atomEnd(text, p)
	if end == p {
		_, n := utf8.DecodeRuneInString(text[p:])
		return first.Tokens, p + n
	}
	if end-p > atom.Longest {
		return w.count(text[p:end]), end
	}
	k := atom.KeyOf(text, p, end)
	tokens, ok := w.cache.Find(k)
	if !ok {
		tokens = w.count(text[p:end])
		w.cache.Add(k, tokens)
	}
	return tokens, end
}

// atomEnd is the end of the atom that goes on at p, and the border there, if it
// isn't ASCII.
func (f *Fast) atomEnd(text string, p int) (end int, border *atom.Rune) {
	for p < len(text) {
		c := text[p]
		if c < utf8.RuneSelf {
			if f.ascii[c].border {
				return p, nil
			}
			p++
			continue
		}
		r, n := utf8.DecodeRuneInString(text[p:])
		if a := f.runes.At(r); a.Kind == atom.Border && (n > 1 || r != utf8.RuneError) {
			return p, a
		}
		p += n
	}
	return p, nil
}

// Holds says whether the element that ends at p ends there however the text
// goes on: whether the rune behind is whole.
func (w *worker) Holds(text string, p int) bool {
	r, n := utf8.DecodeRuneInString(text[p:])
	return r != utf8.RuneError || n > 1
}

// count counts an atom without the cache.
func (w *worker) count(text string) int {
	w.atom = normalized{text: w.atom.text[:0]}
	w.normalize(&w.atom, text, len(text))
	return w.tokens(&w.atom, text)
}

// normalize looks on, up to end.
func (f *Fast) normalize(a *normalized, text string, end int) {
	for a.end < end {
		if c := text[a.end]; c < utf8.RuneSelf && f.ascii[c].letter != 0 {
			a.runes++
			a.end++
			if a.runes <= f.model.maxRunes {
				a.text = append(a.text, f.ascii[c].letter)
			}
			continue
		}
		r, n := utf8.DecodeRuneInString(text[a.end:end])
		to := f.runes.At(r)
		a.odd = a.odd || to.Kind == atom.Odd || r == utf8.RuneError && n == 1
		a.order = a.order || to.Kind == atom.Mark
		a.end += n
		a.runes += utf8.RuneCountInString(to.Text)
		if a.runes <= f.model.maxRunes {
			a.text = append(a.text, to.Text...)
		}
	}
}

// tokens counts the atom that was normalized.
func (f *Fast) tokens(a *normalized, text string) int {
	switch {
	case a.odd:
		return f.whole(text)
	case a.runes > f.model.maxRunes:
		return 1
	case a.order:
		return f.whole(text)
	}
	return f.model.Count(unsafe.String(unsafe.SliceData(a.text), len(a.text))) // not kept
}

// Forget ends growing.
func (w *worker) Forget() { w.grown = -1 }

// Grown counts the atom at p if it reaches the end of the text.
func (w *worker) Grown(text string, p int) (tokens int, ok bool) {
	g := &w.growing
	if w.grown != p || g.end > len(text) {
		*g = normalized{end: p, text: g.text[:0]}
		w.grown = p
	}
	end, border := w.atomEnd(text, g.end)
	if end < len(text) || border != nil {
		w.Forget()
		return 0, false
	}
	w.normalize(g, text, end)
	if g.odd {
		w.Forget()
		return 0, false
	}
	return w.tokens(g, text[p:]), true
}

// whole counts a text through the pipeline.
func (f *Fast) whole(text string) int {
	n := 0
	f.words(text, func(word string) { n += f.model.Count(word) })
	return n
}

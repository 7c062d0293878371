package wordpiece

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
	"unsafe"

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

// worker is what one goroutine needs.
type worker struct {
	cache *atom.Cache
	text  []byte // an atom, normalized
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
	f.workers.New = func() any { return &worker{cache: atom.NewCache(14)} }
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

// Count is the number of tokens of the text.
func (f *Fast) Count(text string) int {
	w := f.workers.Get().(*worker)
	defer f.workers.Put(w)
	n := 0
	for p := 0; p < len(text); {
		tokens, end := f.next(w, text, p)
		n += tokens
		p = end
	}
	return n
}

// next counts the border or the atom that begins at p, and says where it ends.
func (f *Fast) next(w *worker, text string, p int) (tokens, end int) {
	if c := text[p]; c < utf8.RuneSelf {
		if a := f.ascii[c]; a.border {
			return int(a.tokens), p + 1
		}
	}
	end = p
	for end < len(text) {
		if c := text[end]; c < utf8.RuneSelf {
			if f.ascii[c].border {
				break
			}
			end++
			continue
		}
		r, n := utf8.DecodeRuneInString(text[end:])
		if a := f.runes.At(r); a.Kind == atom.Border && (n > 1 || r != utf8.RuneError) {
			if end == p {
				return a.Tokens, p + n
			}
			break
		}
		end += n
	}
	if end-p > atom.Longest {
		return f.count(w, text[p:end]), end
	}
	k := atom.KeyOf(text, p, end)
	tokens, ok := w.cache.Find(k)
	if !ok {
		tokens = f.count(w, text[p:end])
		w.cache.Add(k, tokens)
	}
	return tokens, end
}

// count counts an atom without the cache.
func (f *Fast) count(w *worker, text string) int {
	w.text = w.text[:0]
	for i := 0; i < len(text); {
		if c := text[i]; c < utf8.RuneSelf && f.ascii[c].letter != 0 {
			w.text = append(w.text, f.ascii[c].letter)
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		a := f.runes.At(r)
		if a.Kind != atom.Letter || r == utf8.RuneError && n == 1 {
			return f.whole(text)
		}
		w.text = append(w.text, a.Text...)
		i += n
	}
	return f.model.Count(unsafe.String(unsafe.SliceData(w.text), len(w.text))) // not kept
}

// whole counts a text through the pipeline.
func (f *Fast) whole(text string) int {
	n := 0
	f.words(text, func(word string) { n += f.model.Count(word) })
	return n
}

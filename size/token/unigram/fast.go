package unigram

import (
	"errors"
	"strings"
	"sync"
	"unicode/utf8"
	"unsafe"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/size/token/atom"
)

// Words calls yield with the words that a pipeline makes of a text, in order,
// normalized.
type Words func(text string, yield func(word string))

// Fast counts the tokens of texts for a Model behind a pipeline that maps
// graphemes and runes by a precompiled table, as SentencePiece does, and then
// parts words at blanks, marking the beginning of each (Metaspace). It is safe
// for concurrent use.
//
// Such a pipeline looks across a blank only where a mark joins it, so Fast
// parts a text at runs of blanks between runes that are graphemes of their own,
// into atoms, and counts each by itself. What such a rune becomes is learned
// by asking the pipeline about it between two letters; an atom with other runes
// goes through the pipeline as a whole. What a run of blanks adds by itself is
// learned the same way.
type Fast struct {
	model   *Model
	words   Words
	mark    string // what a word begins with
	runes   *atom.Runes
	ascii   [256]asciiKind
	workers sync.Pool // of *worker
}

type asciiKind uint8

const (
	other asciiKind = iota // not ASCII, or not itself
	same                   // becomes itself
	blank
)

// worker counts for one goroutine.
type worker struct {
	*Fast
	atoms   *atom.Cache    // as they stand
	gaps    [3]*atom.Cache // blanks, by where
	parts   *atom.Cache    // normalized; see seams
	text    []byte         // an atom, normalized
	counter *counter
	growing growing
}

// NewFast makes a Fast of a model and the pipeline before it. A pipeline that
// doesn't part words at blanks is an error.
func NewFast(m *Model, words Words) (*Fast, error) {
	f := &Fast{model: m, words: words}
	one := f.list("a")
	if len(one) != 1 || !strings.HasSuffix(one[0], "a") {
		return nil, errors.New("unigram: the pipeline makes no word of a letter")
	}
	f.mark = strings.TrimSuffix(one[0], "a")
	for _, gap := range []string{" ", "\t", "\n", "\r", "\r\n"} {
		if two := f.list("a" + gap + "a"); len(two) != 2 || two[0] != one[0] || two[1] != one[0] {
			return nil, errors.New("unigram: the pipeline doesn't part words at blanks")
		}
		f.ascii[gap[0]] = blank
	}
	f.runes = atom.NewRunes(f.ask)
	for c := range rune(utf8.RuneSelf) {
		if r := f.ask(c); r.Kind == atom.Letter && r.Text == string(c) {
			f.ascii[c] = same
		}
	}
	f.workers.New = func() any { return f.newWorker(cacheBits) }
	return f, nil
}

// cacheBits and rulerBits say how many atoms are remembered: for texts, and for
// the ends of spans of one text.
const (
	cacheBits = 15
	rulerBits = 9
)

func (f *Fast) newWorker(bits uint) *worker {
	w := &worker{Fast: f, atoms: atom.NewCache(bits), parts: atom.NewCache(bits), counter: newCounter(f.model)}
	for i := range w.gaps {
		w.gaps[i] = atom.NewCache(6)
	}
	w.Forget()
	return w
}

func (f *Fast) list(text string) (words []string) {
	f.words(text, func(w string) { words = append(words, strings.Clone(w)) })
	return words
}

// ask learns what becomes of a rune between two letters.
func (f *Fast) ask(r rune) atom.Rune {
	if !alone(r) {
		return atom.Rune{}
	}
	words := f.list("a" + string(r) + "a")
	if len(words) != 1 {
		return atom.Rune{}
	}
	text, ok := strings.CutPrefix(words[0], f.mark+"a")
	if text, ok2 := strings.CutSuffix(text, "a"); ok && ok2 && text != "" {
		return atom.Rune{Kind: atom.Letter, Text: text}
	}
	return atom.Rune{}
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

// Next counts the blanks at p and the atom behind them, and says where it ends.
// A place p inside the text is the end of an atom.
func (w *worker) Next(text string, p int) (tokens, end int) {
	start := w.blanks(text, p)
	if start == len(text) && p > 0 {
		return w.gap(after, text[p:]), start
	}
	if start == len(text) || start > p && !w.plainAt(text, start) {
		// The text is blank, or begins with blanks that belong to a mark.
		end = w.scan(text, scan{end: start, plain: true}).end
		return w.whole(text[p:end]), end
	}
	s := w.scan(text, scan{end: start, plain: true})
	return w.before(text, p, start) + w.count(text, start, s.end, s.form), s.end
}

// before counts the blanks before an atom at start.
func (w *worker) before(text string, p, start int) int {
	switch {
	case start == p || start == p+1 && text[p] == ' ' && p > 0:
		return 0
	case p == 0:
		return w.gap(before, text[:start])
	}
	return w.gap(between, text[p:start])
}

// Holds says whether the atom that ends at p ends there however the text goes
// on: whether the rune behind the blanks is there to tell.
func (w *worker) Holds(text string, p int) bool {
	next := w.blanks(text, p)
	return next < len(text) && w.plainAt(text, next)
}

// blanks is the end of the blanks at p.
func (f *Fast) blanks(text string, p int) int {
	for p < len(text) && f.ascii[text[p]] == blank {
		p++
	}
	return p
}

// plainAt says whether the rune at p becomes something by itself.
func (f *Fast) plainAt(text string, p int) bool {
	if f.ascii[text[p]] == same {
		return true
	}
	r, n := utf8.DecodeRuneInString(text[p:])
	return f.plain(r, n) != nil
}

// plain is what the rune of n bytes becomes by itself, or nil.
func (f *Fast) plain(r rune, n int) *atom.Rune {
	if a := f.runes.At(r); a.Kind == atom.Letter && (r != utf8.RuneError || n > 1) {
		return a
	}
	return nil
}

// form is what an atom consists of, from good to bad.
type form uint8

const (
	identical form = iota // runes that become themselves
	mapped                // runes that become something by themselves
	tangled               // others too
)

// scan is how far an atom has been looked at.
type scan struct {
	end   int
	form  form
	plain bool // the last rune
}

// scan looks on, to the end of the atom: before blanks, or the end of the text.
func (f *Fast) scan(text string, s scan) scan {
	for s.end < len(text) {
		switch f.ascii[text[s.end]] {
		case same:
			s.plain = true
			s.end++
		case blank:
			next := f.blanks(text, s.end)
			if s.plain && (next == len(text) || f.plainAt(text, next)) {
				return s
			}
			s.end, s.form = next, tangled
		default:
			r, n := utf8.DecodeRuneInString(text[s.end:])
			if s.plain = f.plain(r, n) != nil; s.plain {
				s.form = max(s.form, mapped)
			} else {
				s.form = tangled
			}
			s.end += n
		}
	}
	return s
}

// count counts the atom text[start:end].
func (w *worker) count(text string, start, end int, f form) int {
	if end-start > atom.Longest {
		return w.cut(text[start:end], f)
	}
	k := atom.KeyOf(text, start, end)
	n, ok := w.atoms.Find(k)
	if !ok {
		n = w.cut(text[start:end], f)
		w.atoms.Add(k, n)
	}
	return n
}

// cut counts an atom without the cache.
func (w *worker) cut(text string, f form) int {
	if f == tangled {
		return w.whole(text)
	}
	w.text = w.normalize(append(w.text[:0], w.mark...), text, f)
	n := w.parted(unsafe.String(unsafe.SliceData(w.text), len(w.text))) // not kept
	if cap(w.text) > keep {
		w.text = nil
	}
	return n
}

// normalize appends what becomes of runes that aren't tangled.
func (f *Fast) normalize(to []byte, text string, is form) []byte {
	if is == identical {
		return append(to, text...)
	}
	for _, r := range text {
		to = append(to, f.runes.At(r).Text...)
	}
	return to
}

// whole counts a text through the pipeline.
func (f *Fast) whole(text string) int {
	n := 0
	f.words(text, func(word string) { n += f.model.Count(word) })
	return n
}

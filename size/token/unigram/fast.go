package unigram

import (
	"errors"
	"strings"
	"sync"
	"unicode/utf8"
	"unsafe"

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

// worker is what one goroutine needs.
type worker struct {
	atoms, gaps *atom.Cache
	text        []byte // an atom, normalized
	lattice     *lattice
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
	f.workers.New = func() any {
		return &worker{atoms: atom.NewCache(14), gaps: atom.NewCache(6), lattice: newLattice(m)}
	}
	return f, nil
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
	n := 0
	for p := 0; p < len(text); {
		tokens, end := f.next(w, text, p)
		n += tokens
		p = end
	}
	return n
}

// next counts the blanks at p and the atom behind them, and says where it ends.
// A place p inside the text is the end of an atom.
func (f *Fast) next(w *worker, text string, p int) (tokens, end int) {
	start := f.blanks(text, p)
	if start == len(text) || start > p && !f.plainAt(text, start) {
		// Blanks alone, or blanks that belong to a mark behind them: only at the
		// beginning of the text can that be.
		if start == len(text) && p > 0 {
			return f.gap(w, "a", text[p:], ""), start
		}
		end, _ = f.atom(text, start)
		return f.whole(text[p:end]), end
	}
	switch {
	case p == 0 && start > 0:
		tokens = f.gap(w, "", text[:start], "a")
	case start-p > 1 || start > p && text[p] != ' ':
		tokens = f.gap(w, "a", text[p:start], "a")
	}
	end, kind := f.atom(text, start)
	return tokens + f.count(w, text, start, end, kind), end
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

// atom is the end of the atom at start, which is before blanks or the end of
// the text, and its form.
func (f *Fast) atom(text string, start int) (end int, kind form) {
	plain := true // the last rune
	for end = start; end < len(text); {
		switch f.ascii[text[end]] {
		case same:
			plain = true
			end++
		case blank:
			next := f.blanks(text, end)
			if plain && (next == len(text) || f.plainAt(text, next)) {
				return end, kind
			}
			end, kind = next, tangled
		default:
			r, n := utf8.DecodeRuneInString(text[end:])
			if plain = f.plain(r, n) != nil; plain {
				kind = max(kind, mapped)
			} else {
				kind = tangled
			}
			end += n
		}
	}
	return end, kind
}

// count counts the atom text[start:end].
func (f *Fast) count(w *worker, text string, start, end int, kind form) int {
	if end-start > atom.Longest {
		return f.cut(w, text[start:end], kind)
	}
	k := atom.KeyOf(text, start, end)
	n, ok := w.atoms.Find(k)
	if !ok {
		n = f.cut(w, text[start:end], kind)
		w.atoms.Add(k, n)
	}
	return n
}

// cut counts an atom without the cache.
func (f *Fast) cut(w *worker, text string, kind form) int {
	if kind == tangled {
		return f.whole(text)
	}
	w.text = append(w.text[:0], f.mark...)
	if kind == identical {
		w.text = append(w.text, text...)
	} else {
		for _, r := range text {
			w.text = append(w.text, f.runes.At(r).Text...)
		}
	}
	n := w.lattice.count(f.model, unsafe.String(unsafe.SliceData(w.text), len(w.text))) // not kept
	if cap(w.text) > keep {
		w.text = nil
	}
	return n
}

// whole counts a text through the pipeline.
func (f *Fast) whole(text string) int {
	n := 0
	f.words(text, func(word string) { n += f.model.Count(word) })
	return n
}

// gap is what blanks add to the tokens of the words before and behind them: of
// before and behind, one may be empty.
func (f *Fast) gap(w *worker, before, blanks, behind string) int {
	if len(blanks) > atom.Longest-2 {
		return f.added(before, blanks, behind)
	}
	known := before + blanks + behind
	k := atom.KeyOf(known, 0, len(known))
	n, ok := w.gaps.Find(k)
	if !ok {
		n = f.added(before, blanks, behind)
		w.gaps.Add(k, n)
	}
	return n
}

func (f *Fast) added(before, blanks, behind string) int {
	n := f.whole(before + blanks + behind)
	for _, word := range []string{before, behind} {
		if word != "" {
			n -= f.whole(word)
		}
	}
	return n
}

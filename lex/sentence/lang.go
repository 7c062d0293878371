package sentence

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// kind says what a full stop after a listed word means. The order is from weak
// to strong: where languages disagree, the merged rules take the weaker.
type kind uint16

const (
	plain   kind = iota // not an abbreviation
	dated               // no end before a number: months, weekdays, "No."
	final               // so too: "etc."
	counted             // nor an end before a capital that begins no sentence: "art.", "pág."
	clock               // "a.m.", "p. m."
	maybe               // an end before a word that likely begins a sentence: "Co.", "EE. UU."
	never               // never an end: titles, "p. ej.", "vs."
)

// flags is what the tables say of a word: its kind in the low bits, and what
// else it is.
type flags uint16

const (
	kindMask    flags = 7
	capitalOnly flags = 8 << iota // the kind holds only where the word has a capital: "Gen."
	starters                      // it often begins a sentence and is hardly a name
	labels                        // a number after it makes a label: "Artículo 5."
	ordinals                      // alone it is a label: "PRIMERA."
	calendar                      // a month or weekday
	speech                        // "said": a name before it goes on with a quotation
)

func (f flags) kind() kind { return kind(f & kindMask) }

// language is the data of one language: lists of words parted by blanks. A
// word in small letters stands for any case (one letter only for itself), one
// with a capital only for itself with a capital. Abbreviations stand without their last full stop;
// "p.ej" covers "p. ej." and "p.ej.".
type language struct {
	tag                                            string
	dated, counted, final, clock, maybe, never     string
	starters, labels, ordinals, calendar, speech   string
	pronounI, dottedOrdinals, dashGoesOn, semiAsks bool
}

// rules are the tables of a language, compiled.
type rules struct {
	words          map[string]flags
	pronounI       bool // I is a word that has a capital anywhere
	dottedOrdinals bool // "1. Januar"
	dashGoesOn     bool // speech goes on after ". –"
	greekMarks     bool // ; asks
}

// compiled holds the rules of each language, made when first asked for.
var compiled = func() map[string]func() *rules {
	all := map[string]func() *rules{}
	for _, l := range languages {
		all[l.tag] = sync.OnceValue(func() *rules { return compile(l) })
	}
	return all
}()

// languages lists all tables.
var languages = []language{spanish, english, french, german, portuguese, italian, catalan, russian, dutch, polish, greek}

// merged are the rules of all languages together.
var merged = sync.OnceValue(func() *rules {
	ls := languages
	r := compile(ls...)
	for w := range strings.FieldsSeq(homographs) {
		switch f := r.words[w]; f.kind() {
		case plain, dated:
		case counted:
			r.words[w] = f&^(kindMask|capitalOnly) | flags(dated)
		default:
			r.words[w] = f | capitalOnly
		}
	}
	for w, f := range r.words {
		switch {
		case f&starters == 0 || f.kind() <= dated:
		case utf8.RuneCountInString(w) == 1: // an initial: J. L. Borges
			r.words[w] = f &^ (kindMask | capitalOnly)
		default:
			r.words[w] = f&^(kindMask|capitalOnly) | flags(dated)
		}
	}
	r.dottedOrdinals, r.greekMarks, r.dashGoesOn = false, false, false
	return r
})

// homographs are abbreviations of one language that are words of another: in
// the merged rules they need a capital, or a number after them. Those that begin sentences elsewhere
// are found by the tables themselves.
const homographs = "ap app arch art arts bd bl ca cap ch col com dir ed est ex ext fig hd int lit mo mus op par pt rag rep res san sec ser st tab tel ver vid vo"

func rulesOf(tag string) *rules {
	primary, _, _ := strings.Cut(strings.ReplaceAll(tag, "_", "-"), "-")
	if r, ok := compiled[strings.ToLower(primary)]; ok {
		return r()
	}
	return merged()
}

func compile(ls ...language) *rules {
	r := &rules{words: map[string]flags{}}
	for _, l := range ls {
		for k, list := range map[kind]string{dated: l.dated, counted: l.counted, final: l.final, clock: l.clock, maybe: l.maybe, never: l.never} {
			for w := range strings.FieldsSeq(list) {
				r.abbreviation(w, k)
			}
		}
		for f, list := range map[flags]string{starters: l.starters, labels: l.labels, ordinals: l.ordinals, calendar: l.calendar, speech: l.speech} {
			for w := range strings.FieldsSeq(list) {
				r.words[w] |= f
			}
		}
		r.pronounI = r.pronounI || l.pronounI
		r.dottedOrdinals = r.dottedOrdinals || l.dottedOrdinals
		r.dashGoesOn = r.dashGoesOn || l.dashGoesOn
		r.greekMarks = r.greekMarks || l.semiAsks
	}
	return r
}

// abbreviation enters w; of two kinds it keeps the weaker.
func (r *rules) abbreviation(w string, k kind) {
	f := flags(k)
	first, _ := utf8.DecodeRuneInString(w)
	if unicode.IsUpper(first) {
		f |= capitalOnly
	}
	w = strings.ToLower(w)
	old := r.words[w]
	switch {
	case old.kind() == k:
		f &= old | kindMask // any case in one language is any case
	case old.kind() != plain && old.kind() < k:
		return
	}
	r.words[w] = old&^(kindMask|capitalOnly) | f
}

// look returns what the tables say of w, in the case in which it is written.
func (r *rules) look(w string) flags {
	if len(w) > maxWord {
		return 0
	}
	var buf [2 * maxWord]byte
	return r.find(fold(buf[:0], w), w)
}

// lookPair looks up two abbreviations written apart: "p." and "ej".
func (r *rules) lookPair(first, second string) flags {
	var buf [2 * maxWord]byte
	key := append(fold(buf[:0], first), '.')
	return r.find(fold(key, second), first)
}

func (r *rules) find(key []byte, written string) flags {
	f := r.words[string(key)]
	if f.kind() == plain {
		return f
	}
	first, n := utf8.DecodeRuneInString(written)
	capital := unicode.IsUpper(first)
	// A capital that is listed as a small letter ("p." for page) is an initial.
	initial := capital && n == len(key) && f&capitalOnly == 0
	if initial || !capital && f&capitalOnly != 0 {
		f &^= kindMask
	}
	return f
}

// fold appends w in small letters to dst.
func fold(dst []byte, w string) []byte {
	for _, c := range w {
		switch {
		case 'A' <= c && c <= 'Z':
			dst = append(dst, byte(c)+'a'-'A')
		case c < utf8.RuneSelf:
			dst = append(dst, byte(c))
		default:
			dst = utf8.AppendRune(dst, unicode.ToLower(c))
		}
	}
	return dst
}

package lex

import (
	"unicode"
	"unicode/utf8"
)

// shape says what a run of word characters holds, so that plain words, nearly
// all of them, are done with at once.
type shape struct {
	joined bool // has joiners
	inner  bool // has a border inside a part: aB, ABCd, a1
}

// scan gives the lexemes of text to yield until it returns false.
func scan(text string, yield func(Lexeme) bool) {
	for i := 0; i < len(text); {
		r, n := decode(text, i)
		ok := true
		switch classOf(r) {
		case letter, digit:
			end, s := run(text, i)
			ok = emitRun(text, i, end, s, yield)
			i = end
		case pair:
			end := pairRun(text, i)
			ok = emitPairs(text[i:end], i, yield)
			i = end
		default:
			i += n
		}
		if !ok {
			return
		}
	}
}

func decode(text string, i int) (rune, int) {
	if c := text[i]; c < utf8.RuneSelf {
		return rune(c), 1
	}
	return utf8.DecodeRuneInString(text[i:])
}

// run returns the end of the run of word characters that begins at i, with the
// joiners between them.
func run(text string, i int) (int, shape) {
	var s shape
	prev, prevClass, capitals := rune(0), other, 0
	for i < len(text) {
		r, n := decode(text, i)
		c := classOf(r)
		switch c {
		case letter, digit:
			s.inner = s.inner || border(prev, prevClass, r, c) || capitals > 1 && unicode.IsLower(r)
			prev, prevClass = r, c
			if unicode.IsUpper(r) {
				capitals++
			} else {
				capitals = 0
			}
		case joiner:
			n = joint(text, i, prevClass)
			if n == 0 {
				return i, s
			}
			s.joined = true
			prev, prevClass, capitals = 0, other, 0
		case silent: // keeps the word together, and is no part of it at its end
			if i+n == len(text) {
				return i, s
			}
			if next, _ := decode(text, i+n); classOf(next) != letter && classOf(next) != digit && classOf(next) != silent {
				return i, s
			}
		default:
			return i, s
		}
		i += n
	}
	return i, s
}

// joint returns the length of the joiners at i if they join what stands before
// them, which ends with a character of class before, to what follows; else 0.
func joint(text string, i int, before class) int {
	first, n := decode(text, i)
	end, count := i+n, 1
	var next rune
	for end < len(text) {
		next, n = decode(text, end)
		if classOf(next) != joiner || count == 3 {
			break
		}
		end, count = end+n, count+1
	}
	if end == len(text) {
		return 0
	}
	after := classOf(next)
	if after != letter && after != digit {
		return 0
	}
	switch {
	case count > 1:
		// "a, b" never comes here; of the rest only what paths, addresses and
		// names in programs write: :// /. :: -- .. but no quotes or commas.
		for _, c := range text[i:end] {
			if c != '/' && c != '.' && c != ':' && c != '-' && c != '_' && c != '@' {
				return 0
			}
		}
	case first == ',':
		if before != digit || after != digit {
			return 0
		}
	case isApostrophe(first):
		if before != letter || after != letter {
			return 0
		}
	}
	return end - i
}

func isApostrophe(r rune) bool { return r == '\'' || r == '’' || r == 'ʼ' || r == '＇' }

func isHyphen(r rune) bool { return r == '-' || r == '‐' || r == '‑' }

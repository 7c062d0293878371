package lex

import (
	"unicode"
	"unicode/utf8"
)

// maxCluster bounds the bytes of one letter with its marks; further marks are
// left out of the lexeme.
const maxCluster = 32

// pairRun returns the end of the run of pair characters that begins at i.
func pairRun(text string, i int) int {
	for i < len(text) {
		r, n := decode(text, i)
		if c := classOf(r); c != pair && c != silent {
			break
		}
		i += n
	}
	return i
}

// emitPairs yields the overlapping pairs of letters of s, which begins at base:
// ABC gives AB and BC, A alone gives A.
func emitPairs(s string, base int, yield func(Lexeme) bool) bool {
	last := Span{}
	count := 0
	for i := 0; i < len(s); {
		end := clusterEnd(s, i)
		c := Span{i, end}
		if count > 0 && !yieldPair(s, base, last, c, yield) {
			return false
		}
		last, i = c, end
		count++
	}
	if count == 1 {
		return yieldPair(s, base, last, Span{last.End, last.End}, yield)
	}
	return true
}

func yieldPair(s string, base int, a, b Span, yield func(Lexeme) bool) bool {
	text := Fold(clip(s[a.Start:a.End], maxCluster)) + Fold(clip(s[b.Start:b.End], maxCluster))
	if text == "" {
		return true
	}
	return yield(Lexeme{base + a.Start, base + b.End, text})
}

// clusterEnd returns the end of the letter at i: itself, the marks and
// characters without width after it, and the rest of a decomposed Hangul
// syllable or half-width sound mark.
func clusterEnd(s string, i int) int {
	r, n := decode(s, i)
	jamo := r >= 0x1100 && r <= 0x115f
	for i += n; i < len(s); i += n {
		r, n = decode(s, i)
		follows := unicode.IsMark(r) || classOf(r) == silent || r == 0xff9e || r == 0xff9f ||
			jamo && r >= 0x1160 && r <= 0x11ff
		if !follows {
			break
		}
	}
	return i
}

// clip cuts s to at most n bytes, between characters.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

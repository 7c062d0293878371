package lex

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A compound is a run of words and the joiners between them. Its units are
// what the joiners part; an apostrophe parts no units but is dealt with inside
// one: l'eau gives eau, dog's gives dog, don't gives dont.

// border reports a place inside a word where a part of an identifier begins.
func border(prev rune, prevClass class, r rune, c class) bool {
	switch {
	case prevClass == other || prev == 0:
		return false
	case prevClass != c:
		return !unicode.IsMark(r)
	}
	return c == letter && unicode.IsLower(prev) && unicode.IsUpper(r)
}

// emitRun yields the lexemes of text[start:end], one run.
func emitRun(text string, start, end int, s shape, yield func(Lexeme) bool) bool {
	if special := suffixSigns(text, start, end); special > end {
		if !yield(Lexeme{start, special, Fold(text[start:special])}) {
			return false
		}
	}
	if !s.joined {
		return emitWord(text, start, end, s.inner, yield)
	}
	units, glue := split(text, start, end)
	if letters, ok := abbreviation(text, units, glue); ok {
		return yield(Lexeme{start, end, letters})
	}
	for i := 0; i < len(units); {
		n := numberUnits(text, units[i:])
		var ok bool
		if n > 1 {
			ok = emitNumber(text[numberStart(text, units[i]):units[i+n-1].End], numberStart(text, units[i]), yield)
		} else {
			n, ok = 1, emitUnit(text, units[i], yield)
		}
		if !ok {
			return false
		}
		if n == len(units) && numberStart(text, units[0]) == start {
			return true // one number, whole already
		}
		i += n
	}
	return emitWhole(text, start, end, units, glue, yield)
}

// suffixSigns returns the end of C++ and C#: one or two letters with a sign
// that belongs to them.
func suffixSigns(text string, start, end int) int {
	if end-start > 2 {
		return start
	}
	rest := text[end:]
	for _, sign := range [...]string{"++", "#"} {
		if strings.HasPrefix(rest, sign) {
			after := end + len(sign)
			if after == len(text) {
				return after
			}
			if r, _ := decode(text, after); classOf(r) == other || classOf(r) == joiner {
				return after
			}
		}
	}
	return start
}

// split parts a run at its joiners, apostrophes excepted, and returns the
// units with the first character of each joint.
func split(text string, start, end int) (units []Span, glue []rune) {
	from := start
	for i := start; i < end; {
		r, n := decode(text, i)
		if classOf(r) != joiner || isApostrophe(r) {
			i += n
			continue
		}
		units = append(units, Span{from, i})
		glue = append(glue, r)
		for i < end && classOf(r) == joiner {
			i += n
			if i < end {
				r, n = decode(text, i)
			}
		}
		from = i
	}
	return append(units, Span{from, end}), glue
}

// abbreviation recognises letters with dots between them, U.S and EE.UU: they
// are one word without the dots.
func abbreviation(text string, units []Span, glue []rune) (string, bool) {
	if len(units) < 2 || len(units) > 6 {
		return "", false
	}
	var b strings.Builder
	for i, u := range units {
		part := Fold(text[u.Start:u.End])
		if i > 0 && glue[i-1] != '.' || len([]rune(part)) > 2 || hasDigit(part) {
			return "", false
		}
		b.WriteString(part)
	}
	return b.String(), b.Len() > 0
}

func hasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }

// emitUnit yields the lexemes of one unit, its apostrophes resolved.
func emitUnit(text string, u Span, yield func(Lexeme) bool) bool {
	s := text[u.Start:u.End]
	at := strings.IndexFunc(s, isApostrophe)
	if at < 0 {
		return emitWord(text, u.Start, u.End, hasBorder(s), yield)
	}
	if len(s) > longestUnit {
		return emitPieces(text, u, yield)
	}
	_, n := decode(s, at)
	left, right := Fold(s[:at]), Fold(s[at+n:])
	switch {
	case clitics[right]:
		return emitWord(text, u.Start, u.Start+at, hasBorder(s[:at]), yield)
	case elisions[left] && len(right) > 1:
		return emitUnit(text, Span{u.Start + at + n, u.End}, yield)
	}
	whole := strings.ReplaceAll(Fold(s), "'", "")
	if whole == "" || len(whole) > MaxLexeme {
		return true
	}
	if len(right) > 2 && !strings.ContainsFunc(right, isApostrophe) {
		if !yield(Lexeme{u.Start + at + n, u.End, clip(right, MaxLexeme)}) {
			return false
		}
	}
	return yield(Lexeme{u.Start, u.End, whole})
}

// longestUnit bounds the bytes of a unit in which apostrophes are understood,
// and with them the time that one of nothing but elisions takes.
const longestUnit = 2 * MaxLexeme

// emitPieces yields what stands between the apostrophes of a unit.
func emitPieces(text string, u Span, yield func(Lexeme) bool) bool {
	from := u.Start
	for i, r := range text[u.Start:u.End] {
		if !isApostrophe(r) {
			continue
		}
		if at := u.Start + i; !emitWord(text, from, at, hasBorder(text[from:at]), yield) {
			return false
		}
		_, n := decode(text, u.Start+i)
		from = u.Start + i + n
	}
	return emitWord(text, from, u.End, hasBorder(text[from:u.End]), yield)
}

// clitics stand after an apostrophe and are no part of the word before it.
var clitics = map[string]bool{"s": true, "ll": true, "re": true, "ve": true, "d": true, "m": true}

// elisions stand before an apostrophe and are no part of the word after it:
// French, Italian and Catalan articles, pronouns and prepositions.
var elisions = map[string]bool{
	"l": true, "d": true, "j": true, "m": true, "t": true, "s": true, "n": true, "c": true, "qu": true,
	"jusqu": true, "lorsqu": true, "puisqu": true, "quoiqu": true, "quelqu": true, "presqu": true,
	"dell": true, "all": true, "nell": true, "dall": true, "sull": true, "un": true, "quest": true, "quell": true, "bell": true, "sant": true,
}

func hasBorder(s string) bool {
	_, sh := run(s, 0)
	return sh.inner
}

// emitWord yields a word without joiners, after its parts where it has any of
// two characters or more: camelCase, HTMLParser, utf8, covid19.
func emitWord(text string, start, end int, inner bool, yield func(Lexeme) bool) bool {
	if start == end {
		return true
	}
	s := text[start:end]
	if inner && !emitParts(s, start, yield) {
		return false
	}
	f := Fold(clip(s, MaxLexeme))
	if len(f) > MaxLexeme { // a ligature may have grown
		f = clip(f, MaxLexeme)
	}
	return f == "" || yield(Lexeme{start, end, f})
}

func emitParts(s string, base int, yield func(Lexeme) bool) bool {
	borders := partsOf(s)
	if len(borders) == 0 {
		return true
	}
	from := 0
	for _, to := range append(borders, len(s)) {
		f := Fold(clip(s[from:to], MaxLexeme))
		if len([]rune(f)) > 1 && !yield(Lexeme{base + from, base + to, clip(f, MaxLexeme)}) {
			return false
		}
		from = to
	}
	return true
}

// partsOf returns where the parts of a word begin, but for the first: between
// letters and digits, and at the capitals of a longer word. The capitals of
// mRNA, nCoV and IFNγ make no parts that anybody asks for by themselves, and
// counted as words they would only be noise.
func partsOf(s string) []int {
	var borders []int
	from := 0
	prev, prevClass, prevAt := rune(0), other, 0
	upper := false // the two characters before are upper case
	for i, r := range s {
		c := classOf(r)
		if c == silent || unicode.IsMark(r) {
			continue
		}
		cut := -1
		if border(prev, prevClass, r, c) {
			cut = i
		} else if upper && unicode.IsLower(r) && prevAt > from {
			cut = prevAt // the last capital of HTMLParser begins the next part
		}
		if cut > from && (prevClass != c || len(s) >= shortestCamel) {
			borders = append(borders, cut)
			from = cut
		}
		upper = unicode.IsUpper(prev) && unicode.IsUpper(r)
		prev, prevClass, prevAt = r, c, i
	}
	return borders
}

// shortestCamel is the length in bytes from which capitals inside a word make
// parts.
const shortestCamel = 6

// emitWhole yields the compound itself: hyphenated words without their hyphens
// (e-mail is email), everything else with its joiners. Words of two letters and
// more that hyphens or strokes join (well-known, y/o) are found by their parts,
// and the whole would only count them twice.
func emitWhole(text string, start, end int, units []Span, glue []rune, yield func(Lexeme) bool) bool {
	if len(units) < 2 || end-start > MaxLexeme || wordsOnly(text, units, glue) {
		return true
	}
	f := Fold(text[start:end])
	hyphens := !hasDigit(f)
	for _, g := range glue {
		hyphens = hyphens && isHyphen(g)
	}
	if hyphens {
		f = strings.NewReplacer("-", "", "'", "").Replace(f)
	}
	if f == "" || len(f) > MaxLexeme {
		return true
	}
	return yield(Lexeme{start, end, f})
}

// wordsOnly reports whether hyphens and strokes join nothing but words of two
// letters or more, without digits.
func wordsOnly(text string, units []Span, glue []rune) bool {
	for _, g := range glue {
		if !isHyphen(g) && g != '/' {
			return false
		}
	}
	for _, u := range units {
		if s := text[u.Start:u.End]; utf8.RuneCountInString(s) < 2 || hasDigit(s) {
			return false
		}
	}
	return true
}

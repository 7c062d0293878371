package lex

import "strings"

// numberUnits returns how many of the units, from the first, are digits joined
// by dots or commas: 1.234,56 is three units and one number. It returns less
// than 2 where there is no such number.
func numberUnits(text string, units []Span) int {
	n := 0
	for i, u := range units {
		if i == 0 {
			u.Start = numberStart(text, u)
		}
		if !digits(text[u.Start:u.End]) {
			break
		}
		if i > 0 {
			sep := text[units[i-1].End:u.Start]
			if sep != "." && sep != "," {
				break
			}
		}
		n++
	}
	return n
}

// numberStart returns where the digits of a unit begin: after the v of a
// version, else at its start.
func numberStart(text string, u Span) int {
	if u.End-u.Start > 1 && (text[u.Start] == 'v' || text[u.Start] == 'V') && digits(text[u.Start+1:u.End]) {
		return u.Start + 1
	}
	return u.Start
}

func digits(s string) bool {
	for _, r := range s {
		if c := classOf(r); c != digit && c != silent {
			return false
		}
	}
	return s != ""
}

// emitNumber yields the readings of a number with separators: 30.000 may be
// thirty thousand or thirty, so it is both "30000" and "30.000"; 3,5 is "3.5";
// 1.234,56 is "1234.56"; anything else, as a version, is itself.
func emitNumber(s string, start int, yield func(Lexeme) bool) bool {
	f := Fold(s)
	if len(f) > MaxLexeme {
		f = clip(f, MaxLexeme)
	}
	for _, reading := range readings(f) {
		if !yield(Lexeme{start, start + len(s), reading}) {
			return false
		}
	}
	return true
}

func readings(f string) []string {
	last := strings.LastIndexAny(f, ".,")
	sep := f[last : last+1]
	first := strings.IndexAny(f, ".,")
	switch {
	case grouped(f, sep):
		plain := strings.ReplaceAll(f, sep, "")
		if first == last {
			return []string{plain, f[:last] + "." + f[last+1:]}
		}
		return []string{plain}
	case first == last:
		return []string{f[:last] + "." + f[last+1:]}
	case f[first] != f[last] && grouped(f[:last], f[first:first+1]):
		return []string{strings.ReplaceAll(f[:last], f[first:first+1], "") + "." + f[last+1:]}
	case !strings.Contains(f, ","):
		return []string{f}
	}
	return strings.FieldsFunc(f, func(r rune) bool { return r == ',' }) // a list without blanks
}

// grouped reports whether sep parts f into one to three digits and groups of
// three.
func grouped(f, sep string) bool {
	parts := strings.Split(f, sep)
	if len(parts) < 2 || len(parts[0]) > 3 || parts[0] == "0" {
		return false
	}
	for _, p := range parts {
		if p == "" || strings.ContainsAny(p, ".,") {
			return false
		}
	}
	for _, p := range parts[1:] {
		if len(p) != 3 {
			return false
		}
	}
	return true
}

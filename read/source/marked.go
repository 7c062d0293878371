package source

import (
	"slices"
	"strings"
)

// longestMarked bounds, in bytes, a string with a mark of its own: a longer one
// is none.
const longestMarked = 1 << 11

// operators are the words of Perl that a string with a mark of its own follows;
// of the last three two follow.
var operators = []string{"q", "qq", "qw", "qr", "m", "s", "tr", "y"}

// marked goes over a string that begins with ~ and letters, as in Elixir, or
// with an operator, as in Perl, and then with the mark that ends it.
func (s *scanner) marked(rest string) bool {
	n := 0
	if rest[0] == '~' {
		n = 1
	} else if s.at > s.cur.start && strings.IndexByte("$@%&*>{-:", s.text[s.at-1]) >= 0 || s.at > 0 && wordByte(s.text[s.at-1]) {
		return false // a variable, a key, a method
	}
	for from := n; n < len(rest) && n < from+10 && letter(rest[n]); n++ {
	}
	word := rest[:n]
	if rest[0] == '~' {
		if strings.HasPrefix(rest[n:], `"""`) {
			s.until(n+3, `"""`, false)
			return true
		}
	} else if !slices.Contains(operators, word) {
		return false
	} else if n < len(rest) && rest[n] == ' ' {
		n++
	}
	if n == len(word) && n < 2 && rest[0] == '~' || n >= len(rest) || !marks(rest[n]) || word != "~" && strings.HasPrefix(rest[n:], "=>") {
		return false
	}
	end := past(rest, n)
	if word == "s" || word == "tr" || word == "y" {
		if end > 0 && closing(rest[n]) != rest[n] { // the second has marks of its own
			for end < len(rest) && (blankByte(rest[end]) && rest[end] != ';') {
				end++
			}
			if end == len(rest) || !marks(rest[end]) {
				return false
			}
			end = past(rest, end)
		} else if end > 0 {
			end = past(rest, end-1)
		}
	}
	if end <= 0 {
		return false
	}
	s.over(s.at+end, true)
	return true
}

// percent goes over a string of Ruby that begins with a percent sign: %w(a b),
// %(text). Where a value stands before it, it is an operator.
func (s *scanner) percent(rest string) bool {
	n := 1
	if n < len(rest) && strings.IndexByte("qQwWiIrsx", rest[n]) >= 0 {
		n++
	}
	if n >= len(rest) || strings.IndexByte("([{<|!", rest[n]) < 0 || !s.operand() && (s.at == s.cur.start || !blankByte(s.text[s.at-1])) {
		return false
	}
	end := past(rest, n)
	if end == 0 {
		return false
	}
	s.over(s.at+end, true)
	return true
}

// marks reports whether c may begin a string of its own.
func marks(c byte) bool { return strings.IndexByte("/|\"'([{<!#~^:", c) >= 0 }

// closing is the mark that ends what c begins.
func closing(c byte) byte {
	if i := strings.IndexByte("([{<", c); i >= 0 {
		return ")]}>"[i]
	}
	return c
}

// past is where the string ends whose mark stands at byte at of rest, or 0.
func past(rest string, at int) int {
	open, shut := rest[at], closing(rest[at])
	depth := 1
	for i := at + 1; i < len(rest) && i-at < longestMarked; i++ {
		switch c := rest[i]; {
		case c == '\\':
			i++
		case c == shut:
			if depth--; depth == 0 {
				return i + 1
			}
		case c == open:
			depth++
		}
	}
	return 0
}

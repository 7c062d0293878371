package markdown

import (
	"strings"

	"github.com/pildora/pildora/doc"
)

// formula is a pair of fences around a display formula.
type formula struct{ open, close string }

var (
	dollars  = formula{"$$", "$$"}
	brackets = formula{`\[`, `\]`}
)

// ahead is what was found by looking for a closing fence: the next line that
// holds just a fence, or that is blank, begins at line. Fences in between would
// have been found, so the answer holds for all openings before that line, and
// the text is looked through once.
type ahead struct {
	line   int
	found  bool
	quotes int // marks of quotes before the fence
}

// openMath opens a formula: all on one line, or between two lines that hold
// only the fences, without a blank line in between. A fence without its partner
// is text.
func (s *scanner) openMath(matched int) bool {
	text := s.content()
	if len(text) < 2 {
		return false
	}
	f, seen := dollars, &s.ahead[0]
	if text[0] == '\\' {
		f, seen = brackets, &s.ahead[1]
	}
	if text == f.open {
		return s.openMathLines(matched, f, seen)
	}
	inner, opens := strings.CutPrefix(text, f.open)
	inner, closes := strings.CutSuffix(inner, f.close)
	if !opens || !closes || trim(inner) == "" || strings.Contains(inner, f.open) || strings.Contains(inner, f.close) {
		return false
	}
	s.begin(matched)
	s.emit(doc.Block{Kind: doc.Math, Span: doc.Span{Start: s.from(), End: s.line.end}})
	return true
}

func (s *scanner) openMathLines(matched int, f formula, seen *ahead) bool {
	if seen.line < s.line.next {
		*seen = s.lookAhead(s.line.next, f.close)
	}
	if !seen.found || seen.quotes != s.quotesIn(matched) {
		return false
	}
	s.begin(matched)
	s.leaf = leaf{kind: leafMath, block: doc.Paragraph, label: f.close, from: s.from(), end: s.line.end}
	return true
}

// quotesIn counts the quotes among the first n containers.
func (s *scanner) quotesIn(n int) int {
	k := len(s.quotes)
	for k > 0 && s.quotes[k-1] >= n {
		k--
	}
	return k
}

// lookAhead finds the first line from start on that is blank or the fence,
// whatever containers it is in.
func (s *scanner) lookAhead(start int, fence string) ahead {
	for start < len(s.src) {
		rest := s.src[start:]
		end := strings.IndexAny(rest, "\n\r")
		if end < 0 {
			end = len(rest)
		}
		text := strings.TrimLeft(rest[:end], " \t>")
		quotes := strings.Count(rest[:end-len(text)], ">")
		if text = trimRight(text); text == fence || text == "" {
			return ahead{start, text == fence, quotes}
		}
		start += end + 1
		if end+1 < len(rest) && rest[end:end+2] == "\r\n" {
			start++
		}
	}
	return ahead{line: len(s.src)}
}

// inMath takes a line of a formula. Until its fence comes it is a paragraph:
// that is what is left where its container ends first.
func (s *scanner) inMath() {
	if s.line.blank() {
		s.closeLeaf()
		return
	}
	s.leaf.end = s.line.end
	if s.content() == s.leaf.label {
		s.leaf.block = doc.Math
		s.closeLeaf()
	}
}

package markdown

import (
	"slices"
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
	indent int // columns before the fence, where there are no quotes
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
	inner, opens := strings.CutPrefix(s.withoutAttributes(text), f.open)
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
	if !seen.found || seen.quotes != s.quotesIn(matched) || seen.quotes == 0 && seen.indent < s.needed(matched) {
		return false // there is no fence, or it is in another container
	}
	s.begin(matched)
	s.leaf = leaf{kind: leafMath, block: doc.Paragraph, label: f.close, from: s.from(), end: s.line.end}
	return true
}

// quotesIn counts the quotes among the first n containers.
func (s *scanner) quotesIn(n int) int {
	count, _ := slices.BinarySearch(s.quotes, n)
	return count
}

// needed is the indentation of later lines in the first n containers, which are
// no quotes. The line has matched them, so there are no more than its bytes.
func (s *scanner) needed(n int) int {
	columns := 0
	for _, c := range s.stack[:n] {
		columns += c.need
	}
	return columns
}

// lookAhead finds the first line from start on that is blank or the fence,
// whatever containers it is in.
func (s *scanner) lookAhead(start int, fence string) ahead {
	for start < len(s.src) {
		line, _, next := cutLine(s.src, start)
		text := strings.TrimLeft(line, " \t>")
		marks := line[:len(line)-len(text)]
		if text = trimRight(text); s.closesFormula(text, fence) || text == "" {
			return ahead{start, text != "", strings.Count(marks, ">"), columns(marks)}
		}
		start = next
	}
	return ahead{line: len(s.src)}
}

func columns(blanks string) int {
	col := 0
	for i := range len(blanks) {
		if blanks[i] == '\t' {
			col += 4 - col%4
		} else {
			col++
		}
	}
	return col
}

// inMath takes a line of a formula. Until its fence comes it is a paragraph:
// that is what is left where its container ends first.
func (s *scanner) inMath() {
	if s.line.blank() {
		s.closeLeaf()
		return
	}
	s.leaf.end = s.line.end
	if s.closesFormula(s.content(), s.leaf.label) {
		s.leaf.block = doc.Math
		s.closeLeaf()
	}
}

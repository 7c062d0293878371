package markdown

import (
	"context"
	"slices"

	"github.com/pildora/pildora/doc"
)

// Scan returns the blocks of a Markdown text, in document order, parents before
// their children, as [doc.Document] wants them. It never fails: every text is
// Markdown. Labels share the memory of text, save where a label had several
// lines. It is a pure function, linear in time and memory.
func Scan(text string) []doc.Block { return ScanAs(text, CommonMark) }

// ScanAs is [Scan] for a text in a dialect.
func ScanAs(text string, d Dialect) []doc.Block {
	blocks, _ := scan(context.Background(), text, d)
	return blocks
}

// linesPerCheck is how often a scan asks whether it should go on.
const linesPerCheck = 1 << 14

func scan(ctx context.Context, text string, d Dialect) ([]doc.Block, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s := scanner{src: text, dialect: d, opens: &openings[d]}
	start := s.takeFrontMatter()
	for n := 1; start < len(text); n++ {
		if n%linesPerCheck == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if len(s.stack) == 0 {
			if s.leaf.kind == leafFenced {
				start = s.skipFence(start)
				continue
			}
			if text[start] == '\n' && s.plain() { // the lines between most blocks
				s.closeLeaf()
				start++
				continue
			}
		}
		s.nextLine(start)
		s.scanLine()
		start = s.line.next
	}
	s.closeTo(0)
	return s.blocks, nil
}

// scanner is the state between two lines.
type scanner struct {
	src    string
	line   line
	blocks []doc.Block
	stack  []container
	quotes []int // indices in stack
	leaf   leaf
	para   []paraLine // lines of the open paragraph
	last   int        // end of the last block written down
	noRule int        // no thematic break begins on this line before that byte
	ends   lineEnds
	ahead  [2]ahead

	dialect    Dialect
	opens      *[256]bool // openings of the dialect
	divisions  int        // how many are on the stack
	options    bool       // the line may be an option of the division that is open
	components int        // how many tags of JSX are open
	unclosed   bool       // something of JavaScript isn't closed up to the end of the text
	lastFence  [2]place   // the last fence of colons, of slashes
	lastEnd    [2]place   // the last end of a comment, %% or */}
}

// add appends a block. Where the slice is full it grows to what the whole text
// will need if it goes on like this: most texts grow it two or three times, and
// a long line costs nothing.
func (s *scanner) add(b doc.Block) {
	if n := len(s.blocks); n == cap(s.blocks) {
		share := float64(len(s.src)) / float64(max(1, s.line.end))
		more := int(float64(n)*(share-1)*1.15) + 16
		s.blocks = slices.Grow(s.blocks, min(max(more, n/4), 15*n+64))
	}
	s.blocks = append(s.blocks, b)
}

// leafKind is what the open leaf is and so how it goes on.
type leafKind uint8

const (
	noLeaf leafKind = iota
	leafParagraph
	leafFenced
	leafIndented
	leafHTML
	leafMath
	leafTable
	leafRaw
)

// leaf is the open leaf.
type leaf struct {
	kind      leafKind
	block     doc.Kind // what it will be
	mark      byte     // fenced: the fence's character
	width     int      // fenced: the fence's length; html: the kind of block; raw: where it ends
	table     int32    // table: index of its block
	noTable   bool     // paragraph: it won't become a table
	from, end int
	label     string
}

// closeLeaf writes the open leaf down.
func (s *scanner) closeLeaf() {
	switch s.leaf.kind {
	case noLeaf:
		return
	case leafParagraph:
		s.closeParagraph(s.para)
		return
	case leafTable: // was written row by row
	default:
		label := s.leaf.label
		if s.leaf.kind == leafMath {
			label = ""
		}
		s.emit(doc.Block{Kind: s.leaf.block, Label: label, Span: doc.Span{Start: s.leaf.from, End: s.leaf.end}})
	}
	s.leaf.kind = noLeaf
}

// scanLine takes one line.
func (s *scanner) scanLine() {
	if len(s.stack) == 0 && s.scanPlain() {
		return
	}
	s.findText()
	matched := s.match()
	if matched == len(s.stack) && s.goesOn() {
		return
	}
	if s.line.blank() {
		s.options = false
		s.closeTo(matched)
		return
	}
	if s.options && s.takeOption(matched) {
		return
	}
	s.open(matched)
}

// plain reports whether the open leaf, if any, is one that an empty line ends
// and that takes every line which can only be text.
func (s *scanner) plain() bool {
	return s.leaf.kind <= leafParagraph || s.leaf.kind == leafTable
}

// scanPlain takes a line outside all containers that is empty or begins with
// what can only be text, or be a row: most lines of prose and tables. It reports false, and
// has done nothing, where the line needs a closer look.
func (s *scanner) scanPlain() bool {
	l := &s.line
	if !s.plain() {
		return false
	}
	if l.start == l.end {
		s.closeLeaf()
		return true
	}
	c := s.src[l.start]
	if s.leaf.kind == leafTable {
		if s.opens[c] && c != '|' {
			return false
		}
		s.addRow()
		return true
	}
	if s.opens[c] {
		return false
	}
	if s.leaf.kind == noLeaf {
		s.leaf.kind, s.leaf.noTable = leafParagraph, false
	}
	s.para = append(s.para, paraLine{l.start, l.start, l.end})
	return true
}

// goesOn gives the line to an open leaf that takes lines as they are, and
// reports whether it took it.
func (s *scanner) goesOn() bool {
	switch s.leaf.kind {
	case leafFenced:
		s.inFence()
	case leafMath:
		s.inMath()
	case leafIndented:
		return s.inIndented()
	case leafHTML:
		return s.inHTML()
	case leafRaw:
		s.inRaw()
	default:
		return false
	}
	return true
}

// open reads the blocks that begin on the line, which belongs to the first
// matched containers, and then its text.
func (s *scanner) open(matched int) {
	lazy := s.leaf.kind == leafParagraph // the line may go on it, even lazily
	inner := lazy && matched == len(s.stack)
	fresh := false // a container has begun on this line
	for {
		if s.line.indent() >= 4 && s.dialect != MDX {
			if !lazy {
				s.openIndented(matched)
				return
			}
			break
		}
		if !s.opens[s.src[s.line.text]] {
			break
		}
		if s.openContainer(matched, inner) {
			if s.line.blank() {
				return
			}
			lazy, inner, fresh = false, false, true
			matched = len(s.stack)
			continue
		}
		if s.openLeaf(matched, lazy, inner) {
			return
		}
		break
	}
	// A setext underline below nothing but definitions has closed the paragraph.
	switch {
	case s.leaf.kind == leafParagraph && !fresh:
	case s.leaf.kind == leafTable && !fresh && matched == len(s.stack):
		s.addRow()
		return
	default:
		s.begin(matched)
	}
	s.addText()
}

// openContainer opens a container whose mark is the text, if any; inner says
// that the text is else a line of a paragraph in the matched containers. What a
// rule or an underline may be, it leaves alone.
func (s *scanner) openContainer(matched int, inner bool) bool {
	switch c := s.src[s.line.text]; c {
	case '>':
		return s.openQuote(matched)
	case '[':
		return s.openFootnote(matched)
	case '-':
		if inner && s.underline() != 0 || s.isRule() {
			return false
		}
		return s.openItem(matched, inner)
	case '*':
		return !s.isRule() && s.openItem(matched, inner)
	case ':', '/':
		return s.openDivision(matched)
	case '!', '?', '=':
		return s.openAdmonition(matched)
	case '+', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return s.openItem(matched, inner)
	}
	return false
}

// openLeaf opens a leaf other than a paragraph.
func (s *scanner) openLeaf(matched int, lazy, inner bool) bool {
	switch s.src[s.line.text] {
	case '#':
		return s.openATX(matched)
	case '`', '~':
		return s.openFence(matched)
	case '<':
		return s.openTags(matched, lazy) || s.openHTML(matched, lazy)
	case '$', '\\':
		return s.openMath(matched)
	case '*', '_':
		return s.openRule(matched)
	case '=':
		if level := s.underline(); inner && level != 0 {
			return s.closeSetext(level)
		}
	case '-':
		if level := s.underline(); inner && level != 0 && s.closeSetext(level) {
			return true
		}
		return s.openRule(matched) || s.leaf.kind == leafParagraph && inner && s.openTable()
	case '|':
		return inner && s.openTable()
	case ':':
		return s.closeDivision(matched) || s.openCaption(matched) || inner && s.openTable()
	case '/':
		return s.closeDivision(matched)
	}
	return s.openForeign(matched, lazy)
}

// openForeign opens a leaf that CommonMark doesn't know; of these only directives
// end a paragraph.
func (s *scanner) openForeign(matched int, lazy bool) bool {
	c := s.src[s.line.text]
	if lazy {
		return c == '{' && s.openDirective(matched)
	}
	switch c {
	case '%':
		return s.openRemark(matched, percents, &s.lastEnd[0])
	case '{':
		if s.openDirective(matched) {
			return true
		}
		if s.dialect == MDX {
			return s.openExpression(matched)
		}
		return s.openRemark(matched, braced, &s.lastEnd[1])
	case '^':
		return s.openBlockName(matched)
	case 'i', 'e':
		return s.openModule(matched)
	}
	return false
}

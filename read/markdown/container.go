package markdown

import "github.com/pildora/pildora/doc"

// maxDepth is how deep containers nest; a list and its item are two. Markers
// beyond it are text. Nobody writes so deep, and what reads the blocks may
// climb them by their parents.
const maxDepth = 1000

// container is an open block that holds others.
type container struct {
	kind   doc.Kind // how lines belong to it: Quote by marks, Item and Footnote by indentation, List and Detail always
	marker byte     // List: what every item of it has: - + * . or ); Detail: what its fences are made of
	width  int      // Detail: the length of its fence
	block  int32    // index in blocks
	need   int      // Item: columns of indentation that belong to it
	end    int      // end of the last line that had a mark of it
}

// match moves the cursor over the marks of the open containers and returns how
// many of them the line belongs to, from the outermost.
//
// Every container it passes takes at least one byte of the line, save on blank
// text, which matchBlank settles without a walk, and fenced divisions, of which
// there are few: so the stack's depth never
// multiplies with the number of lines.
func (s *scanner) match() int {
	quotes := 0
	for i := range s.stack {
		if s.line.blank() {
			return s.matchBlank(quotes)
		}
		c := &s.stack[i]
		switch c.kind {
		case doc.Quote:
			if s.line.indent() > 3 || s.src[s.line.text] != '>' {
				return i
			}
			s.takeQuote()
			c.end = s.line.end
			quotes++
		case doc.Item, doc.Footnote:
			if s.line.indent() < c.need {
				return i
			}
			s.skip(c.need)
		}
	}
	return len(s.stack)
}

// matchBlank answers match where the rest of the line is blank: everything up
// to the next quote goes on, but an item that is still empty ends.
func (s *scanner) matchBlank(quotes int) int {
	if quotes < len(s.quotes) {
		return s.quotes[quotes]
	}
	n := len(s.stack)
	if top := s.stack[n-1]; top.kind == doc.Item && s.leaf.kind == noLeaf && int(top.block) == len(s.blocks)-1 {
		return n - 1
	}
	return n
}

// takeQuote moves the cursor behind a '>' and the blank that belongs to it.
func (s *scanner) takeQuote() {
	s.takeMark(1)
	if s.line.pos < s.line.end && isBlank(s.src[s.line.pos]) {
		s.skip(1)
	}
}

func (s *scanner) openQuote(matched int) bool {
	if s.depth(matched) >= maxDepth {
		return false
	}
	s.begin(matched)
	s.push(container{kind: doc.Quote, end: s.line.end}, s.from(), doc.Block{Kind: doc.Quote})
	s.takeQuote()
	s.takeCallout()
	return true
}

// depth is the depth of a new block's parent: a list takes only items, so it
// ends where something else begins.
func (s *scanner) depth(matched int) int {
	if matched > 0 && s.stack[matched-1].kind == doc.List {
		return matched - 1
	}
	return matched
}

// begin closes what a new block in the first matched containers ends.
func (s *scanner) begin(matched int) { s.closeTo(s.depth(matched)) }

// closeTo closes the leaf and all containers but the first n.
func (s *scanner) closeTo(n int) {
	s.closeLeaf()
	for len(s.stack) > n {
		c := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		switch c.kind {
		case doc.Quote:
			s.quotes = s.quotes[:len(s.quotes)-1]
		case doc.Detail:
			s.divisions--
		}
		s.last = max(s.last, c.end)
		s.blocks[c.block].Span.End = s.last
	}
}

// push opens a container, which begins at start.
func (s *scanner) push(c container, start int, b doc.Block) {
	b.Span.Start = start
	b.Parent = s.parent()
	c.block = int32(len(s.blocks))
	s.add(b)
	if c.kind == doc.Quote {
		s.quotes = append(s.quotes, len(s.stack))
	}
	s.stack = append(s.stack, c)
}

// emit writes a leaf down in the innermost open container.
func (s *scanner) emit(b doc.Block) {
	b.Parent = s.parent()
	s.add(b)
	s.last = b.Span.End
}

func (s *scanner) parent() int32 {
	if len(s.stack) == 0 {
		return -1
	}
	return s.stack[len(s.stack)-1].block
}

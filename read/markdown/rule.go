package markdown

import "github.com/pildora/pildora/doc"

// isRule reports whether the text is a thematic break: three or more of one of
// * - _ and blanks. Where it isn't, it remembers the byte that says so: the
// markers of lists nested on one line ask again for every level.
func (s *scanner) isRule() bool {
	l := &s.line
	if l.text < s.noRule {
		return false
	}
	mark, n := s.src[l.text], 0
	for i := l.text; i < l.end; i++ {
		switch c := s.src[i]; {
		case c == mark:
			n++
		case !isBlank(c):
			s.noRule = i
			return false
		}
	}
	return n >= 3
}

func (s *scanner) openRule(matched int) bool {
	if !s.isRule() {
		return false
	}
	s.begin(matched)
	s.emit(doc.Block{Kind: doc.Rule, Span: doc.Span{Start: s.from(), End: s.line.end}})
	return true
}

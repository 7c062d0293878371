package rule

import (
	"slices"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/enrich"
)

// said gathers the lines of one body after the other: none that its breadcrumb
// or the body itself says, none twice.
type said struct {
	*reading
	lines   []string
	body    doc.Span
	section int    // of the last body, in the outline, + 2; 0 before the first
	crumb   string // its breadcrumb, flat and in small letters
	text    string // the body, flat; empty until it is asked for
}

func (s *said) enter(body doc.Span) {
	s.lines, s.body, s.text = nil, body, ""
	if at := s.doc.SectionOf(body) + 2; at != s.section {
		s.section = at
		s.crumb = strings.ToLower(flat(enrich.Breadcrumb(s.doc, body)))
	}
}

func (s *said) say(line string) {
	if line == "" || slices.Contains(s.lines, line) || strings.Contains(s.crumb, strings.ToLower(strings.TrimRight(line, "…."))) {
		return
	}
	if s.text == "" {
		s.text = flat(s.doc.Slice(s.body))
	}
	if !strings.Contains(s.text, strings.TrimSuffix(line, "…")) {
		s.lines = append(s.lines, line)
	}
}

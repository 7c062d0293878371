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
	section int    // whose breadcrumb is known, in the outline, + 2; 0 before the first
	crumb   string // that, flat and in small letters
	text    string // the body, flat; empty until it is asked for
}

func (s *said) enter(body doc.Span) {
	s.lines, s.body, s.text = nil, body, ""
}

func (s *said) say(line string) {
	if line != "" && !slices.Contains(s.lines, line) && !s.titled(line) && !s.holds(strings.TrimSuffix(line, "…")) {
		s.lines = append(s.lines, line)
	}
}

// titled reports whether the breadcrumb says a line.
func (s *said) titled(line string) bool {
	if at := s.doc.SectionOf(s.body) + 2; at != s.section {
		s.section = at
		s.crumb = strings.ToLower(flat(enrich.Breadcrumb(s.doc, s.body)))
	}
	return len(line) <= len(s.crumb)+len("….") && strings.Contains(s.crumb, strings.ToLower(strings.TrimRight(line, "….")))
}

// holds reports whether the body says a line. It is made flat only where it
// holds the line's first word.
func (s *said) holds(line string) bool {
	word, _, _ := strings.Cut(line, " ")
	if body := s.doc.Slice(s.body); !strings.Contains(body, word) {
		return false
	} else if s.text == "" {
		s.text = flat(body)
	}
	return strings.Contains(s.text, line)
}

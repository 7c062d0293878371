package docx

import (
	"strings"

	"github.com/pildora/pildora/read/office/flow"
	"github.com/pildora/pildora/read/office/opc"
)

// field is a field that is open: its instruction, then its result.
type field struct {
	instruction string
	result      bool   // its result is being read
	contents    bool   // it is a table of contents
	link        string // where its result leads
	outer       string // the link around it
	age         int    // paragraphs since it was opened
}

// maxInstruction bounds what is kept of an instruction, in bytes, and for how
// many paragraphs one may go on: a field that is never closed must not hide the
// rest of the document.
const (
	maxInstruction = 4 << 10
	maxFieldAge    = 20
	// maxFields is how many fields may be inside of one another; those further
	// in are as the one around them.
	maxFields = 32
)

// fieldChar reads the beginning, the middle or the end of a field.
func (p *inline) fieldChar(n *opc.Node) {
	s := p.s
	switch n.Attr("w:fldCharType") {
	case "begin":
		if p.checkBox(n); len(s.fields) >= maxFields {
			s.beyond++
			return
		}
		s.fields = append(s.fields, field{outer: p.link})
	case "separate":
		if f := s.field(); f != nil && !f.result && s.beyond == 0 {
			f.begin(f.instruction)
			if f.link != "" {
				p.link = f.link
			}
		}
	case "end":
		if s.beyond > 0 {
			s.beyond--
			return
		}
		if f := s.field(); f != nil {
			p.link = f.outer
			s.fields = s.fields[:len(s.fields)-1]
		}
	}
}

// begin begins the result of the field.
func (f *field) begin(instruction string) {
	f.result = true
	words := arguments(instruction)
	if len(words) == 0 {
		return
	}
	switch strings.ToUpper(words[0]) {
	case "TOC":
		f.contents = true
	case "HYPERLINK":
		if len(words) > 1 && !strings.HasPrefix(words[1], `\`) {
			f.link = words[1]
		}
	}
}

// arguments are the words of an instruction, what is between quotes one.
func arguments(instruction string) []string {
	var out []string
	for rest := strings.TrimSpace(instruction); rest != ""; rest = strings.TrimSpace(rest) {
		var word string
		if rest[0] == '"' {
			word, rest, _ = strings.Cut(rest[1:], `"`)
		} else if i := strings.IndexAny(rest, " \t\n\""); i > 0 {
			word, rest = rest[:i], rest[i:]
		} else {
			word, rest = rest, ""
		}
		out = append(out, word)
	}
	return out
}

func (s *story) field() *field {
	if len(s.fields) == 0 {
		return nil
	}
	return &s.fields[len(s.fields)-1]
}

// instruct adds to the instruction of the innermost field.
func (s *story) instruct(text string) {
	if f := s.field(); f != nil && !f.result && len(f.instruction)+len(text) <= maxInstruction {
		f.instruction += text
	}
}

// shown reports whether text is shown where the story is: not in an
// instruction, nor in a table of contents.
func (s *story) shown() bool {
	for i := range s.fields {
		if !s.fields[i].result || s.fields[i].contents {
			return false
		}
	}
	return true
}

// fieldsAge forgets instructions that were never ended, at the end of a
// paragraph.
func (s *story) fieldsAge() {
	kept := s.fields[:0]
	for i := range s.fields {
		if s.fields[i].age++; s.fields[i].result || s.fields[i].age <= maxFieldAge {
			kept = append(kept, s.fields[i])
		}
	}
	if s.fields = kept; len(kept) < maxFields {
		s.beyond = 0
	}
}

// leaveContents forgets a table of contents that was never ended, where a
// heading comes.
func (s *story) leaveContents() {
	for i := range s.fields {
		if s.fields[i].contents {
			s.fields = s.fields[:i]
			return
		}
	}
}

// simpleField reads a field that is one element.
func (p *inline) simpleField(n *opc.Node) {
	if len(p.s.fields) >= maxFields {
		p.kids(n)
		return
	}
	f := field{outer: p.link}
	f.begin(n.Attr("w:instr"))
	if f.link != "" {
		p.link = f.link
	}
	p.s.fields = append(p.s.fields, f)
	depth := len(p.s.fields)
	p.kids(n)
	p.s.fields = p.s.fields[:min(depth-1, len(p.s.fields))]
	p.link = f.outer
}

// checkBox adds the box of a form's field.
func (p *inline) checkBox(n *opc.Node) {
	box := n.Kid("w:ffData", "w:checkBox")
	if box == nil {
		return
	}
	state := box.Kid("w:checked")
	if state == nil {
		state = box.Kid("w:default")
	}
	sign := "☐"
	if state != nil && on(state.Attr("w:val")) {
		sign = "☒"
	}
	p.text(sign+" ", p.s.from(n), flow.Look{})
}

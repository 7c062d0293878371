package docx

import (
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/office/flow"
	"github.com/pildora/pildora/read/office/opc"
)

// story is a sequence of paragraphs: of the main part, a note, a cell or a text
// box.
type story struct {
	w      *reading
	part   string
	links  map[string]opc.Relation // where the part leads to
	main   bool                    // notes are written at the end of its sections
	page   int                     // 0 where pages don't count
	blocks []flow.Block
	err    error

	depth   int // of tables and boxes around it
	fields  []field
	beyond  int          // fields that are open inside of the innermost of fields
	carried []flow.Piece // of a paragraph whose mark was deleted: the next one goes on with it
	boxes   []*opc.Node  // text boxes and drawings of the present paragraph
	inItem  bool         // the last paragraph was an item
}

// maxNested is how many tables may be in the cells of one another; those further
// in are read as their paragraphs.
const maxNested = 16

// inside is a story in a cell or a text box of s.
func (s *story) inside() *story {
	return &story{w: s.w, part: s.part, links: s.links, page: s.page, depth: s.depth + 1}
}

// absorb takes over what a story inside of s has counted.
func (s *story) absorb(inner *story) {
	inner.end()
	s.page = max(s.page, inner.page)
	if s.err == nil {
		s.err = inner.err
	}
}

// from is where a node stands.
func (s *story) from(n *opc.Node) doc.Origin {
	return doc.Origin{Part: s.part, Source: n.Span, Page: s.page}
}

// block reads a paragraph, a table, or what is around some of them.
func (s *story) block(n *opc.Node) {
	if s.err != nil {
		return
	}
	if err := s.w.ctx.Err(); err != nil {
		s.err = s.w.p.Errorf(s.part, "%w", err)
		return
	}
	switch n.Name {
	case "w:p":
		s.paragraph(n)
	case "w:tbl":
		if s.depth >= maxNested {
			s.all(n)
			return
		}
		s.table(n)
	case "w:altChunk":
		s.chunk(n)
	case "w:sdt":
		if isContents(n) {
			return
		}
		s.all(n.Kid("w:sdtContent"))
	case "mc:AlternateContent":
		s.alternatives(n, s.all)
	case "m:oMathPara", "m:oMath":
		s.formula(n)
	case "w:del", "w:moveFrom", "w:sectPr":
	default:
		if !strings.HasSuffix(n.Name, "Pr") {
			s.all(n)
		}
	}
}

func (s *story) all(n *opc.Node) {
	if n == nil {
		return
	}
	for _, k := range n.Kids {
		s.block(k)
	}
}

// alternatives reads the first of several writings of one thing that gives
// anything to read.
func (s *story) alternatives(n *opc.Node, read func(*opc.Node)) {
	for _, k := range n.Kids {
		if k.Name != "mc:Choice" && k.Name != "mc:Fallback" {
			continue
		}
		blocks, boxes := len(s.blocks), len(s.boxes)
		read(k)
		if len(s.blocks) > blocks || len(s.boxes) > boxes {
			return
		}
	}
}

// isContents reports whether a content control is a table of contents.
func isContents(n *opc.Node) bool {
	return n.Kid("w:sdtPr", "w:docPartObj", "w:docPartGallery").Attr("w:val") == "Table of Contents"
}

// formula reads a formula that stands between paragraphs.
func (s *story) formula(n *opc.Node) {
	var pieces []flow.Piece
	s.formulas(n, &pieces)
	for _, p := range pieces {
		s.add(flow.Block{Kind: flow.Formula, Pieces: []flow.Piece{p}, From: p.From})
	}
}

// add appends a block. Notes of the section before a heading go in front of it.
func (s *story) add(b flow.Block) {
	if b.Kind == flow.Heading {
		s.w.headings++
		if s.main {
			s.flushNotes()
		}
	}
	s.inItem = b.Kind == flow.Item || b.Kind == flow.More || s.inItem && b.Empty()
	s.blocks = append(s.blocks, b)
}

// end ends the story: what waits for a next paragraph is one.
func (s *story) end() {
	if len(s.carried) > 0 {
		s.add(flow.Block{Pieces: s.carried, From: s.carried[0].From})
		s.carried = nil
	}
}

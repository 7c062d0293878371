package boundary

import (
	"iter"
	"math/rand/v2"
	"strings"

	"github.com/pildora/pildora/doc"
)

// Stitching says how [Stitch] joins pieces. The zero value takes pieces of 2
// to 6 blocks of whole documents, without headings, until the sources have no
// more.
type Stitching struct {
	// Seed decides on order and lengths: same seed and documents, same result.
	Seed uint64
	// Pieces is how many pieces are joined at most; 0 means as many as there are.
	Pieces int
	// Min and Max bound the number of top-level blocks of a piece; 0 means 2
	// and 6. The rest of a source may be shorter.
	Min, Max int
	// Sections makes each section under a heading of level 1 or 2 a source of
	// its own, so that pieces of one document count as different topics.
	Sections bool
	// Headings keeps headings. They are left out otherwise, as one at the
	// start of a piece gives the boundary away.
	Headings bool
}

// between is what stands between the blocks of a stitched document.
const between = "\n\n"

// Stitch joins pieces of different sources into one document and returns it
// with its true boundaries: the byte offset at which each piece but the first
// begins. Neighbouring pieces are never of one source, and no text is used
// twice: sources come in turns, in an order drawn anew for each round, and
// each goes on where it stopped, until fewer than two have something left.
// With one source there is one piece and no boundary.
//
// A piece is a run of top-level blocks (those of a page count as such); of a
// document without blocks, paragraphs between blank lines. Front matter, rules
// and link definitions are left out. Blocks keep their nesting, and Origins
// lead back to the documents, named by Part. The work grows linearly with the
// texts. After Choi: Advances in Domain Independent Linear Text Segmentation,
// NAACL 2000, who joined beginnings of articles.
func Stitch(docs iter.Seq[*doc.Document], o Stitching) (*doc.Document, []int) {
	if o.Min <= 0 {
		o.Min = 2
	}
	if o.Max <= 0 {
		o.Max = 6
	}
	o.Max = max(o.Max, o.Min)
	var sources []*source
	for d := range docs {
		sources = append(sources, newSources(d, o)...)
	}
	s := stitcher{Stitching: o, rng: rand.New(rand.NewPCG(o.Seed, uint64(len(sources)))), d: &doc.Document{URI: "stitched"}}
	s.rounds(sources)
	s.d.Text = s.text.String()
	return s.d, s.truth
}

type stitcher struct {
	Stitching
	rng    *rand.Rand
	d      *doc.Document
	text   strings.Builder
	truth  []int
	pieces int
}

// rounds takes a piece of each source in turn until there is nothing to go on
// with.
func (s *stitcher) rounds(sources []*source) {
	var last *source
	for {
		s.rng.Shuffle(len(sources), func(i, j int) { sources[i], sources[j] = sources[j], sources[i] })
		if len(sources) > 1 && sources[0] == last {
			end := len(sources) - 1
			sources[0], sources[end] = sources[end], sources[0]
		}
		left := sources[:0]
		for _, src := range sources {
			if s.Pieces > 0 && s.pieces == s.Pieces || src == last {
				return
			}
			s.piece(src)
			last = src
			if len(src.blocks) > 0 {
				left = append(left, src)
			}
		}
		if sources = left; len(sources) == 0 {
			return
		}
	}
}

// piece appends the next blocks of a source.
func (s *stitcher) piece(src *source) {
	n := min(s.Min+s.rng.IntN(s.Max-s.Min+1), len(src.blocks))
	for i, b := range src.blocks[:n] {
		if s.text.Len() > 0 {
			s.text.WriteString(between)
		}
		if i == 0 && s.pieces > 0 {
			s.truth = append(s.truth, s.text.Len())
		}
		s.block(src.d, b)
	}
	src.blocks = src.blocks[n:]
	s.pieces++
	switch {
	case s.pieces == 1:
		s.d.Media, s.d.Language = src.d.Media, src.d.Language
	case s.d.Language != src.d.Language:
		s.d.Language = ""
	}
}

// block appends one block of d with those in it.
func (s *stitcher) block(d *doc.Document, b unitBlock) {
	at := s.text.Len()
	shift := at - b.span.Start
	s.text.WriteString(d.Slice(b.span))
	s.d.Origins = append(s.d.Origins, doc.Origin{Text: doc.Span{Start: at, End: s.text.Len()}, Source: b.span, Part: d.URI})
	first := len(s.d.Blocks)
	if b.from == b.to { // a bare paragraph
		s.d.Blocks = append(s.d.Blocks, doc.Block{Kind: doc.Paragraph, Parent: -1, Span: doc.Span{Start: at, End: s.text.Len()}})
	}
	for i := b.from; i < b.to; i++ {
		c := d.Blocks[i]
		c.Span.Start += shift
		c.Span.End += shift
		if i == b.from {
			c.Parent = -1
		} else {
			c.Parent += int32(first - b.from)
		}
		s.d.Blocks = append(s.d.Blocks, c)
	}
}

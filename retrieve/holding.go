package retrieve

import (
	"bytes"
	"context"
	"slices"
	"sort"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lex"
	"github.com/pildora/pildora/store"
)

// Passage is a piece of a document that is asked for: a span of it, or its
// words.
type Passage struct {
	Doc  string   // the document; empty where that isn't known
	Span doc.Span // in the document's text; empty where only Text is known
	Text string
}

// Holding says where a passage stands in an index.
type Holding struct {
	// Whole are the chunks that hold all of it, by document and number.
	Whole []store.Record
	// Pieces are, where no chunk holds all of it, those of one document that hold
	// it together, in order. Where only the words of a passage are known and no
	// document has all of them in a row there are none.
	Pieces []Piece
}

// Piece is a chunk with a part of a passage.
type Piece struct {
	Record store.Record
	Share  float64 // of the passage, from 0 to 1: of its bytes, or of those of its words
}

// likely is how many hits for the words of a passage name the documents that it
// may stand in.
const likely = 50

// Hold finds a passage among the chunks of a generation. Words are compared as
// the index sees them, without stemming: case, accents, signs and white space
// don't count.
func Hold(ctx context.Context, s store.Index, f store.Filter, p Passage) (Holding, error) {
	f.Role = store.RoleChunk
	if f.Docs = nil; p.Doc != "" {
		f.Docs = []string{p.Doc}
	} else {
		hits, err := s.SearchText(ctx, p.Text, likely, f)
		if err != nil {
			return Holding{}, err
		}
		for _, h := range hits {
			if !slices.Contains(f.Docs, h.Record.DocID) {
				f.Docs = append(f.Docs, h.Record.DocID)
			}
		}
		if len(f.Docs) == 0 {
			return Holding{}, nil
		}
	}
	byDoc := map[string][]store.Record{}
	for r, err := range s.All(ctx, f) {
		if err != nil {
			return Holding{}, err
		}
		byDoc[r.DocID] = append(byDoc[r.DocID], r)
	}
	if !p.Span.Empty() {
		return bySpan(byDoc[p.Doc], p.Span), nil
	}
	return byWords(byDoc, f.Docs, wordsOf(p.Text)), nil
}

func bySpan(rs []store.Record, at doc.Span) Holding {
	var h Holding
	for _, r := range rs {
		in := at.Intersect(doc.Span{Start: r.Start, End: r.End})
		switch {
		case in == at:
			h.Whole = append(h.Whole, r)
		case !in.Empty():
			h.Pieces = append(h.Pieces, Piece{r, float64(in.Len()) / float64(at.Len())})
		}
	}
	if h.Whole != nil {
		h.Pieces = nil
	}
	return h
}

// wordsOf are the words of a text, each with a line end behind it.
func wordsOf(text string) string {
	var b strings.Builder
	for w := range lex.Words(text) {
		b.WriteString(w.Text)
		b.WriteByte('\n')
	}
	return b.String()
}

// byWords looks for the words in a row, in the documents in their order.
func byWords(byDoc map[string][]store.Record, docs []string, words string) Holding {
	var h Holding
	if words == "" {
		return h
	}
	for _, id := range docs {
		rs := byDoc[id]
		all := []byte{'\n'}
		begins := make([]int, len(rs)) // of each record's words
		for i := range rs {
			begins[i] = len(all)
			all = append(all, wordsOf(rs[i].Text)...)
		}
		for from := 0; ; {
			n := bytes.Index(all[from:], []byte("\n"+words))
			if n < 0 {
				break
			}
			from += n + 1
			first, last := holder(begins, from), holder(begins, from+len(words)-1)
			if first != last {
				if h.Pieces == nil {
					h.Pieces = shares(rs, begins, first, last, from, len(words))
				}
				continue
			}
			if k := len(h.Whole); k == 0 || h.Whole[k-1].ID != rs[first].ID {
				h.Whole = append(h.Whole, rs[first])
			}
		}
	}
	if h.Whole != nil {
		h.Pieces = nil
	}
	return h
}

// holder is the index of the record that word bytes up to i belong to.
func holder(begins []int, i int) int {
	return sort.Search(len(begins), func(k int) bool { return begins[k] > i }) - 1
}

func shares(rs []store.Record, begins []int, first, last, from, n int) []Piece {
	var out []Piece
	for i := first; i <= last; i++ {
		start, end := max(begins[i], from), from+n
		if i < last {
			end = begins[i+1]
		}
		if end > start {
			out = append(out, Piece{rs[i], float64(end-start) / float64(n)})
		}
	}
	return out
}

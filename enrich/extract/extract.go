// Package extract makes summaries of documents out of their own sentences,
// without a model.
//
// A summary has at most three lines. The first says what the document is: its
// title, how much it is of what (rows, questions, slides), its version, its dates
// and who answers for it, as far as that is known and the title doesn't say it. The
// others are sentences of the document, the best first: the most central ones by
// TextRank (Mihalcea and Tarau 2004) over stemmed words weighted by how rare they
// are (as in LexRank, Erkan and Radev 2004), or over the vectors of an embedder.
// What stands early, opens a section, states scope, validity or parties counts
// more; what refers back, instructs, is a notice, a list of links or repeated
// counts less or nothing. The phrases by which that is told are those of lex/cue.
// Where the second best sentence says little of the whole, the titles of the sections
// stand in its place.
//
// What has no sentences has lines of another sort: the columns of a table, the
// keys of records, the questions of an FAQ, the titles of slides, the comment and
// the declarations of a source file.
//
// Of a long document a sample is ranked, of a bounded number of sentences: the
// head, what opens sections, and a stride. So the time is that of one look at the
// blocks, and the graph, which is never written down as pairs, costs as much as the
// sample has words.
//
// [State] says when a summary that was made for an earlier version of a document
// still holds.
package extract

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/embed"
	"github.com/pildora/pildora/enrich"
	"github.com/pildora/pildora/lex"
)

// Version changes whenever a document may get another summary than before. It is
// part of a recipe.
const Version = 1

// Summarizer makes extractive summaries. The zero value is ready; it is safe for
// concurrent use and must not be copied.
type Summarizer struct {
	// Embedder, where set, says by vectors how alike two sentences are, instead
	// of by their words.
	Embedder embed.Embedder

	words lex.Analyzer
}

var _ enrich.Summarizer = (*Summarizer)(nil)

// Most that a line of a summary holds, in characters; a longer sentence is cut at
// a clause or a word, with an ellipsis.
const lineChars = 240

// A document of fewer bytes than this is its own summary, and gets none.
const tiny = 240

// Summary makes the summary of d. It is empty where d has too little text, or
// nothing but its title would stand there.
func (s *Summarizer) Summary(ctx context.Context, d *doc.Document) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	if len(d.Text) < tiny {
		return "", nil
	}
	p := newPage(d)
	first := p.firstLine()
	lines, err := s.lines(ctx, p)
	if err != nil {
		return "", err
	}
	if len(lines) == 0 && (first == p.title || first == "") {
		return "", nil
	}
	if first != "" {
		lines = append([]string{first}, lines...)
	}
	return strings.Join(lines, "\n"), nil
}

// lines are those after the first, by what the document is made of.
func (s *Summarizer) lines(ctx context.Context, p *page) ([]string, error) {
	switch p.shape {
	case tableShape:
		return p.columns(), nil
	case recordShape:
		return p.keys(), nil
	case codeShape:
		return p.code(), nil
	}
	var topics []string
	switch p.shape {
	case faqShape:
		p.clipProse()
		topics = p.asked()
	case glossaryShape:
		p.clipProse()
		topics = nonEmpty(joined(p.entries, separator))
	case turnShape:
		if topics = p.topics(); len(topics) > 0 {
			return topics, nil
		}
	case slideShape:
		topics = p.topics()
	}
	lines, err := s.central(ctx, p, bodyLines-len(topics))
	if err != nil {
		return nil, err
	}
	if lines = append(lines, topics...); len(lines) < bodyLines && (p.shape == proseShape || p.shape == faqShape) {
		lines = append(lines, p.topics()...)
	}
	return lines, nil
}

// bodyLines is how many lines follow the first at most.
const bodyLines = 2

// separator stands between the pieces of a line that is no sentence.
const separator = " · "

// joined puts pieces one after the other as long as they fit a line. Pieces that
// are there already are left out.
func joined(pieces []string, by string) string {
	var b strings.Builder
	seen := map[string]bool{}
	room, between := lineChars, 0
	for _, piece := range pieces {
		n := utf8.RuneCountInString(piece) + between
		if piece == "" || seen[piece] || n > room {
			continue
		}
		if seen[piece] = true; b.Len() > 0 {
			b.WriteString(by)
		}
		b.WriteString(piece)
		room -= n
		between = utf8.RuneCountInString(by)
	}
	return b.String()
}

// clipped is text in at most limit characters: cut after a clause where that
// leaves enough of it, else after a word, with an ellipsis.
func clipped(text string, limit int) string {
	end, n := 0, 0 // where limit-1 characters end
	for end = range text {
		if n == limit-1 {
			break
		}
		n++
	}
	if n < limit-1 || end+utf8.RuneLen(lastRune(text)) == len(text) {
		return text
	}
	clause, word := 0, 0
	for i := 0; i < end; i++ {
		switch c := text[i]; {
		case c == ' ':
			if word = i; i > 0 && strings.IndexByte(",;:)", text[i-1]) >= 0 {
				clause = i
			}
		}
	}
	switch {
	case clause > end*3/5:
		end = clause
	case word > end/2:
		end = word
	}
	return strings.TrimRight(text[:end], " ,;:.(-–—") + ellipsis
}

// ellipsis says that a sentence goes on.
const ellipsis = "…"

func lastRune(text string) rune {
	r, _ := utf8.DecodeLastRuneInString(text)
	return r
}

func firstRune(text string) rune {
	r, _ := utf8.DecodeRuneInString(text)
	return r
}

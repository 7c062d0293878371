package docx

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pildora/pildora/read/office/flow"
)

// finish settles what only the whole document can tell: levels below a title,
// whether a font for code is just the document's font, whether pages can be
// believed.
func (w *reading) finish(blocks []flow.Block) []flow.Block {
	w.codes(blocks)
	if w.headings == 0 {
		guessHeadings(blocks)
	}
	underTitle(blocks)
	if !w.pagesAgree() {
		flow.Each(blocks, func(b *flow.Block) {
			b.From.Page = 0
			for i := range b.Pieces {
				b.Pieces[i].From.Page = 0
			}
		})
	}
	return blocks
}

// codes makes paragraphs of what was taken for code by its font, where most of
// the document is set in such a font.
func (w *reading) codes(blocks []flow.Block) {
	mono, all := 0, 0
	flow.Each(blocks, func(b *flow.Block) {
		for _, p := range b.Pieces {
			if p.Kind != flow.Text {
				continue
			}
			all += len(p.Text)
			if p.Style&flow.Mono != 0 {
				mono += len(p.Text)
			}
		}
	})
	if 2*mono <= all {
		return
	}
	flow.Each(blocks, func(b *flow.Block) {
		if b.Kind == flow.Code && b.Guess {
			b.Kind = flow.Paragraph
		}
		for i := range b.Pieces {
			b.Pieces[i].Style &^= flow.Mono
		}
	})
}

// underTitle moves headings a level down, where the document's title is one
// above all of them.
func underTitle(blocks []flow.Block) {
	title := -1
	for i := range blocks {
		if blocks[i].Kind != flow.Heading {
			continue
		}
		if title < 0 && !blocks[i].Titled {
			return
		}
		if title < 0 {
			title = i
			continue
		}
		if !blocks[i].Titled {
			blocks[i].Level++
		}
	}
}

// pagesAgree reports whether the breaks between pages that Word left in the
// text are as many as it counted, so that pages can be told by them.
func (w *reading) pagesAgree() bool {
	app, err := w.p.Tree(w.ctx, "docProps/app.xml")
	if err != nil || w.breaks == 0 {
		return false
	}
	for _, n := range app.Kids {
		if strings.HasSuffix(n.Name, ":Pages") || n.Name == "Pages" {
			return number(strings.TrimSpace(n.Content())) == w.breaks+1
		}
	}
	return false
}

// A heading that is none by its style is short, has no full stop, and is wholly
// in bold or in capitals, or larger than the text; text follows below it. More
// than maxRun in a row are an address or a cover.
const (
	longGuess = 120
	maxRun    = 3
)

// guessHeadings finds headings by their looks in a document that has none by
// style. Larger ones are above smaller ones, all of them above those that are
// as large as the text.
func guessHeadings(blocks []flow.Block) {
	body := bodySize(blocks)
	var found, run []int
	for i := range blocks {
		switch {
		case blocks[i].Empty():
		case looksLikeHeading(&blocks[i], body):
			run = append(run, i)
		default:
			if len(run) <= maxRun && blocks[i].Kind != flow.Note {
				found = append(found, run...)
			}
			run = run[:0]
		}
	}
	sizes := map[int]bool{}
	for _, i := range found {
		if larger(blocks[i].Size, body) {
			sizes[blocks[i].Size] = true
		}
	}
	order := slices.Sorted(maps.Keys(sizes))
	slices.Reverse(order)
	for _, i := range found {
		blocks[i].Kind, blocks[i].Level = flow.Heading, len(order)+1
		if at := slices.Index(order, blocks[i].Size); at >= 0 {
			blocks[i].Level = at + 1
		}
	}
}

// larger reports whether letters are two points larger than those of the text.
func larger(size, body int) bool { return body > 0 && size >= body+4 }

// bodySize is the size that most of the text is set in, 0 if unknown.
func bodySize(blocks []flow.Block) int {
	sizes := map[int]int{}
	for i := range blocks {
		sizes[blocks[i].Size] += len(blocks[i].Plain())
	}
	best := 0
	for size, n := range sizes {
		if most := sizes[best]; n > most || n == most && size < best {
			best = size
		}
	}
	return best
}

func looksLikeHeading(b *flow.Block, body int) bool {
	if b.Kind != flow.Paragraph {
		return false
	}
	for _, p := range b.Pieces {
		if p.Kind == flow.Image || p.Kind == flow.Break {
			return false
		}
	}
	text := b.Plain()
	if text == "" || len(text) > longGuess || strings.ContainsAny(text[len(text)-1:], ".,;:") || strings.Contains(text, "____") {
		return false
	}
	letters := strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) {
			return -1
		}
		return r
	}, text)
	capitals := utf8.RuneCountInString(letters) > 3 && strings.ToUpper(letters) == letters && strings.ToLower(letters) != letters
	return letters != "" && (b.Bold || capitals || larger(b.Size, body))
}

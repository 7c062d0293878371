package flow

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Settle settles in place what only all blocks of a document can tell: whether
// a font for code is just the document's font, which paragraphs are headings
// where no style says so, and the levels below the document's title. Sizes are
// in half points.
func Settle(blocks []Block) {
	codes(blocks)
	headings := false
	Each(blocks, func(b *Block) { headings = headings || b.Kind == Heading && !b.Titled })
	if !headings {
		guessHeadings(blocks)
	}
	underTitle(blocks)
}

// codes makes paragraphs of what was taken for code by its font, where most of
// the document is set in such a font.
func codes(blocks []Block) {
	mono, all := 0, 0
	Each(blocks, func(b *Block) {
		if b.Kind == Code && b.prose() {
			b.Kind = Paragraph
			for i := range b.Pieces {
				b.Pieces[i].Style &^= Mono
			}
		}
		for _, p := range b.Pieces {
			if p.Kind != Text {
				continue
			}
			all += len(p.Text)
			if p.Style&Mono != 0 {
				mono += len(p.Text)
			}
		}
	})
	if 2*mono <= all {
		return
	}
	Each(blocks, func(b *Block) {
		if b.Kind == Code && b.Guess {
			b.Kind = Paragraph
		}
		for i := range b.Pieces {
			b.Pieces[i].Style &^= Mono
		}
	})
}

// longLine is from how many bytes on a line is none of code but a paragraph that
// was set like one, if it is of words.
const longLine = 200

func (b *Block) prose() bool {
	text := b.Plain()
	if len(text) < longLine || slices.ContainsFunc(b.Pieces, func(p Piece) bool { return p.Kind == Break }) {
		return false
	}
	words, all := 0, 0
	for _, r := range text {
		all++
		if unicode.IsLetter(r) || r == ' ' {
			words++
		}
	}
	return 10*words >= 8*all
}

// underTitle moves headings a level down, where the document's title is one
// above all of them.
func underTitle(blocks []Block) {
	title := -1
	for i := range blocks {
		if blocks[i].Kind != Heading {
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

// A heading that is none by its style is short, has no full stop, and is wholly
// in bold or in capitals, or larger than the text; text follows below it. More
// than maxRun in a row are an address or a cover.
const (
	longGuess = 120
	maxRun    = 4
)

// guessHeadings finds headings by their looks in a document that has none by
// style. Larger ones are above smaller ones, all of them above those that are
// as large as the text.
func guessHeadings(blocks []Block) {
	body := bodySize(blocks)
	var found, run []int
	for i := range blocks {
		switch {
		case blocks[i].Empty():
		case looksLikeHeading(&blocks[i], body):
			run = append(run, i)
		default:
			if len(run) <= maxRun && blocks[i].Kind != Note && !items(blocks, run, &blocks[i]) {
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
		if blocks[i].Kind == Item {
			blocks[i].Pieces = append([]Piece{{Text: blocks[i].Mark.sign() + " ", From: blocks[i].From}}, blocks[i].Pieces...)
		}
		blocks[i].Kind, blocks[i].Level = Heading, len(order)+1
		if at := slices.Index(order, blocks[i].Size); at >= 0 {
			blocks[i].Level = at + 1
		}
	}
}

// items reports whether what looks like headings are the items of a list: one
// after the other, or with more of the list below.
func items(blocks []Block, run []int, next *Block) bool {
	n := 0
	for _, i := range run {
		if blocks[i].Kind == Item {
			n++
		}
	}
	return n > 1 || n == 1 && (next.Kind == Item || next.Kind == More)
}

// larger reports whether letters are two points larger than those of the text.
func larger(size, body int) bool { return body > 0 && size >= body+4 }

// bodySize is the size that most of the text is set in, 0 if unknown.
func bodySize(blocks []Block) int {
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

func looksLikeHeading(b *Block, body int) bool {
	switch {
	case b.Kind == Item && (b.Mark.Level > 0 || !b.Bold || b.Mark.Text == "" && !b.Mark.Ordered): // bullets are no titles
		return false
	case b.Kind != Paragraph && b.Kind != Item:
		return false
	}
	for _, p := range b.Pieces {
		if p.Kind == Image || p.Kind == Break {
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

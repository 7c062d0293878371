package pptx

import (
	"github.com/pildora/pildora/read/office/flow"
)

// longTitle is from how many bytes on a line of text is no title.
const longTitle = 80

// titled takes the first text of a slide without a title for one, if it is a
// line above others: not everybody uses the placeholder.
func titled(shapes []*shape) {
	for _, sh := range shapes {
		if sh.title && !empty(sh.blocks) {
			return
		}
	}
	for i, sh := range shapes {
		if empty(sh.blocks) {
			continue
		}
		text := sh.blocks[0].Plain()
		sh.title = sh.free && len(sh.blocks) == 1 && sh.blocks[0].Kind == flow.Paragraph && text != "" && len(text) <= longTitle && i+1 < len(shapes)
		return
	}
}

// onlyTitles reports whether a slide is the title of what follows: nothing but
// a title and what a title slide has besides.
func onlyTitles(shapes []*shape) bool {
	size := 0
	for _, sh := range shapes {
		for i := range sh.blocks {
			if sh.blocks[i].Kind == flow.Table {
				return false
			}
			if !sh.title {
				size += len(sh.blocks[i].Plain())
			}
		}
	}
	return size < 300
}

// title makes a heading of the paragraphs of a title: that of the deck, if it
// stands above all others.
func (w *reading) title(sh *shape, deck bool) {
	var pieces []flow.Piece
	rest := sh.blocks
	for len(rest) > 0 && rest[0].Kind != flow.Table {
		if len(pieces) > 0 {
			pieces = append(pieces, flow.Piece{Text: " ", From: rest[0].From})
		}
		pieces = append(pieces, rest[0].Pieces...)
		rest = rest[1:]
	}
	h := flow.Block{Kind: flow.Heading, Level: 1, Pieces: pieces, From: sh.from}
	if h.Empty() {
		sh.blocks = rest
		return
	}
	if w.first == "" {
		w.first = h.Plain()
	}
	switch {
	case deck:
		w.deck = h.Plain()
	case w.deck != "":
		h.Level = 2
	}
	sh.blocks = append([]flow.Block{h}, rest...)
}

// generic are titles that programs give.
var generic = map[string]bool{
	"powerpoint presentation": true, "presentación de powerpoint": true, "présentation powerpoint": true, "powerpoint-präsentation": true,
	"presentazione standard di powerpoint": true, "apresentação do powerpoint": true, "slide 1": true, "no slide title": true, "presentation": true, "untitled": true,
	"diapositiva 1": true, "sin título": true, "untitled presentation": true,
}

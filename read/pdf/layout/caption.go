package layout

import (
	"strings"
	"unicode"
)

// captionWords are what captions begin with, in lower case, by what they stand at.
var captionWords = map[string]bool{
	"figure": true, "fig": true, "figura": true, "gráfico": true, "grafico": true, "ilustración": true, "imagen": true, "abbildung": true, "abb": true, "chart": true,
	"exhibit": false, "table": true, "tabla": true, "tab": true, "cuadro": true, "tabelle": true, "tableau": true, "tabela": true, "listing": true, "listado": true,
	"표": true, "그림": true, "図": true, "表": true, "图": true, "таблица": true, "рис": true, "рисунок": true, "جدول": true, "شكل": true,
	"algorithm": true, "algoritmo": true, "esquema": true, "scheme": true, "foto": true, "mapa": true,
}

// isCaption reports whether a text is a caption: a word for what it describes,
// a number, and a mark or a short text.
func isCaption(text string) bool {
	word, rest, ok := strings.Cut(strings.TrimLeft(text, "[<("), " ")
	if !ok || !captionWords[strings.ToLower(strings.TrimSuffix(word, "."))] {
		return false
	}
	number, after, _ := strings.Cut(rest, " ")
	bareNumber := strings.TrimRight(number, ".:–—-)]>")
	if bareNumber == "" || !hasDigit(bareNumber) && roman(strings.ToLower(bareNumber)) == 0 {
		return false
	}
	if bareNumber != number {
		return true
	}
	for _, r := range after {
		return strings.ContainsRune(".:–—-|", r) || unicode.IsUpper(r)
	}
	return true
}

func hasDigit(s string) bool { return strings.ContainsFunc(s, unicode.IsDigit) }

// markCaptions finds the captions among blocks.
func markCaptions(blocks []*block) {
	const longest = 12 // lines
	for _, b := range blocks {
		if b.kind == paragraph && len(b.lines) <= longest && isCaption(b.text()) {
			b.kind = caption
		}
	}
}

// ofTable reports whether the caption b stands right above or below table o.
func (b *block) ofTable(o *block) bool {
	if o.kind != tabular || o.sheet != b.sheet {
		return false
	}
	box, room := b.box(), 4*b.size()
	return overlap(box.Left, box.Right, o.table.box.Left, o.table.box.Right) > 0 &&
		(abs(box.Bottom-o.table.box.Top) < room || abs(o.table.box.Bottom-box.Top) < room)
}

// atTables moves captions into the tables that they stand at: the one below
// goes before the one above, but for a caption that only has one above.
func atTables(blocks []*block) {
	for i, b := range blocks {
		if b.kind != caption {
			continue
		}
		for _, j := range []int{i + 1, i - 1} {
			if j >= 0 && j < len(blocks) && b.ofTable(blocks[j]) && blocks[j].table.caption == nil {
				blocks[j].table.caption = b
				b.kind = nothing
				break
			}
		}
	}
}

package text

import (
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
)

// origins joins the way back to the bytes with the page numbers. Without form
// feeds it is the decoder's. Where an origin of decoded text holds a page end
// it is split there, and both halves lead to all its bytes, because only whole
// pieces are known.
func origins(d read.Decoded, pages []int) []doc.Origin {
	if len(pages) == 0 {
		return d.Origins
	}
	same := len(d.Origins) == 0
	from := d.Origins
	if same {
		whole := doc.Span{Start: 0, End: len(d.Text)}
		from = []doc.Origin{{Text: whole, Source: whole}}
	}
	out := make([]doc.Origin, 0, len(from)+len(pages))
	number := 1
	for _, o := range from {
		for {
			piece := o
			piece.Page = number
			ends := number <= len(pages) && pages[number-1] <= o.Text.End
			if ends {
				piece.Text.End = pages[number-1]
			}
			if same {
				piece.Source = piece.Text
			}
			if !piece.Text.Empty() {
				out = append(out, piece)
			}
			if !ends {
				break
			}
			o.Text.Start = pages[number-1]
			number++
		}
	}
	return out
}

package pdf

import (
	"context"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/convert"
	"github.com/pildora/pildora/read/pdf/page"
)

// plain makes a paragraph of each run of lines without a wider gap.
func plain(ctx context.Context, pages *page.Document, s read.Source) (*doc.Document, error) {
	var b convert.Builder
	for _, p := range pages.Pages {
		open := false
		var line strings.Builder
		var box page.Box
		last := float32(0)
		flush := func() {
			text := strings.TrimSpace(line.String())
			line.Reset()
			if text == "" {
				return
			}
			from := doc.Origin{Page: p.Number, Box: [4]float32{box.Left, box.Bottom, box.Right, box.Top}}
			if open && last-box.Top > 0.7*(box.Top-box.Bottom) || open && box.Top > last+5 {
				b.Close()
				open = false
			}
			if !open {
				b.Open("p", from)
				open = true
			}
			b.Text(text+" ", from)
			last, box = box.Bottom, page.Box{}
		}
		for _, g := range p.Glyphs {
			switch {
			case g.Rune == '\n':
				flush()
			case g.Flags&page.Hyphen != 0:
			default:
				line.WriteRune(g.Rune)
				if box == (page.Box{}) {
					box = g.Box
				}
				box = page.Box{Left: min(box.Left, g.Box.Left), Bottom: min(box.Bottom, g.Box.Bottom), Right: max(box.Right, g.Box.Right), Top: max(box.Top, g.Box.Top)}
			}
		}
		flush()
		if open {
			b.Close()
		}
	}
	d, err := b.Document(ctx, s)
	if err != nil {
		return nil, err
	}
	d.Meta, d.Warnings, d.Title = pages.Meta, append(d.Warnings, pages.Warnings...), pages.Meta["title"]
	return d, nil
}

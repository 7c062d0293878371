package docx

import (
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/office/flow"
)

// finish settles what only the whole document can tell, and whether pages can
// be believed.
func (w *reading) finish(blocks []flow.Block) []flow.Block {
	flow.Settle(blocks)
	if !w.pagesAgree() {
		flow.Origins(blocks, func(o *doc.Origin) { o.Page = 0 })
	}
	return blocks
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

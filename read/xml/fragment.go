package xml

import (
	"io"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// fragment writes HTML that is the text of an element. Its pieces lead to the
// whole of that: they are escaped twice, so that no place in them is exact.
func (w *writer) fragment(n *node) {
	f := fragment{w: w, of: n, z: html.NewTokenizer(strings.NewReader(n.verbatim()))}
	for f.next() {
	}
	for range f.open {
		w.b.Close()
	}
}

// fragment writes the tokens of HTML.
type fragment struct {
	w    *writer
	of   *node
	z    *html.Tokenizer
	open []string
	raw  string // the element whose content is left out
}

// void are the elements without content, silent those whose content isn't read.
var (
	void   = []string{"br", "hr", "img", "wbr", "input", "col", "source", "embed", "area", "link", "meta", "base", "track", "param"}
	silent = []string{"script", "style", "iframe", "noscript", "object", "template", "head", "svg", "video", "audio", "form"}
)

// next writes a token and reports whether there was one.
func (f *fragment) next() bool {
	kind := f.z.Next()
	if kind == html.ErrorToken && f.z.Err() == io.EOF || !f.w.going() {
		return false
	}
	switch token := f.z.Token(); kind {
	case html.TextToken:
		if f.raw == "" {
			f.w.mark(token.Data, f.of)
		}
	case html.StartTagToken, html.SelfClosingTagToken:
		f.start(token, kind == html.SelfClosingTagToken)
	case html.EndTagToken:
		f.end(token.Data)
	case html.ErrorToken:
		return false
	}
	return true
}

func (f *fragment) start(t html.Token, closed bool) {
	if f.raw != "" {
		return
	}
	var attrs []string
	for _, a := range t.Attr {
		attrs = append(attrs, a.Key, a.Val)
	}
	switch {
	case slices.Contains(void, t.Data):
		f.w.b.Void(t.Data, f.of.at(), attrs...)
	case slices.Contains(silent, t.Data):
		if !closed {
			f.raw = t.Data
		}
	case !closed:
		if t.Data == "p" || t.Data == "li" { // people leave out its end
			f.implied(t.Data)
		}
		f.open = append(f.open, t.Data)
		f.w.b.Open(t.Data, f.of.at(), attrs...)
	}
}

// implied ends what a tag ends that stands right in one of its kind.
func (f *fragment) implied(tag string) {
	if n := len(f.open); n > 0 && f.open[n-1] == tag {
		f.open = f.open[:n-1]
		f.w.b.Close()
	}
}

// maxOpen is how many open elements an end tag is compared with.
const maxOpen = 64

func (f *fragment) end(tag string) {
	if f.raw != "" {
		if f.raw == tag {
			f.raw = ""
		}
		return
	}
	for i := len(f.open) - 1; i >= max(0, len(f.open)-maxOpen); i-- {
		if f.open[i] != tag {
			continue
		}
		for range f.open[i:] {
			f.w.b.Close()
		}
		f.open = f.open[:i]
		return
	}
}

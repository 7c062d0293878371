package html

import (
	"fmt"
	"strconv"
	"strings"

	"codeberg.org/readeck/go-readability/v2"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// maxArticle is how many elements of a page are shown to Readability: it can't
// be interrupted, and takes more time for each the more there are.
const maxArticle = 20_000

// markPrefix begins the names of the attributes by which elements of the page
// are found again in what Readability returns, which is a copy. Each has a name
// of its own, for where two become one both are kept.
const markPrefix = "data-pildora-"

// keepArticle keeps what Readability takes for the article of the page, and the
// first heading, which it leaves out where it repeats the title. It reports
// false, and has changed nothing, where there is no article.
func (p *page) keepArticle() bool {
	inside, ok := p.article()
	if !ok {
		return false
	}
	kept, headed := 0, false
	for i := 1; i < len(p.tree.nodes); i++ {
		n := p.tree.nodes[i]
		if p.drop[i] || !inside[i] && !(n.el == text && inside[n.parent]) {
			continue
		}
		p.places[i] = inMain
		headed = headed || n.el == elH1
		if n.el == text {
			kept += int(p.stats[i].text)
		}
	}
	if kept < leastBytes {
		return false
	}
	p.dropOutside(!headed)
	return true
}

// article returns the elements that Readability keeps.
func (p *page) article() (inside []bool, ok bool) {
	elements := 0
	for i, n := range p.tree.nodes {
		if n.el != text && !p.drop[i] {
			elements++
		}
	}
	if elements > maxArticle {
		p.warnings = append(p.warnings, fmt.Sprintf("more than %d elements: the article was found by our own rules", maxArticle))
		return nil, false
	}
	found, err := readable(p.shown())
	if err != nil {
		p.warnings = append(p.warnings, fmt.Sprintf("the article was found by our own rules: %v", err))
	}
	if found == nil {
		return nil, false
	}
	inside = make([]bool, len(p.tree.nodes))
	for n := range found.Descendants() {
		reveal(inside, n)
	}
	reveal(inside, found)
	clear(p.places)
	return inside, true
}

// reveal marks the elements of the page that an element was made of.
func reveal(inside []bool, n *html.Node) {
	for _, a := range n.Attr {
		if number, ok := strings.CutPrefix(a.Key, markPrefix); ok {
			if i, err := strconv.Atoi(number); err == nil && i < len(inside) {
				inside[i] = true
			}
		}
	}
}

// readable is the article in a page, or nil. A panic of Readability, which is
// not ours, is an error: no input may bring a reader down.
func readable(root *html.Node) (n *html.Node, err error) {
	defer func() {
		if r := recover(); r != nil {
			n, err = nil, fmt.Errorf("go-readability panicked: %v", r)
		}
	}()
	parser := readability.NewParser()
	parser.DisableJSONLD = true
	article, err := parser.ParseAndMutate(root, nil)
	return article.Node, err
}

// shown is the page as Readability wants it: the elements and texts that are not
// dropped, each element with a mark.
func (p *page) shown() *html.Node {
	root := &html.Node{Type: html.DocumentNode}
	page, body := newElement("html"), newElement("body")
	root.AppendChild(page)
	head := newElement("head")
	page.AppendChild(head)
	if title := p.tree.head.title; title != "" {
		t := newElement("title")
		t.AppendChild(&html.Node{Type: html.TextNode, Data: title})
		head.AppendChild(t)
	}
	page.AppendChild(body)
	made := make([]*html.Node, len(p.tree.nodes))
	made[0] = body
	for i := 1; i < len(p.tree.nodes); i++ {
		n := p.tree.nodes[i]
		up := made[n.parent]
		if p.drop[i] || up == nil {
			continue
		}
		if n.el == text {
			up.AppendChild(&html.Node{Type: html.TextNode, Data: p.textOf(int32(i))})
			continue
		}
		e := newElement(p.tree.name(int32(i)))
		for a := n.attrs; a != 0; a = p.tree.attrs[a].next {
			e.Attr = append(e.Attr, html.Attribute{Key: p.tree.attrs[a].name, Val: p.tree.attrs[a].value})
		}
		e.Attr = append(e.Attr, html.Attribute{Key: markPrefix + strconv.Itoa(i)})
		up.AppendChild(e)
		made[i] = e
	}
	return root
}

func (p *page) textOf(i int32) string {
	s := p.tree.text(i)
	if p.tree.nodes[i].flags&literal != 0 {
		return s
	}
	return html.UnescapeString(s)
}

// name is the name of an element's tag in lower case; of a row that nobody wrote
// it is that.
func (t *tree) name(i int32) string {
	tag := strings.TrimPrefix(t.text(i), "<")
	end := strings.IndexFunc(tag, func(r rune) bool { return r <= ' ' || r == '/' || r == '>' })
	if end < 0 {
		end = len(tag)
	}
	name := strings.ToLower(tag[:end])
	if t.nodes[i].el == elTr {
		return "tr"
	}
	return name
}

func newElement(name string) *html.Node {
	return &html.Node{Type: html.ElementNode, Data: name, DataAtom: atom.Lookup([]byte(name))}
}

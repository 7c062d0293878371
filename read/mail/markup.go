package mail

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// markup is the body of a page, without what it quotes below its own text where
// that isn't kept. What can't be parsed stays as it is.
func markup(page string, keep, forward bool) string {
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		return page
	}
	m := marked{forward: forward}
	m.measure(root)
	if !keep {
		m.trim(root)
	}
	var out strings.Builder
	for n := range bodyOfPage(root).ChildNodes() {
		if html.Render(&out, n) != nil {
			return page
		}
	}
	return out.String()
}

func bodyOfPage(root *html.Node) *html.Node {
	for n := range root.Descendants() {
		if n.DataAtom == atom.Body {
			return n
		}
	}
	return root
}

// visible is the text of a page.
func visible(page string) string {
	var out strings.Builder
	z := html.NewTokenizer(strings.NewReader(page))
	hidden := false
	for {
		switch z.Next() {
		case html.ErrorToken:
			return out.String()
		case html.StartTagToken, html.EndTagToken:
			name, _ := z.TagName()
			switch string(name) {
			case "style", "script", "title":
				hidden = !hidden
			}
			out.WriteByte(' ')
		case html.TextToken:
			if !hidden {
				out.Write(z.Text())
			}
		}
	}
}

// extent is how much text stands before a node and up to its end.
type extent struct{ from, to int }

// marked is a page with what its nodes measure.
type marked struct {
	forward bool
	nodes   []*html.Node // in order
	extents map[*html.Node]extent
	total   int
}

// measure measures n and everything below it, signatures aside.
func (m *marked) measure(n *html.Node) {
	if m.extents == nil {
		m.extents = map[*html.Node]extent{}
	}
	m.nodes = append(m.nodes, n)
	from := m.total
	switch {
	case n.Type == html.TextNode:
		m.total += len(strings.TrimSpace(n.Data))
	case n.DataAtom == atom.Style || n.DataAtom == atom.Script || n.DataAtom == atom.Head || isSignatureNode(n):
	default:
		for c := range n.ChildNodes() {
			m.measure(c)
		}
	}
	m.extents[n] = extent{from, m.total}
}

// trim takes off the first other message after which nothing of this one comes,
// whatever stands between it and the end, and signatures.
func (m *marked) trim(root *html.Node) {
	for _, n := range m.nodes {
		if m.forward || n.Type != html.ElementNode {
			continue
		}
		e := m.extents[n]
		whole := beginsMessage(n)
		if !whole && !(isQuote(n) && e.to == m.total) {
			continue
		}
		if forwarded.MatchString(head(n, 300)) {
			return
		}
		before := m.attributionBefore(n)
		if from := m.extents[before].from; from > 0 {
			cutFrom(before)
			break
		}
		return // nothing else is said
	}
	m.dropSignatures(root)
}

func (m *marked) dropSignatures(root *html.Node) {
	var found []*html.Node
	for n := range root.Descendants() {
		if isSignatureNode(n) {
			found = append(found, n)
		}
	}
	for _, n := range found {
		if n.Parent != nil && m.total > 0 {
			n.Parent.RemoveChild(n)
		}
	}
}

// attributionBefore is the element right before n that says whose words it
// quotes, else n.
func (m *marked) attributionBefore(n *html.Node) *html.Node {
	for at := n; at != nil && at.DataAtom != atom.Body; at = at.Parent {
		for s := at.PrevSibling; s != nil; s = s.PrevSibling {
			text := strings.Join(strings.Fields(head(s, maxAttributionBytes)), " ")
			if text == "" {
				continue
			}
			if attribution.MatchString(text) {
				return s
			}
			return n
		}
	}
	return n
}

// cutFrom removes n and everything after it.
func cutFrom(n *html.Node) {
	for at := n; at != nil && at.Parent != nil; {
		parent := at.Parent
		for s := at.NextSibling; s != nil; {
			next := s.NextSibling
			parent.RemoveChild(s)
			s = next
		}
		if at == n {
			parent.RemoveChild(n)
		}
		if parent.DataAtom == atom.Body {
			return
		}
		at = parent
	}
}

// head is the first bytes of the text of n.
func head(n *html.Node, most int) string {
	if n.Type == html.TextNode {
		return n.Data[:min(len(n.Data), most)]
	}
	var out strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			out.WriteString(d.Data)
			out.WriteByte(' ')
		}
		if out.Len() > most {
			break
		}
	}
	return out.String()[:min(out.Len(), most)]
}

func attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

var (
	quoteClass     = regexp.MustCompile(`\b(?:gmail_quote|gmail_extra|yahoo_quoted|protonmail_quote|moz-cite-prefix|zmail_extra|tutanota_quote)\b`)
	signatureClass = regexp.MustCompile(`\b(?:gmail_signature|moz-signature|protonmail_signature_block|Signature)\b`)
	replyID        = regexp.MustCompile(`^(?:x_)*(?:divRplyFwdMsg|appendonsend|mail-editor-reference-message-container|reply-intro)$`)
	topBorder      = regexp.MustCompile(`(?i)border-top:\s*solid`)
)

// isQuote reports whether an element is what a mail program quotes in.
func isQuote(n *html.Node) bool {
	return n.DataAtom == atom.Blockquote && attr(n, "type") == "cite" || quoteClass.MatchString(attr(n, "class"))
}

// beginsMessage reports whether another message begins at an element, without
// being within it.
func beginsMessage(n *html.Node) bool {
	if replyID.MatchString(attr(n, "id")) {
		return true
	}
	if n.DataAtom != atom.Div || !topBorder.MatchString(attr(n, "style")) {
		return false
	}
	text := strings.TrimSpace(head(n, 600))
	return fromLine.MatchString(text) && strings.Count(text, ":") >= 3
}

func isSignatureNode(n *html.Node) bool {
	return n.Type == html.ElementNode && (signatureClass.MatchString(attr(n, "class")) || attr(n, "id") == "Signature")
}

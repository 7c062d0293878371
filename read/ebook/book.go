package ebook

import (
	"context"
	"errors"
	"net/url"
	"path"
	"strings"

	"github.com/pildora/pildora/read/office/opc"
)

// book is what the package document says.
type book struct {
	p        *opc.Package
	metadata []*opc.Node
	items    map[string]item // of the manifest, by id
	spine    []string        // the parts of the chapters, in order
	contents contents
	left     map[string]bool // parts that aren't text of the book: cover, table of contents
}

// item is a file of the manifest.
type item struct{ part, media, properties string }

func openBook(ctx context.Context, p *opc.Package) (*book, error) {
	main, err := packageDocument(ctx, p)
	if err != nil {
		return nil, err
	}
	root, err := p.Tree(ctx, main)
	if err != nil {
		return nil, err
	}
	b := &book{p: p, items: map[string]item{}, left: map[string]bool{}, contents: contents{}}
	var order []item
	for n := range root.Kid("opf:manifest").All("opf:item") {
		it := item{p.Find(resolve(main, n.Attr("href"))), strings.ToLower(n.Attr("media-type")), n.Attr("properties")}
		if _, twice := b.items[n.Attr("id")]; !twice {
			b.items[n.Attr("id")] = it
			order = append(order, it)
		}
	}
	if metadata := root.Kid("opf:metadata"); metadata != nil {
		b.metadata = metadata.Kids
		if inner := metadata.Kid("opf:dc-metadata"); inner != nil {
			b.metadata = append(b.metadata[:len(b.metadata):len(b.metadata)], inner.Kids...)
		}
	}
	for n := range root.Kid("opf:guide").All("opf:reference") {
		if kind := strings.ToLower(n.Attr("type")); kind == "cover" || kind == "toc" {
			b.left[p.Find(resolve(main, n.Attr("href")))] = true
		}
	}
	if err := b.readContents(ctx, order, b.items[root.Kid("opf:spine").Attr("toc")].part); err != nil {
		return nil, err
	}
	b.readSpine(root, order)
	if len(b.spine) == 0 {
		return nil, p.Errorf(main, "%w: it lists no text to read", opc.ErrDamaged)
	}
	return b, b.protected(ctx)
}

// packageDocument is the name of the package document: what the container
// says, else the first file that looks like one.
func packageDocument(ctx context.Context, p *opc.Package) (string, error) {
	const container = "META-INF/container.xml"
	if p.Find(container) != "" {
		root, err := p.Tree(ctx, container)
		if err != nil && !isDamage(err) {
			return "", err
		}
		for n := range root.Kid("container:rootfiles").All("container:rootfile") {
			if part := p.Find(n.Attr("full-path")); part != "" {
				return part, nil
			}
		}
	}
	for _, name := range p.Names() {
		if strings.EqualFold(path.Ext(name), ".opf") {
			return name, nil
		}
	}
	if p.Find("mimetype") == "" && p.Find(container) == "" {
		return "", p.Errorf(container, "%w: a zip that is no book; name it by what it is, or say so with --format", opc.ErrFormat)
	}
	return "", p.Errorf(container, "%w: the book's package document isn't where the container says, and nowhere else", opc.ErrNoPart)
}

// isDamage reports whether an error says that a part is not there or can't be
// read, and not that it is hostile or too large.
func isDamage(err error) bool { return errors.Is(err, opc.ErrNoPart) || errors.Is(err, opc.ErrDamaged) }

// resolve is the part that a reference in another part means, without its
// fragment.
func resolve(from, href string) string {
	part, _ := target(from, href)
	return part
}

// target is the part and the fragment that a reference in another part means;
// "" where it leads out of the book.
func target(from, href string) (part, fragment string) {
	u, err := url.Parse(strings.TrimSpace(href))
	if err != nil || u.Scheme != "" || u.Host != "" {
		return "", ""
	}
	if u.Path == "" {
		return from, u.Fragment
	}
	return strings.TrimPrefix(path.Clean(path.Join(path.Dir("/"+from), u.Path)), "/"), u.Fragment
}

// readSpine lists the chapters; without an order, those of the manifest.
func (b *book) readSpine(root *opc.Node, order []item) {
	seen := map[string]bool{}
	add := func(it item) {
		switch {
		case it.part == "" || seen[it.part] || b.left[it.part] || hasProperty(it.properties, "nav"):
		case it.media != "" && !isText(it.media):
		default:
			seen[it.part] = true
			b.spine = append(b.spine, it.part)
		}
	}
	for n := range root.Kid("opf:spine").All("opf:itemref") {
		it, ok := b.items[n.Attr("idref")]
		if !ok || it.part == "" {
			b.p.Warn("the chapter %.80q is lost: it is listed, and isn't there", n.Attr("idref"))
		}
		add(it)
	}
	if len(b.spine) == 0 {
		for _, it := range order {
			if isText(it.media) && it.media != svg {
				add(it)
			}
		}
	}
}

// svg is the media type of drawings, which may be chapters.
const svg = "image/svg+xml"

func isText(media string) bool {
	switch media {
	case "application/xhtml+xml", "text/html", "text/x-oeb1-document", "application/xml", "text/xml", svg:
		return true
	}
	return false
}

// hasProperty reports whether a list of words parted by blanks has one.
func hasProperty(list, word string) bool {
	for w := range strings.FieldsSeq(list) {
		if w == word {
			return true
		}
	}
	return false
}

// fontAlgorithms make fonts unreadable outside of their book; text isn't
// touched by them.
var fontAlgorithms = map[string]bool{"http://www.idpf.org/2008/embedding": true, "http://ns.adobe.com/pdf/enc#RC": true}

// protected returns an error for a book whose text is encrypted.
func (b *book) protected(ctx context.Context) error {
	const encryption = "META-INF/encryption.xml"
	if b.p.Find(encryption) == "" {
		return nil
	}
	t, err := b.p.Tokens(ctx, encryption)
	if err != nil {
		if isDamage(err) {
			return nil
		}
		return err
	}
	chapters := map[string]bool{}
	for _, part := range b.spine {
		chapters[part] = true
	}
	algorithm := ""
	for t.Next() {
		switch {
		case t.Is(opc.Start, "enc:EncryptedData"):
			algorithm = ""
		case t.Is(opc.Start, "enc:EncryptionMethod") && algorithm == "":
			algorithm = t.Attr("Algorithm")
		case t.Is(opc.Start, "enc:CipherReference") && !fontAlgorithms[algorithm]:
			if part := b.p.Find(resolve("", t.Attr("URI"))); chapters[part] {
				return b.p.Errorf(part, "%w: the book is protected (DRM); get it without protection from whoever sold or lent it", opc.ErrEncrypted)
			}
		}
	}
	return t.Err()
}

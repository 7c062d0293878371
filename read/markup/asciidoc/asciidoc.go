// Package asciidoc reads AsciiDoc, as Asciidoctor has it.
//
// The document's text is Markdown made of it; origins lead back to the bytes of
// the source. Attributes of the header are metadata; attributes in the text are
// replaced, and conditions on them hold as they do where HTML is made. What is
// included is not read, which a warning says.
//
// The way is: lines → those that conditions leave → blocks → inline. A first
// look at all lines finds the titles that cross-references lead to.
package asciidoc

import (
	"context"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/markup"
)

// Media is the media type of AsciiDoc.
const Media = "text/asciidoc"

// Reader reads AsciiDoc in any charset that [read.Decode] knows. The zero value
// is ready. Anything can be read, but for a source whose attributes become too
// much text.
type Reader struct {
	// MaxBytes is the longest source read; 0 means read.DefaultMaxBytes.
	MaxBytes int64
}

var _ read.Reader = Reader{}

// Read makes a document of s. Errors are those of [markup.Read].
func (r Reader) Read(ctx context.Context, s read.Source) (*doc.Document, error) {
	return markup.Read(ctx, s, r.MaxBytes, Media, func(w *markup.Writer) {
		lines := markup.Lines(w.Source, doc.Span{End: len(w.Source)})
		pre := parser{Writer: w, src: w.Source, attrs: builtin()}
		lines = pre.preprocess(lines)
		p := &parser{Writer: w, src: w.Source, attrs: builtin(), titles: map[string]string{}, counters: map[string]int{}}
		p.survey(lines)
		p.blocks(p.header(lines), 0)
		p.metadata()
	})
}

// parser reads one source.
type parser struct {
	*markup.Writer
	src      string
	attrs    map[string]string
	titles   map[string]string // of what cross-references lead to, by id
	counters map[string]int
	notes    int // footnotes without a name so far
	repeated int // cells that say so
	inlines  int // how deep inline text nests
	meta     meta
}

// metadata takes what the attributes say of the document.
func (p *parser) metadata() {
	for _, name := range [...]string{"author", "authors", "description", "keywords", "revdate", "docdate", "date"} {
		key := name
		switch name {
		case "authors":
			key = "author"
		case "revdate", "docdate":
			key = "date"
		}
		p.Set(key, p.attrs[name])
	}
	p.Language = markup.Language(p.attrs["lang"])
}

// header reads the title with the lines about authors and revision below it,
// and returns the lines after those. What stands before a title is comments and
// attributes.
func (p *parser) header(lines []markup.Line) []markup.Line {
	n := 0
	for n < len(lines) {
		s := lines[n].Of(p.src)
		switch {
		case lines[n].Blank(), isComment(s):
			n++
			continue
		case isDelimiter(s) == '/':
			n += delimited(p.src, lines[n:])
			continue
		}
		if k := p.attribute(lines[n:]); k > 0 {
			n += k
			continue
		}
		break
	}
	if n == len(lines) {
		return nil
	}
	level, length := p.sectionLevel(lines[n:])
	if level != 1 {
		return lines[n:]
	}
	p.section(lines[n:], level)
	p.attrs["doctitle"] = p.expand(markup.Of(p.src, p.sectionTitle(lines[n]).Span())).S
	n += length
	for k := 0; n < len(lines) && !lines[n].Blank(); {
		s := lines[n].Of(p.src)
		if isComment(s) {
			n++
			continue
		}
		if used := p.attribute(lines[n:]); used > 0 {
			n += used
			continue
		}
		if k == 0 && startsBlock(s) {
			break
		}
		switch k {
		case 0:
			p.attrs["author"] = p.authors(s)
		case 1:
			p.revision(s)
		default:
			return lines[n:]
		}
		n++
		k++
	}
	return lines[n:]
}

// authors are the names in a line of authors, without their addresses.
func (p *parser) authors(s string) string {
	var names []string
	for author := range strings.SplitSeq(p.expand(markup.Of(s, doc.Span{End: len(s)})).S, ";") {
		name, _, _ := strings.Cut(author, "<")
		if name = strings.ReplaceAll(strings.TrimSpace(name), "_", " "); name != "" {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

// revision reads "v1.0, 2024-03-05: what changed".
func (p *parser) revision(s string) {
	if i := strings.Index(s, ": "); i >= 0 {
		s = s[:i]
	}
	number, date, ok := strings.Cut(s, ",")
	p.attrs["revnumber"] = strings.TrimPrefix(strings.TrimSpace(number), "v")
	if !ok {
		date = number
		if strings.HasPrefix(number, "v") {
			return
		}
	}
	p.attrs["revdate"] = strings.TrimSpace(date)
}

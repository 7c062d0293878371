package docx

import (
	"bytes"
	"encoding/base64"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/html"
	"github.com/pildora/pildora/read/office/flow"
	"github.com/pildora/pildora/read/office/opc"
	"github.com/pildora/pildora/read/text"
)

// foreign reads a part in another format that stands in the place of
// paragraphs: HTML, a page saved as mail (MHT), plain text, another Word
// document. What can't be read is left out with a warning.
func (w *reading) foreign(part string) ([]flow.Block, error) {
	kind, err := w.p.TypeOf(w.ctx, part)
	if err != nil {
		return nil, err
	}
	data, err := w.p.Read(w.ctx, part)
	if errors.Is(err, opc.ErrNoPart) || errors.Is(err, opc.ErrDamaged) {
		w.p.Warn("%s: %v; read without it", part, err)
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	kind, _, _ = strings.Cut(kind, ";")
	d, err := w.embedded(read.Source{URI: w.p.URI() + "#" + part, Media: kind, Data: data})
	switch {
	case w.ctx.Err() != nil:
		return nil, w.p.Errorf(part, "%w", w.ctx.Err())
	case err != nil:
		w.p.Warn("%s: %v; read without it", part, err)
		return nil, nil
	}
	return blocksOf(d, part), nil
}

// embedded reads a source inside of the package. A Word document in it is read
// without what is embedded there in turn.
func (w *reading) embedded(s read.Source) (*doc.Document, error) {
	switch s.Media {
	case "message/rfc822", "multipart/related":
		page, err := page(s.Data)
		if err != nil {
			return nil, err
		}
		s.Data, s.Media = page, html.Media
		fallthrough
	case html.Media, html.MediaXHTML:
		return html.Reader{Mode: html.All}.Read(w.ctx, s)
	case "text/plain":
		return text.Reader{}.Read(w.ctx, s)
	}
	if !w.embed && bytes.HasPrefix(s.Data, []byte("PK")) {
		s.Media = Media
		return w.reader.read(w.ctx, s, true)
	}
	return nil, errors.New("a document of an unknown kind stands here")
}

// page is the page in a mail.
func page(data []byte) ([]byte, error) {
	m, err := mail.ReadMessage(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	kind, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil {
		return nil, err
	}
	if !strings.HasPrefix(kind, "multipart/") {
		return decoded(m.Body, m.Header.Get("Content-Transfer-Encoding"))
	}
	for parts := multipart.NewReader(m.Body, params["boundary"]); ; {
		p, err := parts.NextRawPart()
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(p.Header.Get("Content-Type"), html.Media) {
			return decoded(p, p.Header.Get("Content-Transfer-Encoding"))
		}
	}
}

func decoded(r io.Reader, encoding string) ([]byte, error) {
	switch strings.ToLower(encoding) {
	case "quoted-printable":
		r = quotedprintable.NewReader(r)
	case "base64":
		r = base64.NewDecoder(base64.StdEncoding, r)
	}
	return io.ReadAll(r)
}

// blocksOf makes blocks of a document that was read by another reader.
func blocksOf(d *doc.Document, part string) []flow.Block {
	at := doc.Origin{Part: part}
	var (
		out   []flow.Block
		depth = make([]int, len(d.Blocks)) // of lists around a block
		items = make([]int, len(d.Blocks)) // the innermost item around it, from 1
		mark  = map[int]bool{}
	)
	for i, b := range d.Blocks {
		if b.Parent >= 0 {
			depth[i], items[i] = depth[b.Parent], items[b.Parent]
		}
		line := strings.Join(strings.Fields(d.Slice(b.Span)), " ")
		switch b.Kind {
		case doc.List:
			depth[i]++
		case doc.Item:
			items[i] = i + 1
		case doc.Heading:
			h := flow.Words(flow.Heading, b.Label, at)
			h.Level = int(b.Level)
			out = append(out, h)
		case doc.Code:
			lines := strings.Split(d.Slice(b.Span), "\n")
			if len(lines) > 2 {
				out = append(out, flow.Words(flow.Code, strings.Join(lines[1:len(lines)-1], "\n"), at))
			}
		case doc.Table:
			out = append(out, flow.Block{Kind: flow.Table, Table: &flow.Grid{}, From: at})
		case doc.Row:
			if t := last(out); t != nil && t.Kind == flow.Table {
				t.Table.Rows = append(t.Table.Rows, rowOf(d.Slice(b.Span), b.Level == 1, at))
			}
		case doc.Paragraph, doc.Caption, doc.Term:
			p := flow.Words(flow.Paragraph, line, at)
			if item := items[i]; item > 0 {
				p.Kind, p.Mark = flow.Item, flow.Mark{List: -2, Level: depth[i]}
				if mark[item] {
					p.Kind = flow.More
				}
				mark[item] = true
			}
			out = append(out, p)
		}
	}
	return out
}

func last(blocks []flow.Block) *flow.Block {
	if len(blocks) == 0 {
		return nil
	}
	return &blocks[len(blocks)-1]
}

// rowOf splits a row of a table in Markdown.
func rowOf(line string, header bool, at doc.Origin) flow.Row {
	line, _, _ = strings.Cut(line, "\n") // what is below is its delimiter
	line = strings.Trim(strings.ReplaceAll(strings.TrimSpace(line), `\|`, "\x00"), "|")
	r := flow.Row{Header: header, From: at}
	for cell := range strings.SplitSeq(line, "|") {
		words := flow.Words(flow.Paragraph, strings.TrimSpace(strings.ReplaceAll(cell, "\x00", "|")), at)
		r.Cells = append(r.Cells, flow.Cell{Blocks: []flow.Block{words}, From: at})
	}
	return r
}

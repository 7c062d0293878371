package eval

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/eval/metric"
	"github.com/pildora/pildora/store"
)

// ErrChunks is wrapped by the errors for a chunk file of which nothing can be
// used.
var ErrChunks = errors.New("no usable chunks")

// foreign is a contender that another program has cut.
type foreign struct {
	name, path string
	max        int
	chroma     bool
}

// Foreign is the contender whose chunks stand in a file, one JSON object a
// line: doc (or doc_id), text, start_rune and end_rune (code points of the
// document, half open). Where the offsets are null or don't hold the text, the
// text is looked for in the document, blanks ignored, after the chunk before
// it first; a chunk that isn't there at all is lost: counted and named, as is
// everything else that can't be used. With role "parent", id and parent, and with
// window (of start_rune and end_rune), lines are what is delivered of others, as
// in the records of this program. A record's text is that of the document
// at its place. max is the limit in tokens that the program was given, 0 where
// it isn't known.
func Foreign(name, path string, max int) Contender { return foreign{name, path, max, false} }

// ForeignAsChroma is Foreign, but that every chunk stands where Chroma's
// evaluation looks for it, metric.ChromaLocate, whatever offsets its line has.
func ForeignAsChroma(name, path string, max int) Contender { return foreign{name, path, max, true} }

// Name implements Contender.
func (f foreign) Name() string { return f.name }

// Key implements Contender.
func (f foreign) Key() (string, error) {
	file, err := os.Open(f.path)
	if err != nil {
		return "", fmt.Errorf("%s: %w", f.name, err)
	}
	defer file.Close()
	h := sha256.New()
	if _, err := io.Copy(h, file); err != nil {
		return "", fmt.Errorf("%s: %w", f.name, err)
	}
	return fmt.Sprintf("chunks %d %v ", f.max, f.chroma) + hex.EncodeToString(h.Sum(nil)), nil
}

// Records implements Contender. The error wraps ErrChunks where not one line
// can be used, and says why.
func (f foreign) Records(ctx context.Context, c *Corpus) (Pieces, error) {
	file, err := os.Open(f.path)
	if err != nil {
		return Pieces{}, fmt.Errorf("%s: %w", f.name, err)
	}
	defer file.Close()
	r := foreignReader{corpus: c, chroma: f.chroma, locators: map[string]*locator{}, records: map[string][]store.Record{}}
	if err := r.read(ctx, file); err != nil {
		return Pieces{}, fmt.Errorf("%s: %s: %w", f.name, f.path, err)
	}
	p := Pieces{Max: f.max, Foreign: true}
	for _, d := range c.Documents {
		if len(r.records[d.URI]) == 0 && !doc.IsBlank(d.Text) {
			r.problems.add("document without a chunk", d.URI)
		}
		p.Records = append(p.Records, r.numbered(d.URI)...)
	}
	p.Problems = r.problems.list
	if len(p.Records) == 0 {
		return Pieces{}, fmt.Errorf("%s: %s: %w%s", f.name, f.path, ErrChunks, because(p.Problems))
	}
	return p, nil
}

// because says in an error what the problems were.
func because(ps []Problem) string {
	var b strings.Builder
	for _, p := range ps {
		fmt.Fprintf(&b, "; %s: %d (%s)", p.What, p.Count, strings.Join(p.Examples, ", "))
	}
	return b.String()
}

// foreignReader takes the lines of a chunk file in.
type foreignReader struct {
	corpus   *Corpus
	chroma   bool
	locators map[string]*locator
	records  map[string][]store.Record
	problems problems
}

// maxLine is the longest line that is read; longer ones are passed over.
const maxLine = 64 << 20

func (r *foreignReader) read(ctx context.Context, file io.Reader) error {
	in := bufio.NewReaderSize(file, 1<<16)
	for n := 1; ; n++ {
		if n%256 == 1 && ctx.Err() != nil {
			return ctx.Err()
		}
		line, whole, err := readLine(in)
		if err != nil && err != io.EOF {
			return fmt.Errorf("line %d: %w", n, err)
		}
		if !whole {
			r.problems.add("line longer than 64 MB", place(n, ""))
		} else if line = bytes.TrimSpace(bytes.TrimPrefix(line, []byte(doc.BOM))); len(line) > 0 {
			r.line(n, line)
		}
		if err == io.EOF {
			return nil
		}
	}
}

// readLine returns the next line; whole is false where it was too long to be
// kept.
func readLine(in *bufio.Reader) (line []byte, whole bool, err error) {
	whole = true
	for {
		part, err := in.ReadSlice('\n')
		if whole = whole && len(line)+len(part) <= maxLine; whole {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, whole, err
		}
	}
}

func place(line int, id string) string {
	if id == "" {
		return "line " + strconv.Itoa(line)
	}
	return "line " + strconv.Itoa(line) + " (" + id + ")"
}

// foreignChunk is one line.
type foreignChunk struct {
	Doc       string `json:"doc"`
	DocID     string `json:"doc_id"`
	Text      string `json:"text"`
	StartRune *int   `json:"start_rune"`
	EndRune   *int   `json:"end_rune"`
	relations
}

func (r *foreignReader) line(n int, line []byte) {
	var ch foreignChunk
	if err := json.Unmarshal(line, &ch); err != nil || !utf8.Valid(line) {
		r.problems.add("line that is no chunk in JSON", place(n, ""))
		return
	}
	if ch.Doc == "" {
		ch.Doc = ch.DocID
	}
	ch.Doc = norm.NFC.String(strings.TrimPrefix(ch.Doc, "./"))
	d := r.corpus.byID[ch.Doc]
	switch {
	case ch.Doc == "":
		r.problems.add("chunk without a document", place(n, ""))
	case d == nil:
		r.problems.add("chunk of an unknown document", place(n, ch.Doc))
	case doc.IsBlank(ch.Text) && (ch.Text != "" || ch.StartRune == nil):
		r.problems.add("chunk without text", place(n, ch.Doc))
	default:
		r.chunk(n, d, &ch)
	}
}

func (r *foreignReader) chunk(n int, d *document, ch *foreignChunk) {
	if ch.role() == store.RoleDerived {
		r.derived(n, d, ch)
		return
	}
	span, ok := r.find(n, d, ch)
	if !ok {
		r.problems.add("chunk lost: its text isn't in its document", place(n, d.URI))
		return
	}
	if !r.chroma {
		span = d.Body(span)
	}
	if doc.IsBlank(d.Slice(span)) {
		r.problems.add("chunk without text", place(n, d.URI))
		return
	}
	text := d.Slice(span)
	r.records[d.URI] = append(r.records[d.URI], store.Record{ID: string(ch.ID), DocID: d.URI, Source: d.source, Title: d.Title, Role: ch.role(),
		Headings: []string{}, Lang: d.Language, Start: span.Start, End: span.End, Chars: utf8.RuneCountInString(text),
		Text: text, EmbedText: text, Parent: string(ch.Parent), Window: ch.window(d, span)})
}

// derived takes in a text that stands for a place of its document: it is where
// its offsets say.
func (r *foreignReader) derived(n int, d *document, ch *foreignChunk) {
	span, ok := d.between(ch.StartRune, ch.EndRune)
	if !ok || doc.IsBlank(ch.Text) {
		r.problems.add("derived text without a text or offsets", place(n, d.URI))
		return
	}
	r.records[d.URI] = append(r.records[d.URI], store.Record{ID: string(ch.ID), DocID: d.URI, Source: d.source, Title: d.Title, Role: store.RoleDerived,
		Headings: []string{}, Lang: d.Language, Start: span.Start, End: span.End, Chars: utf8.RuneCountInString(ch.Text),
		Text: ch.Text, EmbedText: ch.Text, Parent: string(ch.Parent)})
}

// find places a chunk in its document.
func (r *foreignReader) find(n int, d *document, ch *foreignChunk) (doc.Span, bool) {
	if r.chroma {
		s, ok := metric.ChromaLocate(d.Text, ch.Text)
		start, _ := d.runes().byteAt(s.Start)
		end, _ := d.runes().byteAt(s.End)
		return doc.Span{Start: start, End: end}, ok
	}
	l := r.locators[d.URI]
	if l == nil {
		l = &locator{solid: d.solid()}
		r.locators[d.URI] = l
	}
	if s, ok := d.given(ch); ok {
		l.moved(s)
		return s, true
	}
	s, ok := l.find(ch.Text)
	if ok && (ch.StartRune != nil || ch.EndRune != nil) {
		r.problems.add("offsets that don't hold the chunk's text; it was found by its text", place(n, d.URI))
	}
	return s, ok
}

// given is the span that a chunk's offsets name, if they hold its text, blanks
// ignored. A chunk without text is what its offsets hold.
func (d *document) given(ch *foreignChunk) (doc.Span, bool) {
	s, ok := d.between(ch.StartRune, ch.EndRune)
	if !ok {
		return doc.Span{}, false
	}
	text := d.Slice(s)
	same := ch.Text == "" || text == ch.Text || slices.Equal(strings.Fields(text), strings.Fields(ch.Text))
	return s, same
}

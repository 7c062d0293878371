package eval

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/read"
)

// Corpus is the documents of an evaluation, read once for all contenders. It
// is immutable and safe for concurrent use.
type Corpus struct {
	// Documents are in order of their ids.
	Documents []*doc.Document
	// Failed are those that could not be found or read; questions about them
	// are skipped.
	Failed []ingest.Failure
	byID   map[string]*document
	hash   string
}

// document is a document with what is derived of it when it is first needed.
type document struct {
	*doc.Document
	runes  func() *runeIndex
	solid  func() *solid
	source string // path it was read from
}

// ErrEmpty is wrapped by the errors for an evaluation of nothing: no
// documents, no questions, no contenders.
var ErrEmpty = errors.New("nothing to evaluate")

// Load reads the documents under roots. Ids are those that read.Find gives:
// the slash path from the root. A document that can't be read is in
// Corpus.Failed and the others are there; the error is about the whole: two
// documents with one id, none at all (wrapping ErrEmpty), ctx.
func Load(ctx context.Context, find read.Options, reading ingest.Reading, roots ...string) (*Corpus, error) {
	var docs []*doc.Document
	var failed []ingest.Failure
	paths := map[string]string{}
	take := func(f read.File, stage string, err error) {
		var d *doc.Document
		if err == nil && f.Skipped == "" {
			d, err = one(ctx, reading, f)
		}
		if err != nil {
			failed = append(failed, ingest.Failure{DocID: f.ID, Source: f.Path, Stage: stage, Err: err, Error: err.Error()})
		} else if d != nil {
			docs, paths[d.URI] = append(docs, d), f.Path
		}
	}
	for f, err := range read.Find(ctx, find, roots...) {
		if errors.Is(err, read.ErrDuplicate) || ctx.Err() != nil {
			if ctx.Err() != nil {
				err = ctx.Err()
			}
			return nil, err
		}
		if err == nil && f.Skipped != "" {
			continue
		}
		stage := ingest.StageFind
		if err == nil {
			stage = ingest.StageRead
			var s read.Source
			if s, err = f.Read(ctx); err == nil {
				for f, err := range f.Documents(ctx, s) {
					take(f, stage, err)
				}
				continue
			}
		}
		take(f, stage, err)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	c, err := NewCorpus(docs...)
	if err != nil {
		for _, f := range failed {
			err = fmt.Errorf("%w; %s", err, f.Error)
		}
		return nil, err
	}
	c.Failed = failed
	for id, path := range paths {
		c.byID[id].source = path
	}
	return c, nil
}

func one(ctx context.Context, reading ingest.Reading, f read.File) (*doc.Document, error) {
	s, err := f.Read(ctx)
	if err != nil {
		return nil, err
	}
	return reading.Document(ctx, s)
}

// NewCorpus makes a corpus of documents that are read already. Errors wrap
// ErrEmpty where there is none, or name the id that two share.
func NewCorpus(docs ...*doc.Document) (*Corpus, error) {
	if len(docs) == 0 {
		return nil, fmt.Errorf("%w: no documents", ErrEmpty)
	}
	c := &Corpus{Documents: slices.Clone(docs), byID: map[string]*document{}}
	slices.SortFunc(c.Documents, func(a, b *doc.Document) int { return strings.Compare(a.URI, b.URI) })
	h := sha256.New()
	for _, d := range c.Documents {
		if c.byID[d.URI] != nil {
			return nil, fmt.Errorf("%q: %w", d.URI, read.ErrDuplicate)
		}
		c.byID[d.URI] = &document{Document: d, source: d.URI,
			runes: sync.OnceValue(func() *runeIndex { return newRuneIndex(d.Text) }),
			solid: sync.OnceValue(func() *solid { return newSolid(d.Text) })}
		// The reader decides blocks and language, so they count as the text does.
		fmt.Fprintf(h, "%q %q %q %d %d\n", d.URI, d.Title, d.Language, len(d.Text), len(d.Blocks))
		for _, b := range d.Blocks {
			fmt.Fprintln(h, b.Kind, b.Level, b.Span.Start, b.Span.End)
		}
		io.WriteString(h, d.Text)
	}
	c.hash = hex.EncodeToString(h.Sum(nil))
	return c, nil
}

// Document returns the document of that id, nil where there is none.
func (c *Corpus) Document(id string) *doc.Document {
	if d := c.byID[id]; d != nil {
		return d.Document
	}
	return nil
}

func (c *Corpus) lookup(id string) (*doc.Document, bool) {
	d := c.byID[id]
	if d == nil {
		return nil, false
	}
	return d.Document, true
}

// Bytes is the length of all texts.
func (c *Corpus) Bytes() int {
	n := 0
	for _, d := range c.Documents {
		n += len(d.Text)
	}
	return n
}

// runeIndex finds the byte of a code point: where every 256th one begins, and
// a walk from there.
type runeIndex struct {
	text  string
	marks []int
	count int
}

const runeStep = 256

func newRuneIndex(text string) *runeIndex {
	x := &runeIndex{text: text}
	for i := range text {
		if x.count%runeStep == 0 {
			x.marks = append(x.marks, i)
		}
		x.count++
	}
	return x
}

// byteAt is the byte at which code point n begins, or the length of the text
// for the one after the last; ok is false outside.
func (x *runeIndex) byteAt(n int) (at int, ok bool) {
	if n < 0 || n > x.count {
		return 0, false
	}
	if n == x.count {
		return len(x.text), true
	}
	at = x.marks[n/runeStep]
	for range n % runeStep {
		_, size := utf8.DecodeRuneInString(x.text[at:])
		at += size
	}
	return at, true
}

// runeAt is how many code points stand before byte b.
func (x *runeIndex) runeAt(b int) int {
	i := sort.SearchInts(x.marks, b+1) - 1
	if i < 0 {
		return 0
	}
	return i*runeStep + utf8.RuneCountInString(x.text[x.marks[i]:b])
}

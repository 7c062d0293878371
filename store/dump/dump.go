// Package dump writes whole indexes as JSON Lines and reads them back: for a
// copy that any program can look into, and to bring an index to another store
// or machine.
//
// A dump is lines of JSON objects with one field each that says what it is:
// first the header, then for every generation its line and those of its
// documents, each followed by its records, and last what was counted, with the
// SHA-256 of all lines before it. So a dump that was cut short or changed is
// refused. What waits for its vectors isn't in it: the next sync makes that again.
package dump

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"slices"
	"strings"

	"github.com/pildora/pildora/store"
)

// ErrDump is wrapped by the error for what is no dump, a damaged one or one of a
// newer version.
var ErrDump = errors.New("no sound dump of an index")

// Store is what can be written and read.
type Store interface {
	store.Store
	store.Generations
}

// version is the version of the format.
const version = 1

// Counts are how much a dump holds.
type Counts struct {
	Generations int `json:"generations"`
	Documents   int `json:"documents"`
	Records     int `json:"records"`
}

// line is one line: one of the fields is set, Vectors besides Record.
type line struct {
	Version    int               `json:"pildora_index,omitempty"`
	Generation *store.Generation `json:"generation,omitempty"`
	Document   json.RawMessage   `json:"document,omitempty"`
	Record     json.RawMessage   `json:"record,omitempty"`
	Vectors    []byte            `json:"vectors,omitempty"` // as store.EncodeVectors writes them
	End        *end              `json:"end,omitempty"`
}

type end struct {
	Counts
	SHA256 string `json:"sha256"`
}

// Write writes generations of an index, all where none is named. What is written
// to the index meanwhile may be in it in part: the caller keeps others away.
func Write(ctx context.Context, w io.Writer, s Store, generations ...string) (Counts, error) {
	all, err := s.Generations(ctx)
	if err != nil {
		return Counts{}, err
	}
	for _, name := range generations {
		if !slices.ContainsFunc(all, func(g store.Generation) bool { return g.Name == name }) {
			return Counts{}, fmt.Errorf("%w: %q", store.ErrGeneration, name)
		}
	}
	out := &writer{w: bufio.NewWriter(w), sum: sha256.New()}
	err = out.line(line{Version: version})
	for _, g := range all {
		if err == nil && (len(generations) == 0 || slices.Contains(generations, g.Name)) {
			err = out.generation(ctx, s, g)
		}
	}
	if err == nil {
		err = out.line(line{End: &end{out.counts, hex.EncodeToString(out.sum.Sum(nil))}})
	}
	return out.counts, errors.Join(err, out.w.Flush())
}

type writer struct {
	w      *bufio.Writer
	sum    hash.Hash
	counts Counts
}

func (w *writer) line(l line) error {
	data, err := json.Marshal(l)
	if err != nil {
		return err
	}
	data = append(data, '\n')
	w.sum.Write(data) // never fails
	_, err = w.w.Write(data)
	return err
}

func (w *writer) generation(ctx context.Context, s Store, g store.Generation) error {
	w.counts.Generations++
	if err := w.line(line{Generation: &g}); err != nil {
		return err
	}
	for d, err := range s.Docs(ctx, g.Name) {
		if err != nil {
			return err
		}
		entry, err := store.Encode(d)
		if err != nil {
			return err
		}
		w.counts.Documents++
		if err := w.line(line{Document: entry}); err != nil {
			return err
		}
		for r, err := range s.All(ctx, store.Filter{Generation: g.Name, Docs: []string{d.DocID}}) {
			if err != nil {
				return err
			}
			record, err := store.Encode(r)
			if err != nil {
				return err
			}
			w.counts.Records++
			if err := w.line(line{Record: record, Vectors: store.EncodeVectors(r.Vectors)}); err != nil {
				return err
			}
		}
	}
	return nil
}

// Read puts what a dump holds into a new index. An error, which names the line,
// leaves it unfinished: the caller throws it away then. That the dump ends as it
// was written is known last.
func Read(ctx context.Context, r io.Reader, s Store) (Counts, error) {
	in := &reader{s: s, sum: sha256.New()}
	b := bufio.NewReader(r)
	for in.end == nil {
		in.number++
		text, err := b.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return in.counts, in.fault("it ends before its end; write it again")
		}
		if err == nil {
			err = in.line(ctx, text)
		}
		if err != nil {
			return in.counts, fmt.Errorf("line %d: %w", in.number, err)
		}
	}
	if _, err := b.ReadByte(); !errors.Is(err, io.EOF) {
		return in.counts, in.fault("something stands behind its end")
	}
	return in.counts, in.finish(ctx)
}

type reader struct {
	s           Store
	number      int // of the line
	sum         hash.Hash
	counts      Counts
	generations []store.Generation
	doc         *store.DocState // whose records are being read
	records     []store.Record
	end         *end
}

func (r *reader) fault(what string) error {
	return fmt.Errorf("line %d: %w: %s", r.number, ErrDump, what)
}

func (r *reader) line(ctx context.Context, text []byte) error {
	var l line
	if err := json.Unmarshal(text, &l); err != nil {
		return fmt.Errorf("%w: %w", ErrDump, err)
	}
	sum := hex.EncodeToString(r.sum.Sum(nil))
	r.sum.Write(text) // never fails
	switch {
	case (r.number == 1) != (l.Version > 0):
		return fmt.Errorf("%w: it doesn't begin as one; pildora index export writes them", ErrDump)
	case l.Version > version:
		return fmt.Errorf("%w: it is of a newer version, %d; use the newer program", ErrDump, l.Version)
	case l.Version > 0:
		return nil
	case l.Record != nil:
		return r.record(l)
	}
	if err := r.flush(ctx); err != nil {
		return err
	}
	switch {
	case l.Generation != nil:
		return r.generation(ctx, *l.Generation)
	case l.Document != nil:
		d, err := store.Decode[store.DocState](l.Document)
		if err != nil || len(r.generations) == 0 {
			return fmt.Errorf("%w: a document out of place: %w", ErrDump, err)
		}
		r.doc, r.counts.Documents = &d, r.counts.Documents+1
		return nil
	case l.End == nil:
		return fmt.Errorf("%w: nothing that is known", ErrDump)
	case l.End.Counts != r.counts || l.End.SHA256 != sum:
		return fmt.Errorf("%w: it isn't as it was written", ErrDump)
	}
	r.end = l.End
	return nil
}

func (r *reader) record(l line) error {
	record, err := store.Decode[store.Record](l.Record)
	if err != nil || r.doc == nil {
		return fmt.Errorf("%w: a record out of place: %w", ErrDump, err)
	}
	if record.Vectors, err = store.DecodeVectors(l.Vectors); err != nil {
		return fmt.Errorf("%w: %w", ErrDump, err)
	}
	r.records, r.counts.Records = append(r.records, record), r.counts.Records+1
	return nil
}

// generation begins one. A new store has one already, by its usual name.
func (r *reader) generation(ctx context.Context, g store.Generation) error {
	r.generations, r.counts.Generations = append(r.generations, g), r.counts.Generations+1
	if err := r.s.Create(ctx, g.Name, g.Recipe); err != nil && (!errors.Is(err, store.ErrExists) || g.Name != store.First) {
		return err
	}
	return nil
}

// flush writes the document that was read.
func (r *reader) flush(ctx context.Context) error {
	if r.doc == nil {
		return nil
	}
	d, records := *r.doc, r.records
	r.doc, r.records = nil, nil
	return r.s.Replace(ctx, r.generations[len(r.generations)-1].Name, d, records)
}

// finish makes the generations live in the order in which they were, so that
// rollback finds its way, and takes out the one that the store had if the dump
// has none of its name.
func (r *reader) finish(ctx context.Context) error {
	order := slices.Clone(r.generations)
	slices.SortStableFunc(order, func(a, b store.Generation) int {
		if a.Live != b.Live {
			return strings.Compare(fmt.Sprint(a.Live), fmt.Sprint(b.Live)) // false, true
		}
		return a.Promoted.Compare(b.Promoted)
	})
	first := false
	for i, g := range order {
		first = first || g.Name == store.First
		if !g.Promoted.IsZero() || g.Live || i == len(order)-1 {
			if err := r.s.Promote(ctx, g.Name); err != nil {
				return err
			}
		}
	}
	if first || len(order) == 0 {
		return nil
	}
	return r.s.Drop(ctx, store.First)
}

package store

import (
	"context"
	"fmt"
)

// Inconsistent names what a generation's records and manifest say differently,
// a line each: how many records a document has, their numbers and collections.
// [Checker] looks at how a store keeps them; this at what they say.
func Inconsistent(ctx context.Context, s Store, generation string) (faults []string, err error) {
	docs := map[string]*tally{}
	for d, err := range s.Docs(ctx, generation) {
		if err != nil {
			return nil, err
		}
		docs[d.DocID] = &tally{entry: d, known: true}
	}
	var order []string
	last := ""
	for r, err := range s.All(ctx, Filter{Generation: generation}) {
		if err != nil {
			return nil, err
		}
		t := docs[r.DocID]
		if t == nil {
			t = &tally{entry: DocState{DocID: r.DocID, Collection: r.Collection}}
			docs[r.DocID] = t
			faults = append(faults, fmt.Sprintf("%s: records of a document that the manifest doesn't know", r.DocID))
		}
		if r.DocID != last {
			last, order = r.DocID, append(order, r.DocID)
		}
		t.add(&r)
	}
	for _, id := range order {
		faults = append(faults, docs[id].faults()...)
		delete(docs, id)
	}
	for d, err := range s.Docs(ctx, generation) {
		if err != nil {
			return nil, err
		}
		if t := docs[d.DocID]; t != nil { // without records
			faults = append(faults, t.faults()...)
		}
	}
	return faults, nil
}

// tally is what the records of a document say.
type tally struct {
	entry   DocState
	known   bool
	records int
	levels  map[string]*level
	wrong   []string
}

// level are the records of one role: num and of count those.
type level struct{ count, of, highest int }

func (t *tally) add(r *Record) {
	t.records++
	if t.levels == nil {
		t.levels = map[string]*level{}
	}
	l := t.levels[r.Role]
	if l == nil {
		l = &level{of: r.Of}
		t.levels[r.Role] = l
	}
	l.count++
	l.highest = max(l.highest, r.Num)
	if t.known && r.Collection != t.entry.Collection {
		t.wrong = append(t.wrong, fmt.Sprintf("%s: %s is in collection %q, the manifest says %q", r.DocID, r.ID, r.Collection, t.entry.Collection))
	}
}

func (t *tally) faults() []string {
	if t.known && t.records != t.entry.Chunks {
		t.wrong = append(t.wrong, fmt.Sprintf("%s: %d records, the manifest says %d", t.entry.DocID, t.records, t.entry.Chunks))
	}
	if l := t.levels[RoleChunk]; l != nil && (l.count != l.of || l.highest != l.of) {
		t.wrong = append(t.wrong, fmt.Sprintf("%s: %d chunks with numbers up to %d, they say that there are %d", t.entry.DocID, l.count, l.highest, l.of))
	}
	return t.wrong
}

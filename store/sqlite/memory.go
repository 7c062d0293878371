package sqlite

import (
	"context"
	"database/sql"
	"slices"
	"sync"

	"github.com/pildora/pildora/store"
)

// memory is what searches by vectors hold of a file, by generation. It is read
// from the file when it is first needed, and what changed there since when it is
// needed again.
type memory struct {
	mu          sync.RWMutex
	generations map[int64]*coded
}

// coded is the codes of one generation at one version of them.
type coded struct {
	version int64
	docs    []codedDoc
	byID    map[string]int32
	classes []class
	spaces  map[int]*space // by dimension
}

// codedDoc is a document, and where its rows are.
type codedDoc struct {
	id, embedder string
	space        *space // nil where it has no vectors
	from, n      int
}

// vectorVersion is the version of a generation's vectors in a transaction.
func vectorVersion(ctx context.Context, tx *sql.Tx, generation int64) (int64, error) {
	var v int64
	err := tx.QueryRowContext(ctx, `SELECT vector_version FROM generation WHERE key = ?`, generation).Scan(&v)
	return v, err
}

// with calls f with the codes of a generation as tx sees them, which f must not
// keep. It returns false where they are of a later state already.
func (m *memory) with(ctx context.Context, tx *sql.Tx, generation int64, f func(*coded) error) (bool, error) {
	version, err := vectorVersion(ctx, tx, generation)
	if err != nil {
		return true, err
	}
	m.mu.RLock()
	if c := m.generations[generation]; c != nil && c.version >= version {
		defer m.mu.RUnlock()
		if c.version > version {
			return false, nil
		}
		return true, f(c)
	}
	m.mu.RUnlock()
	m.mu.Lock()
	c := m.generations[generation]
	if c == nil || c.version < version {
		if err := m.load(ctx, tx, generation, version); err != nil {
			m.mu.Unlock()
			return true, err
		}
	}
	m.mu.Unlock()
	return m.with(ctx, tx, generation, f)
}

// load brings the codes of a generation up to a version. The caller holds the
// lock.
func (m *memory) load(ctx context.Context, tx *sql.Tx, generation, version int64) error {
	c := m.generations[generation]
	if c == nil {
		c = &coded{byID: map[string]int32{}, spaces: map[int]*space{}}
	}
	delete(m.generations, generation) // until all has been read
	err := each(ctx, tx, func(row scanner) error {
		var id, embedder string
		var data []byte
		if err := row.Scan(&id, &embedder, &data); err != nil {
			return err
		}
		return c.put(id, embedder, data)
	}, `SELECT doc_id, embedder, data FROM vector WHERE generation = ? AND version > ?`, generation, c.version)
	if err != nil {
		return err
	}
	for _, s := range c.spaces {
		s.index()
	}
	c.version = version
	if m.generations == nil || len(m.generations) == mostGenerations {
		m.generations = map[int64]*coded{}
	}
	m.generations[generation] = c
	return nil
}

// mostGenerations is how many generations are held: the live one and the next.
const mostGenerations = 2

// put replaces what is held of a document; without data it is gone.
func (c *coded) put(id, embedder string, data []byte) error {
	at, known := c.byID[id]
	if known {
		c.remove(at)
	}
	if len(data) == 0 {
		return nil
	}
	next, err := decodeCodes(data)
	if err != nil {
		return err
	}
	if !known {
		at = int32(len(c.docs))
		c.byID[id] = at
		c.docs = append(c.docs, codedDoc{id: id})
	}
	s := c.spaces[next.dim]
	if s == nil {
		s = newSpace(next.dim)
		c.spaces[next.dim] = s
	}
	c.docs[at] = codedDoc{id, embedder, s, len(s.rows), len(next.rows)}
	classes := make([]int32, len(next.classes))
	for i, k := range next.classes {
		classes[i] = c.class(k)
	}
	for i, r := range next.rows {
		s.add(spaceRow{key: r.key, doc: at, class: classes[r.class], scale: r.scale}, next.numbers[i*next.dim:(i+1)*next.dim])
	}
	return nil
}

// remove takes the rows of a document out.
func (c *coded) remove(at int32) {
	d := &c.docs[at]
	if d.space == nil {
		return
	}
	s := d.space
	s.remove(d.from, d.n)
	d.space, d.n = nil, 0
	if s.dead > 1024 && s.dead > s.live() {
		c.pack(s)
	}
}

// pack moves the rows of a space over the dead ones.
func (c *coded) pack(old *space) {
	s := newSpace(old.dim)
	for at := range c.docs {
		d := &c.docs[at]
		if d.space != old {
			continue
		}
		from := len(s.rows)
		for row := d.from; row < d.from+d.n; row++ {
			s.add(old.rows[row], old.vector(row))
		}
		d.space, d.from = s, from
	}
	c.spaces[old.dim] = s
}

func (c *coded) class(k class) int32 {
	at := slices.Index(c.classes, k)
	if at < 0 {
		at = len(c.classes)
		c.classes = append(c.classes, k)
	}
	return int32(at)
}

// passing is f as far as codes can answer it.
func (c *coded) passing(f store.Filter) func(*spaceRow) bool {
	ofDoc, ofClass, _, _ := parted(f)
	byClass, byDoc := ofClass.Matcher(), ofDoc.Matcher()
	classes, docs := make([]bool, len(c.classes)), make([]bool, len(c.docs))
	var r store.Record
	for i, k := range c.classes {
		r.Collection, r.Lang, r.Role = k.collection, k.lang, k.role
		classes[i] = byClass(&r)
	}
	every := len(ofDoc.Docs) == 0 && len(ofDoc.Where) == 0
	for i := range c.docs {
		r.DocID = c.docs[i].id
		docs[i] = (f.Embedder == "" || f.Embedder == c.docs[i].embedder) && (every || byDoc(&r))
	}
	return func(r *spaceRow) bool { return classes[r.class] && docs[r.doc] }
}

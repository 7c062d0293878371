package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"reflect"
	"strings"

	"github.com/pildora/pildora/embed"
	"github.com/pildora/pildora/store"
)

var (
	_ store.VectorSearcher = (*Store)(nil)
	_ store.Embedders      = (*Store)(nil)
)

const (
	// byBytes is how many records a search looks at by their bytes, at least:
	// docs/embeddings.md has what more or fewer of them find.
	byBytes = 2000
	// spare is how many of them beyond those asked for are looked at by their
	// vectors, at least.
	spare = 64
	// manyTies bounds how many more are where they tie.
	manyTies = 4096
	// deeper is how many times as many are looked at where a filter that only
	// the records can answer left too few.
	deeper = 8
)

// SearchVector implements store.VectorSearcher. Up to some hundred records, and
// with ties, it finds exactly the nearest; see space for how, and
// docs/embeddings.md for how nearly, of more.
func (s *Store) SearchVector(ctx context.Context, v []float32, k int, f store.Filter) ([]store.Hit, error) {
	for {
		x := &nearby{store: s, v: v, k: k, filter: f}
		if err := s.viewing(ctx, func(tx *sql.Tx) error { return x.run(ctx, tx) }); err != nil {
			return nil, err
		}
		if !x.stale { // else what is held is of a later state: so is what is asked next
			return x.best.ranked(), nil
		}
	}
}

// nearby is one search by a vector.
type nearby struct {
	store  *Store
	tx     *sql.Tx
	v      []float32
	k      int
	filter store.Filter
	best   top
	may    func(key int64) bool // be found, by the words that it holds
	stale  bool                 // the codes in memory are of a later state than tx
}

func (x *nearby) run(ctx context.Context, tx *sql.Tx) error {
	key, err := generationKey(ctx, tx, x.filter.Generation)
	if err != nil || x.k < 1 || len(x.v) == 0 {
		return err
	}
	x.tx, x.best = tx, top{k: x.k}
	if x.may, err = x.store.restrict(ctx, tx, key, x.filter.Words); err != nil {
		return err
	}
	for n := max(byBytes, 4*x.k); ; n *= deeper {
		candidates, all, err := x.candidates(ctx, key, n)
		if err != nil || x.stale {
			return err
		}
		enough, err := x.rescore(ctx, candidates)
		if err != nil || enough || all {
			return err
		}
		x.best.hits = nil
	}
}

// candidate is a record by its row's key.
type candidate struct {
	key   int64
	score float32
}

// candidates are the records that may be nearest, by what is held in memory.
func (x *nearby) candidates(ctx context.Context, generation int64, n int) (out []candidate, all bool, err error) {
	now, err := x.store.memory.with(ctx, x.tx, generation, func(c *coded) error {
		s := c.spaces[len(x.v)]
		if s == nil {
			all = true
			return nil
		}
		var best []found
		pass := c.passing(x.filter)
		best, all = s.scan(x.v, n, func(r *spaceRow) bool { return pass(r) && x.may(r.key) })
		out = make([]candidate, len(best))
		for i, b := range best {
			out[i] = candidate{s.rows[b.row].key, b.score}
		}
		return nil
	})
	x.stale = !now
	return out, all, err
}

// rescore looks at the vectors of candidates, the best first, and keeps the best
// k. It reports whether there were enough to be sure that others are worse.
func (x *nearby) rescore(ctx context.Context, candidates []candidate) (enough bool, err error) {
	_, _, inside, none := parted(x.filter)
	inRecord, match := !none, inside.Matcher()
	wanted, seen := x.k+max(x.k, spare), 0
	keys := map[string]int64{} // by id
	var rows map[int64]store.Record
	for i, c := range candidates {
		if seen >= wanted && (seen >= wanted+manyTies || c.score < candidates[i-1].score) {
			enough = true
			break
		}
		if _, read := rows[c.key]; !read {
			batch := candidates[i:min(i+max(wanted-seen, spare), i+mostKeys, len(candidates))]
			if rows, err = x.read(ctx, batch, inRecord); err != nil {
				return false, err
			}
		}
		r, found := rows[c.key]
		if !found {
			return false, fmt.Errorf("%w: a vector without its record", store.ErrCorrupt)
		}
		v := r.Vectors[store.Embedding]
		if len(v) != len(x.v) {
			return false, fmt.Errorf("%w: record %q lacks the vector that the index has of it", store.ErrCorrupt, r.ID)
		}
		if inRecord && !match(&r) {
			continue
		}
		seen++
		keys[r.ID] = c.key
		x.best.add(store.Hit{Record: r, Score: store.Round(embed.Dot(v, x.v))})
	}
	if inRecord {
		return enough, nil
	}
	return enough, x.complete(ctx, keys)
}

// complete reads the records of the best whole.
func (x *nearby) complete(ctx context.Context, keys map[string]int64) error {
	for from := 0; from < len(x.best.hits); from += mostKeys {
		hits := x.best.hits[from:min(from+mostKeys, len(x.best.hits))]
		batch := make([]candidate, len(hits))
		for i, h := range hits {
			batch[i].key = keys[h.Record.ID]
		}
		rows, err := x.read(ctx, batch, true)
		if err != nil {
			return err
		}
		for i := range hits {
			hits[i].Record = rows[batch[i].key]
		}
	}
	return nil
}

// mostKeys is how many rows are asked for at once.
const mostKeys = 500

// read reads the records of candidates by their keys: whole, or their ids and
// vectors alone.
func (x *nearby) read(ctx context.Context, batch []candidate, whole bool) (map[int64]store.Record, error) {
	what := `id, vectors`
	if whole {
		what = columns
	}
	args := make([]any, len(batch))
	for i, c := range batch {
		args[i] = c.key
	}
	out := make(map[int64]store.Record, len(batch))
	err := each(ctx, x.tx, func(row scanner) error {
		var key int64
		scan := scanVectors
		if whole {
			scan = scanRecord
		}
		r, err := scan(behind{row, &key})
		out[key] = r
		return err
	}, `SELECT key, `+what+` FROM chunk WHERE key IN (?`+strings.Repeat(`, ?`, len(batch)-1)+`)`, args...)
	return out, err
}

// behind scans a row that begins with a key.
type behind struct {
	row scanner
	key *int64
}

// Scan implements scanner.
func (b behind) Scan(to ...any) error { return b.row.Scan(append([]any{b.key}, to...)...) }

// scanVectors reads a record's id and vectors alone.
func scanVectors(row scanner) (r store.Record, err error) {
	var vectors []byte
	if err := row.Scan(&r.ID, &vectors); err != nil {
		return r, err
	}
	r.Vectors, err = store.DecodeVectors(vectors)
	return r, err
}

// parted is a filter by what answers its parts: the id of a document, the class
// of a record, and the record itself; none says that nothing is left to that.
func parted(f store.Filter) (doc, class, record store.Filter, none bool) {
	doc.Docs = f.Docs
	class.Collection, class.Lang, class.Role = f.Collection, f.Lang, f.Role
	record = f
	record.Generation, record.Docs, record.Collection, record.Lang, record.Role, record.Embedder, record.Where = "", nil, "", "", "", "", nil
	for _, c := range f.Where {
		to := &record
		switch c.Field {
		case store.FieldDoc, store.FieldPath:
			to = &doc
		case store.FieldCollection, store.FieldLang, store.FieldRole:
			to = &class
		}
		to.Where = append(to.Where, c)
	}
	if len(record.Meta) == 0 {
		record.Meta = nil
	}
	return doc, class, record, reflect.DeepEqual(record, store.Filter{})
}

// gathered are the codes of a document's records, whose keys are known.
func gathered(rows []prepared) *codes {
	c := &codes{}
	for _, p := range rows {
		if v := p.record.Vectors[store.Embedding]; len(v) > 0 && p.record.Searched() {
			c.add(p.key, class{p.record.Collection, p.record.Lang, p.record.Role}, v)
		}
	}
	return c
}

// putVectors writes the codes of a document's records; of none where none has a
// vector.
func putVectors(ctx context.Context, tx *sql.Tx, generation int64, d store.DocState, rows []prepared) error {
	c := gathered(rows)
	if len(c.rows) == 0 {
		return dropVectors(ctx, tx, generation, d.DocID)
	}
	version, err := nextVersion(ctx, tx, generation)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO vector (generation, doc_id, version, embedder, records, data) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (generation, doc_id) DO UPDATE SET version = excluded.version, embedder = excluded.embedder, records = excluded.records, data = excluded.data`,
		generation, d.DocID, version, d.Embedder, len(c.rows), c.encode())
	return err
}

// stored are a document's rows, as far as their codes are made of them.
func stored(ctx context.Context, tx *sql.Tx, generation int64, docID string) ([]prepared, error) {
	var rows []prepared
	err := each(ctx, tx, func(row scanner) error {
		p := prepared{record: &store.Record{}}
		var vectors []byte
		err := row.Scan(&p.key, &p.record.Collection, &p.record.Lang, &p.record.Role, &vectors)
		if err == nil {
			p.record.Vectors, err = store.DecodeVectors(vectors)
		}
		rows = append(rows, p)
		return err
	}, `SELECT key, collection, lang, role, vectors FROM chunk WHERE generation = ? AND doc_id = ? ORDER BY key`, generation, docID)
	return rows, err
}

// dropVectors takes a document's codes out. A row stays, so that whoever holds
// them learns of it.
func dropVectors(ctx context.Context, tx *sql.Tx, generation int64, docID string) error {
	var has bool
	err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM vector WHERE generation = ? AND doc_id = ? AND records > 0)`, generation, docID).Scan(&has)
	if err != nil || !has {
		return err
	}
	version, err := nextVersion(ctx, tx, generation)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE vector SET version = ?, embedder = '', records = 0, data = NULL WHERE generation = ? AND doc_id = ?`, version, generation, docID)
	return err
}

func nextVersion(ctx context.Context, tx *sql.Tx, generation int64) (int64, error) {
	var v int64
	err := tx.QueryRowContext(ctx, `UPDATE generation SET vector_version = vector_version + 1 WHERE key = ? RETURNING vector_version`, generation).Scan(&v)
	return v, err
}

// Embedders implements store.Embedders.
func (s *Store) Embedders(ctx context.Context, generation string) (map[string]int, error) {
	out := map[string]int{}
	err := s.viewing(ctx, func(tx *sql.Tx) error {
		key, err := generationKey(ctx, tx, generation)
		if err != nil {
			return err
		}
		return embedders(ctx, tx, key, out)
	})
	return out, err
}

func embedders(ctx context.Context, tx *sql.Tx, generation int64, out map[string]int) error {
	return each(ctx, tx, func(row scanner) error {
		var name string
		var n int
		err := row.Scan(&name, &n)
		out[name] = n
		return err
	}, `SELECT embedder, sum(records) FROM vector WHERE generation = ? AND records > 0 GROUP BY embedder`, generation)
}

// Package cache keeps vectors in a file of SQLite, by what they are made of: the
// model, the kind of text and the text. Runs and programs share it.
package cache

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"net/url"
	"os"
	"path/filepath"

	_ "modernc.org/sqlite" // the driver

	"github.com/pildora/pildora/embed"
)

// Cache is an embedder that asks another one only for what it doesn't know.
type Cache struct {
	embed.Embedder
	db *sql.DB
}

var _ embed.Embedder = (*Cache)(nil)

// key is what a vector is known by.
type key [sha256.Size]byte

// batch is how many texts are embedded before their vectors are written: an
// interrupted run loses no more.
const batch = 512

// Open opens the cache in a file, which is made where there is none, before an
// embedder. Close it at the end.
func Open(ctx context.Context, path string, e embed.Embedder) (*Cache, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, err
	}
	u := url.URL{Scheme: "file", Opaque: url.PathEscape(path)}
	q := url.Values{"_pragma": {"busy_timeout(60000)", "journal_mode(WAL)", "synchronous(NORMAL)"}}
	u.RawQuery = q.Encode()
	db, err := sql.Open("sqlite", u.String())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if _, err := db.ExecContext(ctx, "CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, vector BLOB NOT NULL) WITHOUT ROWID"); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w; delete it, it holds nothing that can't be made again", path, err), db.Close())
	}
	return &Cache{e, db}, nil
}

// Close closes the file.
func (c *Cache) Close() error { return c.db.Close() }

func (c *Cache) key(k embed.Kind, text string) key {
	h := sha256.New()
	fmt.Fprintf(h, "%s\x00%d\x00", c.Model().Digest, k)
	h.Write([]byte(text))
	return key(h.Sum(nil))
}

// Embed returns a vector for each text, known ones without asking.
func (c *Cache) Embed(ctx context.Context, k embed.Kind, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	keys := make([]key, len(texts))
	var unknown []int
	first := map[key]int{} // of equal texts that aren't known
	for i, t := range texts {
		keys[i] = c.key(k, t)
		if _, ok := first[keys[i]]; ok {
			continue
		}
		v, err := c.get(ctx, keys[i])
		if err != nil {
			return nil, err
		}
		if out[i] = v; v == nil {
			first[keys[i]] = i
			unknown = append(unknown, i)
		}
	}
	for len(unknown) > 0 {
		n := min(batch, len(unknown))
		if err := c.learn(ctx, k, texts, keys, unknown[:n], out); err != nil {
			return nil, err
		}
		unknown = unknown[n:]
	}
	for i := range out {
		if out[i] == nil {
			out[i] = append([]float32(nil), out[first[keys[i]]]...)
		}
	}
	return out, ctx.Err()
}

// learn embeds some texts and writes their vectors down.
func (c *Cache) learn(ctx context.Context, k embed.Kind, texts []string, keys []key, which []int, out [][]float32) error {
	some := make([]string, len(which))
	for i, j := range which {
		some[i] = texts[j]
	}
	vectors, err := embed.Checked(ctx, c.Embedder, k, some)
	if err != nil {
		return err
	}
	tx, err := c.db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("cache of vectors: %w", err)
	}
	defer tx.Rollback() //nolint:errcheck // after a commit there is nothing to undo
	for i, j := range which {
		out[j] = vectors[i]
		data := make([]byte, 0, 4*len(vectors[i]))
		for _, x := range vectors[i] {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
		}
		if _, err := tx.ExecContext(ctx, "INSERT OR REPLACE INTO vectors VALUES (?, ?)", keys[j][:], data); err != nil {
			return fmt.Errorf("cache of vectors: %w", err)
		}
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("cache of vectors: %w", err)
	}
	return nil
}

// get returns what is known, or nil. What has another length than the model's
// vectors isn't.
func (c *Cache) get(ctx context.Context, k key) ([]float32, error) {
	var data []byte
	err := c.db.QueryRowContext(ctx, "SELECT vector FROM vectors WHERE key = ?", k[:]).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) || err == nil && len(data) != 4*c.Model().Dim {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("cache of vectors: %w", err)
	}
	v := make([]float32, c.Model().Dim)
	for i := range v {
		v[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
	}
	return v, nil
}

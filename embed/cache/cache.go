// Package cache keeps vectors in a file of SQLite, by what they are made of: the
// model, the kind of text and the text. Runs and programs share it.
package cache

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"

	"github.com/pildora/pildora/embed"
	"github.com/pildora/pildora/internal/blobs"
)

// Cache is an embedder that asks another one only for what it doesn't know.
type Cache struct {
	embed.Embedder
	file *blobs.File
}

var _ embed.Embedder = (*Cache)(nil)

// batch is how many texts are embedded before their vectors are written: an
// interrupted run loses no more.
const batch = 512

// Open opens the cache in a file, which is made where there is none, before an
// embedder. Close it at the end.
func Open(ctx context.Context, path string, e embed.Embedder) (*Cache, error) {
	file, err := blobs.Open(ctx, path, "vectors")
	if err != nil {
		return nil, err
	}
	return &Cache{e, file}, nil
}

// Close closes the file.
func (c *Cache) Close() error { return c.file.Close() }

func (c *Cache) key(k embed.Kind, text string) blobs.Key {
	h := sha256.New()
	fmt.Fprintf(h, "%s\x00%d\x00", c.Model().Digest, k)
	h.Write([]byte(text))
	return blobs.Key(h.Sum(nil))
}

// Embed returns a vector for each text, known ones without asking.
func (c *Cache) Embed(ctx context.Context, k embed.Kind, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	keys := make([]blobs.Key, len(texts))
	var unknown []int
	first := map[blobs.Key]int{} // of equal texts that aren't known
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
func (c *Cache) learn(ctx context.Context, k embed.Kind, texts []string, keys []blobs.Key, which []int, out [][]float32) error {
	some := make([]string, len(which))
	for i, j := range which {
		some[i] = texts[j]
	}
	vectors, err := embed.Checked(ctx, c.Embedder, k, some)
	if err != nil {
		return err
	}
	entries := make([]blobs.Entry, len(which))
	for i, j := range which {
		out[j] = vectors[i]
		data := make([]byte, 0, 4*len(vectors[i]))
		for _, x := range vectors[i] {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
		}
		entries[i] = blobs.Entry{Key: keys[j], Value: data}
	}
	if err := c.file.Put(ctx, entries...); err != nil {
		return fmt.Errorf("cache of vectors: %w", err)
	}
	return nil
}

// get returns what is known, or nil. What has another length than the model's
// vectors isn't.
func (c *Cache) get(ctx context.Context, k blobs.Key) ([]float32, error) {
	data, err := c.file.Get(ctx, k)
	if err != nil {
		return nil, fmt.Errorf("cache of vectors: %w", err)
	}
	if data == nil || len(data) != 4*c.Model().Dim {
		return nil, nil
	}
	v := make([]float32, c.Model().Dim)
	for i := range v {
		v[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
	}
	return v, nil
}

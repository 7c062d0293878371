// Package cache keeps answers of language models in a file of SQLite, by what
// they were asked: runs and programs share it, and one that was stopped goes
// on without paying twice.
package cache

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"

	"golang.org/x/sync/singleflight"

	"github.com/pildora/pildora/internal/blobs"
	"github.com/pildora/pildora/llm"
)

// Cache is a Completer that asks another one only what it hasn't been asked
// before. Of equal requests at the same time one is made. Errors are not kept,
// and neither is what an llm.Estimator says. It is safe for concurrent use.
//
// An answer comes with the usage that it had when it was made, so that reports
// are the same whether a run was stopped or not; what was spent is the
// llm.Budget's to say.
type Cache struct {
	c     llm.Completer
	model string
	file  *blobs.File
	now   singleflight.Group
}

var _ llm.Completer = (*Cache)(nil)

// Open opens the cache in a file, which is made where there is none, before a
// Completer. The model names what answers: provider, address and name. Close
// the cache at the end.
func Open(ctx context.Context, path, model string, c llm.Completer) (*Cache, error) {
	file, err := blobs.Open(ctx, path, "answers")
	if err != nil {
		return nil, err
	}
	return &Cache{c: c, model: model, file: file}, nil
}

// Close closes the file.
func (c *Cache) Close() error { return c.file.Close() }

// Complete returns the answer that is known, or asks.
func (c *Cache) Complete(ctx context.Context, r llm.Request) (llm.Response, error) {
	k, err := c.key(r)
	if err != nil {
		return llm.Response{}, err
	}
	for {
		call := c.now.DoChan(string(k[:]), func() (any, error) {
			res, err := c.complete(ctx, k, r)
			return outcome{res, err, ctx.Err() != nil}, nil
		})
		select {
		case got := <-call:
			// Where the caller that the one call was made for has gone, the
			// others make it anew.
			if o := got.Val.(outcome); !o.gone || o.err == nil || ctx.Err() != nil {
				return o.res, o.err
			}
		case <-ctx.Done():
			return llm.Response{}, ctx.Err()
		}
	}
}

// outcome is what came of a call.
type outcome struct {
	res  llm.Response
	err  error
	gone bool // the context under which it was made has ended
}

// complete looks the answer up and asks where there is none.
func (c *Cache) complete(ctx context.Context, k blobs.Key, r llm.Request) (llm.Response, error) {
	data, err := c.file.Get(ctx, k)
	if err != nil {
		return llm.Response{}, fmt.Errorf("cache of answers: %w", err)
	}
	var known llm.Response
	if data != nil && json.Unmarshal(data, &known) == nil {
		return known, nil
	}
	res, err := c.c.Complete(ctx, r)
	if err != nil || res.Stop == llm.Unasked {
		return res, err
	}
	if data, err = json.Marshal(res); err == nil {
		// What was paid for is kept though the caller may have gone.
		err = c.file.Put(context.WithoutCancel(ctx), blobs.Entry{Key: k, Value: data})
	}
	if err != nil {
		return llm.Response{}, fmt.Errorf("cache of answers: %w", err)
	}
	return res, nil
}

// key is what an answer is known by. Where a shared beginning ends doesn't
// change it.
func (c *Cache) key(r llm.Request) (blobs.Key, error) {
	r.Messages = slices.Clone(r.Messages)
	for i := range r.Messages {
		r.Messages[i].Cache = false
	}
	data, err := json.Marshal(struct {
		Model   string
		Request llm.Request
	}{c.model, r})
	if err != nil {
		return blobs.Key{}, fmt.Errorf("cache of answers: %w", err)
	}
	return sha256.Sum256(data), nil
}

package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/ingest/verify"
	"github.com/pildora/pildora/internal/config"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/store"
	"github.com/pildora/pildora/store/sqlite"
)

// verifyIndex checks every document of an index against its source.
func (a *app) verifyIndex(ctx context.Context, s config.Settings, dir string) (*verdict, error) {
	if _, err := os.Stat(filepath.Join(dir, sqlite.FileName)); err != nil {
		if _, err := os.Stat(filepath.Join(dir, ".pildora", sqlite.FileName)); err == nil {
			dir = filepath.Join(dir, ".pildora")
		}
	}
	r, err := a.newRecipes(s)
	if err != nil {
		return nil, err
	}
	st, err := openIndex(ctx, dir)
	if err != nil {
		return nil, err
	}
	v := &verdict{}
	err = a.verifyStore(ctx, s, r, st, v)
	return v, errors.Join(err, st.Close())
}

func (a *app) verifyStore(ctx context.Context, s config.Settings, r *recipes, st *sqlite.Store, v *verdict) error {
	if err := st.Check(ctx); err != nil {
		if ctx.Err() != nil {
			return err
		}
		v.Problems = append(v.Problems, verify.Problem{Check: "index", Message: err.Error()})
	}
	known, vectors := map[string]bool{}, newVectorSurvey()
	var docs []store.DocState
	for d, err := range st.Docs(ctx, "") {
		if err != nil {
			return err
		}
		known[d.DocID] = true
		vectors.by[d.DocID] = d.Embedder
		if d.Chunks > 0 || d.State == store.Indexed || d.State == store.Chunked {
			docs = append(docs, d)
		}
	}
	counts, err := orphans(ctx, st, known, v, vectors.add)
	if err != nil {
		return err
	}
	recipes := r.byHash()
	bar, done := a.bar("verify", "documents", len(docs))
	defer done()
	check := func(ctx context.Context, d store.DocState) []verify.Problem {
		return a.checkIndexed(ctx, s, st, recipes, vectors, d)
	}
	i := 0
	v.Recipe = len(docs) > 0
	for problems := range inOrder(ctx, workers(s), docs, check) {
		v.add(counts[docs[i].DocID], problems)
		v.Recipe = v.Recipe && (contains(docs[i]) || cutBy(recipes, ingest.BareRecipe(docs[i].Recipe)) != nil)
		i++
		bar.Add(1)
	}
	return ctx.Err()
}

// byHash are the recipes of the settings by hash.
func (r *recipes) byHash() map[string]ingest.Cutting {
	out := map[string]ingest.Cutting{}
	cuttings, _ := r.all()
	for _, c := range cuttings {
		out[c.Recipe.Hash()] = c
	}
	return out
}

// orphans names records whose document the manifest doesn't know, and counts
// the records of each document. Each record is given to each.
func orphans(ctx context.Context, st store.Store, known map[string]bool, v *verdict, each func(store.Record)) (map[string]int, error) {
	counts := map[string]int{}
	for r, err := range st.All(ctx, store.Filter{}) {
		if err != nil {
			return nil, err
		}
		each(r)
		counts[r.DocID]++
		if !known[r.DocID] {
			v.Chunks++
			v.Problems = append(v.Problems, verify.Problem{Doc: r.DocID, Record: r.ID, Check: "manifest",
				Message: "is a chunk of a document that the manifest doesn't know; sync again, or forget the document"})
		}
	}
	return counts, nil
}

// checkIndexed checks one document of the manifest.
func (a *app) checkIndexed(ctx context.Context, s config.Settings, st store.Store, recipes map[string]ingest.Cutting, vectors *vectorSurvey, d store.DocState) []verify.Problem {
	problem := func(check, format string, args ...any) verify.Problem {
		return verify.Problem{Doc: d.DocID, Check: check, Message: fmt.Sprintf(format, args...)}
	}
	records, err := chunksOf(ctx, st, d.DocID)
	if err != nil {
		return []verify.Problem{problem("index", "%v", err)}
	}
	var out []verify.Problem
	if len(records) != d.Chunks {
		out = append(out, problem("missing", "has %s, the manifest says %d: some are missing or left over", count(len(records), "chunk"), d.Chunks))
	}
	out = append(out, vectors.problems(d, records)...)
	if d.State == store.Chunked {
		return append(out, problem("waiting", "waits for its vectors (%s); the index still has %s of the version before, and the next sync goes on with it", d.Error,
			count(len(records), "chunk")))
	}
	if d.State == store.Failed {
		return append(out, problem("failed", "could not be brought in (%s: %s); the index still has %s of the version before", d.Stage, d.Error,
			count(len(records), "chunk")))
	}
	path, err := indexedSource(d)
	if err != nil {
		return append(out, problem("source", "its source can't be looked at: %v", err))
	}
	if path == "" {
		return append(out, problem("zombie", "its source %s is gone and has left %s behind; sync retires what is left", d.Source, count(len(records), "zombie chunk")))
	}
	if contains(d) {
		return out
	}
	c := claim{docID: d.DocID, source: d.Source, path: path, hash: d.Hash, records: records, by: cutBy(recipes, ingest.BareRecipe(d.Recipe)), rules: s.Meta}
	if s.Meta.Outdated(d, d.Media) {
		return append(out, problem("changed", "the rules about its metadata have changed since it was indexed; sync brings it up to date"))
	}
	return append(out, a.checkClaim(ctx, s, c)...)
}

// contains reports whether an entry of the manifest is that of a container,
// which is no document itself.
func contains(d store.DocState) bool {
	return d.State == store.Indexed && ingest.BareRecipe(d.Recipe) == "" && d.Recipe != ""
}

// indexedSource is the path of a document's source, "" where it is gone. What
// can't be looked at is not known to be gone.
func indexedSource(d store.DocState) (string, error) {
	candidates := []string{filepath.Join(d.Root, filepath.FromSlash(d.DocID)), d.Root}
	if filepath.IsAbs(d.Source) || d.Root == "" {
		candidates = []string{d.Source}
	}
	if read.IsURL(d.Source) {
		return d.Source, nil
	}
	for _, path := range candidates {
		if read.ContainerOf(path, isFile) != "" {
			return path, nil
		}
		if _, err := os.Stat(path); err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) {
			return "", err
		}
	}
	return "", nil
}

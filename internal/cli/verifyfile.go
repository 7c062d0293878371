package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/ingest/verify"
	"github.com/pildora/pildora/internal/config"
	"github.com/pildora/pildora/internal/output"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/store"
)

// claim is what is said of one document: its records, and where it was.
type claim struct {
	docID   string
	path    string // "" where no source was found
	source  string // as the records say
	records []store.Record
	by      *ingest.Cutting  // nil where the recipe is unknown
	known   bool             // whether there are recipes at all
	rules   ingest.MetaRules // about its metadata
	hash    string           // of the source's bytes, "" where that is unknown
	before  []store.Record   // those that stand in the file after one with a higher number
}

func (a *app) verifyFile(ctx context.Context, s config.Settings, file string, opt verifyOptions) (*verdict, error) {
	recipes, rules, err := a.recipesFor(s, file, opt)
	if err != nil {
		return nil, err
	}
	claims, err := claimsOf(file)
	if err != nil {
		return nil, err
	}
	for i := range claims {
		c := &claims[i]
		c.path = a.sourceOf(c, file, opt.root)
		c.by, c.known, c.rules = cutBy(recipes, c.records[0].Recipe), recipes != nil, rules
	}
	v := &verdict{Recipe: recipes != nil}
	bar, done := a.bar("verify", "documents", len(claims))
	defer done()
	check := func(ctx context.Context, c claim) []verify.Problem { return a.checkClaim(ctx, s, c) }
	i := 0
	for problems := range inOrder(ctx, workers(s), claims, check) {
		v.add(len(claims[i].records), problems)
		i++
		bar.Add(1)
	}
	return v, ctx.Err()
}

// recipesFor loads the recipes of a file of chunks, and the rules about metadata;
// nil where there are none.
func (a *app) recipesFor(s config.Settings, file string, opt verifyOptions) (map[string]ingest.Cutting, ingest.MetaRules, error) {
	path := a.path(opt.recipe)
	if opt.recipe == "" {
		path = output.RecipePath(file)
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return nil, nil, nil
		}
	}
	recipes, rules, err := a.loadRecipes(path, s.Tokenizer)
	if err != nil {
		return nil, nil, usageError{err}
	}
	return recipes, rules, nil
}

// claimsOf groups the records of a file by document, in order of appearance.
func claimsOf(file string) ([]claim, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, usageError{err}
	}
	defer f.Close()
	var claims []claim
	index := map[string]int{}
	last := map[[2]string]int{} // numbers, by document and role
	for r, err := range output.Read(f) {
		if err != nil {
			return nil, usagef("%s: %w; verify reads the .jsonl that chunk writes", file, err)
		}
		i, ok := index[r.DocID]
		if !ok {
			i = len(claims)
			index[r.DocID] = i
			claims = append(claims, claim{docID: r.DocID, source: r.Source})
		}
		c := &claims[i]
		of := [2]string{r.DocID, r.Role}
		if r.Num < last[of] {
			c.before = append(c.before, r)
		}
		last[of] = r.Num
		c.records = append(c.records, r)
	}
	return claims, nil
}

// sourceOf looks for the source of a document; "" where it isn't found.
func (a *app) sourceOf(c *claim, file, root string) string {
	if read.IsURL(c.source) {
		return c.source
	}
	candidates := []string{a.path(c.source), filepath.Join(filepath.Dir(file), c.source)}
	if root != "" {
		root = a.path(root)
		candidates = []string{filepath.Join(root, c.docID), filepath.Join(root, c.source), filepath.Join(root, filepath.Base(c.source))}
	}
	for _, path := range candidates {
		if read.ContainerOf(path, isFile) != "" {
			return path
		}
	}
	return ""
}

// isFile reports whether there is a file.
func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// checkClaim checks the records of one document against its source.
func (a *app) checkClaim(ctx context.Context, s config.Settings, c claim) []verify.Problem {
	if len(c.records) == 0 && c.hash == "" && c.path != "" {
		return nil
	}
	d, problems := a.claimed(ctx, s, c)
	if d == nil {
		return problems
	}
	problems = verify.Document(ctx, d, c.records, verify.Options{Cutting: c.by})
	if c.known && c.by == nil {
		problems = append([]verify.Problem{{Doc: c.docID, Check: "recipe",
			Message: fmt.Sprintf("was cut by recipe %s, which is not among those given", c.records[0].Recipe)}}, problems...)
	}
	return append(problems, append(otherRecipes(c), misplaced(c)...)...)
}

// claimed reads the source of a claim, as its recipe says; or says why that
// can't be done.
func (a *app) claimed(ctx context.Context, s config.Settings, c claim) (*doc.Document, []verify.Problem) {
	problem := func(check, format string, args ...any) (*doc.Document, []verify.Problem) {
		return nil, []verify.Problem{{Doc: c.docID, Check: check, Message: fmt.Sprintf(format, args...)}}
	}
	switch {
	case c.source == read.Stdin && c.path == "":
		return problem("source", "was read from standard input, which can't be read again; chunk a file to verify its chunks")
	case c.path == "":
		return problem("source", "its source %s is not there: %s of a vanished document; if it was moved, give --root",
			c.source, count(len(c.records), "chunk"))
	}
	recipe := ingest.Recipe{}
	if c.by != nil {
		recipe = c.by.Recipe
	}
	opts, err := a.findOptions(s)
	if err != nil {
		return problem("source", "%v", err)
	}
	opts.Include, opts.Exclude = nil, nil
	for file, err := range read.Find(ctx, opts, read.ContainerOf(c.path, isFile)) {
		if err != nil {
			return problem("source", "%v", err)
		}
		file.ID = strings.TrimSuffix(c.docID, strings.TrimPrefix(c.path, file.Path)) // what it holds is told the id of its container
		src, err := a.inside.read(ctx, file, c.path)
		if err != nil {
			return problem("source", "%v", err)
		}
		if c.hash != "" && ingest.HashOf(src) != c.hash {
			return problem("changed", "its source %s has changed since it was indexed; sync brings it up to date", c.path)
		}
		src.URI = c.docID
		d, err := readAs(ctx, a.readers, src, recipe, c.rules)
		if err != nil {
			return problem("source", "%v", err)
		}
		return d, nil
	}
	return problem("source", "%s can't be read", c.path)
}

// insides reads documents in containers. Whoever asks for one of a container
// asks for the others next, so it keeps what the last one holds.
type insides struct {
	mu    sync.Mutex
	path  string // of the container
	id    string
	files map[string]read.File
	errs  map[string]error
}

// read reads a file, or what stands at a path in it.
func (i *insides) read(ctx context.Context, file read.File, path string) (read.Source, error) {
	if path == file.Path {
		return file.Read(ctx)
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.path != file.Path || i.id != file.ID {
		src, err := file.Read(ctx)
		if err != nil {
			return src, err
		}
		i.path, i.id, i.files, i.errs = file.Path, file.ID, map[string]read.File{}, map[string]error{}
		for d, err := range file.Documents(ctx, src) {
			if err != nil {
				i.errs[d.Path] = err
			} else {
				i.files[d.Path] = d
			}
		}
		if ctx.Err() != nil {
			i.path = ""
		}
	}
	if d, ok := i.files[path]; ok {
		return d.Read(ctx)
	}
	for _, p := range []string{path, file.Path} {
		if err := i.errs[p]; err != nil {
			return read.Source{}, err
		}
	}
	return read.Source{}, fmt.Errorf("%s: %w in %s any more", path, fs.ErrNotExist, file.Path)
}

// misplaced names records that stand out of order in their file.
func misplaced(c claim) []verify.Problem {
	var out []verify.Problem
	for _, r := range c.before {
		out = append(out, verify.Problem{Doc: c.docID, Record: r.ID, Check: "numbers",
			Message: fmt.Sprintf("is %d/%d, and stands after a later chunk of its document", r.Num, r.Of)})
	}
	return out
}

// otherRecipes names records of the document that another recipe cut.
func otherRecipes(c claim) []verify.Problem {
	var out []verify.Problem
	for _, r := range c.records {
		if r.Recipe != c.records[0].Recipe {
			out = append(out, verify.Problem{Doc: c.docID, Record: r.ID, Check: "recipe",
				Message: fmt.Sprintf("was cut by recipe %s, the first chunk by %s", r.Recipe, c.records[0].Recipe)})
		}
	}
	return out
}

package ingest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/embed"
	"github.com/pildora/pildora/manifest"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/store"
)

// Pipeline makes a store agree with sources. All fields but Store, Recipe and
// Document may be left zero.
type Pipeline struct {
	Store store.Store
	// Recipe is the hash of the recipe for a document that was read before, of
	// the same bytes: what the manifest has of it, and its media type. A recipe
	// that would be chosen again by those bytes stays.
	Recipe func(have store.DocState, media string) string
	// Document reads a source and chooses what cuts it.
	Document func(ctx context.Context, s read.Source) (*doc.Document, Cutting, error)
	// Rules are those that Document applies: what they make of an unchanged
	// document decides whether it is read again.
	Rules MetaRules
	// Embedder makes the vectors of records that are searched; nil makes none,
	// and leaves those of unchanged documents alone. Documents whose vectors are
	// of another one are embedded again, without being read.
	Embedder embed.Embedder
	// NoVectors, without an Embedder, takes the vectors of unchanged documents
	// out.
	NoVectors bool
	// Collection is what Document's cutting says for every document. One that
	// is indexed in another is refused before anything is done; empty refuses
	// none.
	Collection string
	// Generation is what is made to agree; "" is the live one.
	Generation string
	// Workers is how many documents are read and cut at once; 0 means one a
	// processor.
	Workers  int
	Progress Progress
	Log      *slog.Logger
}

// Progress is told how work goes on. Methods are called from several
// goroutines.
type Progress interface {
	Start(total int64) // documents to read and cut
	Add(n int64)
	Done()
}

// SyncOptions say what a sync may do.
type SyncOptions struct {
	Find read.Options
	// DryRun plans and changes nothing.
	DryRun bool
	// Cut makes a DryRun read and cut what would be taken in, so that what is
	// asked of others on the way (a language model that only counts) is asked,
	// and documents that would fail are named.
	Cut bool
	// AllowEmpty lets a root that is gone or holds no documents retire what
	// was indexed from it; without it that is an error.
	AllowEmpty bool
	// Content reads every file. Without it those are taken to be unchanged that
	// have the size and time of change that they had when they were read before.
	Content bool
	// NoWait makes it an error that wraps store.ErrLocked, and names who it is,
	// that another sync works on the store; else it is waited for.
	NoWait bool
	// Command is what others are told that work on the store; empty is the name
	// of the program.
	Command string
}

// Report says what a sync did, or with DryRun would do. Lists are of document
// ids, in order.
type Report struct {
	Plan      []manifest.Step `json:"plan"`
	Added     []string        `json:"added"`
	Replaced  []string        `json:"replaced"`
	Retired   []string        `json:"retired"`
	Unchanged []string        `json:"unchanged"`
	Renamed   []Rename        `json:"renamed"` // of those added and retired
	Failed    []Failure       `json:"failed"`
	// Left are documents that were left as they were, since the budget for
	// language models was spent: the next sync takes them in.
	Left     []string  `json:"left,omitempty"`
	Skipped  int       `json:"skipped"` // files that are no documents
	Chunks   int       `json:"chunks"`  // written
	Warnings []string  `json:"warnings,omitempty"`
	Estimate *Estimate `json:"estimate,omitempty"` // of a dry run that cuts
	// Alike are the documents written that are nearly others.
	Alike []Alike `json:"alike,omitempty"`
}

// Failure is a document, or a root, that could not be taken in. What was
// indexed of it before stays.
type Failure struct {
	DocID  string `json:"doc_id,omitempty"`
	Source string `json:"source"`
	Stage  string `json:"stage"` // find, read, cut, embed, store
	Err    error  `json:"-"`
	Error  string `json:"error"`
}

// The stages at which a document can fail.
const (
	StageFind  = "find"
	StageRead  = "read"
	StageCut   = "cut"
	StageEmbed = "embed" // its records are kept, and embedded by the next sync
	StageStore = "store"
)

// Sync makes the store agree with what stands under roots: it adds what is
// new, replaces what changed, retires what is gone, each document at once, and
// touches nothing else. What lies outside the roots is never retired, and
// neither is what a folder that can't be listed may still hold.
//
// A document that fails is in the report; the others go on. The error is about
// the sync as a whole: two documents with one id, a document of another
// collection, a broken store, ctx.
//
// Where programs share the store, a sync waits for the one before it.
func (p Pipeline) Sync(ctx context.Context, opt SyncOptions, roots ...string) (_ Report, err error) {
	run := &syncing{Pipeline: p, opt: opt, failed: map[string]bool{}, entries: map[string]store.DocState{}}
	if run.Log == nil {
		run.Log = slog.New(slog.DiscardHandler)
	}
	unlock, err := run.lock(ctx)
	if err != nil {
		return run.report, err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	if err := run.find(ctx, roots); err != nil {
		return run.report, err
	}
	if err := run.plan(ctx); err != nil {
		return run.report, err
	}
	if opt.DryRun {
		var failed map[string]bool
		if opt.Cut {
			failed, err = run.rehearse(ctx)
		}
		run.tally(failed)
		return run.report, err
	}
	err = run.carryOut(ctx)
	run.findAlike()
	return run.report, err
}

// syncing is one run.
type syncing struct {
	Pipeline
	opt     SyncOptions
	scope   []string // absolute paths and URLs under which all is known
	blocked []string // folders that could not be listed
	found   []found
	stored  map[string]store.DocState
	byID    map[string]found
	renames renames
	failed  map[string]bool           // ids that failed before the plan was made
	entries map[string]store.DocState // what is known of documents in containers that failed
	stage   *embedding                // nil where nothing is embedded
	written []store.DocState
	report  Report
}

// found is a document that is there.
type found struct {
	file    read.File
	source  string // absolute
	root    string // absolute
	hash    string
	media   string
	version string // what the server of a URL says of it
	stamp   string // what the file system says of it; empty where that proves nothing
	outer   *found // the container that was found and holds it; nil for what was found itself
	holds   string // of a container: by what it was looked into, see [found.recipe]
	pure    bool   // a container that is no document itself
}

// find lists the documents under roots.
func (s *syncing) find(ctx context.Context, roots []string) error {
	absolute, err := fromHere()
	if err != nil {
		return err
	}
	for _, r := range roots {
		if r != read.Stdin {
			s.scope = append(s.scope, absolute(r))
		}
	}
	for file, err := range read.Find(ctx, s.opt.Find, roots...) {
		switch {
		case errors.Is(err, read.ErrDuplicate):
			return err
		case err != nil && (ctx.Err() != nil || file.Path == ""):
			return err
		case err != nil:
			s.missed(file, absolute(file.Path), err)
		case file.Skipped != "":
			s.report.Skipped++
		default:
			s.found = append(s.found, found{file: file, source: absolute(file.Path), root: absolute(file.Root)})
		}
	}
	return nil
}

// missed notes what could not be found or listed; path is its absolute one.
func (s *syncing) missed(file read.File, path string, err error) {
	gone := errors.Is(err, read.ErrNoDocuments) || errors.Is(err, fs.ErrNotExist) && file.Path == file.Root
	if gone && s.opt.AllowEmpty {
		s.report.Warnings = append(s.report.Warnings, err.Error()+"; what was indexed from it is retired")
		return
	}
	if gone {
		err = fmt.Errorf("%w; if it is meant to be gone, --allow-empty retires what was indexed from it", err)
	}
	s.blocked = append(s.blocked, path)
	s.fail(file.ID, file.Path, StageFind, err)
}

func (s *syncing) fail(id, source, stage string, err error) {
	s.failed[id] = true
	s.report.Failed = append(s.report.Failed, Failure{DocID: id, Source: source, Stage: stage, Err: err, Error: err.Error()})
}

// fromHere returns what makes of a path the one that the manifest keeps; URLs
// and "-" stay. Where we are is asked once: that takes longer than the rest.
func fromHere() (absolute func(path string) string, err error) {
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	return func(path string) string {
		switch {
		case path == read.Stdin || strings.Contains(path, "://"):
			return path
		case filepath.IsAbs(path):
			return filepath.Clean(path)
		}
		return filepath.Join(here, path)
	}, nil
}

// plan hashes what was found and compares it with what is stored.
func (s *syncing) plan(ctx context.Context) error {
	s.stored = map[string]store.DocState{}
	var stored []store.DocState
	for d, err := range s.Store.Docs(ctx, s.Generation) {
		if err != nil {
			return fmt.Errorf("manifest: %w", err)
		}
		s.stored[d.DocID] = d
		stored = append(stored, d)
	}
	if err := s.hash(ctx); err != nil {
		return err
	}
	var wanted []manifest.Source
	for _, f := range s.found {
		w := manifest.Source{DocID: f.file.ID, Source: f.source, Root: f.root, Hash: f.hash}
		if have, ok := s.stored[w.DocID]; ok {
			if s.Collection != "" && have.Collection != "" && have.Collection != s.Collection {
				return store.CollectionConflict(w.DocID, have.Collection, s.Collection)
			}
			// Metadata can choose the recipe. Where the bytes are the same, so is
			// what was read of them; else the document is read anew anyway.
			if w.Recipe = have.Recipe; have.Hash == f.hash {
				w.Recipe = s.recipe(have, f)
				switch {
				case f.pure:
				case s.Rules.Outdated(have, f.media):
					w.Outdated = otherMetadata
				default:
					w.Outdated = s.outdated(have)
				}
			}
		}
		wanted = append(wanted, w)
	}
	steps, err := manifest.Diff(stored, wanted, s.scope...)
	if err != nil {
		return err
	}
	for _, step := range steps {
		if step.Action == manifest.Retire && (s.failed[step.DocID] || s.unknown(step.Source) || s.unknown(s.stored[step.DocID].Root)) {
			continue
		}
		s.report.Plan = append(s.report.Plan, step)
	}
	s.byID = make(map[string]found, len(s.found))
	for _, f := range s.found {
		s.byID[f.file.ID] = f
	}
	s.findRenamed()
	return nil
}

// unknown reports whether a source may still be there, in a folder that could
// not be listed.
func (s *syncing) unknown(source string) bool {
	for _, b := range s.blocked {
		if source == b || strings.HasPrefix(source, b+string(filepath.Separator)) || strings.HasPrefix(source, b+read.Within) {
			return true
		}
	}
	return false
}

// tally fills the lists of the report from the plan alone, but for documents that
// have failed.
func (s *syncing) tally(failed map[string]bool) {
	for _, step := range s.report.Plan {
		if failed[step.DocID] {
			continue
		}
		switch step.Action {
		case manifest.Add:
			s.report.Added = append(s.report.Added, step.DocID)
		case manifest.Replace, manifest.Retry:
			s.report.Replaced = append(s.report.Replaced, step.DocID)
		case manifest.Retire:
			s.report.Retired = append(s.report.Retired, step.DocID)
		case manifest.Skip:
			s.report.Unchanged = append(s.report.Unchanged, step.DocID)
		}
	}
	s.tellRenamed()
}

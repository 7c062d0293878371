// Package manifest decides what a sync has to do: it compares what an index
// knows of its documents with the sources that are there now. It only decides;
// it reads and writes nothing.
//
// A document is known by its id. It is left alone while the hash of its source
// and the hash of its recipe are what they were when it was indexed. What was
// indexed and is wanted no more is retired, but only inside the paths that the
// sync was asked about: what lies outside them was not looked at.
package manifest

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pildora/pildora/store"
)

// Source is a document that is there now.
type Source struct {
	DocID  string
	Source string // path or URL it is read from
	Root   string // the root it was found under, absolute
	Hash   string // of its bytes
	Recipe string // hash of the recipe it is to be cut by
	// Outdated says what else makes it come out otherwise than it was indexed,
	// though it and the recipe are the same; empty where nothing does.
	Outdated string
}

// Action is what is to be done about a document.
type Action string

// The actions.
const (
	Add     Action = "add"     // not in the index
	Replace Action = "replace" // source or recipe changed, or it has moved
	Retry   Action = "retry"   // failed or left unfinished, and unchanged since
	Skip    Action = "skip"    // as indexed
	Retire  Action = "retire"  // in the index, its source gone
)

// Step is one document's part of a plan.
type Step struct {
	Action Action `json:"action"`
	DocID  string `json:"doc_id"`
	Source string `json:"source"` // where it is; for Retire, where it was
	Reason string `json:"reason"` // for a person
	Wanted int    `json:"-"`      // index into the sources given to Diff; -1 for Retire
}

// ErrDuplicate is wrapped by the error for two documents with one id.
var ErrDuplicate = errors.New("two documents have one id")

// Diff returns the plan that makes stored agree with wanted, by document id.
// Scope lists the paths or URLs that the sources were looked for under: a
// stored document that lies under none of them is never retired. Each id is in
// the plan once. Two sources with one id, or one with the id of a stored
// document that lies outside scope and has another source, are an error that
// names both.
func Diff(stored []store.DocState, wanted []Source, scope ...string) ([]Step, error) {
	known := make(map[string]*store.DocState, len(stored))
	for i := range stored {
		known[stored[i].DocID] = &stored[i]
	}
	steps := make([]Step, 0, len(wanted))
	first := make(map[string]string, len(wanted))
	for i, w := range wanted {
		if other, ok := first[w.DocID]; ok {
			return nil, fmt.Errorf("%w: %q is that of %s and of %s; give a root above both, or leave one out", ErrDuplicate, w.DocID, other, w.Source)
		}
		first[w.DocID] = w.Source
		have := known[w.DocID]
		if have != nil && have.State != store.Deleted && moved(have, w) && !inside(location(have), scope) {
			return nil, fmt.Errorf("%w: %q is that of %s, which is indexed, and of %s; forget the first, or use another index", ErrDuplicate, w.DocID, location(have), w.Source)
		}
		action, reason := decide(have, w)
		steps = append(steps, Step{action, w.DocID, w.Source, reason, i})
	}
	for i := range stored {
		d := &stored[i]
		listed := strings.Contains(d.Root, "://") && slices.Contains(scope, d.Root) // by a site map
		if _, ok := first[d.DocID]; !ok && d.State != store.Deleted && (listed || inside(location(d), scope)) {
			steps = append(steps, Step{Retire, d.DocID, location(d), "its source is gone", -1})
		}
	}
	slices.SortFunc(steps, func(a, b Step) int { return cmp.Compare(a.DocID, b.DocID) })
	return steps, nil
}

// decide says what to do about a wanted source, given what is known of it.
func decide(have *store.DocState, w Source) (Action, string) {
	if have == nil || have.State == store.Deleted {
		return Add, "new"
	}
	source, recipe := have.Hash != w.Hash, have.Recipe != w.Recipe
	switch {
	case source && recipe:
		return Replace, "source and recipe changed"
	case source:
		return Replace, "source changed"
	case recipe:
		return Replace, "recipe changed"
	case w.Outdated != "":
		return Replace, w.Outdated
	case moved(have, w):
		return Replace, "moved from " + location(have)
	case have.State == store.Failed:
		return Retry, "failed last time" + at(have.Stage) + detail(have.Error)
	case have.State != store.Indexed:
		return Retry, "left unfinished: " + string(have.State)
	}
	return Skip, "unchanged"
}

func at(stage string) string {
	if stage == "" {
		return ""
	}
	return " (" + stage + ")"
}

func detail(message string) string {
	if message == "" {
		return ""
	}
	return ": " + message
}

// moved reports whether a document's source is elsewhere now; its records say
// where, so they must be written again.
func moved(have *store.DocState, w Source) bool {
	return location(have) != location(&store.DocState{DocID: w.DocID, Source: w.Source, Root: w.Root})
}

// location is where a document's source is: its path or URL, or where that is
// relative, its id under its root.
func location(d *store.DocState) string {
	if filepath.IsAbs(d.Source) || strings.Contains(d.Source, "://") || d.Root == "" {
		return d.Source
	}
	return d.Root + "/" + d.DocID
}

// inside reports whether place is one of scope or lies under one.
func inside(place string, scope []string) bool {
	place = filepath.ToSlash(place)
	for _, s := range scope {
		s = strings.TrimRight(filepath.ToSlash(s), "/")
		if place == s || strings.HasPrefix(place, s+"/") || strings.HasPrefix(place, s+"!/") { // in a folder, or in an archive
			return true
		}
	}
	return false
}

// Count says how many steps there are of each action.
func Count(steps []Step) map[Action]int {
	n := map[Action]int{}
	for _, s := range steps {
		n[s.Action]++
	}
	return n
}

package cli

import (
	"context"
	"errors"
	"maps"
	"path/filepath"
	"strings"

	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/internal/config"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/watch"
	"github.com/pildora/pildora/store"
	"github.com/pildora/pildora/store/sqlite"
)

// watchRoots syncs an index whenever something changes under roots, until ctx is
// done, which is how it is meant to end. What is wrong with one sync is said,
// and the next may be better; but a damaged index stays one.
func (a *app) watchRoots(ctx context.Context, s config.Settings, roots []string, opt syncOptions) error {
	for _, r := range roots {
		if read.IsURL(r) || r == read.Stdin {
			return usagef("%s: --watch follows files and folders only", r)
		}
	}
	dir := a.indexDir(s)
	w, err := watch.New(a.paths(roots), watch.Options{Debounce: opt.debounce, Poll: opt.poll, Skip: notSynced(s, dir)})
	if err != nil {
		return err
	}
	defer w.Close()
	st, err := sqlite.Open(ctx, dir)
	if err != nil {
		return err
	}
	opt.told = map[string]string{}
	a.sayWatching(w)
	for first, polls := true, opt.poll > 0; ctx.Err() == nil; {
		report, err := a.run(ctx, s, st, roots, opt)
		switch {
		case ctx.Err() != nil:
		case errors.Is(err, store.ErrCorrupt):
			return errors.Join(err, st.Close())
		case err != nil:
			a.report(err)
		case len(report.Added)+len(report.Replaced)+len(report.Retired) > 0 || first:
			first = false
			if err := a.deliverReport(report, opt); err != nil {
				return errors.Join(err, st.Close())
			}
		}
		if w.Next(ctx) != nil {
			break // it was interrupted
		}
		if now, _ := w.Polls(); now && !polls {
			polls = true
			a.sayWatching(w)
		}
	}
	return st.Close()
}

// sayWatching says how changes are seen.
func (a *app) sayWatching(w *watch.Watcher) {
	polls, why := w.Polls()
	switch {
	case why != nil:
		a.say("the system doesn't tell what changes (%v); looking every %s", why, watch.DefaultPoll)
	case !polls:
		a.say("watching; interrupt ends it")
	}
}

// notSynced are the paths below the roots in which no document is looked for:
// the index, which changes with each sync, and what is hidden.
func notSynced(s config.Settings, index string) func(path string) bool {
	index, err := filepath.Abs(index)
	if real, linked := filepath.EvalSymlinks(index); linked == nil {
		index = real
	}
	return func(path string) bool {
		name := filepath.Base(path)
		inside := path == index || strings.HasPrefix(path, index+string(filepath.Separator))
		return err == nil && inside || s.Hidden != "yes" && (strings.HasPrefix(name, ".") || name == "node_modules")
	}
}

// fresh are the failures that weren't told before, where that is kept.
func (o syncOptions) fresh(all []ingest.Failure) []ingest.Failure {
	if o.told == nil {
		return all
	}
	var out []ingest.Failure
	now := map[string]string{}
	for _, f := range all {
		if now[f.Source] = f.Error; o.told[f.Source] != f.Error {
			out = append(out, f)
		}
	}
	for source := range o.told {
		if now[source] == "" {
			delete(o.told, source)
		}
	}
	maps.Copy(o.told, now)
	return out
}

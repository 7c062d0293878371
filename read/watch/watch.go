// Package watch waits for files and folders to change.
//
// A [Watcher] doesn't say what has changed, only that something has: whoever
// asks looks at all of it anyway, and can tell by sizes and times what is worth
// reading. So nothing is lost where the system reports too little, and nothing
// is done twice where it reports too much.
package watch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"
)

// The pauses where none are given.
const (
	DefaultDebounce = 500 * time.Millisecond
	DefaultPoll     = 5 * time.Second
)

// patience is after how many pauses a change is told although there are more.
const patience = 20

// Options say how to watch. The zero value watches everything.
type Options struct {
	// Debounce is how long nothing may change before a change is told: who
	// writes a file writes it in several steps. 0 is [DefaultDebounce].
	Debounce time.Duration
	// Poll tells a change every so often, without asking the system. 0 asks the
	// system, and does so every [DefaultPoll] where that can't be asked or a root
	// isn't there.
	Poll time.Duration
	// Skip leaves out files and folders, with all that is in them; nil leaves out
	// none.
	Skip func(path string) bool
}

// Watcher watches roots until it is closed. It is for one goroutine.
type Watcher struct {
	opt    Options
	roots  []string        // absolute
	files  map[string]bool // roots that are files
	notify *fsnotify.Watcher
	cause  error // why notify is nil, where it was wanted
}

// New begins to watch roots, files and folders with all that is in them. What
// changes from then on is told by [Watcher.Next]. Where the system can't be
// asked, [Watcher.Polls] says why.
func New(roots []string, opt Options) (*Watcher, error) {
	if opt.Debounce <= 0 {
		opt.Debounce = DefaultDebounce
	}
	w := &Watcher{opt: opt, files: map[string]bool{}}
	for _, r := range roots {
		abs, err := filepath.Abs(r)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r, err)
		}
		w.roots = append(w.roots, abs)
	}
	if opt.Poll > 0 {
		return w, nil
	}
	w.opt.Poll = DefaultPoll
	var err error
	if w.notify, err = fsnotify.NewWatcher(); err != nil {
		w.cause = err
		return w, nil
	}
	if _, err := w.attach(); err != nil {
		w.giveUp(err)
	}
	return w, nil
}

// Polls reports whether the system isn't asked, and why, where it was to be.
func (w *Watcher) Polls() (polls bool, why error) { return w.notify == nil, w.cause }

// Close ends the watching.
func (w *Watcher) Close() error {
	if w.notify == nil {
		return nil
	}
	return w.notify.Close()
}

// giveUp polls from now on.
func (w *Watcher) giveUp(err error) {
	w.notify.Close()
	w.notify, w.cause = nil, err
}

// attach watches what isn't watched yet; all is false where a root isn't there.
func (w *Watcher) attach() (all bool, err error) {
	all = true
	for _, root := range w.roots {
		info, err := os.Stat(root)
		switch {
		case err != nil:
			all = false
		case info.IsDir():
			if real, err := filepath.EvalSymlinks(root); err == nil && real != root {
				root = real // a walk doesn't follow its root
			}
			if err := w.folder(root); err != nil {
				return all, err
			}
		default: // who replaces a file leaves nothing of the old one to watch
			w.files[root] = true
			if err := w.notify.Add(filepath.Dir(root)); err != nil {
				return all, err
			}
		}
	}
	return all, nil
}

// folder watches a folder and those in it. What can't be looked into isn't
// watched; it is an error that there are too many.
func (w *Watcher) folder(dir string) error {
	return filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil || !e.IsDir():
			return nil
		case path != dir && w.skips(path):
			return fs.SkipDir
		}
		err = w.notify.Add(path)
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
			return nil
		}
		return err
	})
}

func (w *Watcher) skips(path string) bool { return w.opt.Skip != nil && w.opt.Skip(path) }

// Next waits until something has changed since the last time, or may have. The
// error is ctx's.
func (w *Watcher) Next(ctx context.Context) error {
	var poll <-chan time.Time
	all := false
	if w.notify != nil {
		var err error
		if all, err = w.attach(); err != nil {
			w.giveUp(err)
		}
	}
	if w.notify == nil {
		return pause(ctx, w.opt.Poll)
	}
	if !all {
		poll = time.After(w.opt.Poll)
	}
	changed, err := w.wait(ctx, poll)
	until := time.Now().Add(patience * w.opt.Debounce)
	for err == nil && changed && time.Now().Before(until) {
		changed, err = w.wait(ctx, time.After(w.opt.Debounce))
	}
	return err
}

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// wait waits for a change; changed is false where end came first.
func (w *Watcher) wait(ctx context.Context, end <-chan time.Time) (changed bool, err error) {
	for {
		select {
		case <-ctx.Done():
			return false, ctx.Err()
		case <-end:
			return false, nil
		case <-w.notify.Errors: // some changes may have been missed
			return true, nil
		case e := <-w.notify.Events:
			if w.concerns(e) {
				return true, nil
			}
		}
	}
}

// concerns reports whether an event is about what is watched, and watches new
// folders.
func (w *Watcher) concerns(e fsnotify.Event) bool {
	if e.Op == fsnotify.Chmod || w.skips(e.Name) {
		return false
	}
	if e.Has(fsnotify.Create) {
		if info, err := os.Lstat(e.Name); err == nil && info.IsDir() && w.inFolder(e.Name) {
			if err := w.folder(e.Name); err != nil {
				return true // the next round gives up
			}
		}
	}
	return w.files[e.Name] || w.inFolder(e.Name)
}

// inFolder reports whether a path lies under a root that is a folder.
func (w *Watcher) inFolder(path string) bool {
	for _, root := range w.roots {
		if real, err := filepath.EvalSymlinks(root); err == nil {
			root = real
		}
		if rel, err := filepath.Rel(root, path); err == nil && !w.files[root] && (rel == "." || filepath.IsLocal(rel)) {
			return true
		}
	}
	return false
}

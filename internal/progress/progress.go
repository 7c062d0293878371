// Package progress tells a person how far long work has come: a bar on a
// terminal, plain lines elsewhere, nothing where it is over in a moment or
// wasn't asked for.
//
// A [Reporter] counts units of one piece of work, between Start and Done. It
// owns its stream (standard error) in between: other lines go through
// [Reporter.Println], or they would run into the bar.
package progress

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"
)

// Options say what is counted.
type Options struct {
	What  string // the work: "chunk"; begins each line
	Unit  string // what is counted, in the plural: "documents"
	Quiet bool   // no bar and no lines; Println still prints
}

// Reporter reports progress. Its methods are safe for concurrent use, and a
// nil Reporter's do nothing.
type Reporter struct {
	mu      sync.Mutex
	w       io.Writer
	options Options
	now     func() time.Time
	open    func(r *Reporter) view
	view    view // nil outside Start and Done, and when quiet

	total, done int64
	start       time.Time
}

// view is one way to show progress. It is called with the reporter locked.
type view interface {
	update(r *Reporter)
	finish(r *Reporter)
	println(r *Reporter, text string)
}

// New returns a reporter on w: with a bar where w is a terminal that can draw
// one, with lines elsewhere.
func New(w io.Writer, o Options) *Reporter {
	r := &Reporter{w: w, options: o, now: time.Now, open: newLines}
	if isTerminal(w) {
		r.open = newBar
	}
	return r
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && os.Getenv("TERM") != "dumb" && term.IsTerminal(int(f.Fd()))
}

// Start begins to count up to total; zero or less means that it isn't known.
// A second Start without Done between begins anew.
func (r *Reporter) Start(total int64) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.view != nil {
		r.view.finish(r)
	}
	r.total, r.done, r.start = max(0, total), 0, r.now()
	if !r.options.Quiet {
		r.view = r.open(r)
	}
}

// Add says that n more units are done.
func (r *Reporter) Add(n int64) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.done += n
	if r.view != nil {
		r.view.update(r)
	}
}

// Done ends the work: the bar goes, or a last line sums it up. Without Start
// it does nothing.
func (r *Reporter) Done() {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.view != nil {
		r.view.finish(r)
		r.view = nil
	}
}

// Println writes a line of its own, above the bar where there is one.
func (r *Reporter) Println(text string) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.view != nil {
		r.view.println(r, text)
		return
	}
	fmt.Fprintln(r.w, text)
}

// rate is units a second so far, 0 while there is nothing to go by.
func (r *Reporter) rate() float64 {
	if seconds := r.now().Sub(r.start).Seconds(); seconds > 0 {
		return float64(r.done) / seconds
	}
	return 0
}

// left is the time that the rest takes at the rate so far; ok is false where
// the total isn't known or nothing is done.
func (r *Reporter) left() (d time.Duration, ok bool) {
	rate := r.rate()
	if r.total <= 0 || rate <= 0 {
		return 0, false
	}
	seconds := float64(max(0, r.total-r.done)) / rate
	const longest = 1e6 // seconds; beyond it the guess means nothing
	return time.Duration(min(seconds, longest) * float64(time.Second)), true
}

// about writes a number with two or three digits that mean something.
func about(x float64) string {
	if x < 10 {
		return strings.TrimSuffix(fmt.Sprintf("%.1f", x), ".0")
	}
	return fmt.Sprintf("%.0f", x)
}

package cli

import (
	"io"
	"strings"
	"sync"

	"github.com/pildora/pildora/internal/progress"
)

// screen is standard error: while a bar is drawn on it, everything else that
// is written goes above the bar.
type screen struct {
	mu  sync.Mutex
	w   io.Writer
	bar *progress.Reporter
}

// Write writes whole lines.
func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	bar := s.bar
	s.mu.Unlock()
	if bar == nil {
		return s.w.Write(p)
	}
	bar.Println(strings.TrimSuffix(string(p), "\n"))
	return len(p), nil
}

// bar shows how far work has come, until done is called. Of a total of 0 it
// only counts.
func (a *app) bar(what, unit string, total int) (bar *progress.Reporter, done func()) {
	bar, hide := a.reporter(what, unit)
	bar.Start(int64(total))
	return bar, func() {
		bar.Done()
		hide()
	}
}

// reporter is a bar that whoever gets it starts and ends.
func (a *app) reporter(what, unit string) (bar *progress.Reporter, hide func()) {
	bar = progress.New(a.screen.w, progress.Options{What: what, Unit: unit, Quiet: a.quiet})
	a.screen.show(bar)
	return bar, func() { a.screen.show(nil) }
}

func (s *screen) show(bar *progress.Reporter) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bar = bar
}

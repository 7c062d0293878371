package progress

import (
	"fmt"
	"time"
)

// every is the shortest time between two lines.
const every = time.Second

// lines shows progress as plain lines, for logs. The first comes after a
// second: work that is over by then says nothing.
type lines struct {
	last    time.Time
	written bool
}

func newLines(r *Reporter) view { return &lines{last: r.start} }

func (l *lines) update(r *Reporter) {
	now := r.now()
	if now.Sub(l.last) < every {
		return
	}
	l.last, l.written = now, true
	line := fmt.Sprintf("%s: %d", r.options.What, r.done)
	if r.total > 0 {
		line += fmt.Sprintf(" of %d", r.total)
	}
	line += " " + r.options.Unit
	if r.total > 0 {
		line += fmt.Sprintf(" (%d %%)", percent(r.done, r.total))
	}
	line += fmt.Sprintf(", %s/s", about(r.rate()))
	if d, ok := r.left(); ok {
		line += fmt.Sprintf(", %s left", d.Round(time.Second))
	}
	fmt.Fprintln(r.w, line)
}

func percent(done, total int64) int { return int(float64(done) / float64(total) * 100) }

func (l *lines) finish(r *Reporter) {
	if l.written {
		fmt.Fprintf(r.w, "%s: %d %s in %s, %s/s\n", r.options.What, r.done, r.options.Unit, r.now().Sub(r.start).Round(100*time.Millisecond), about(r.rate()))
	}
}

func (l *lines) println(r *Reporter, text string) { fmt.Fprintln(r.w, text) }

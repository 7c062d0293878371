// Package readtest holds the tests that every reader must pass.
//
// A format's test names its reader, gives seeds, and calls [Run] and [Fuzz]:
//
//	var format = readtest.Format{Media: "text/plain", Exact: true, Seeds: …}
//
//	func TestReader(t *testing.T) { readtest.Run(t, text.Reader{}, format) }
//	func FuzzReader(f *testing.F) { readtest.Fuzz(f, text.Reader{}, format) }
package readtest

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pildora/pildora/internal/cputime"
	"github.com/pildora/pildora/read"
)

// Format says what a reader reads.
type Format struct {
	// Media is the media type that sources are given.
	Media string
	// Exact says that the format is text itself: the document's text is what
	// the source decodes to, byte for byte where it is UTF-8, and everything
	// that decodes can be read.
	Exact bool
	// Seeds are inputs that must be read without an error, by name.
	Seeds map[string]string
	// Capped returns the reader with a limit on the size of its sources; nil
	// where it has none.
	Capped func(maxBytes int64) read.Reader
}

// Run runs all tests as subtests of t: each seed and each hostile input must
// keep the contract of read.Reader (Validate passes, the same document twice
// and concurrently, nothing of the source kept or changed, origins cover the
// text or are empty, errors name the source, no panic); cancellation and the
// size limit are honoured; time grows with the input and not with its square.
func Run(t *testing.T, r read.Reader, f Format) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(f.Seeds)) {
		t.Run("seed/"+name, func(t *testing.T) {
			report(t, Check(r, f, []byte(f.Seeds[name]), true))
			report(t, checkConcurrent(r, f, []byte(f.Seeds[name])))
			report(t, checkCancelled(r, f, []byte(f.Seeds[name])))
		})
	}
	for _, h := range hostile {
		t.Run("hostile/"+h.name, func(t *testing.T) {
			for _, n := range []int{1, 2, 3, 17, 400} {
				report(t, Check(r, f, h.make(n), false))
			}
			report(t, checkGrowth(r, f, h))
		})
	}
	t.Run("large", func(t *testing.T) {
		data := []byte(strings.Repeat("One more line of quite ordinary text, to have many of them.\n\n", 1<<15))
		report(t, checkConcurrent(r, f, data))
		if f.Exact {
			report(t, checkCancelledLate(r, f, data))
		}
	})
	if f.Capped != nil {
		t.Run("cap", func(t *testing.T) { report(t, checkCap(f)) })
	}
}

// Fuzz fuzzes the reader from the seeds and the hostile inputs.
func Fuzz(f *testing.F, r read.Reader, format Format) {
	for _, name := range slices.Sorted(maps.Keys(format.Seeds)) {
		f.Add([]byte(format.Seeds[name]))
	}
	for _, h := range hostile {
		f.Add(h.make(3))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		report(t, Check(r, format, data, false))
	})
}

func report(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Error(err)
	}
}

// checkCap wants a source of one byte more than the limit refused by name.
func checkCap(f Format) error {
	const limit = 64
	data := []byte(strings.Repeat("x", limit+1))
	_, err := readSafely(background(), f.Capped(limit), f.source(data))
	switch {
	case !errors.Is(err, read.ErrTooLarge):
		return errors.New("a source above the limit is not refused with read.ErrTooLarge")
	case !strings.Contains(err.Error(), uri):
		return errors.New("the error for a source above the limit does not name it: " + err.Error())
	}
	return nil
}

// An input of growthBase bytes and one growthTimes as long are compared. What
// is quadratic takes far more than growthFloor for the longer one: less than
// that needs no comparison, which would take longer than everything else here.
const (
	growthBase  = 1 << 15
	growthTimes = 16
	growthFloor = 200 * time.Millisecond
)

// checkGrowth wants time to grow with the input and not with its square. Errors
// count as readings.
func checkGrowth(r read.Reader, f Format, h hostileInput) error {
	reads := func(n int) func() {
		data := h.make(n)
		return func() { _, _ = readSafely(background(), r, f.source(data)) }
	}
	long := reads(growthBase * growthTimes)
	start := cputime.Process()
	if long(); cputime.Process()-start < growthFloor {
		return nil
	}
	if err := cputime.Grows(growthTimes, reads(growthBase), long); err != nil {
		return fmt.Errorf("%s: %w", h.name, err)
	}
	return nil
}

package progress

import (
	"bytes"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

// reporter returns one with a clock that stands until it is moved.
func reporter(o Options, open func(*Reporter) view) (*Reporter, *bytes.Buffer, *time.Time) {
	var b bytes.Buffer
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	r := New(&b, o)
	r.now = func() time.Time { return now }
	if open != nil {
		r.open = open
	}
	return r, &b, &now
}

func TestLines(t *testing.T) {
	r, b, now := reporter(Options{What: "chunk", Unit: "documents"}, nil)
	r.Start(100)
	for range 60 {
		*now = now.Add(50 * time.Millisecond)
		r.Add(1)
	}
	r.Println("a.md: no text")
	*now = now.Add(50 * time.Millisecond)
	r.Done()
	want := `chunk: 20 of 100 documents (20 %), 20/s, 4s left
chunk: 40 of 100 documents (40 %), 20/s, 3s left
chunk: 60 of 100 documents (60 %), 20/s, 2s left
a.md: no text
chunk: 60 documents in 3.1s, 20/s
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b, want)
	}
}

func TestLinesWithoutTotal(t *testing.T) {
	r, b, now := reporter(Options{What: "sync", Unit: "files"}, nil)
	r.Start(0)
	*now = now.Add(2 * time.Second)
	r.Add(3)
	r.Done()
	if want := "sync: 3 files, 1.5/s\nsync: 3 files in 2s, 1.5/s\n"; b.String() != want {
		t.Errorf("got %q, want %q", b, want)
	}
}

func TestShortWorkSaysNothing(t *testing.T) {
	r, b, now := reporter(Options{What: "chunk", Unit: "documents"}, nil)
	r.Start(3)
	r.Add(3)
	*now = now.Add(900 * time.Millisecond)
	r.Add(0)
	r.Done()
	if b.Len() > 0 {
		t.Errorf("wrote %q", b)
	}
}

func TestBar(t *testing.T) {
	r, b, _ := reporter(Options{What: "chunk", Unit: "documents"}, newBar)
	r.Start(10)
	time.Sleep(110 * time.Millisecond) // the library draws at most this often
	r.Add(3)
	drawn := b.String()
	for _, want := range []string{"chunk", "30%", "3/10", "documents/s"} {
		if !strings.Contains(drawn, want) {
			t.Errorf("%q is not in the bar %q", want, drawn)
		}
	}
	b.Reset()
	r.Println("a.md: no text")
	if got := b.String(); !strings.Contains(got, "\ra.md: no text\n") {
		t.Errorf("the line doesn't stand on its own: %q", got)
	}
	r.Add(20) // more than the total is no error
	r.Done()
	if got := b.String(); !strings.HasSuffix(got, "\r") || strings.Contains(got, "\n\n") {
		t.Errorf("the bar isn't taken away: %q", got)
	}
	b.Reset()
	r.Add(1)
	r.Done()
	r.Println("end")
	if b.String() != "end\n" {
		t.Errorf("after Done: %q", b)
	}
}

func TestBarWithoutTotal(t *testing.T) {
	r, b, _ := reporter(Options{What: "sync", Unit: "files"}, newBar)
	r.Start(-1)
	time.Sleep(110 * time.Millisecond)
	r.Add(7)
	if got := b.String(); !strings.Contains(got, "sync") || !strings.Contains(got, "7") {
		t.Errorf("the spinner shows %q", got)
	}
	r.Done()
}

func TestQuietAndNil(t *testing.T) {
	for _, open := range []func(*Reporter) view{newBar, newLines} {
		r, b, now := reporter(Options{Quiet: true}, open)
		r.Start(5)
		*now = now.Add(time.Hour)
		r.Add(5)
		r.Println("warning")
		r.Done()
		if b.String() != "warning\n" {
			t.Errorf("quiet wrote %q", b)
		}
	}
	var none *Reporter
	none.Start(1)
	none.Add(1)
	none.Println("x")
	none.Done()
	r, b, _ := reporter(Options{}, nil)
	r.Add(1)
	r.Done()
	if b.Len() > 0 {
		t.Errorf("without Start: %q", b)
	}
}

// Run with -race.
func TestConcurrent(t *testing.T) {
	for _, open := range []func(*Reporter) view{newBar, newLines} {
		r, _, _ := reporter(Options{What: "x", Unit: "y"}, open)
		r.Start(800)
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				for range 100 {
					r.Add(1)
				}
				r.Println("done")
			})
		}
		wg.Wait()
		if r.done != 800 {
			t.Errorf("counted %d", r.done)
		}
		r.Done()
	}
}

func TestTerminal(t *testing.T) {
	if isTerminal(&bytes.Buffer{}) {
		t.Error("a buffer is no terminal")
	}
	f, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("no pseudo-terminals here: ", err)
	}
	defer f.Close()
	t.Setenv("TERM", "xterm")
	if !isTerminal(f) {
		t.Error("a pseudo-terminal is one")
	}
	t.Setenv("TERM", "dumb")
	if isTerminal(f) {
		t.Error("a dumb terminal can't draw a bar")
	}
}

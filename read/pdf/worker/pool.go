package worker

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/pildora/pildora/read/pdf/extract"
	"github.com/pildora/pildora/read/pdf/page"
)

// Limits where nothing else is set.
const (
	DefaultPageTime = 20 * time.Second
	DefaultTime     = 10 * time.Minute
	DefaultRest     = time.Minute
)

// maxReplaced is how many workers one file may use up.
const maxReplaced = 3

// ErrTime is wrapped by the error for a file that took too long.
var ErrTime = errors.New("took too long")

// Pool is a set of workers. A zero pool with a Command is ready; it is safe
// for concurrent use and not to be copied. Close ends its workers.
type Pool struct {
	// Command is the program that calls Serve, and its arguments.
	Command []string
	// CacheDir and MemoryBytes are as in extract.Config.
	CacheDir    string
	MemoryBytes int64
	// Size is how many workers there are at most; 0 means one per processor.
	Size int
	// PageTime is how long a worker may take over one page, and over opening a
	// file; 0 means DefaultPageTime.
	PageTime time.Duration
	// Time is how long a file may take as a whole; 0 means DefaultTime.
	Time time.Duration
	// Rest is how long a worker that has nothing to do waits for more; 0 means
	// DefaultRest.
	Rest time.Duration

	once  sync.Once
	slots chan struct{}
	begin sync.Mutex // one worker starts after the other: the first may have to compile
	mu    sync.Mutex
	idle  []*child
}

// acquire takes a worker that is idle, or starts one; the caller waits for its
// turn before that.
func (p *Pool) acquire(ctx context.Context) (*child, error) {
	p.once.Do(func() {
		n := p.Size
		if n <= 0 {
			n = runtime.GOMAXPROCS(0)
		}
		p.slots = make(chan struct{}, n)
	})
	select {
	case p.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	p.mu.Lock()
	if n := len(p.idle); n > 0 {
		c := p.idle[n-1]
		p.idle = p.idle[:n-1]
		p.mu.Unlock()
		c.rest.Stop()
		return c, nil
	}
	p.mu.Unlock()
	p.begin.Lock()
	c, err := start(ctx, p.Command, hello{p.CacheDir, p.MemoryBytes})
	p.begin.Unlock()
	if err != nil {
		<-p.slots
		return nil, fmt.Errorf("the worker for PDF files doesn't start: %w", err)
	}
	return c, nil
}

// release takes a worker back; one that is dead is let go.
func (p *Pool) release(c *child) {
	p.mu.Lock()
	if c.alive() {
		p.idle = append(p.idle, c)
		c.rest = time.AfterFunc(orElse(p.Rest, DefaultRest), func() { p.retire(c) })
	}
	p.mu.Unlock()
	<-p.slots
}

// retire ends a worker that had nothing to do.
func (p *Pool) retire(c *child) {
	p.mu.Lock()
	i := slices.Index(p.idle, c)
	if i >= 0 {
		p.idle = slices.Delete(p.idle, i, i+1)
	}
	p.mu.Unlock()
	if i >= 0 {
		c.end()
	}
}

// Close ends the workers that are idle. Those at work end with their calls'
// contexts.
func (p *Pool) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.idle {
		c.rest.Stop()
		c.end()
	}
	p.idle = nil
	return nil
}

func orElse(d, instead time.Duration) time.Duration {
	if d > 0 {
		return d
	}
	return instead
}

// Extract is extract.Engine.Extract in a worker. Where it dies or takes too
// long over a page, that page has a problem, and another one goes on.
func (p *Pool) Extract(ctx context.Context, data []byte, o extract.Options, s extract.Sink) error {
	limited, cancel := context.WithTimeoutCause(ctx, orElse(p.Time, DefaultTime), fmt.Errorf("%w: more than %v", ErrTime, orElse(p.Time, DefaultTime)))
	defer cancel()
	w := walk{sink: s, next: max(1, o.First)}
	for replaced := 0; ; replaced++ {
		o.First = w.next
		err := p.extract(limited, data, o, &w)
		var lost *lostError
		if !errors.As(err, &lost) {
			return err
		}
		if cause := context.Cause(limited); cause != nil {
			return cause
		}
		if !w.begun {
			return lost
		}
		if w.next <= w.pages {
			if err := w.page(page.Page{Number: w.next, Problem: lost.Error()}); err != nil {
				return err
			}
		}
		if replaced+1 >= maxReplaced {
			return w.giveUp()
		}
	}
}

// walk is how far a file was read.
type walk struct {
	sink  extract.Sink
	begun bool
	next  int
	pages int
}

func (w *walk) head(d *page.Document, pages int) error {
	if w.begun {
		return nil
	}
	w.begun, w.pages = true, pages
	return w.sink.Head(d, pages)
}

func (w *walk) page(p page.Page) error {
	if p.Number != w.next || p.Number > w.pages {
		return fmt.Errorf("page %d came instead of page %d", p.Number, w.next)
	}
	w.next++
	return w.sink.Page(p)
}

// giveUp reports the pages that are left as unread.
func (w *walk) giveUp() error {
	for w.next <= w.pages {
		if err := w.page(page.Page{Number: w.next, Problem: "not read: too many pages before it could not be read"}); err != nil {
			return err
		}
	}
	return w.sink.End(nil)
}

// extract reads with one worker.
func (p *Pool) extract(ctx context.Context, data []byte, o extract.Options, w *walk) error {
	return p.ask(ctx, data, request{Options: o}, func(r reply) error {
		switch {
		case r.Head != nil:
			return w.head(r.Head, r.Pages)
		case r.Page != nil:
			glyphs, err := unpackGlyphs(r.Glyphs)
			if err != nil {
				return err
			}
			r.Page.Glyphs = glyphs
			return w.page(*r.Page)
		}
		return w.sink.End(r.Outline)
	})
}

// Render is extract.Engine.Render in a worker.
func (p *Pool) Render(ctx context.Context, data []byte, o extract.Options, pages []int, dpi int, each func(extract.Picture) error) error {
	return p.ask(ctx, data, request{Options: o, Render: pages, DPI: dpi}, func(r reply) error {
		if r.Picture == nil {
			return errors.New("the worker sent no picture")
		}
		return each(*r.Picture)
	})
}

// ask gives a request to a worker and each reply to each, the last one
// excepted.
func (p *Pool) ask(ctx context.Context, data []byte, r request, each func(reply) error) error {
	c, err := p.acquire(ctx)
	if err != nil {
		return err
	}
	defer p.release(c)
	r.Size = len(data)
	return c.exchange(ctx, r, data, orElse(p.PageTime, DefaultPageTime), each)
}

package readtest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"unsafe"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
)

// readerFunc makes a reader of a function.
type readerFunc func(ctx context.Context, s read.Source) (*doc.Document, error)

func (f readerFunc) Read(ctx context.Context, s read.Source) (*doc.Document, error) { return f(ctx, s) }

// good is a correct reader without structure; each test breaks one thing.
func good(ctx context.Context, s read.Source) (*doc.Document, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", s.URI, err)
	}
	d, err := s.Decode()
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", s.URI, err)
	}
	return &doc.Document{URI: s.URI, Media: "text/plain", Text: d.Text, Origins: d.Origins, Warnings: d.Warnings}, nil
}

// altered is good with a change to its documents.
func altered(change func(s read.Source, d *doc.Document)) readerFunc {
	return func(ctx context.Context, s read.Source) (*doc.Document, error) {
		d, err := good(ctx, s)
		if err == nil {
			change(s, d)
		}
		return d, err
	}
}

var exact = Format{Media: "text/plain", Exact: true, Seeds: map[string]string{"a": "a\n"}}

func TestGoodReaderPasses(t *testing.T) { Run(t, readerFunc(good), exact) }

// TestCheckFinds plants a fault a case and wants it found and named.
func TestCheckFinds(t *testing.T) {
	var calls atomic.Int64
	for name, c := range map[string]struct {
		r    readerFunc
		data string
		want string
	}{
		"panic":          {func(context.Context, read.Source) (*doc.Document, error) { panic("boom") }, "a", "boom"},
		"nothing":        {func(context.Context, read.Source) (*doc.Document, error) { return nil, nil }, "a", "neither"},
		"nameless error": {func(context.Context, read.Source) (*doc.Document, error) { return nil, errors.New("bad") }, "a", "name the source"},
		"refusal": {func(_ context.Context, s read.Source) (*doc.Document, error) {
			return nil, fmt.Errorf("%s: bad", s.URI)
		}, "a", "still isn't read"},
		"binary read": {func(_ context.Context, s read.Source) (*doc.Document, error) {
			return &doc.Document{URI: s.URI, Media: "text/plain", Text: string(s.Data)}, nil
		}, "SQLite format 3\x00", "does not decode"},
		"changes source": {func(ctx context.Context, s read.Source) (*doc.Document, error) {
			d, err := good(ctx, s)
			s.Data[0] = 'X'
			return d, err
		}, "abc", "changes its source"},
		"unstable": {altered(func(_ read.Source, d *doc.Document) { d.Title = fmt.Sprint(calls.Add(1)) }), "a", "differs"},
		"aliasing": {altered(func(s read.Source, d *doc.Document) { d.Text = unsafe.String(&s.Data[0], len(s.Data)) }), "abc", "shares memory"},
		"bad blocks": {altered(func(_ read.Source, d *doc.Document) {
			d.Blocks = []doc.Block{{Kind: doc.Paragraph, Parent: -1, Span: doc.Span{Start: 0, End: 99}}}
		}), "a", "invalid document"},
		"lossy":        {altered(func(_ read.Source, d *doc.Document) { d.Text = strings.ReplaceAll(d.Text, "\r", "") }), "a\r\n", "not the source"},
		"no media":     {altered(func(_ read.Source, d *doc.Document) { d.Media = "" }), "a", "media"},
		"warning lost": {altered(func(_ read.Source, d *doc.Document) { d.Warnings = nil }), "caf\xe9 cr\xe8me", "warnings"},
		"origin lost":  {altered(func(_ read.Source, d *doc.Document) { d.Origins = nil }), "caf\xe9 cr\xe8me", "no origins"},
		"origin short": {altered(func(_ read.Source, d *doc.Document) { d.Origins[0].Text.End-- }), "caf\xe9 cr\xe8me", "no origin for"},
		"origin wild":  {altered(func(_ read.Source, d *doc.Document) { d.Origins[0].Source.End += 9 }), "caf\xe9 cr\xe8me", "source span"},
	} {
		t.Run(name, func(t *testing.T) {
			err := Check(c.r, exact, []byte(c.data), false)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
			if err := Check(readerFunc(good), exact, []byte(c.data), false); err != nil {
				t.Errorf("the good reader fails: %v", err)
			}
		})
	}
	if err := Check(readerFunc(good), exact, []byte("SQLite format 3\x00"), true); err == nil {
		t.Error("a seed that isn't read passes")
	}
}

func TestContextChecksFind(t *testing.T) {
	deaf := readerFunc(func(_ context.Context, s read.Source) (*doc.Document, error) { return good(context.Background(), s) })
	once := readerFunc(func(ctx context.Context, s read.Source) (*doc.Document, error) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		return good(context.Background(), s)
	})
	if checkCancelled(deaf, exact, []byte("a")) == nil {
		t.Error("a reader that ignores its context passes")
	}
	if checkCancelledLate(once, exact, []byte("a")) == nil {
		t.Error("a reader that looks at its context once passes")
	}
}

func TestConcurrentCheckFinds(t *testing.T) {
	var calls atomic.Int64
	shared := altered(func(_ read.Source, d *doc.Document) { d.Title = fmt.Sprint(calls.Add(1)) })
	if checkConcurrent(shared, exact, []byte("a")) == nil {
		t.Error("a reader with shared state passes")
	}
}

func TestCapCheckFinds(t *testing.T) {
	f := exact
	f.Capped = func(int64) read.Reader { return readerFunc(good) }
	if checkCap(f) == nil {
		t.Error("a reader without a limit passes")
	}
	f.Capped = func(n int64) read.Reader {
		return readerFunc(func(ctx context.Context, s read.Source) (*doc.Document, error) {
			if err := s.CheckSize(n); err != nil {
				return nil, err
			}
			return good(ctx, s)
		})
	}
	if err := checkCap(f); err != nil {
		t.Error(err)
	}
}

func TestGrowthCheckFinds(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	quadratic := readerFunc(func(ctx context.Context, s read.Source) (*doc.Document, error) {
		n := 0
		for i := 0; i < len(s.Data); i += 128 {
			for _, b := range s.Data[:i] {
				n += int(b)
			}
		}
		s.Media = fmt.Sprint(n)
		return good(ctx, s)
	})
	if checkGrowth(quadratic, exact, hostileInput{"words", times("", "word ", "")}) == nil {
		t.Error("quadratic time passes")
	}
}

package worker_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pildora/pildora/read/pdf/extract"
	"github.com/pildora/pildora/read/pdf/page"
	"github.com/pildora/pildora/read/pdf/pdftest"
	"github.com/pildora/pildora/read/pdf/worker"
)

// TestMain is a worker itself where it is asked to be one.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case "serve":
			if err := worker.Serve(context.Background(), os.Stdin, os.Stdout); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			os.Exit(0)
		case "die":
			fmt.Fprintln(os.Stderr, "no room on this machine")
			os.Exit(1)
		case "environment":
			fmt.Fprintln(os.Stderr, len(os.Environ()))
			os.Exit(1)
		}
	}
	os.Exit(m.Run())
}

func cacheDir(t testing.TB) string {
	base, err := os.UserCacheDir()
	if err != nil {
		t.Skip(err)
	}
	return filepath.Join(base, "pildora", "pdfium")
}

func pool(t testing.TB, command string) *worker.Pool {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &worker.Pool{Command: []string{program, command}, CacheDir: cacheDir(t), Size: 2}
	t.Cleanup(func() { p.Close() })
	return p
}

var two = pdftest.File{Pages: []pdftest.Page{{Content: pdftest.Lines(72, 700, "One page.") + "72 600 m 300 600 l S\n"}, {Content: pdftest.Lines(72, 700, "Another one.")}},
	Info: "/Title (Two pages)"}

func extracted(ctx context.Context, x interface {
	Extract(context.Context, []byte, extract.Options, extract.Sink) error
}, data []byte) (*page.Document, error) {
	d, sink := extract.Collect()
	return d, x.Extract(ctx, data, extract.Options{}, sink)
}

func text(p page.Page) string {
	var b strings.Builder
	for _, g := range p.Glyphs {
		b.WriteRune(g.Rune)
	}
	return b.String()
}

// TestSameAsEngine: a worker finds what an engine in this process finds.
func TestSameAsEngine(t *testing.T) {
	e, err := extract.Open(t.Context(), extract.Config{CacheDir: cacheDir(t)})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	p := pool(t, "serve")
	for name, data := range map[string][]byte{"two pages": two.Bytes(), "no PDF": []byte("x"), "bookmarks": pdftest.Hostile()["bookmarks in a circle"]} {
		want, wantErr := extracted(t.Context(), e, data)
		got, gotErr := extracted(t.Context(), p, data)
		if fmt.Sprint(wantErr) != fmt.Sprint(gotErr) {
			t.Errorf("%s: %v, want %v", name, gotErr, wantErr)
		}
		same(t, name, got, want)
	}
}

func same(t *testing.T, name string, got, want *page.Document) {
	t.Helper()
	// An empty list and none are the same on the way.
	if a, b := fmt.Sprintf("%+v", got), fmt.Sprintf("%+v", want); a != b {
		t.Errorf("%s: %s\nwant %s", name, a, b)
	}
	for i := range want.Pages {
		if len(want.Pages[i].Glyphs) > 0 && !reflect.DeepEqual(got.Pages[i].Glyphs, want.Pages[i].Glyphs) {
			t.Errorf("%s: glyphs of page %d differ", name, i+1)
		}
	}
}

func TestConcurrent(t *testing.T) {
	p := pool(t, "serve")
	var group sync.WaitGroup
	for range 12 {
		group.Go(func() {
			d, err := extracted(t.Context(), p, two.Bytes())
			if err != nil || len(d.Pages) != 2 || text(d.Pages[1]) != "Another one." {
				t.Errorf("%v: %+v", err, d)
			}
		})
	}
	group.Wait()
}

// TestHanging: a page that hangs is given up within its time, the pages after
// it and the next file are read.
func TestHanging(t *testing.T) {
	p := pool(t, "serve")
	p.PageTime = 2 * time.Second
	if _, err := extracted(t.Context(), p, two.Bytes()); err != nil { // the worker is ready
		t.Fatal(err)
	}
	d, err := extracted(t.Context(), p, pdftest.Endless())
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Pages) != 3 || !strings.HasPrefix(text(d.Pages[0]), "The first") || !strings.Contains(d.Pages[1].Problem, "longer than 2s") || !strings.HasPrefix(text(d.Pages[2]), "The third") {
		t.Errorf("%+v", d.Pages)
	}
	if d, err := extracted(t.Context(), p, two.Bytes()); err != nil || len(d.Pages) != 2 {
		t.Errorf("the next file: %v", err)
	}
}

// TestAllOfTheTime: a file has a limit as a whole.
func TestAllOfTheTime(t *testing.T) {
	p := pool(t, "serve")
	if _, err := extracted(t.Context(), p, two.Bytes()); err != nil {
		t.Fatal(err)
	}
	slow := &worker.Pool{Command: p.Command, CacheDir: p.CacheDir, Time: 3 * time.Second}
	defer slow.Close()
	if _, err := extracted(t.Context(), slow, pdftest.Endless()); !errors.Is(err, worker.ErrTime) {
		t.Errorf("%v", err)
	}
}

func TestCancel(t *testing.T) {
	p := pool(t, "serve")
	ctx, cancel := context.WithCancel(t.Context())
	d, sink := extract.Collect()
	inner := sink.Page
	sink.Page = func(got page.Page) error { cancel(); return inner(got) } // while the next page hangs
	if err := p.Extract(ctx, pdftest.Endless(), extract.Options{}, sink); !errors.Is(err, context.Canceled) || len(d.Pages) != 1 {
		t.Errorf("%v after %d pages", err, len(d.Pages))
	}
	if d, err := extracted(t.Context(), p, two.Bytes()); err != nil || len(d.Pages) != 2 {
		t.Errorf("the next file: %v", err)
	}
}

// TestMemory: a file that wants more memory than is allowed has a problem, and
// the next one is read.
func TestMemory(t *testing.T) {
	p := pool(t, "serve")
	p.MemoryBytes = 64 << 20
	d, err := extracted(t.Context(), p, pdftest.Bomb(300))
	if err == nil && (len(d.Pages) != 1 || d.Pages[0].Problem == "") {
		t.Errorf("%+v", d)
	}
	if err != nil && !strings.Contains(err.Error(), "memory") {
		t.Error(err)
	}
	if d, err := extracted(t.Context(), p, two.Bytes()); err != nil || len(d.Pages) != 2 {
		t.Errorf("the next file: %v", err)
	}
}

func TestPasswords(t *testing.T) {
	f := two
	f.Info, f.Encrypt, f.User = "", true, "sesame"
	p := pool(t, "serve")
	for given, want := range map[string]error{"": extract.ErrPassword, "open": extract.ErrWrongPassword, "sesame": nil} {
		_, sink := extract.Collect()
		if err := p.Extract(t.Context(), f.Bytes(), extract.Options{Password: given}, sink); !errors.Is(err, want) {
			t.Errorf("%q: %v", given, err)
		}
	}
}

func TestRender(t *testing.T) {
	var got []extract.Picture
	err := pool(t, "serve").Render(t.Context(), two.Bytes(), extract.Options{}, []int{1, 2}, 72, func(p extract.Picture) error { got = append(got, p); return nil })
	if err != nil || len(got) != 2 || got[1].Number != 2 || len(got[0].PNG) == 0 {
		t.Errorf("%v: %d pictures", err, len(got))
	}
}

// TestRest: a worker that has nothing to do ends, and another one takes its
// place.
func TestRest(t *testing.T) {
	p := pool(t, "serve")
	p.Rest = time.Millisecond
	for range 3 {
		if d, err := extracted(t.Context(), p, two.Bytes()); err != nil || len(d.Pages) != 2 {
			t.Errorf("%v: %+v", err, d)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func TestRefusedSink(t *testing.T) {
	p := pool(t, "serve")
	stop := errors.New("stop")
	_, sink := extract.Collect()
	sink.Page = func(page.Page) error { return stop }
	if err := p.Extract(t.Context(), two.Bytes(), extract.Options{}, sink); !errors.Is(err, stop) {
		t.Error(err)
	}
	if d, err := extracted(t.Context(), p, two.Bytes()); err != nil || len(d.Pages) != 2 {
		t.Errorf("the next file: %v", err)
	}
}

// TestNoWorker: a program that is none is an error that says what it said.
func TestNoWorker(t *testing.T) {
	for command, want := range map[string]string{"die": "no room on this machine", "environment": "the worker ended: 0"} {
		if _, err := extracted(t.Context(), pool(t, command), two.Bytes()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", command, err)
		}
	}
	if _, err := extracted(t.Context(), &worker.Pool{Command: []string{"/no/such/program"}}, two.Bytes()); err == nil {
		t.Error("a program that isn't there starts")
	}
	if _, err := extracted(t.Context(), &worker.Pool{}, two.Bytes()); err == nil {
		t.Error("no program at all starts")
	}
}

// TestServeEnds: a worker ends with its input, and refuses what is no pool.
func TestServeEnds(t *testing.T) {
	if err := worker.Serve(t.Context(), strings.NewReader("hello?"), &strings.Builder{}); err == nil {
		t.Error("it serves anybody")
	}
}

package cli

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// watching is a folder docs and a program that keeps its index in step.
type watching struct {
	*testing.T
	dir   string
	lines chan string
}

// expect waits until the program has printed these lines, in this order, with
// whatever between.
func (w *watching) expect(lines ...string) {
	w.Helper()
	end := time.After(time.Minute)
	var seen []string
	for _, want := range lines {
		for got := ""; got != want; {
			select {
			case line, open := <-w.lines:
				if !open {
					w.Fatalf("it ended before %q; it printed\n%s", want, strings.Join(seen, "\n"))
				}
				seen, got = append(seen, line), line
			case <-end:
				w.Fatalf("%q was not printed, but\n%s", want, strings.Join(seen, "\n"))
			}
		}
	}
}

func (w *watching) path(name string) string {
	return filepath.Join(w.dir, "docs", filepath.FromSlash(name))
}

func (w *watching) write(name, text string) {
	w.Helper()
	if err := os.MkdirAll(filepath.Dir(w.path(name)), 0o755); err != nil {
		w.Fatal(err)
	}
	if err := os.WriteFile(w.path(name), []byte(text), 0o644); err != nil {
		w.Fatal(err)
	}
}

func (w *watching) no(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

// TestWatch edits, adds, renames and deletes files below a program that watches,
// by what the system tells and by looking again and again, and interrupts it.
func TestWatch(t *testing.T) {
	for name, flags := range map[string][]string{"notified": {"--debounce", "20ms"}, "polling": {"--poll", "20ms"}} {
		t.Run(name, func(t *testing.T) {
			w := &watching{T: t, dir: t.TempDir(), lines: make(chan string, 1000)}
			w.write("a.md", "# Uno\n\nuno dos tres\n")
			c := exec.Command("pildora", append([]string{"sync", "--watch", "--vectors", "no", "docs"}, flags...)...)
			c.Dir, c.Env = w.dir, append(os.Environ(), "HOME="+w.dir, "XDG_CACHE_HOME="+filepath.Join(w.dir, "cache"))
			var stderr bytes.Buffer
			c.Stderr = &stderr
			out, err := c.StdoutPipe()
			w.no(err)
			w.no(c.Start())
			defer c.Process.Kill() // it has ended, if all goes well
			go func() {
				defer close(w.lines)
				for s := bufio.NewScanner(out); s.Scan(); {
					w.lines <- s.Text()
				}
			}()
			w.expect("added     a.md", "1 added, 0 replaced, 0 retired, 0 unchanged, 0 failed")
			w.write("a.md", "# Uno\n\nuno dos tres cuatro\n")
			w.expect("replaced  a.md")
			w.write("new/sub/b.md", "# Dos\n\ncinco seis siete\n")
			w.expect("added     new/sub/b.md")
			w.write("new/sub/b.md", "# Dos\n\ncinco seis siete ocho\n")
			w.expect("replaced  new/sub/b.md")
			w.no(os.Rename(w.path("new/sub/b.md"), w.path("c.md")))
			w.expect("renamed   new/sub/b.md -> c.md")
			w.write("bad.pdf", "%PDF-1.7\nno page")
			w.write("d.md", "# Tres\n\nnueve diez\n")
			w.expect("added     d.md")
			w.no(os.Remove(w.path("c.md")))
			w.expect("retired   c.md")
			w.no(c.Process.Signal(os.Interrupt))
			for range w.lines { // to its end
			}
			if err := c.Wait(); err != nil {
				t.Errorf("interrupted, it ended with %v\n%s", err, &stderr)
			}
			if n := strings.Count(stderr.String(), "bad.pdf"); n != 1 {
				t.Errorf("what failed was named %d times:\n%s", n, &stderr)
			}
		})
	}
}

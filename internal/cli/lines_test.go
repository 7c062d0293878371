package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A Windows file was shown with U+FFFD at the end of each line.
func TestCRLFIsShownAsLineEnds(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	write(t, "docs/dos.txt", "Closed for repairs.\r\nOpen again in May.\r\n")
	write(t, "docs/mac.txt", "Closed for ever.\rNever open.\r")
	_, out, errs := run(t, "", "search", "--in", "docs", "closed open")
	if strings.ContainsAny(out, "\r\ufffd") || !strings.Contains(out, "│ Closed for repairs.\n   │ Open again in May.") ||
		!strings.Contains(out, "│ Closed for ever.\n   │ Never open.") {
		t.Errorf("shown as %q (%s)", out, errs)
	}
}

// A line end in a file name made two lines of one document.
func TestNameWithLineEndStaysOnItsLine(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "docs/two\nlines\x1b[31m.md", "# A title\n\nWords.\n")
	for _, args := range [][]string{{"sync", "docs"}, {"list"}, {"search", "words"}, {"show", "two\nlines\x1b[31m.md"}} {
		code, out, errs := run(t, "", args...)
		if code != 0 || !strings.Contains(out, "two\ufffdlines\ufffd[31m.md") || strings.Contains(out+errs, "\x1b") {
			t.Errorf("%q: exit %d, %q, %q", args, code, out, errs)
		}
	}
	code, _, errs := run(t, "", "chunk", "no\x1b[31m.md")
	if code != 1 || strings.Contains(errs, "\x1b") {
		t.Errorf("exit %d, %q", code, errs)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

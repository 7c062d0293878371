package read

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/pildora/pildora/internal/near"
)

var scheme = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]+://`)

// IsURL reports whether name is a URL rather than a path.
func IsURL(name string) bool { return scheme.MatchString(name) }

// Stdin is the root, path and document id of standard input.
const Stdin = "-"

// statRoot follows links, as a root is what the user named. A missing one is
// an error that names its first missing part and what is there instead.
func statRoot(root string) (fs.FileInfo, error) {
	if root == "" {
		return nil, fmt.Errorf("an empty path: %w; name a file, a folder, a URL or - for standard input", fs.ErrInvalid)
	}
	info, err := os.Stat(root)
	if !errors.Is(err, fs.ErrNotExist) {
		return info, err
	}
	missing := filepath.Clean(root)
	if target, err := os.Readlink(missing); err == nil {
		return nil, fmt.Errorf("%s: %w: it is a symbolic link to %s, which is not there", root, fs.ErrNotExist, target)
	}
	for {
		parent := filepath.Dir(missing)
		if parent == missing {
			break
		}
		if _, err := os.Stat(parent); err == nil {
			break
		}
		missing = parent
	}
	if near := nearest(missing); near != "" {
		return nil, fmt.Errorf("%s: %w; did you mean %s?", root, fs.ErrNotExist, near)
	}
	if missing != filepath.Clean(root) {
		return nil, fmt.Errorf("%s: %w (%s is the first part that is missing)", root, fs.ErrNotExist, missing)
	}
	return nil, fmt.Errorf("%s: %w", root, fs.ErrNotExist)
}

// maxSiblings bounds how many names of a folder are compared.
const maxSiblings = 2000

// nearest returns the sibling of a missing path whose name is the most like
// its own, or "" where none is close: a third of the letters may differ, case
// aside.
func nearest(missing string) string {
	dir, base := filepath.Split(missing)
	entries, err := os.ReadDir(filepath.Clean(dir + "."))
	if err != nil {
		return ""
	}
	best, limit := "", max(1, utf8.RuneCountInString(base)/3)
	for _, e := range entries[:min(len(entries), maxSiblings)] {
		if d := near.Distance(strings.ToLower(base), strings.ToLower(e.Name())); d <= limit {
			best, limit = e.Name(), d-1
		}
	}
	if best == "" {
		return ""
	}
	return dir + best
}

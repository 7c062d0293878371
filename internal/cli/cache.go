package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// userCache is the user's folder for caches.
func (a *app) userCache() (string, error) {
	if base := a.variable("XDG_CACHE_HOME"); base != "" {
		return base, nil
	}
	base, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("no folder for caches: %w", err)
	}
	return base, nil
}

// cacheDir is where the index of these roots is kept: the same roots, in any
// order, are the same index.
func (a *app) cacheDir(roots []string) (string, error) {
	base, err := a.userCache()
	if err != nil {
		return "", usagef("%w; say with --index DIR where the index goes", err)
	}
	var keys []string
	for _, r := range roots {
		if r == "-" {
			return "", usagef("--in -: standard input can't be kept in an index; give a file or folder")
		}
		abs, err := filepath.Abs(a.path(r))
		if err != nil {
			return "", fmt.Errorf("%s: %w", r, err)
		}
		keys = append(keys, abs)
	}
	slices.Sort(keys)
	sum := sha256.Sum256([]byte(strings.Join(slices.Compact(keys), "\x00")))
	return filepath.Join(base, "pildora", hex.EncodeToString(sum[:8])), nil
}

package eval

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// cache keeps the figures of contenders in a folder, one file each, named by
// the digest of everything that decides them: so an interrupted evaluation
// goes on where it was, and a changed one does only what changed. A file that
// is damaged counts as not there. The zero value keeps nothing.
type cache struct{ dir string }

// entry is one file. Key is kept in full: a file that was renamed, or written
// for something else, is not believed.
type entry struct {
	Key   string `json:"key"`
	Trial Trial  `json:"trial"`
}

// cacheKey is everything that decides a trial, but its statistics.
type cacheKey struct {
	Settings  Settings
	Corpus    string
	Questions string // digest
	Contender string
}

func (k cacheKey) String() string {
	k.Settings.Resamples, k.Settings.Seed = 0, 0
	b, err := json.Marshal(k)
	if err != nil { // a struct of texts and numbers
		panic(err)
	}
	return string(b)
}

func digest(v any) (string, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:]), nil
}

func (c cache) path(key string) string {
	sum := sha256.Sum256([]byte(key))
	return filepath.Join(c.dir, hex.EncodeToString(sum[:16])+".json")
}

// get returns the trial of a key. Only a folder that can't be read is an error.
func (c cache) get(key string) (Trial, bool, error) {
	if c.dir == "" {
		return Trial{}, false, nil
	}
	data, err := os.ReadFile(c.path(key))
	if errors.Is(err, fs.ErrNotExist) {
		return Trial{}, false, nil
	}
	if err != nil {
		return Trial{}, false, fmt.Errorf("cache of figures: %w", err)
	}
	var e entry
	if json.Unmarshal(data, &e) != nil || e.Key != key {
		return Trial{}, false, nil
	}
	return e.Trial, true, nil
}

// put keeps a trial: in its place at once, or not at all.
func (c cache) put(key string, t Trial) error {
	if c.dir == "" {
		return nil
	}
	data, err := json.Marshal(entry{key, t})
	if err != nil {
		return fmt.Errorf("cache of figures: %w", err)
	}
	if err := os.MkdirAll(c.dir, 0o755); err != nil {
		return fmt.Errorf("cache of figures: %w", err)
	}
	f, err := os.CreateTemp(c.dir, "writing-*")
	if err != nil {
		return fmt.Errorf("cache of figures: %w", err)
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), c.path(key))
	}
	if err != nil {
		return fmt.Errorf("cache of figures: %w", errors.Join(err, os.Remove(f.Name())))
	}
	return nil
}

package token

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Open reads a rank file of tiktoken, *.tiktoken: a line a token, its bytes in
// base64, a blank and its rank. The file doesn't tell how a text is cut into
// pieces: that is the pattern, one of Names. An empty one is taken from the
// file's name, where that is the one that the file of a known tokenizer has,
// such as cl100k_base.tiktoken; the file must then have that tokenizer's number
// of ranks, so that one cut short at a line's end isn't taken for whole.
//
// Errors name the file and, where one is at fault, the line: for a file of over
// 64 MiB, a line that is no token and rank, ranks that are out of order or
// there twice, the same token twice, and for a byte that is no token, without
// which not every text has tokens.
func Open(path, pattern string) (*Tokenizer, error) {
	name := filepath.Base(path)
	s, err := patternOf(name, pattern)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	switch {
	case info.IsDir():
		return nil, fmt.Errorf("%s: a folder, not a rank file", path)
	case info.Mode()&fs.ModeNamedPipe != 0:
		return nil, fmt.Errorf("%s: a pipe, not a rank file", path) // to open it could wait for ever
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	e, err := newEngine(file, int(min(info.Size(), maxRankFile+1)))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if n := len(e.vocab.splits); pattern == "" && n != s.ranks {
		return nil, fmt.Errorf("%s: line %d: ends at rank %d, but that of %s ends at %d: cut short, or another file; "+
			"if it is meant to be so, name the pattern", path, e.lines, n-1, s.name, s.ranks-1)
	}
	s.name = strings.TrimSuffix(name, rankSuffix)
	return newTokenizer(s, func() (*engine, error) { return e, nil }), nil
}

// rankSuffix is what the names of rank files end with.
const rankSuffix = ".tiktoken"

func patternOf(file, pattern string) (spec, error) {
	for _, s := range specs() {
		if pattern == s.name || pattern == "" && file == s.file {
			return s, nil
		}
	}
	if pattern == "" {
		return spec{}, fmt.Errorf("the pattern can't be told from the file's name: name one of %s", strings.Join(Names(), ", "))
	}
	return spec{}, fmt.Errorf("unknown pattern %q: known are %s", pattern, strings.Join(Names(), ", "))
}

// newEngine reads a rank file of about so many bytes.
func newEngine(file io.Reader, size int) (*engine, error) {
	classes, err := loadClasses()
	if err != nil {
		return nil, err
	}
	ranks, err := readRanks(file, size)
	if err != nil {
		return nil, err
	}
	v, err := newVocab(ranks)
	if err != nil {
		return nil, err
	}
	return &engine{classes, v, ranks.line}, nil
}

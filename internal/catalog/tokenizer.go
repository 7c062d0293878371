package catalog

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/pildora/pildora/embed"
	"github.com/pildora/pildora/enrich/model"
	"github.com/pildora/pildora/llm"
	"github.com/pildora/pildora/size"
	"github.com/pildora/pildora/size/token"
)

// DefaultTokenizer counts tokens where nothing else is set.
const DefaultTokenizer = "cl100k"

// ErrWindow is wrapped by the error for chunks that may be longer than what the
// model sees of a text.
var ErrWindow = errors.New("above the window")

// ErrRoom is wrapped by the error for chunks that special tokens alone would
// fill.
var ErrRoom = errors.New("no room beside special tokens")

// ErrTokenizer is wrapped by the error for a tokenizer that can't be had.
var ErrTokenizer = errors.New("no tokenizer")

// Tokenizer counts the tokens of one model. It is safe for concurrent use.
type Tokenizer struct {
	name    string // as it was asked for
	id      string
	part    size.Measure // of a part of a text, without special tokens
	special int
	window  int
}

// Name is the name of the tokenizer for people: that it was asked for by, of a
// file that of its folder or its own, and the beginning of its digest.
func (t *Tokenizer) Name() string {
	if !IsFile(t.id) {
		return t.name
	}
	_, path := splitPattern(t.name)
	name := filepath.Base(path)
	if name == "tokenizer.json" {
		name = filepath.Base(filepath.Dir(path))
	}
	return name + " " + t.id[:len(digestPrefix)+8]
}

// ID stands for the tokenizer in recipes: its name, of a model that of its
// tokenizer, of a file the digest of what it holds. What has one id counts the
// same.
func (t *Tokenizer) ID() string { return t.id }

// Window is the most tokens that the model sees of one text, special tokens
// included; 0 where that isn't known.
func (t *Tokenizer) Window() int { return t.window }

// Size counts the tokens of a part of a text, without special tokens.
func (t *Tokenizer) Size(text string) int { return t.part.Size(text) }

// Offsets returns where each token of text ends, in bytes, without special
// tokens. A measure that was added and has none gives none.
func (t *Tokenizer) Offsets(text string) []int {
	if p, ok := t.part.(interface{ Offsets(string) []int }); ok {
		return p.Offsets(text)
	}
	return nil
}

// Measure counts what the model sees of a text: the special tokens that stand
// around each are counted too.
func (t *Tokenizer) Measure() size.Measure { return size.Plus(t.part, t.special) }

// TokenizerNames lists what a tokenizer can be named by beside a file, the
// default first.
func TokenizerNames() []string {
	return append(names(builtin[:], func(t tokenizer) string { return t.name }), names(Models(), func(m Model) string { return m.Name })...)
}

// builtin are the tokenizers whose ranks are built in. Each is loaded once, for
// every recipe of a process.
var builtin = [...]tokenizer{newTokenizer("cl100k"), newTokenizer("o200k"), newTokenizer("p50k"), newTokenizer("r50k")}

type tokenizer struct {
	name string
	open func() (*token.Tokenizer, error)
}

func newTokenizer(name string) tokenizer {
	return tokenizer{name, sync.OnceValues(func() (*token.Tokenizer, error) { return token.New(name) })}
}

// Tokenizers opens tokenizers and keeps those that it has opened, for all
// recipes that name them. The zero value is ready; it is safe for concurrent
// use.
type Tokenizers struct {
	mu     sync.Mutex
	opened map[string]*Tokenizer
	// Embedder opens an embedding model by name, where set. It remembers them.
	Embedder func(name string) (embed.Embedder, error)
	// Completer opens the language model that the settings name, where set, and
	// says its name. It remembers it.
	Completer func() (c llm.Completer, name string, err error)
	// Warn, where set, is told of what the language model didn't do. It may be
	// called concurrently.
	Warn func(model.Warning)
	// Window is how much of a document one call shows that model, in tokens; 0
	// means model.UsualWindow.
	Window int
}

// Open returns the tokenizer of a name: one of TokenizerNames; the path of a
// rank file, *.tiktoken, which may follow the name of its pattern and a colon
// ("cl100k:ranks.tiktoken"); the path of a tokenizer.json or of a folder that
// holds one. Empty is the default one. A file is read once; errors wrap
// ErrUnknown or ErrTokenizer and name it.
func (ts *Tokenizers) Open(name string) (*Tokenizer, error) {
	if name == "" {
		name = DefaultTokenizer
	}
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if t := ts.opened[name]; t != nil {
		return t, nil
	}
	t, err := open(name)
	if err != nil {
		return nil, err
	}
	if ts.opened == nil {
		ts.opened = map[string]*Tokenizer{}
	}
	ts.opened[name], ts.opened[t.id] = t, t
	return t, nil
}

// Add makes id name a measure of the caller's, made by size.Plus where it has
// special tokens.
func (ts *Tokenizers) Add(id string, m size.Measure) {
	part, special := size.Bare(m)
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if ts.opened == nil {
		ts.opened = map[string]*Tokenizer{}
	}
	ts.opened[id] = &Tokenizer{name: id, id: id, part: part, special: special}
}

func open(name string) (*Tokenizer, error) {
	for _, m := range Models() {
		if m.Name == name {
			t, err := open(m.Tokenizer)
			if err != nil {
				return nil, err
			}
			t.name, t.window = name, m.Window
			return t, nil
		}
	}
	for _, b := range builtin {
		if b.name == name {
			t, err := b.open()
			return &Tokenizer{name: name, id: name, part: t}, err
		}
	}
	if id, ok := strings.CutPrefix(name, digestPrefix); ok && !strings.ContainsAny(id, `/\.`) {
		return nil, fmt.Errorf("%w: a file with the SHA-256 digest %s… is needed, and its path is not known; give it with --tokenizer", ErrTokenizer, id)
	}
	if !strings.ContainsAny(name, `./\:`) {
		err := unknown("tokenizer", name, TokenizerNames())
		if _, gone := os.Stat(name); gone == nil {
			return nil, fmt.Errorf("%w; for the file or folder write .%c%s", err, filepath.Separator, name)
		}
		return nil, fmt.Errorf("%w; a file is given by its path: a tokenizer.json, its folder, or a .tiktoken file", err)
	}
	t, err := openFile(name)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrTokenizer, err)
	}
	return t, nil
}

// digestPrefix begins the ids of files.
const digestPrefix = "sha256:"

// IsFile reports whether an id stands for a tokenizer file.
func IsFile(id string) bool { return strings.HasPrefix(id, digestPrefix) }

// openFile reads a tokenizer file by its kind.
func openFile(name string) (*Tokenizer, error) {
	pattern, path := splitPattern(name)
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	file := path
	if info.IsDir() {
		if file = filepath.Join(path, "tokenizer.json"); !exists(file) {
			return nil, fmt.Errorf("%s: holds no tokenizer.json", path)
		}
	}
	var t *Tokenizer
	switch strings.ToLower(filepath.Ext(file)) {
	case ".tiktoken":
		t, err = openRanks(path, pattern)
	case ".json":
		if pattern != "" {
			return nil, fmt.Errorf("%s: says itself how a text is cut; a pattern, here %s, is for .tiktoken files", file, pattern)
		}
		t, err = openJSON(path)
	default:
		err = fmt.Errorf("%s: unknown kind of tokenizer file; known are a tokenizer.json, a folder that holds one, and .tiktoken files", path)
	}
	if err != nil {
		return nil, err
	}
	digest, err := digestOf(file)
	t.name, t.id = name, digest+t.id
	return t, err
}

// openRanks reads a rank file. The pattern that was named beside it is part of
// the id.
func openRanks(path, pattern string) (*Tokenizer, error) {
	t, err := token.Open(path, pattern)
	if err != nil {
		return nil, err
	}
	if pattern != "" {
		pattern = "-" + pattern
	}
	return &Tokenizer{id: pattern, part: t}, nil
}

// splitPattern parts PATTERN:PATH.
func splitPattern(name string) (pattern, path string) {
	for _, p := range token.Names() {
		if path, ok := strings.CutPrefix(name, p+":"); ok {
			return p, path
		}
	}
	return "", name
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// digestOf is the id of a file by what it holds.
func digestOf(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return digestPrefix + hex.EncodeToString(h.Sum(nil))[:32], nil
}

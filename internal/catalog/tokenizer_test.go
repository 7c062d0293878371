package catalog_test

import (
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/internal/catalog"
)

// ranks writes a rank file of single bytes and the tokens given.
func ranks(t *testing.T, path string, tokens ...string) string {
	t.Helper()
	var b strings.Builder
	for i := range 256 {
		fmt.Fprintf(&b, "%s %d\n", base64.StdEncoding.EncodeToString([]byte{byte(i)}), i)
	}
	for i, token := range tokens {
		fmt.Fprintf(&b, "%s %d\n", base64.StdEncoding.EncodeToString([]byte(token)), 256+i)
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func byTokens(tokenizer string, most int) ingest.Recipe {
	return ingest.Recipe{Strategy: "recursive", Unit: "tokens", Tokenizer: tokenizer, Max: most}
}

func TestEveryNamedTokenizerOpens(t *testing.T) {
	for _, name := range catalog.TokenizerNames() {
		tok, err := new(catalog.Tokenizers).Open(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if n := tok.Measure().Size("uno dos"); n < 2 || tok.Size("uno dos") != n || len(tok.Offsets("uno dos")) != n {
			t.Errorf("%s: %d tokens", name, n)
		}
	}
}

// TestModelIsItsTokenizer: a model cuts as its tokenizer does, so that naming
// it cuts nothing again, and bounds max by its window.
func TestModelIsItsTokenizer(t *testing.T) {
	hash := func(tokenizer string) string {
		c, err := catalog.Cutting(byTokens(tokenizer, 200), "")
		if err != nil {
			t.Fatal(err)
		}
		return c.Recipe.Hash()
	}
	for _, m := range catalog.Models() {
		if hash(m.Name) != hash(m.Tokenizer) {
			t.Errorf("%s has another recipe than %s", m.Name, m.Tokenizer)
		}
		if _, err := catalog.Cutting(byTokens(m.Name, m.Window), ""); err != nil {
			t.Errorf("%s: %v", m.Name, err)
		}
		_, err := catalog.Cutting(byTokens(m.Name, m.Window+1), "")
		if !errors.Is(err, catalog.ErrWindow) {
			t.Errorf("%s: %v", m.Name, err)
			continue
		}
		for _, want := range []string{fmt.Sprint(m.Window), fmt.Sprint(m.Window + 1), m.Name} {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%v: doesn't name %s", err, want)
			}
		}
		chars := byTokens(m.Name, m.Window+1)
		chars.Unit = "chars"
		if _, err := catalog.Cutting(chars, ""); err != nil {
			t.Errorf("%s bounds chars: %v", m.Name, err)
		}
	}
}

// TestFileIsItsContent: what decides the cuts is what a file holds, not where it
// is.
func TestFileIsItsContent(t *testing.T) {
	dir := t.TempDir()
	hash := func(tokenizer string) string {
		c, err := catalog.Cutting(byTokens(tokenizer, 20), "")
		if err != nil {
			t.Fatal(err)
		}
		if n := c.Tokens.Size("uno"); n > 3 {
			t.Fatalf("%s: %d tokens", tokenizer, n)
		}
		return c.Recipe.Hash()
	}
	one := "cl100k:" + ranks(t, filepath.Join(dir, "a.tiktoken"), "un")
	first := hash(one)
	if moved := hash("cl100k:" + ranks(t, filepath.Join(dir, "b.tiktoken"), "un")); moved != first {
		t.Error("a file at another place is another recipe")
	}
	if other := hash("o200k:" + filepath.Join(dir, "a.tiktoken")); other == first {
		t.Error("another pattern is no other recipe")
	}
	ranks(t, filepath.Join(dir, "a.tiktoken"), "un", "uno")
	if changed := hash(one); changed == first {
		t.Error("another content is no other recipe")
	}
}

// TestTokenizersAreOpenedOnce, also under the id that stands in recipes.
func TestTokenizersAreOpenedOnce(t *testing.T) {
	var ts catalog.Tokenizers
	path := "cl100k:" + ranks(t, filepath.Join(t.TempDir(), "a.tiktoken"))
	a, err := ts.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if !catalog.IsFile(a.ID()) || catalog.IsFile("cl100k") {
		t.Errorf("id %q", a.ID())
	}
	if b, err := ts.Open(a.ID()); b != a || err != nil {
		t.Errorf("by id: %v, %v", b, err)
	}
	if err := os.Remove(strings.TrimPrefix(path, "cl100k:")); err != nil {
		t.Fatal(err)
	}
	if b, err := ts.Open(path); b != a || err != nil {
		t.Errorf("again: %v, %v", b, err)
	}
}

func TestBadTokenizers(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	t.Chdir(dir)
	write("known", "")
	for _, tt := range []struct {
		name string
		is   error
		want []string
	}{
		{"gpt9", catalog.ErrUnknown, []string{`"gpt9"`, "cl100k", "text-embedding-3-small", "tokenizer.json"}},
		{"known", catalog.ErrUnknown, []string{"./known"}},
		{filepath.Join(dir, "gone.json"), os.ErrNotExist, []string{"gone.json"}},
		{dir, catalog.ErrTokenizer, []string{dir, "holds no tokenizer.json"}},
		{write("a.txt", "x"), catalog.ErrTokenizer, []string{"a.txt", "unknown kind"}},
		{write("a.tiktoken", "x"), catalog.ErrTokenizer, []string{"a.tiktoken", "pattern", "cl100k"}},
		{"cl100k:" + write("b.tiktoken", "x y\n"), catalog.ErrTokenizer, []string{"b.tiktoken", "line 1"}},
		{"cl100k:" + write("c.json", "{}"), catalog.ErrTokenizer, []string{"c.json", "cl100k"}},
		{write("d.json", "{"), catalog.ErrTokenizer, []string{"d.json"}},
		{"sha256:0123", catalog.ErrTokenizer, []string{"0123", "--tokenizer"}},
	} {
		_, err := new(catalog.Tokenizers).Open(tt.name)
		if !errors.Is(err, tt.is) {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		for _, want := range tt.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v: lacks %q", tt.name, err, want)
			}
		}
	}
}

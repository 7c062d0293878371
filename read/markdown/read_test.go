package markdown_test

import (
	"context"
	"errors"
	"maps"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/markdown"
)

func readText(t *testing.T, text string) *doc.Document {
	t.Helper()
	d, err := markdown.Reader{}.Read(context.Background(), read.Source{URI: "a/b.md", Data: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	if d.URI != "a/b.md" || d.Media != "text/markdown" {
		t.Errorf("URI %q, media %q", d.URI, d.Media)
	}
	if err := invariants(d.Text, d.Blocks); err != nil {
		t.Error(err)
	}
	return d
}

func TestReadKeepsBytes(t *testing.T) {
	for _, text := range []string{"", "\ufeff# h\r\n\x00\r", "---\na: b\n---\n\ttext  \n\n"} {
		if d := readText(t, text); d.Text != text || len(d.Warnings) > 0 || len(d.Origins) > 0 {
			t.Errorf("%q: text %q, warnings %q, origins %v", text, d.Text, d.Warnings, d.Origins)
		}
	}
}

func TestReadMeta(t *testing.T) {
	for _, c := range []struct {
		name, text, title, language string
		meta                        map[string]string
	}{
		{"heading", "text\n\n## two\n\n# One *x* #\n\n# Other\n", "One *x*", "", nil},
		{"no title", "## two\n", "", "", nil},
		{"front matter", "---\ntitle: 'It''s: so'\nlang: es-ES\n---\n# H\n", "It's: so", "es",
			map[string]string{"title": "It's: so", "lang": "es-ES"}},
		{"language", "---\nlanguage: PT_br\n---\n# H\n", "H", "pt", map[string]string{"language": "PT_br"}},
		{"no tag", "---\nlang: Spanish\n---\n", "", "", map[string]string{"lang": "Spanish"}},
		{"scalars", "---\ndate: 2024-01-02\nversion: 1.10\ndraft: true\nnone: ~\nempty:\ntags: [a, b]\nmore:\n- x\n" +
			"nested:\n  a: b\nfolded: >\n  one\n  two\nlines: |\n  a\n  b\nquoted: \"a\\tb\" # comment\n---\n", "", "",
			map[string]string{"date": "2024-01-02", "version": "1.10", "draft": "true", "tags": "a, b", "more": "x", "folded": "one two", "lines": "a\nb", "quoted": "a\tb"}},
		{"toml", "+++\ntitle = \"T\"\ndate = 2024-01-02\nn = 3\nlanguage = 'en'\ntags = ['a', 'b, c', 2]\nmixed = ['a', ['b']]\n[params]\nx = 1\n+++\n# H\n", "T", "en",
			map[string]string{"title": "T", "date": "2024-01-02", "n": "3", "language": "en", "tags": `a, b\, c, 2`}},
		{"crlf", "\ufeff---\r\ntitle: A\r\nb: c\r\n---\r\n", "A", "", map[string]string{"title": "A", "b": "c"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := readText(t, c.text)
			if d.Title != c.title || d.Language != c.language || !maps.Equal(d.Meta, c.meta) || len(d.Warnings) > 0 {
				t.Errorf("title %q, language %q, meta %q, warnings %q", d.Title, d.Language, d.Meta, d.Warnings)
			}
		})
	}
}

// TestReadBadMeta checks that bad front matter is a warning, spoils nothing
// else, and takes no time.
func TestReadBadMeta(t *testing.T) {
	for _, c := range []struct {
		name, text, warning string
		meta                map[string]string
	}{
		{"yaml", "---\ntitle: a: b\nlang: es\n---\n# H\n", `YAML at "title"`, map[string]string{"lang": "es"}},
		{"flow", "---\ntags: [a\nlang: es\n---\n# H\n", `YAML at "tags"`, map[string]string{"lang": "es"}},
		{"twice", "---\na: 1\na: 2\n---\n# H\n", "twice", map[string]string{"a": "1"}},
		{"toml", "+++\na = \n+++\n# H\n", "not valid TOML", nil},
		{"long", "---\na: " + strings.Repeat("x", 9000) + "\nb: c\n---\n# H\n", "more than", map[string]string{"b": "c"}},
		{"huge", "---\na: b\n" + strings.Repeat("k: v\n", 10000) + "---\n# H\n", "front matter of 50005 bytes", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := readText(t, c.text)
			if len(d.Warnings) != 1 || !strings.Contains(d.Warnings[0], c.warning) {
				t.Errorf("warnings %q, want one with %q", d.Warnings, c.warning)
			}
			if d.Title != "H" || !maps.Equal(d.Meta, c.meta) {
				t.Errorf("title %q, meta %q", d.Title, d.Meta)
			}
		})
	}
}

// TestReadHostileMeta checks what the YAML parser takes quadratic time for.
func TestReadHostileMeta(t *testing.T) {
	for _, value := range []string{"[", "{a: ", "- ", "&a *a ", "a: ", "'' "} {
		text := "---\nk: " + strings.Repeat(value, 8_000/len(value)) + "\n---\n# H\n"
		if d := readText(t, text); d.Title != "H" {
			t.Errorf("%q: title %q", value, d.Title)
		}
	}
}

func TestReadInvalidUTF8(t *testing.T) {
	d := readText(t, "# a\xff\xfe\n\xe2\x82\n\n- caf\xe9 é\n")
	if !utf8.ValidString(d.Text) || d.Text != "# a\ufffd\ufffd\n\ufffd\ufffd\n\n- caf\ufffd é\n" {
		t.Errorf("text %q", d.Text)
	}
	if len(d.Warnings) != 1 || !strings.HasPrefix(d.Warnings[0], "5 bytes") {
		t.Errorf("warnings %q", d.Warnings)
	}
}

func TestReadEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := markdown.Reader{}.Read(ctx, read.Source{URI: "a.md", Data: []byte("a")})
	if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "a.md") {
		t.Errorf("error %v", err)
	}
}

// TestScanAllocs guards what makes the scanner fast: it allocates for the
// blocks and for its own few slices, not for each line or block.
func TestScanAllocs(t *testing.T) {
	text := benchText()
	if n := testing.AllocsPerRun(3, func() { markdown.Scan(text) }); n > 30 {
		t.Errorf("%.0f allocations for %d blocks", n, len(markdown.Scan(text)))
	}
}

func TestScanFiles(t *testing.T) {
	for _, s := range fileSamples(t) {
		if err := invariants(s.text, markdown.Scan(s.text)); err != nil {
			t.Errorf("%s: %v", s.name, err)
		}
		if d := readText(t, s.text); len(d.Warnings) > 0 {
			t.Logf("%s: %q", s.name, d.Warnings)
		}
	}
}

func TestReadDialect(t *testing.T) {
	for uri, want := range map[string]doc.Kind{"a.md": doc.Paragraph, "a.mdx": doc.Code, "https://x/A.MDX?raw=1": doc.Code, "-": doc.Paragraph} {
		d, err := markdown.Reader{}.Read(t.Context(), read.Source{URI: uri, Data: []byte("import A from 'a'\n\n# T {#t}\n")})
		if err != nil || len(d.Blocks) != 2 || d.Blocks[0].Kind != want || d.Title != "T" {
			t.Errorf("%s: %+v, %v", uri, d, err)
		}
	}
}

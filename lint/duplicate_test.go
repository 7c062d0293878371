package lint_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lint"
)

// TestNearDocument: a version of a document is found, another document with the
// same beginning isn't.
func TestNearDocument(t *testing.T) {
	sentence := func(from, to int) string {
		var b strings.Builder
		for i := from; i < to; i++ {
			fmt.Fprintf(&b, "palabra%d ", i)
		}
		return b.String()
	}
	l, err := lint.New("near-document")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ uri, text, want string }{
		{"v1.md", sentence(0, 300), ""},
		{"v2.md", strings.Replace(sentence(0, 330), "palabra150", "otra", 1), "are those of v1.md"},
		{"other.md", sentence(0, 100) + sentence(1000, 1400), ""},
		{"short.md", "palabra0 palabra1 palabra2", ""},
		{"again.md", sentence(1000, 1400), "are those of other.md"},
	} {
		found := l.Document(&doc.Document{URI: c.uri, Text: c.text}, nil, lint.Options{})
		if c.want == "" && len(found) > 0 || c.want != "" && (len(found) != 1 || !strings.Contains(found[0].Message, c.want)) {
			t.Errorf("%s: %+v", c.uri, found)
		}
	}
}

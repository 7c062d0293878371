package sentence_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pildora/pildora/lex/sentence"
)

// goldenCase is one of pySBD's golden rules.
type goldenCase struct {
	Language, Text string
	Sentences      []string
}

// required are the numbers of golden cases that must hold.
var required = map[string]int{"es": 28, "en": 42}

// shared returns the path of a file in the data folder beside the repository.
func shared(t testing.TB, name string) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
	}
	path := filepath.Join(dir, "..", "shared", "data", name)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("../shared/data/%s is missing", name)
	}
	return path
}

func readGolden(t testing.TB) []goldenCase {
	f, err := os.Open(shared(t, "sentences/golden.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var cases []goldenCase
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var c goldenCase
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		cases = append(cases, c)
	}
	return cases
}

// split cuts text where the segmenter ends sentences.
func split(s sentence.Segmenter, text string) []string {
	var parts []string
	last := 0
	for end := range s.Ends(text) {
		parts = append(parts, text[last:end])
		last = end
	}
	return append(parts, text[last:])
}

func trimmed(parts []string) []string {
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts
}

// TestGoldenRules holds the required figures and logs all: by the language's
// own rules, and by the merged ones.
func TestGoldenRules(t *testing.T) {
	total, own, all := map[string]int{}, map[string]int{}, map[string]int{}
	for _, c := range readGolden(t) {
		total[c.Language]++
		if got := trimmed(split(sentence.New(c.Language), c.Text)); slices.Equal(got, c.Sentences) {
			own[c.Language]++
		} else {
			t.Logf("left, %s: %q\n want %q", c.Language, got, c.Sentences)
		}
		if slices.Equal(trimmed(split(sentence.Segmenter{}, c.Text)), c.Sentences) {
			all[c.Language]++
		} else {
			t.Logf("left by the merged rules, %s: %q", c.Language, c.Text)
		}
	}
	for lang, n := range total {
		t.Logf("%s: %d of %d, merged rules %d", lang, own[lang], n, all[lang])
		if own[lang] < required[lang] || all[lang] < required[lang] {
			t.Errorf("%s: %d of %d hold by its own rules, %d by the merged ones, %d are required", lang, own[lang], n, all[lang], required[lang])
		}
	}
}

package lex

import (
	"os"
	"strings"
	"testing"
)

// TestDetect reads testdata/languages.txt: a tag and a text a line, all ours.
func TestDetect(t *testing.T) {
	data, err := os.ReadFile("testdata/languages.txt")
	if err != nil {
		t.Fatal(err)
	}
	right, all := map[string]int{}, map[string]int{}
	for line := range strings.Lines(string(data)) {
		want, text, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok {
			continue
		}
		got, confidence := Detect(text)
		all[want]++
		if got == want {
			right[want]++
		} else {
			t.Logf("%s: got %q (%.2f) for %q", want, got, confidence, text)
		}
		if confidence < 0 || confidence > 1 {
			t.Errorf("confidence %v for %q", confidence, text)
		}
	}
	for lang, n := range all {
		if n < 10 && len(lang) > 0 && strings.Contains("es en fr de pt it ca", lang) {
			t.Errorf("%s: only %d texts", lang, n)
		}
		if right[lang] != n {
			t.Errorf("%s: %d of %d", lang, right[lang], n)
		}
	}
}

func TestDetectNothing(t *testing.T) {
	for _, text := range []string{"", " \n", "12 345", "…", "\xff\xfe"} {
		if lang, c := Detect(text); lang != "" || c != 0 {
			t.Errorf("Detect(%q) = %q, %v", text, lang, c)
		}
	}
}

package token

import (
	"strings"
	"testing"
)

// TestVocab: every token is found under its bytes, and comes about by merging.
func TestVocab(t *testing.T) {
	sizes := map[string]int{"cl100k": 100256, "o200k": 199998, "p50k": 50280, "r50k": 50256}
	for name, want := range sizes {
		k := tokenizer(t, name)
		w := k.worker()
		n := 0
		for rank := range uint32(len(w.vocab.splits)) {
			token := w.vocab.token(rank)
			if token == "" {
				continue
			}
			n++
			if got := w.vocab.whole(token, 0, len(token)); got != rank {
				t.Errorf("%s: %q has rank %d, want %d", name, token, got, rank)
			}
			if w.vocab.stray(rank) {
				t.Errorf("%s: no merging leads to token %d, %q", name, rank, token)
			}
		}
		k.workers.Put(w)
		if n != want {
			t.Errorf("%s has %d tokens, want %d", name, n, want)
		}
	}
}

// TestDamagedRanks: a rank file that isn't one is refused, by line.
func TestDamagedRanks(t *testing.T) {
	for file, want := range map[string]string{
		"IQ==":                    "line 1",
		"IQ== 0\nIg== x\n":        "line 2",
		"IQ== 5\nIg== 3\n":        "out of order",
		"!!!! 0\n":                "line 1",
		"IQ== 0\nIg== 1\n":        "is no token",
		"IQ== 0\nIg== 99999999\n": "out of order",
	} {
		if _, err := parseVocab([]byte(file)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("rank file %q: %v, want %q", file, err, want)
		}
	}
	if _, err := parseClasses("41 1a 1 q\n"); err == nil {
		t.Error("an unknown character class is accepted")
	}
	if _, err := parseClasses("41 1a\n"); err == nil {
		t.Error("a short line of character classes is accepted")
	}
}

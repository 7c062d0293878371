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
		"":                                     "line 1: not a rank file",
		"\n\n":                                 "no tokens",
		"IQ==":                                 "line 1",
		"IQ== ":                                "line 1",
		"IQ==0":                                "line 1",
		" 0":                                   "line 1",
		"IQ== 0\nIg== x\n":                     "line 2",
		"IQ== 0\n\nIg== 1x\n":                  "line 3",
		"IQ== 5\nIg== 3\n":                     "line 2: rank 3 is there twice or out of order",
		"IQ== 5\nIg== 5\n":                     "line 2: rank 5 is there twice",
		"!!!! 0\n":                             "line 1",
		"IQ= 0\n":                              "line 1",
		"IR== 0\n":                             "line 1", // bits that stand for nothing
		"IQE= 0\n":                             "is no token",
		"IQF= 0\n":                             "line 1",
		"I=== 0\n":                             "line 1",
		"IQ== 0\nIg== 1\n":                     "is no token",
		"IQ== 0\nIg== 1\nIQ== 2\n":             "tokens 0 and 2 are the same",
		"IQ== 0\nIg== 99999999\n":              "line 2: rank 99999999 is above",
		"IQ== 0\nIg== 999999\n":                "line 2: rank 999999: more than",
		"IQ== 0\nIg== 100000000000\n":          "line 2",
		strings.Repeat("AAAA", 86) + " 0\n":    "line 1: token 0 has 258 bytes",
		strings.Repeat("AAAA", 1<<15) + " 0\n": "line 1",
		"AAAAAAAAAAAA 0\nAAAAAAAAAAAA 1\n":     "tokens 0 and 1 are the same",
		`{"model": {"type": "BPE"}}`:           "line 1",
	} {
		if _, err := newEngine(strings.NewReader(file), len(file)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("rank file %.60q: %v, want %q", file, err, want)
		}
	}
	if _, err := parseClasses("41 1a 1 q\n"); err == nil {
		t.Error("an unknown character class is accepted")
	}
	if _, err := parseClasses("41 1a\n"); err == nil {
		t.Error("a short line of character classes is accepted")
	}
}

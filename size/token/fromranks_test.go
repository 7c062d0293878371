package token

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestFromRanks makes a known tokenizer again from its tokens.
func TestFromRanks(t *testing.T) {
	known := tokenizer(t, "r50k")
	var tokens []string
	for id := 0; known.Token(id) != ""; id++ {
		tokens = append(tokens, known.Token(id))
	}
	made, err := FromRanks("mine", tokens, "r50k")
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(7, 7))
	for range 300 {
		text := tokens[r.IntN(len(tokens))] + tokens[r.IntN(len(tokens))] + " it's 123\n\n " + tokens[r.IntN(len(tokens))]
		if got, want := made.Encode(text), known.Encode(text); !slices.Equal(got, want) {
			t.Fatalf("%q: got %v, want %v", text, got, want)
		}
	}
	if made.Name() != "mine" {
		t.Errorf("name %q", made.Name())
	}
	for what, bad := range map[string][]string{
		"1 to 255":       append(slices.Clone(tokens), ""),
		"same":           append(slices.Clone(tokens), "the"),
		"byte":           tokens[:200],
		"has 256 bytes,": append(slices.Clone(tokens), strings.Repeat("x", 256)),
	} {
		if _, err := FromRanks("bad", bad, "r50k"); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("want an error with %q, got %v", what, err)
		}
	}
	if _, err := FromRanks("bad", tokens, "x"); err == nil {
		t.Error("an unknown pattern is no error")
	}
}

package trie_test

import (
	"math/rand/v2"
	"testing"

	"github.com/pildora/pildora/size/token/trie"
)

// TestTrie compares the trie with a map, over keys of few and of all bytes.
func TestTrie(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		keys, want := randomKeys(r), map[string]int{}
		for i, k := range keys {
			want[k] = i
		}
		delete(want, "")
		tr, err := trie.New(keys)
		if err != nil {
			t.Fatal(err)
		}
		for k, v := range want {
			if got := tr.Value(k); got != v {
				t.Fatalf("seed %d: value of %q is %d, want %d", seed, k, got, v)
			}
		}
		for range 500 {
			k := randomKey(r, 1+int(seed%7)*40)
			v, ok := want[k]
			if !ok {
				v = -1
			}
			if got := tr.Value(k); got != v {
				t.Fatalf("seed %d: value of %q is %d, want %d", seed, k, got, v)
			}
		}
	}
}

func randomKeys(r *rand.Rand) []string {
	letters := 1 + r.IntN(256)
	keys := make([]string, r.IntN(2000))
	for i := range keys {
		keys[i] = randomKey(r, letters)
	}
	return keys
}

func randomKey(r *rand.Rand, letters int) string {
	b := make([]byte, r.IntN(6))
	for i := range b {
		b[i] = byte(r.IntN(letters))
	}
	return string(b)
}

// TestNextGoesOn: each prefix of a key is a place, and what is no prefix isn't.
func TestNextGoesOn(t *testing.T) {
	tr, err := trie.New([]string{"a", "abc", "b\x00", "\xff"})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]int{"ab": -1, "abc": 1, "b": -1, "b\x00": 2, "\xff": 3} {
		n := tr.Root()
		for i := range len(text) {
			if n = tr.Next(n, text[i]); n == 0 {
				t.Fatalf("%q ends at byte %d", text, i)
			}
		}
		if n.Value() != want {
			t.Errorf("%q has value %d, want %d", text, n.Value(), want)
		}
	}
	if n := tr.Next(tr.Root(), 'c'); n != 0 {
		t.Errorf("c leads to %x", n)
	}
}

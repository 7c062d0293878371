package atom_test

import (
	"math/rand/v2"
	"testing"

	"github.com/pildora/pildora/size/token/atom"
)

// TestKeyIsTheAtom: keys are equal where atoms are, wherever they stand.
func TestKeyIsTheAtom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	atoms := map[atom.Key]string{}
	for range 200000 {
		b := make([]byte, 1+r.IntN(atom.Longest))
		for i := range b {
			b[i] = byte(r.IntN(2) * 255)
		}
		text := string(b)
		k := atom.KeyOf(text, 0, len(text))
		if old, ok := atoms[k]; ok && old != text {
			t.Fatalf("%q and %q have one key", old, text)
		}
		atoms[k] = text
		around := "\xff" + text + "\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"
		if atom.KeyOf(around, 1, 1+len(text)) != k {
			t.Fatalf("%q has another key inside a text", text)
		}
	}
}

// TestCache: what is found is what was added last, or nothing.
func TestCache(t *testing.T) {
	c := atom.NewCache(3)
	r := rand.New(rand.NewPCG(3, 4))
	want := map[string]int{}
	found := 0
	for range 10000 {
		text := string(rune('a' + r.IntN(26)))
		k := atom.KeyOf(text, 0, 1)
		if n, ok := c.Find(k); ok {
			found++
			if n != want[text] {
				t.Fatalf("%q is %d, want %d", text, n, want[text])
			}
		}
		want[text] = r.IntN(1000)
		c.Add(k, want[text])
	}
	if found < 1000 {
		t.Errorf("only %d of 10000 were found", found)
	}
}

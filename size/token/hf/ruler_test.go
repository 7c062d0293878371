package hf

import (
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pildora/pildora/doc"
)

// small are the tokenizers of TestGolden.
func small(t testing.TB) []*Tokenizer {
	files, _ := filepath.Glob(filepath.Join("testdata", "golden", "*.json"))
	var ks []*Tokenizer
	for _, f := range files {
		k, err := Open(f)
		if err != nil {
			t.Fatal(err)
		}
		ks = append(ks, k)
	}
	if len(ks) < 15 {
		t.Fatalf("only %d tokenizers", len(ks))
	}
	return ks
}

// prose is text with words in it, and odd things between them.
func prose(r *rand.Rand) string {
	words := strings.Fields("the fox it's 12 345 Día año que ﬁn straße мягких 中文 ψυχὴν हिन्दी 한국어 a x1 <mask> don’t e\u0301 ▁ [MASK] que, end.")
	var b strings.Builder
	for range 5 + r.IntN(60) {
		b.WriteString(words[r.IntN(len(words))])
		b.WriteString([]string{" ", " ", " ", "\n", "  ", "。", "，", "-", "", "\n\n", "\t"}[r.IntN(11)])
		if r.IntN(25) == 0 {
			b.WriteString(mixed(r))
		}
	}
	return b.String()
}

// checkRuler compares a ruler with what the tokenizer says of each span alone.
func checkRuler(t *testing.T, k *Tokenizer, text string, r *rand.Rand, spans int) bool {
	ruler := k.Prepare(text)
	for range spans {
		a, b := r.IntN(len(text)+1), r.IntN(len(text)+1)
		if r.IntN(3) == 0 {
			b = min(len(text), a+r.IntN(40))
		}
		s := doc.Span{Start: min(a, b), End: max(a, b)}
		for range r.IntN(4) { // the same start, growing
			if got, want := ruler.Size(s), k.Size(text[s.Start:s.End]); got != want {
				t.Errorf("%s: %.200q has %d tokens, the ruler says %d", k.Name(), text[s.Start:s.End], want, got)
				return false
			}
			s.End = min(len(text), s.End+r.IntN(30))
		}
	}
	return true
}

// TestRuler asks rulers of all kinds of tokenizers about random spans.
func TestRuler(t *testing.T) {
	for _, k := range small(t) {
		r := rand.New(rand.NewPCG(8, 9))
		for range 40 {
			text := prose(r)
			if r.IntN(5) == 0 {
				text = mixed(r) + text[:r.IntN(len(text))] // may not be UTF-8
			}
			if !checkRuler(t, k, text, r, 30) {
				break
			}
		}
	}
}

// TestRulersAreFast makes sure that TestRuler sees all kinds of rulers.
func TestRulersAreFast(t *testing.T) {
	kinds := map[string]int{}
	for _, k := range small(t) {
		switch r := k.Prepare("words of a text, with a blank between them\nand then some more of them, to fill the stride, and so on and on until there are seams enough").(type) {
		case *seamRuler:
			kinds["seams"]++
			if len(r.seams) == 0 {
				t.Errorf("%s has seams, but none in a text of words", k.Name())
			}
		case direct:
			kinds["direct"]++
		default:
			kinds["fast"]++
		}
	}
	if kinds["seams"] < 4 || kinds["direct"] == 0 || kinds["fast"] < 2 {
		t.Errorf("kinds of rulers: %v", kinds)
	}
}

// TestRanked compares the fast way of byte-level files with the general one, on
// every character, in contexts that patterns care about.
func TestRanked(t *testing.T) {
	seen := 0
	for _, k := range small(t) {
		if k.ranks() == nil {
			continue
		}
		seen++
		points(t, k, []string{"a%s", " %sb1%s ", "%s's\n%s%s", "A%sB", "!%s!"})
	}
	if seen == 0 {
		t.Error("no tokenizer has a fast way")
	}
}

func points(t *testing.T, k *Tokenizer, contexts []string) {
	var b strings.Builder
	step := rune(1)
	if !full() {
		step = 5
	}
	for _, context := range contexts {
		for c := rune(0); c < 0x110000; c += step {
			b.WriteString(strings.ReplaceAll(context, "%s", string(c)))
			if b.Len() < 4000 && c < 0x10ffff-step {
				continue
			}
			text := b.String()
			b.Reset()
			if got, want := k.Size(text), len(k.Encode(text)); got != want {
				t.Fatalf("%s: %.300q: %d tokens, want %d", k.Name(), text, got, want)
			}
		}
	}
}

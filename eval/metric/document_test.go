package metric_test

import (
	"testing"
	"unicode/utf8"

	"github.com/pildora/pildora/eval/metric"
	"github.com/pildora/pildora/size/token"
	"pgregory.net/rapid"
)

func TestDocumentMeasures(t *testing.T) {
	d := metric.NewDocument("d", "a b\u00a0ü\ufeff\n世\xffx", every(2))
	// bytes: a:1 ' ':2 b:3 nbsp:5 ü:7 bom:10 \n:11 世:14 \xff:15 x:16, a token each two bytes
	for _, c := range []struct{ from, to, solid, tokens int }{
		{0, 10, 6, 8}, {0, 0, 0, 0}, {1, 2, 0, 1}, {2, 5, 2, 2}, {5, 7, 0, 2}, {7, 8, 1, 2}, {8, 10, 2, 1},
	} {
		s := span{Start: c.from, End: c.to}
		if d.Solid(s) != c.solid || d.Tokens(s) != c.tokens {
			t.Errorf("%v: %d non-blank, %d tokens; want %d, %d", s, d.Solid(s), d.Tokens(s), c.solid, c.tokens)
		}
	}
	if d.Len() != 10 || d.ID() != "d" {
		t.Errorf("%d code points of %q", d.Len(), d.ID())
	}
	if n := metric.NewDocument("d", "abc", nil).Tokens(span{End: 3}); n != 0 {
		t.Errorf("%d tokens without a tokenizer", n)
	}
}

// With a real tokenizer the whole document has the tokens that the tokenizer
// counts, and a span nearly those that it has alone.
func TestDocumentTokens(t *testing.T) {
	k, err := token.New("cl100k")
	if err != nil {
		t.Fatal(err)
	}
	part := rapid.SampledFrom([]string{"word ", "Entlastung", " la niña", "\n\n", "12345", "世界", "🙂", "...", "https://x.example/?q=1", " "})
	rapid.Check(t, func(t *rapid.T) {
		text := ""
		for _, p := range rapid.SliceOfN(part, 0, 40).Draw(t, "parts") {
			text += p
		}
		d := metric.NewDocument("d", text, k)
		if got := d.Tokens(span{End: d.Len()}); got != k.Size(text) {
			t.Fatalf("%d tokens, the tokenizer says %d", got, k.Size(text))
		}
		runes := []rune(text)
		from := rapid.IntRange(0, len(runes)).Draw(t, "from")
		to := rapid.IntRange(from, len(runes)).Draw(t, "to")
		alone := k.Size(string(runes[from:to]))
		if got := d.Tokens(span{Start: from, End: to}); got > alone+8 || alone > got+8 {
			t.Fatalf("%q: %d tokens within the document, %d alone", string(runes[from:to]), got, alone)
		}
	})
}

func FuzzChromaLocate(f *testing.F) {
	f.Add("Año uno. Ein  Satz\nhier.", "ein satz hier.")
	f.Add("a\xffb\xe4", "\xff b")
	f.Add("İ ı K", "i k")
	f.Add("", ".")
	f.Fuzz(func(t *testing.T, text, chunk string) {
		s, ok := metric.ChromaLocate(text, chunk)
		if ok && (s.Start < 0 || s.End < s.Start || s.End > utf8.RuneCountInString(text)) {
			t.Fatalf("%v in a text of %d code points", s, utf8.RuneCountInString(text))
		}
		if _, ok := metric.ChromaLocate(chunk+text, chunk); !ok {
			t.Fatalf("%q isn't found in a text that begins with it", chunk)
		}
	})
}

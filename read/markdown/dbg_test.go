package markdown_test

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

func TestDbg(t *testing.T) {
	n := 0
	for _, s := range append(specSamples(t), fileSamples(t)...) {
		a, b := compare(s.text)
		if a != b {
			n++
			t.Log(s.name, len(s.text))
		}
	}
	t.Log(n)
}
func compare(text string) (string, string) {
	return ourFacts(text).String(), goldmarkFacts(text).String()
}
func TestDbgRand(t *testing.T) {
	toks := strings.Split(os.Getenv("TOKS"), "~")
	r := rand.New(rand.NewPCG(1, 2))
	diffs := 0
	best := map[string]bool{}
	for i := 0; i < 300000 && diffs < 12; i++ {
		k := 2 + r.IntN(5)
		var b strings.Builder
		for range k {
			b.WriteString(toks[r.IntN(len(toks))])
		}
		s := b.String() + "\n"
		if best[s] { continue }
		best[s] = true
		x, y := compare(s)
		if x != y {
			diffs++
			t.Logf("%q\n  our %s\n  gm  %s", s, x, y)
		}
	}
}

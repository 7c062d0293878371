package rule_test

import (
	"fmt"
	"path"
	"strings"
	"testing"

	"github.com/pildora/pildora/enrich/enrichtest"
)

// TestGolden compares contexts with those in testdata: of PIECES/NAME those that
// these pieces make of bodies of at most 160 code points, each under how its body
// begins. What holds for every context is checked first.
func TestGolden(t *testing.T) {
	enrichtest.Golden(t, ".context", func(t *testing.T, lang, name, text string) string {
		pieces, name := path.Split(name)
		d := document(t, name, lang, text)
		spans := bodies(t, d, 160)
		all := contexts(t, d, spans, strings.Split(path.Clean(pieces), ",")...)
		check(t, d, spans, all)
		var got strings.Builder
		for i, lines := range all {
			opens := []rune(strings.Join(strings.Fields(d.Slice(spans[i])), " "))
			fmt.Fprintf(&got, "%s\n", string(opens[:min(len(opens), 40)]))
			for _, line := range lines {
				fmt.Fprintf(&got, "\t%s\n", line)
			}
		}
		return got.String()
	})
}

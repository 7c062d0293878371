package rule_test

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzContexts reads any text: what holds for every context holds for its.
func FuzzContexts(f *testing.F) {
	f.Add(contract, "es", 80)
	f.Add(strings.Join(fragments, ""), "", 60)
	f.Add("(AB \"«“** de una parte, a; y de otra", "es", 10)
	f.Fuzz(func(t *testing.T, text, lang string, most int) {
		if !utf8.ValidString(text) || len(text) > 1<<14 {
			t.Skip()
		}
		for _, name := range []string{"a.md", "un-plan.txt"} {
			d, err := parse(name, lang, text)
			if err != nil {
				continue // it is no text
			}
			spans := bodies(t, d, 20+most&0xff)
			got := contexts(t, d, spans, all()...)
			if len(got) != len(spans) {
				t.Errorf("%d lists for %d bodies", len(got), len(spans))
			}
			for _, lines := range got {
				for _, line := range lines {
					if !utf8.ValidString(line) || utf8.RuneCountInString(line) > 200 || strings.ContainsAny(line, "\n\r\x00") || line == "" {
						t.Errorf("%q", line)
					}
				}
			}
		}
	})
}

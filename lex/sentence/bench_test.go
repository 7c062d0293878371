package sentence_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pildora/pildora/lex/sentence"
)

// BenchmarkEnds measures our own cases, which are nothing but hard places, and
// where they are present the documents beside the repository, which are prose.
func BenchmarkEnds(b *testing.B) {
	texts := map[string]string{
		"es": strings.Join(plainTexts(b, "es"), "\n\n"),
		"en": strings.Join(plainTexts(b, "en"), "\n\n"),
	}
	for name, set := range map[string]string{"es-squad": "squad-es", "en-covid": "covid-qa", "en-cuad": "cuad"} {
		if text := folder(b, set); text != "" {
			texts[name] = text
		}
	}
	for name, text := range texts {
		for len(text) < 1<<20 {
			text += "\n\n" + text
		}
		for rules, lang := range map[string]string{"own": name[:2], "merged": ""} {
			s := sentence.New(lang)
			b.Run(name+"/"+rules, func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				for b.Loop() {
					n := 0
					for range s.Ends(text) {
						n++
					}
				}
			})
		}
	}
}

// folder joins the first documents of a data set, at most 2 MiB of them.
func folder(b *testing.B, set string) string {
	files, err := filepath.Glob(filepath.Join("..", "..", "..", "shared", "data", set, "docs", "*"))
	if err != nil {
		b.Fatal(err)
	}
	var text strings.Builder
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			b.Fatal(err)
		}
		if text.Write(data); text.Len() > 2<<20 {
			break
		}
	}
	return text.String()
}

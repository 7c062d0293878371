package sentence_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pildora/pildora/internal/cputime"
	"github.com/pildora/pildora/lex/sentence"
)

// BenchmarkEnds measures our own cases, which are nothing but hard places, and
// where they are present the documents beside the repository, which are prose,
// and the Markdown files of the folder that PILDORA_BENCH names; by the clock
// and by processor time.
func BenchmarkEnds(b *testing.B) {
	texts := map[string]string{
		"es": strings.Join(plainTexts(b, "es"), "\n\n"),
		"en": strings.Join(plainTexts(b, "en"), "\n\n"),
	}
	for name, set := range map[string]string{"es-squad": "squad-es", "en-covid": "covid-qa", "en-cuad": "cuad"} {
		if text := folder(b, filepath.Join("..", "..", "..", "shared", "data", set, "docs", "*")); text != "" {
			texts[name] = text
		}
	}
	if corpus := os.Getenv("PILDORA_BENCH"); corpus != "" {
		texts["es-corpus"] = folder(b, filepath.Join(corpus, "*.md"))
	}
	for name, text := range texts {
		for text != "" && len(text) < 1<<20 {
			text += "\n\n" + text
		}
		for rules, lang := range map[string]string{"own": name[:2], "merged": ""} {
			b.Run(name+"/"+rules, func(b *testing.B) { benchmark(b, lang, text) })
		}
	}
}

func benchmark(b *testing.B, lang, text string) {
	s := sentence.New(lang)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	began := cputime.Process()
	for b.Loop() {
		for range s.Ends(text) {
		}
	}
	if spent := (cputime.Process() - began).Seconds(); spent > 0 {
		b.ReportMetric(float64(len(text))*float64(b.N)/1e6/spent, "cpu-MB/s")
	}
}

// BenchmarkFirstEnd measures what it costs to ask for one end and stop: it must
// not grow with the text behind it.
func BenchmarkFirstEnd(b *testing.B) {
	for name, n := range map[string]int{"short": 1, "long": 100_000} {
		text := strings.Repeat("Nadie lo sabe todavía. Mañana lo dirán. ", n)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				for range sentence.New("es").Ends(text) {
					break
				}
			}
		})
	}
}

// folder joins the first files of a pattern, until there are 2 MiB.
func folder(b *testing.B, pattern string) string {
	files, err := filepath.Glob(pattern)
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

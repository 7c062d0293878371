package chunk_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/chunk/cut"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/internal/cputime"
	"github.com/pildora/pildora/read/markdown"
	"github.com/pildora/pildora/size"
	"github.com/pildora/pildora/size/token"
)

// benchmarked are the strategies as internal/catalog composes them, without
// frame and overlap.
var benchmarked = []struct {
	name   string
	blocks bool // wants the parsed document
	build  func(chunk.Limits) chunk.Splitter
}{
	{"fixed", false, func(l chunk.Limits) chunk.Splitter {
		l.Overlap.Firm = true
		return chunk.Pack(l)
	}},
	{"recursive", false, func(l chunk.Limits) chunk.Splitter {
		return chunk.Pack(l, cut.After("\n\n"), cut.After("\n"), cut.After(". "), cut.After(" "))
	}},
	{"sentence", true, func(l chunk.Limits) chunk.Splitter {
		return chunk.Pack(l, cut.Sentences("es"), cut.Lines, cut.Words, cut.Segments)
	}},
	{"structural", true, func(l chunk.Limits) chunk.Splitter {
		pack := chunk.Pack(l, cut.Blocks, cut.LongLines, cut.Sentences("es"), cut.Headings, cut.Words, cut.Segments)
		return chunk.Each(cut.Sections, func(*doc.Document, doc.Span) chunk.Splitter { return pack })
	}},
}

// budgets are the limits that the peers are measured by.
func budgets(tb testing.TB) map[string]chunk.Limits {
	tb.Helper()
	limits := map[string]chunk.Limits{
		"bytes": {Max: 1500, Measure: size.Bytes},
		"runes": {Max: 1500, Measure: size.Runes},
		"words": {Max: 250, Measure: size.Words},
	}
	for _, name := range []string{"cl100k", "o200k"} {
		t, err := token.New(name)
		if err != nil {
			tb.Fatal(err)
		}
		limits[name] = chunk.Limits{Max: 512, Measure: t}
	}
	return limits
}

// BenchmarkSplit cuts each document again and again, for each strategy and
// measure. The metric cpu-MB/s is by the processor time of the whole process,
// collector included, for the clock says little on a machine that others use.
// A strategy over blocks is given the blocks; what the document derives of
// them is computed anew each time.
func BenchmarkSplit(b *testing.B) {
	limits := budgets(b)
	names := make([]string, 0, len(limits))
	for name := range limits {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, text := range benchTexts(b) {
		blocks := markdown.Scan(text.text)
		for _, s := range benchmarked {
			for _, measure := range names {
				splitter := s.build(limits[measure])
				b.Run(fmt.Sprintf("%s/%s/%s", s.name, measure, text.name), func(b *testing.B) {
					b.ReportAllocs()
					perCPU(b, len(text.text), func() int {
						d := &doc.Document{Text: text.text, Language: "es"}
						if s.blocks {
							d.Blocks = blocks
						}
						return count(b, splitter, d)
					})
				})
			}
		}
	}
}

// BenchmarkMarkdown is from the text of a Markdown document to its chunks.
func BenchmarkMarkdown(b *testing.B) {
	limits := budgets(b)
	for _, text := range benchTexts(b) {
		for _, measure := range []string{"runes", "cl100k", "o200k"} {
			splitter := benchmarked[len(benchmarked)-1].build(limits[measure])
			b.Run("structural/"+measure+"/"+text.name, func(b *testing.B) {
				b.ReportAllocs()
				perCPU(b, len(text.text), func() int {
					return count(b, splitter, &doc.Document{Text: text.text, Language: "es", Blocks: markdown.Scan(text.text)})
				})
			})
		}
	}
}

// perCPU measures work over a text of n bytes, which says how many chunks it
// made.
func perCPU(b *testing.B, n int, work func() int) {
	b.SetBytes(int64(n))
	chunks := work() // what is loaded lazily is loaded now
	start := cputime.Process()
	for b.Loop() {
		chunks = work()
	}
	if spent := (cputime.Process() - start).Seconds(); spent > 0 {
		b.ReportMetric(float64(n)*float64(b.N)/1e6/spent, "cpu-MB/s")
	}
	b.ReportMetric(float64(chunks), "chunks")
}

func count(tb testing.TB, s chunk.Splitter, d *doc.Document) int {
	chunks := 0
	for _, err := range s.Split(context.Background(), d, d.Whole()) {
		if err != nil {
			tb.Fatal(err)
		}
		chunks++
	}
	return chunks
}

type benchText struct{ name, text string }

// benchTexts are the Markdown files of the folder that PILDORA_BENCH names, by
// size, at most 20 MB each, else a text of our own of about 1 MB.
func benchTexts(tb testing.TB) []benchText {
	tb.Helper()
	var texts []benchText
	if folder := os.Getenv("PILDORA_BENCH"); folder != "" {
		files, err := filepath.Glob(filepath.Join(folder, "*.md"))
		if err != nil {
			tb.Fatal(err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				tb.Fatal(err)
			}
			if len(data) <= 20e6 {
				texts = append(texts, benchText{filepath.Base(file), string(data)})
			}
		}
		slices.SortFunc(texts, func(a, b benchText) int { return len(a.text) - len(b.text) })
	}
	if len(texts) == 0 {
		texts = append(texts, benchText{"own", strings.Repeat(handbook, 1<<20/len(handbook))})
	}
	return texts
}

// handbook is a page of ordinary Markdown.
const handbook = `## Cómo se piden las vacaciones

Toda persona empleada tiene derecho a **23 días laborables** de vacaciones al año, que se calculan en proporción al tiempo trabajado. Véase la tabla de abajo y el artículo 5 de este manual. Quien se incorpora a mitad de año recibe la parte que le toca, redondeada hacia arriba.

1. Abra el portal y elija «Ausencias».
2. Indique las fechas; el sistema comprueba el saldo.
   - Si el saldo no basta, el sistema lo dice.
   - Si coincide con otra persona del equipo, avise antes.
3. Espere la respuesta de su responsable, que tiene tres días para darla. Pasado ese plazo,
   la solicitud se da por aceptada y el portal envía un correo con las fechas.

| Antigüedad | Días | Nota |
| :--------- | ---: | ---- |
| 0–4 años   |   23 |      |
| 5–9 años   |   25 | desde el aniversario |

` + "```python\ndef dias(meses):\n    return ceil(23 * meses / 12)\n```\n\n" + `Los permisos retribuidos no se descuentan. Hay excepciones: p. ej. la mudanza, el matrimonio y el cuidado de un familiar, que tienen su propio cupo y su propio formulario.

`

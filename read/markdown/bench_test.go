package markdown_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"

	"github.com/pildora/pildora/internal/cputime"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/markdown"
)

// benchText is about 1 MB of ordinary Markdown, of the kind in handbooks.
func benchText() string { return strings.Repeat(ordinary, 1<<20/len(ordinary)) }

const ordinary = `# Vacaciones y permisos

Toda persona empleada tiene derecho a **23 días laborables** de vacaciones al año,
que se calculan en proporción al tiempo trabajado. Véase la [tabla](#tabla) y el
artículo 5 de este manual.

## Cómo se piden

1. Abra el portal y elija «Ausencias».
2. Indique las fechas; el sistema comprueba el saldo.
   - Si el saldo no basta, el sistema lo dice.
   - Si coincide con otra persona del equipo, avise antes.
3. Espere la respuesta de su responsable.

> Quien se incorpora a mitad de año recibe la parte que le toca,
> redondeada hacia arriba.

| Antigüedad | Días | Nota |
| :--------- | ---: | ---- |
| 0–4 años   |   23 |      |
| 5–9 años   |   25 | desde el aniversario |
| 10 y más   |   27 | desde el aniversario |

` + "```python\ndef dias(meses):\n    return ceil(23 * meses / 12)\n```\n" + `
Los permisos retribuidos no se descuentan. *Nota:* hay excepciones[^1].

[^1]: Convenio, artículo 31.
[tabla]: https://example.org/tabla "La tabla"

`

func BenchmarkScan(b *testing.B) {
	for _, set := range []struct{ name, text string }{
		{"ordinary", benchText()},
		{"prose", strings.Repeat(strings.Repeat("una línea de prosa sin más señas que sus palabras ", 2)+"\n", 1<<20/102)},
		{"code", "```\n" + strings.Repeat("\tif err != nil {\n\t\treturn err\n\t}\n\n", 1<<20/34)},
	} {
		b.Run(set.name, func(b *testing.B) {
			b.SetBytes(int64(len(set.text)))
			b.ReportAllocs()
			for b.Loop() {
				markdown.Scan(set.text)
			}
		})
	}
}

// BenchmarkScanFiles scans the Markdown of the shared data sets.
func BenchmarkScanFiles(b *testing.B) {
	samples := fileSamples(b)
	size := 0
	for _, s := range samples {
		size += len(s.text)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for _, s := range samples {
			markdown.Scan(s.text)
		}
	}
}

// BenchmarkGoldmark parses the text of BenchmarkScan/ordinary, inline structure
// included, which goldmark can't leave out.
func BenchmarkGoldmark(b *testing.B) {
	src := []byte(benchText())
	md := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Footnote))
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		md.Parser().Parse(text.NewReader(src))
	}
}

// BenchmarkRead measures the way from bytes to a document whose outline is
// known, by the clock and by processor time, over the Markdown files of the
// folder that PILDORA_BENCH names, else over the text of BenchmarkScan/ordinary.
func BenchmarkRead(b *testing.B) {
	for name, data := range benchFiles(b) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			began := cputime.Process()
			for b.Loop() {
				d, err := reader().Read(b.Context(), read.Source{URI: name, Media: markdown.Media, Data: data})
				if err != nil {
					b.Fatal(err)
				}
				d.Outline()
			}
			if spent := (cputime.Process() - began).Seconds(); spent > 0 {
				b.ReportMetric(float64(len(data))*float64(b.N)/1e6/spent, "cpu-MB/s")
			}
		})
	}
}

func benchFiles(b *testing.B) map[string][]byte {
	texts := map[string][]byte{}
	if folder := os.Getenv("PILDORA_BENCH"); folder != "" {
		files, err := filepath.Glob(filepath.Join(folder, "*.md"))
		if err != nil {
			b.Fatal(err)
		}
		for _, file := range files {
			if texts[filepath.Base(file)], err = os.ReadFile(file); err != nil {
				b.Fatal(err)
			}
		}
	}
	if len(texts) == 0 {
		texts["own"] = []byte(benchText())
	}
	return texts
}

// BenchmarkReadSmall reads a page of 1 KB, of which the way to the scanner is a
// larger part.
func BenchmarkReadSmall(b *testing.B) {
	b.SetBytes(int64(len(ordinary)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := reader().Read(b.Context(), read.Source{URI: "a.md", Media: markdown.Media, Data: []byte(ordinary)}); err != nil {
			b.Fatal(err)
		}
	}
}

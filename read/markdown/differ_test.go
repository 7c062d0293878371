package markdown_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The reasons why we differ from goldmark 1.8.7.
const (
	formulas  = "goldmark knows no formulas; to it they are paragraphs and whatever else their lines look like"
	loneCR    = "a lone CR is a line end (CommonMark 2.1); goldmark takes it as text"
	bom       = "a byte order mark before the first block is no text; goldmark takes it as the first character of a paragraph"
	lazyRow   = "a row is no paragraph, so no line goes on it lazily (GFM 4.10, cmark-gfm); goldmark makes rows of lazy lines"
	fewCells  = "the header needs as many cells as the delimiter row (GFM 4.10); goldmark fills a short header up"
	escapes   = "of two backslashes the second is escaped and the pipe after them is not (cmark-gfm); goldmark looks at one byte only"
	badLink   = "unbalanced parentheses end no destination (CommonMark 4.7); goldmark accepts \"(u\""
	lowerBang = "a declaration begins with any ASCII letter (CommonMark 4.6, condition 4); goldmark wants capitals"
	closeRaw  = "any complete closing tag begins a block (CommonMark 4.6, condition 7); goldmark leaves </pre> out"
	noteName  = "the name of a footnote has no blanks (cmark-gfm); goldmark allows them"
)

// knownDifferences are the samples on which we differ from goldmark.
var knownDifferences = map[string]string{
	"bytes/cr":             loneCR,
	"bytes/mixed":          loneCR,
	"bytes/bom":            bom,
	"bytes/bomlist":        bom,
	"bytes/bomindent":      bom,
	"bytes/bomonly":        bom,
	"footnotes/bad":        noteName,
	"html/declaration":     lowerBang,
	"html/closingraw":      closeRaw,
	"math/lines":           formulas,
	"math/line":            formulas,
	"math/brackets":        formulas,
	"math/paragraph":       formulas,
	"math/unclosedtwo":     formulas,
	"math/inside":          formulas,
	"math/indents":         formulas,
	"math/containers":      formulas,
	"math/trailing":        formulas,
	"footnotes/mathinside": formulas,
	"tables/escapedheader": escapes,
	"quotes/table":         lazyRow,
	"tables/inlist":        lazyRow,
	"tables/counts":        fewCells,
	"references/bad":       badLink,

	"structured-docs/en/numpy-tutorials/tutorial-air-quality-analysis.md": formulas,
	"structured-docs/en/numpy-tutorials/tutorial-svd.md":                  formulas,
}

// goldenSamples are the inputs of the golden files.
func goldenSamples(t testing.TB) []sample { return samples(t, "golden") }

// dialectSamples are the inputs of the golden files of the dialects.
func dialectSamples(t testing.TB) []sample { return samples(t, "dialect") }

func samples(t testing.TB, folder string) []sample {
	t.Helper()
	files, err := filepath.Glob("testdata/" + folder + "/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var samples []sample
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, cases := parseTxtar(string(data))
		for _, c := range cases {
			name, ext, _ := strings.Cut(c.name, ".")
			if ext != "blocks" {
				group := strings.TrimSuffix(filepath.Base(file), ".txtar")
				samples = append(samples, sample{group + "/" + name, caseText(t, name, ext, c.text)})
			}
		}
	}
	return samples
}

// TestAgainstGoldmark compares our blocks with goldmark's. A difference must be
// listed with its reason, and a listed one must still be there.
func TestAgainstGoldmark(t *testing.T) {
	t.Run("golden", func(t *testing.T) { againstGoldmark(t, goldenSamples(t)) })
	t.Run("spec", func(t *testing.T) { againstGoldmark(t, specSamples(t)) })
	t.Run("files", func(t *testing.T) { againstGoldmark(t, fileSamples(t)) })
}

func againstGoldmark(t *testing.T, samples []sample) {
	differ := 0
	for _, s := range samples {
		ours, theirs := ourFacts(s.text).String(), goldmarkFacts(s.text).String()
		reason, listed := knownDifferences[s.name]
		switch {
		case ours != theirs && !listed:
			t.Errorf("%s: differs from goldmark\nours   %s\ntheirs %s", s.name, ours, theirs)
		case ours == theirs && listed:
			t.Errorf("%s: listed as a difference (%s), but there is none any more", s.name, reason)
		case listed:
			differ++
		}
	}
	t.Logf("%d of %d samples agree, %d known differences", len(samples)-differ, len(samples), differ)
}

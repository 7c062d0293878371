package sentence_test

import (
	"strings"
	"testing"

	"github.com/pildora/pildora/internal/cputime"
	"github.com/pildora/pildora/lex/sentence"
)

// hostile are texts that invite a scanner to read the same bytes again.
var hostile = map[string]string{
	"blanks before words": strings.Repeat(" ", 80_000) + "a. ",
	"blanks":              " ",
	"no mark":             "palabra ",
	"no blank":            "x",
	"dots":                ".",
	"spaced dots":         ". ",
	"marks":               "?! ",
	"quotes":              `"`,
	"opening quotes":      `"a `,
	"typographic quotes":  "“a ",
	"guillemets":          "« ",
	"brackets":            "(",
	"brackets and stops":  "(a. ",
	"bracket mixture":     "(()(",
	"closing brackets":    ".)",
	"backticks":           "` `` ",
	"initials":            "a.",
	"capitals":            "A. ",
	"line ends":           "\n",
	"line ends and marks": "\n. ",
	"list markers":        "1. a 2. ",
	"bullets":             "• ",
	"dashes":              ". - ",
	"references":          ".[1",
	"Thai":                "ไทย ",
	"Chinese":             "你。",
	"combining marks":     ". \u0301",
	"links":               "](",
	"headings":            "#",
	"quote prefixes":      "> ",
	"bad bytes":           "\xe2\xff.",
}

// TestTimeGrowsLinearly compares the time for a text with that for one 64 times
// as long, for which a quadratic scanner needs 4,096 times as much.
func TestTimeGrowsLinearly(t *testing.T) {
	const size, times = 4 << 10, 64
	for name, piece := range hostile {
		t.Run(name, func(t *testing.T) {
			small := strings.Repeat(piece, size/len(piece)+1)
			large := strings.Repeat(piece, times*size/len(piece)+1)
			if err := cputime.Grows(times, scans(small), scans(large)); err != nil {
				t.Error(err)
			}
		})
	}
}

func scans(text string) func() {
	return func() {
		for range (sentence.Segmenter{}).Ends(text) {
		}
	}
}

func TestAllocations(t *testing.T) {
	text := strings.Repeat("El Sr. López vive en EE. UU. desde 1990. ¿Lo sabías? Dijo: «Me quedo.» y se quedó. 你好。你好。 ", 100)
	for _, lang := range []string{"es", ""} {
		s := sentence.New(lang)
		if n := testing.AllocsPerRun(20, func() {
			for range s.Ends(text) {
			}
		}); n > 4 {
			t.Errorf("%q: %v allocations a run", lang, n)
		}
	}
}

package sentence_test

import (
	"strings"
	"testing"
	"time"

	"github.com/pildora/pildora/lex/sentence"
)

// hostile are texts that invite a scanner to read the same bytes again.
var hostile = map[string]string{
	"blanks before words": strings.Repeat(" ", 1000) + "a. ",
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

// TestTimeGrowsLinearly compares the time for a text with that for one eight
// times as long: a quadratic scanner needs 64 times as much. The best of
// several runs counts, and the bound is generous.
func TestTimeGrowsLinearly(t *testing.T) {
	const size, factor, bound = 64 << 10, 8, 24
	for name, piece := range hostile {
		t.Run(name, func(t *testing.T) {
			small := strings.Repeat(piece, size/len(piece)+1)
			large := strings.Repeat(piece, factor*size/len(piece)+1)
			a, b := best(small), best(large)
			if b > bound*max(a, 100*time.Microsecond) {
				t.Errorf("%d KiB in %v, %d KiB in %v", len(small)>>10, a, len(large)>>10, b)
			}
			t.Logf("%.1f MB/s", float64(len(large))/1e6/b.Seconds())
		})
	}
}

func best(text string) time.Duration {
	least := time.Hour
	for range 3 {
		began := time.Now()
		for range (sentence.Segmenter{}).Ends(text) {
		}
		least = min(least, time.Since(began))
	}
	return least
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

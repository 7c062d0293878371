package sentence_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pildora/pildora/lex/sentence"
)

// least is how many cases of our own each language must have.
var least = map[string]int{"es": 70, "en": 70, "fr": 10, "de": 10, "pt": 10, "it": 10, "ca": 10,
	"zh": 3, "ja": 3, "th": 3, "ar": 3, "hi": 3, "el": 3, "ru": 3}

// ownCase is a text with the ends that we want in it.
type ownCase struct {
	text string
	ends []int
}

// readCases reads testdata/LANG.txt. A line that begins with %% begins a case
// and says what kind of text it is from. A bar marks an end, \| is a bar of the
// text itself.
func readCases(t testing.TB, lang string) []ownCase {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", lang+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	var cases []ownCase
	for block := range strings.SplitSeq("\n"+string(data), "\n%%") {
		_, body, _ := strings.Cut(block, "\n")
		if body = strings.TrimSuffix(body, "\n"); body != "" {
			cases = append(cases, parseCase(body))
		}
	}
	return cases
}

func parseCase(body string) ownCase {
	var c ownCase
	var text strings.Builder
	for i := 0; i < len(body); i++ {
		switch {
		case strings.HasPrefix(body[i:], `\|`):
			i++
			text.WriteByte('|')
		case body[i] == '|' && i > 0:
			c.ends = append(c.ends, text.Len())
		default:
			text.WriteByte(body[i])
		}
	}
	c.text = text.String()
	return c
}

func show(c ownCase, ends []int) string {
	var b strings.Builder
	last := 0
	for _, end := range ends {
		b.WriteString(c.text[last:end] + "|")
		last = end
	}
	return b.String() + c.text[last:]
}

// TestOwnCases runs our own golden list; all of it holds.
func TestOwnCases(t *testing.T) {
	for lang, n := range least {
		t.Run(lang, func(t *testing.T) {
			cases := readCases(t, lang)
			if len(cases) < n {
				t.Errorf("%d cases, %d are wanted", len(cases), n)
			}
			merged := 0
			for _, c := range cases {
				if got := slices.Collect(sentence.New(lang).Ends(c.text)); !slices.Equal(got, c.ends) {
					t.Errorf("\n got %s\nwant %s", show(c, got), show(c, c.ends))
				}
				if got := slices.Collect(sentence.New("").Ends(c.text)); slices.Equal(got, c.ends) {
					merged++
				} else {
					t.Logf("merged rules: %s", show(c, got))
				}
			}
			t.Logf("%d cases; the merged rules hold in %d", len(cases), merged)
		})
	}
}

// TestCRLF holds that line ends in the style of Windows change nothing.
func TestCRLF(t *testing.T) {
	for lang := range least {
		for _, c := range readCases(t, lang) {
			text := strings.ReplaceAll(c.text, "\n", "\r\n")
			got := slices.Collect(sentence.New(lang).Ends(text))
			for i, end := range got {
				got[i] = end - strings.Count(text[:end], "\r")
			}
			if !slices.Equal(got, c.ends) {
				t.Errorf("%s with CRLF: ends %v, want %v", show(c, c.ends), got, c.ends)
			}
		}
	}
}

// plainTexts returns the texts of the cases of a language.
func plainTexts(t testing.TB, lang string) []string {
	var texts []string
	for _, c := range readCases(t, lang) {
		texts = append(texts, c.text)
	}
	return texts
}

// TestTags holds that only the primary part of a tag counts, in any case, and
// that an unknown language has the merged rules, as the zero value does.
func TestTags(t *testing.T) {
	const text = "Vino D. Juan, p. ej. |The Co. Peter left. Im 3. Jahr. Fin."
	ends := func(s sentence.Segmenter) []int { return slices.Collect(s.Ends(text)) }
	for tag, same := range map[string]string{"es-MX": "es", "ES": "es", "de_AT": "de", "en-Latn-GB": "en", "xx": "", "ja": ""} {
		if got, want := ends(sentence.New(tag)), ends(sentence.New(same)); !slices.Equal(got, want) {
			t.Errorf("%s: %v, %q: %v", tag, got, same, want)
		}
	}
	if got, want := ends(sentence.Segmenter{}), ends(sentence.New("")); !slices.Equal(got, want) {
		t.Errorf("zero value: %v, want %v", got, want)
	}
	if slices.Equal(ends(sentence.New("de")), ends(sentence.New("es"))) {
		t.Error("German and Spanish rules find the same ends")
	}
}

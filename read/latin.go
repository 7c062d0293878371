package read

import (
	"unicode"
	"unicode/utf8"
)

// latin chooses between windows-1252 and the charsets of Central Europe, which
// both detectors take for it. In Polish, Czech or Slovene text read as
// windows-1252 symbols such as ³ ¹ ¿ ¾ stand inside words; the charset in which
// they are letters is the right one. Text that has no such letters (Hungarian,
// and Czech in windows-1250) can't be told this way and stays windows-1252.
func latin(sample []byte) string {
	inside, after, high := symbols(sample, fallbackCharset)
	if inside < 2 || inside*50 < high {
		return fallbackCharset
	}
	best, fewest := fallbackCharset, after/2+1
	for _, name := range []string{"windows-1250", "iso-8859-2"} {
		if usable(name, sample) == "" {
			continue
		}
		if _, n, _ := symbols(sample, name); n < fewest {
			best, fewest = name, n
		}
	}
	return best
}

// symbols decodes the sample and counts the characters outside ASCII that are
// no letters and stand between two letters (inside) or after one (after), and
// all characters outside ASCII (high). Punctuation doesn't count: dashes and
// apostrophes join words.
func symbols(sample []byte, charset string) (inside, after, high int) {
	e, _ := charsetOf(charset)
	text, err := e.NewDecoder().Bytes(sample)
	if err != nil {
		return 0, 0, 0
	}
	before, pending := false, false // a letter; a symbol after a letter
	for _, r := range string(text) {
		letter := unicode.IsLetter(r)
		if pending && letter {
			inside++
		}
		pending = false
		if r >= utf8.RuneSelf {
			high++
			if before && (unicode.IsSymbol(r) || unicode.IsNumber(r) || r == '¿' || r == '¡' || r == '¶' || r == '§') {
				after++
				pending = true
			}
		}
		before = letter
	}
	return inside, after, high
}

package prompt

import (
	"embed"
	"strings"
	"unicode"
	"unicode/utf8"
)

//go:embed refusals.*.txt
var refusals embed.FS

// opening is where, in bytes, a refusal stands: it comes first.
const opening = 300

// Refusal returns the phrase with which an answer refuses, or "" where it
// doesn't. Phrases are those of refusals.LANGUAGE.txt, one a line. They count
// only near the beginning of an answer; those behind a ^, only as its first
// words.
func Refusal(answer string) string {
	if len(answer) > opening {
		answer = answer[:opening]
	}
	answer = plain(answer)
	for _, lang := range Languages() {
		text, err := refusals.ReadFile("refusals." + lang + ".txt")
		if err != nil {
			panic(err) // it is embedded
		}
		for phrase := range strings.Lines(plain(string(text))) {
			phrase = strings.TrimSpace(phrase)
			if first, ok := strings.CutPrefix(phrase, "^"); ok && startsWith(answer, first) {
				return first
			} else if !ok && phrase != "" && strings.Contains(answer, phrase) {
				return phrase
			}
		}
	}
	return ""
}

// startsWith reports whether a text begins with whole words.
func startsWith(text, words string) bool {
	rest, ok := strings.CutPrefix(strings.TrimLeft(text, " \t\n\"'«“*"), words)
	next, _ := utf8.DecodeRuneInString(rest)
	return ok && (rest == "" || !unicode.IsLetter(next))
}

func plain(text string) string { return strings.ReplaceAll(strings.ToLower(text), "’", "'") }

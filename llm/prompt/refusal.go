package prompt

import (
	"embed"
	"strings"
)

//go:embed refusals.*.txt
var refusals embed.FS

// opening is where, in bytes, a refusal stands: it comes first.
const opening = 300

// Refusal returns the phrase with which an answer refuses, or "" where it
// doesn't. Phrases are those of refusals.LANGUAGE.txt, one a line, and count
// only at the beginning of an answer.
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
			if phrase = strings.TrimSpace(phrase); phrase != "" && strings.Contains(answer, phrase) {
				return phrase
			}
		}
	}
	return ""
}

func plain(text string) string { return strings.ReplaceAll(strings.ToLower(text), "’", "'") }

package extract

import (
	"embed"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

//go:embed words
var files embed.FS

// words are those that a summary has of its own, in one language: what is counted,
// in the singular and the plural. A language without a file has none, and its
// summaries don't say how many there are.
type words map[string][2]string

var languages = sync.OnceValue(func() map[string]words {
	entries, err := files.ReadDir("words")
	if err != nil {
		panic(err) // they are compiled in
	}
	all := map[string]words{}
	for _, e := range entries {
		text, err := files.ReadFile("words/" + e.Name())
		if err != nil {
			panic(err)
		}
		w, err := parseWords(string(text))
		if err != nil {
			panic(e.Name() + ": " + err.Error()) // a test parses it
		}
		all[strings.TrimSuffix(e.Name(), ".txt")] = w
	}
	return all
})

// wordsOf are the words of a language, none where it has no file.
func wordsOf(lang string) words { return languages()[lang] }

// parseWords reads lines "key: singular | plural"; ";" begins a comment.
func parseWords(text string) (words, error) {
	w := words{}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" || line[0] == ';' {
			continue
		}
		key, forms, ok := strings.Cut(line, ":")
		one, many, both := strings.Cut(forms, "|")
		if !ok || !both {
			return nil, fmt.Errorf("%q is not key: singular | plural", line)
		}
		w[key] = [2]string{strings.TrimSpace(one), strings.TrimSpace(many)}
	}
	return w, nil
}

// counted writes how many of something there are; nothing without a word for it.
func (w words) counted(key string, n int) string {
	forms, ok := w[key]
	switch {
	case !ok:
		return ""
	case n == 1:
		return "1 " + forms[0]
	}
	return strconv.Itoa(n) + " " + forms[1]
}

// named writes the word for something before its value; the value alone where
// there is no word.
func (w words) named(key, value string) string {
	if forms, ok := w[key]; ok {
		return forms[0] + " " + value
	}
	return value
}

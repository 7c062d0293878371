package model

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pildora/pildora/lex"
	"github.com/pildora/pildora/lex/plain"
	"github.com/pildora/pildora/llm"
	"github.com/pildora/pildora/llm/prompt"
)

// checker checks texts that a model wrote for one request.
type checker struct {
	language     string // that they should be in; empty if unknown
	instructions string // what the request says itself
	material     string // the documents' text in it
}

func newChecker(language string, r llm.Request) checker {
	instructions, material := prompt.Split(r)
	return checker{language, instructions, strings.Join(material, "\n")}
}

// clean is a text of an answer as one line without markup and invisible
// characters, or says why it won't do: it is empty, longer than longest code
// points, a refusal, a copy of the prompt, or names an address that the
// material hasn't.
func (c checker) clean(text string, longest int) (string, error) {
	if n := len(text); n > 16*longest { // not worth looking at
		return "", fmt.Errorf("a text in it is %d bytes long", n)
	}
	text = visible(text)
	if fence.MatchString(text) && !fence.MatchString(c.material) {
		return "", errors.New("it has tags like those around the material")
	}
	text = bullet.ReplaceAllString(plain.Text(oneLine(text)), "")
	switch n := utf8.RuneCountInString(text); {
	case text == "":
		return "", errors.New("a text in it is empty")
	case n > longest:
		return "", fmt.Errorf("a text in it is %d characters long, and may be %d", n, longest)
	}
	if phrase := prompt.Refusal(text); phrase != "" && !strings.Contains(strings.ToLower(c.material), phrase) {
		return "", &prompt.Unusable{Why: fmt.Sprintf("it refuses (%q)", phrase), Final: true}
	}
	if run := c.copied(text); run != "" {
		return "", fmt.Errorf("it copies the instructions (%q)", run)
	}
	for _, a := range address.FindAllString(text, -1) {
		if a = strings.TrimRightFunc(a, unicode.IsPunct); !strings.Contains(c.material, a) {
			return "", fmt.Errorf("it names %s, which the material doesn't", a)
		}
	}
	return text, nil
}

// bullet is a mark that a line of Markdown begins with.
var bullet = regexp.MustCompile(`^(?:(?:[-*•>]|#{1,6})\s+)+`)

// fence is what begins or ends a fence, or looks like it.
var fence = regexp.MustCompile(`(?i)<[\s/]*data-`)

var address = regexp.MustCompile(`(?i)\b(?:[a-z][a-z0-9+.-]*://|www\.|mailto:)[^\s<>"']+`)

// visible leaves out what a reader doesn't see: controls, and marks of
// direction and format, save the joiners that some scripts need.
func visible(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case r == '\u200c', r == '\u200d':
			return r
		case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co), r == utf8.RuneError:
			return -1
		}
		return r
	}, text)
}

// run is how many words in a row make a copy.
const run = 8

// copied returns words in a row that stand in the instructions and not in the
// material.
func (c checker) copied(text string) string {
	words := wordsOf(text)
	if len(words) < run {
		return ""
	}
	instructions := spaced(c.instructions)
	for i := 0; i+run <= len(words); i++ {
		part := strings.Join(words[i:i+run], " ")
		if strings.Contains(instructions, " "+part+" ") &&
			!strings.Contains(spaced(c.material), " "+part+" ") {
			return part
		}
	}
	return ""
}

func wordsOf(text string) []string {
	var words []string
	for l := range lex.Words(text) {
		words = append(words, l.Text)
	}
	return words
}

// How sure a guess of the language must be, of how many words.
const (
	sure       = 0.35
	fewestSure = 6
)

// detectable are the languages that lex.Detect tells apart.
var detectable = strings.Fields("es en fr de pt it ca zh ja ko th ar hi ru el he")

// speaks says where a text is in another language than the document.
func (c checker) speaks(text string) error {
	if !slices.Contains(detectable, c.language) || len(wordsOf(text)) < fewestSure {
		return nil
	}
	if lang, by := lex.Detect(text); lang != "" && lang != c.language && by >= sure {
		return fmt.Errorf("it is in another language (%s) than the document (%s)", lang, c.language)
	}
	return nil
}

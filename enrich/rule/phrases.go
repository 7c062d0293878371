package rule

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/pildora/pildora/lex"
)

// Phrases are data, a file a language: sections in brackets, a phrase a line,
// folded, without marks; a line with a semicolon says something of them. They
// are what [cue] doesn't know: it marks how a text opens, these stand inside of
// one, and it matters where they end.
//
//go:embed es.txt en.txt
var files embed.FS

var languages = [...]string{"es", "en"}

// section is the phrases of one meaning. The meanings are in es.txt.
type section uint8

const (
	between section = iota
	other
	before
	hereafter
	link
	stop
	company
	month
	defined
	meaning
	sections // how many there are
)

var names = [sections]string{"between", "other", "before", "hereafter", "link", "stop", "company", "month", "defined", "meaning"}

// phrases are those of one language, or of all: by section and first word the
// further words of each.
type phrases [sections]map[string][][]string

var lexicons = sync.OnceValue(func() map[string]*phrases {
	all := map[string]*phrases{"": {}}
	for _, lang := range languages {
		text, err := files.ReadFile(lang + ".txt")
		if err != nil {
			panic(err) // it is compiled in
		}
		all[lang] = new(phrases)
		for _, p := range []*phrases{all[lang], all[""]} {
			if err := p.parse(string(text)); err != nil {
				panic(lang + ".txt: " + err.Error()) // a test parses it
			}
		}
	}
	return all
})

// phrasesOf returns the phrases of a language, or those of all where it has
// none of its own.
func phrasesOf(lang string) *phrases {
	if p := lexicons()[lang]; p != nil {
		return p
	}
	return lexicons()[""]
}

func (p *phrases) parse(text string) error {
	var in map[string][][]string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == ';':
		case line[0] == '[':
			i := slices.Index(names[:], strings.Trim(line, "[]"))
			if i < 0 {
				return fmt.Errorf("unknown section %s", line)
			}
			if p[i] == nil {
				p[i] = map[string][][]string{}
			}
			in = p[i]
		case in == nil:
			return fmt.Errorf("%q stands before any section", line)
		default:
			words := strings.Fields(line)
			in[words[0]] = append(in[words[0]], words[1:])
		}
	}
	return nil
}

// at returns where the longest phrase of a section ends that begins with the
// word at at; at where none does. Marks and blanks may stand between its words.
func (p *phrases) at(in section, text string, at int) int {
	first := wordEnd(text, at)
	end := at
	for _, rest := range p[in][fold(text[at:first])] {
		if n, ok := follows(text, first, rest); ok {
			end = max(end, n)
		}
	}
	return end
}

// is reports whether a word alone is a phrase of a section.
func (p *phrases) is(in section, word string) bool {
	for _, rest := range p[in][fold(word)] {
		if len(rest) == 0 {
			return true
		}
	}
	return false
}

// follows reports whether these words stand in text from at on, and where they
// end.
func follows(text string, at int, words []string) (end int, ok bool) {
	for _, want := range words {
		start := nextWord(text, at, at+maxBetween)
		end := wordEnd(text, start)
		if start == end || fold(text[start:end]) != want {
			return 0, false
		}
		at = end
	}
	return at, true
}

const (
	maxBetween = 4  // bytes between two words of a phrase or term
	maxWord    = 64 // bytes of a word of one: longer ones are none
)

// fold is [lex.Fold] of a word; of a very long one nothing.
func fold(word string) string {
	if len(word) > maxWord {
		return ""
	}
	return lex.Fold(word)
}

// nextWord returns where the next word begins, from at on, before end; where
// there is none, the smaller of end and the text's.
func nextWord(text string, at, end int) int {
	end = min(end, len(text))
	for at < end {
		c := text[at]
		if c < utf8.RuneSelf {
			if inWord[c] {
				return at
			}
			at++
			continue
		}
		r, n := utf8.DecodeRuneInString(text[at:])
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			return at
		}
		at += n
	}
	return end
}

// wordEnd returns where the word ends that at stands in.
func wordEnd(text string, at int) int {
	for at < len(text) {
		c := text[at]
		if c < utf8.RuneSelf {
			if !inWord[c] {
				return at
			}
			at++
			continue
		}
		r, n := utf8.DecodeRuneInString(text[at:])
		if !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsNumber(r) {
			return at
		}
		at += n
	}
	return at
}

// inWord are the bytes of ASCII that words are made of.
var inWord = func() (t [utf8.RuneSelf]bool) {
	for c := range t {
		t[c] = 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
	}
	return t
}()

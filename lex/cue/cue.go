// Package cue knows the words by which a text says what it is and what it
// belongs to: the question of an FAQ, an article, a caption, an exception, a
// sentence that refers back.
//
// The phrases are data, one file a language (es.txt, en.txt), so that a
// language is a file. A file holds sections in brackets, named by their mark,
// and a phrase a line. In a phrase "#" stands for a number (digits, a Roman
// numeral, an ordinal word, a single letter, parts joined by dots), and a final
// ":" asks for a colon after it. Phrases are compared folded: without case and
// accents.
package cue

import (
	"embed"
	"fmt"
	"strings"
	"sync"
)

// Mark is what the opening words of a text say of it, a bit each.
type Mark uint32

// The marks. Those of Bound tie a text to what stands before it.
const (
	Question     Mark = 1 << iota // the question of an entry: P:, Q:, Pregunta 3
	Answer                        // its answer: R:, A:, Respuesta
	Article                       // an article or clause: Artículo 5, Section 2.1
	Part                          // what holds articles: Título, Capítulo, Chapter
	Caption                       // Tabla 3, Figure 2
	Note                          // a note or source under a table or figure
	Warning                       // a warning or hint in a procedure
	Step                          // Paso 1, Step 1
	Defines                       // opens a definition: Se entiende por
	Exception                     // salvo, excepto, except, unless
	Contrast                      // no obstante, however
	Back                          // refers back: dicho, en tal caso, lo anterior, such
	Introduces                    // says that something follows: a continuación, as follows
	Reply                         // a quoted message's line: El … escribió, On … wrote
	Interrogates                  // an interrogative: cómo, qué, how, what
)

// Bound are the marks of a text that needs what stands before it.
const Bound = Exception | Contrast | Back

var names = [...]string{"question", "answer", "article", "part", "caption", "note", "warning", "step", "defines", "exception", "contrast", "back", "introduces", "reply", "interrogates"}

//go:embed *.txt
var files embed.FS

// Languages are those that phrases are known in.
var Languages = [...]string{"es", "en"}

// Lexicon is the phrases of one language, or of all. It doesn't change.
type Lexicon struct {
	first    map[string][]phrase // by first word
	starts   [256]bool           // by first byte, folded
	numbered []phrase            // those that begin with a number
}

// phrase is the words after the first, and what the phrase marks.
type phrase struct {
	rest  []string
	colon bool
	mark  Mark
}

var lexicons = sync.OnceValue(func() map[string]*Lexicon {
	all := map[string]*Lexicon{"": newLexicon()}
	for _, lang := range Languages {
		text, err := files.ReadFile(lang + ".txt")
		if err != nil {
			panic(err) // it is compiled in
		}
		l := newLexicon()
		for _, to := range []*Lexicon{l, all[""]} {
			if err := to.parse(string(text)); err != nil {
				panic(lang + ".txt: " + err.Error()) // a test parses it
			}
		}
		all[lang] = l
	}
	return all
})

// For returns the phrases of a language (a BCP 47 primary tag), or those of all
// languages where that one has none.
func For(lang string) *Lexicon {
	if l := lexicons()[lang]; l != nil {
		return l
	}
	return lexicons()[""]
}

func newLexicon() *Lexicon { return &Lexicon{first: map[string][]phrase{}} }

func (l *Lexicon) parse(text string) error {
	mark := Mark(0)
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == ';':
		case line[0] == '[':
			if mark = markNamed(strings.Trim(line, "[]")); mark == 0 {
				return fmt.Errorf("unknown section %s", line)
			}
		case mark == 0:
			return fmt.Errorf("%q stands before any section", line)
		default:
			l.add(line, mark)
		}
	}
	return nil
}

func markNamed(name string) Mark {
	for i, n := range names {
		if n == name {
			return 1 << i
		}
	}
	return 0
}

func (l *Lexicon) add(line string, mark Mark) {
	p := phrase{mark: mark}
	if line, p.colon = strings.CutSuffix(line, ":"); line == "" {
		return
	}
	words := strings.Fields(line)
	for i, w := range words {
		words[i] = string(appendFolded(nil, w))
	}
	p.rest = words[1:]
	if words[0] == "#" {
		l.numbered = append(l.numbered, p)
		for b := '0'; b <= '9'; b++ {
			l.starts[b] = true
		}
		return
	}
	l.first[words[0]] = append(l.first[words[0]], p)
	l.starts[words[0][0]] = true
}

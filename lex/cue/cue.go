// Package cue knows the words by which a text says what it is and what it
// belongs to: the question of an FAQ, an article, a caption, an exception, a
// sentence that refers back.
//
// The phrases are data, one file a language (es.txt, en.txt), so that a
// language is a file. A file holds sections in brackets, named by their mark,
// and a phrase a line. In a phrase "#" stands for a number (digits, a Roman
// numeral, an ordinal word, a single letter, parts joined by dots). A final ":"
// asks for a colon after it, a final "." for a stop: a mark of punctuation or
// the end, and after a number also a capital, as "Tabla 3. Tarifas" and "Tabla 3
// Tarifas" have and "Tabla 3 muestra" has not.
// Phrases are compared folded: without case and accents.
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
	Article                       // an article: Artículo 5, Cláusula segunda
	Part                          // what holds articles: Título, Capítulo, Chapter
	Caption                       // Tabla 3, Figure 2
	Note                          // a note or source under a table or figure
	Warning                       // a warning or hint in a procedure
	Step                          // Paso 1, Step 1
	Defines                       // defines: Se entiende por, means
	Exception                     // salvo, excepto, except, unless
	Contrast                      // no obstante, however
	Back                          // refers back: dicho, en tal caso, lo anterior, such
	Introduces                    // says that something follows: a continuación, as follows
	Reply                         // the verb of a quoted message's line: escribió, wrote; or the line itself
	Interrogates                  // an interrogative: cómo, qué, how, what
	Clause                        // a part of an article, or an article where there are no others: Section 2.1
	Asked                         // a heading over questions: Preguntas frecuentes
	Glossary                      // a heading over terms: Glosario
	Steps                         // a heading or sentence over steps: Procedimiento, How to
	Act                           // an instruction's verb: pulse, abrir, click
	Legal                         // a word in the title of a text of articles: contrato, agreement
	Header                        // a line of a message's head: De:, Asunto:, From:
	Label                         // what stands before a colon and is nobody's name: Ejemplo:, Returns:
	Itself                        // names the document that it stands in: esta política, this guide
	Scope                         // says what a text is about or holds for: regula, se aplica a, the purpose of
	Validity                      // says from when or until when: vigente desde, effective as of
	Parties                       // says between whom: de una parte, by and between
	Version                       // a version: versión 3, edition 9
	Author                        // who answers for a text: responsable:, prepared by
	Case                          // holds in a case only: si, cuando, if, when
	See                           // sends the reader elsewhere: véase, for details
	Notice                        // a notice that says nothing of its text: cookies, rights, licences, signatures
)

// Bound are the marks of a text that needs what stands before it.
const Bound = Exception | Contrast | Back

var names = [...]string{"question", "answer", "article", "part", "caption", "note", "warning", "step", "defines", "exception", "contrast", "back", "introduces", "reply", "interrogates",
	"clause", "asked", "glossary", "steps", "act", "legal", "header", "label",
	"itself", "scope", "validity", "parties", "version", "author", "case", "see", "notice"}

//go:embed *.txt
var files embed.FS

// Languages are those that phrases are known in.
var Languages = [...]string{"es", "en"}

// Lexicon is the phrases of one language, or of all. It doesn't change.
type Lexicon struct {
	first map[string]*opening // by first word
	// starts has a bit for the first three letters of each first word: most
	// texts need no more than one look at it.
	starts [1 << 15 / 64]uint64
	hashes [1 << 14 / 64]uint64 // has a bit for the hash of each first word: most others end here
}

// opening is the phrases with one first word.
type opening struct {
	plain  []phrase            // those that end there, or go on with a number
	second map[string][]phrase // the others, by their second word
	hashes uint64              // has a bit for the hash of each second word
}

// phrase is the words after the first, or after the second, and what the phrase
// marks.
type phrase struct {
	rest []string
	ends byte // ':' or '.' where something must follow, else 0
	mark Mark
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

func newLexicon() *Lexicon { return &Lexicon{first: map[string]*opening{}} }

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
	if last := line[len(line)-1]; last == ':' || last == '.' {
		p.ends, line = last, line[:len(line)-1]
	}
	words := strings.Fields(line)
	for i, w := range words {
		words[i] = string(appendFolded(nil, w))
	}
	o := l.first[words[0]]
	if o == nil {
		o = &opening{second: map[string][]phrase{}}
		l.first[words[0]] = o
	}
	if p.rest = words[1:]; len(p.rest) == 0 || p.rest[0] == "#" {
		o.plain = append(o.plain, p)
	} else {
		second := p.rest[0]
		p.rest = p.rest[1:]
		o.second[second] = append(o.second[second], p)
		h, _ := hash(second)
		o.hashes |= 1 << (h & 63)
	}
	if at, plain := prefix(words[0]); plain {
		l.starts[at>>6] |= 1 << (at & 63)
	}
	if h, plain := hash(words[0]); plain {
		l.hashes[h>>6] |= 1 << (h & 63)
	}
}

// hash is a number below 1<<14 for the word that text begins with, without its
// case. It is not plain where there are other letters than those of ASCII.
func hash(text string) (h uint32, plain bool) {
	for i := 0; i < len(text); i++ {
		c := codes[text[i]]
		if c == 0 {
			break
		}
		if c == other {
			return 0, false
		}
		h = h*37 + uint32(c)
	}
	return (h ^ h>>14) & (1<<14 - 1), true
}

// prefix is a number below 1<<15 for the first three letters of the word that
// text begins with, without their case. It is not plain where there are others
// than those of ASCII among them.
func prefix(text string) (at uint32, plain bool) {
	for i := range 3 {
		c := byte(0)
		if i < len(text) {
			c = codes[text[i]]
		}
		if c == other {
			return 0, false
		}
		at = at<<5 | uint32(c)
		if c == 0 {
			return at << (5 * (2 - i)), true
		}
	}
	return at, true
}

// codes number the letters and digits of ASCII; 0 is what ends a word.
var codes = func() (t [256]byte) {
	for c := range t {
		switch {
		case 'a' <= c && c <= 'z':
			t[c] = byte(c - 'a' + 1)
		case 'A' <= c && c <= 'Z':
			t[c] = byte(c - 'A' + 1)
		case '0' <= c && c <= '9':
			t[c] = 27
		case c == '\'':
			t[c] = 28
		case c >= 0x80:
			t[c] = other
		}
	}
	return t
}()

const other = 31

func fold(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

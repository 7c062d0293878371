// Package pill finds the pills of a document, and cuts by them.
//
// A pill is the smallest span that answers one typical question by itself: an
// entry of an FAQ, an article with its paragraphs, a definition with its
// exceptions, a procedure, a table with its caption, a message, a turn of
// speech, a section of a manual. Pills nest; the outermost one that fits a
// chunk is the unit that is never split and never shares its chunk with
// another.
//
// A [Detector] finds the pills of one kind by the blocks of a document and by
// the words that they open and close with ([lex/cue]), never by a model. [Find]
// runs all of them and makes one [Forest] of what they found. [Split] is the
// splitter.
package pill

import "github.com/pildora/pildora/doc"

// Kind says what question a pill answers.
type Kind uint8

// The kinds of pills.
const (
	Section    Kind = iota // a heading's own content, up to the next heading
	FAQ                    // a question and its answer
	Article                // an article, clause or provision
	Definition             // a definition with its exceptions
	Procedure              // numbered steps with their detail
	Table                  // a table with its caption and note
	List                   // a list with the sentence that introduces it
	Code                   // a code block with the sentence that introduces it
	Figure                 // a figure with its caption
	Footnote               // the text of a footnote, with the paragraph that refers to it where it follows
	Entry                  // an entry of a glossary
	Message                // a message of a thread
	Turn                   // a speaker's turn
	Record                 // a row of data, an object
	Slide                  // a slide or page of a presentation
	Decl                   // a declaration of code with its doc comment
)

var kindNames = [...]string{"section", "faq", "article", "definition", "procedure", "table", "list", "code", "figure", "footnote", "entry", "message", "turn", "record", "slide", "decl"}

// String returns the kind's name in lower case.
func (k Kind) String() string { return kindNames[k] }

// Pill is one pill of a document.
type Pill struct {
	Kind Kind
	Span doc.Span // from the start of its first line to the start of the line after it
	// Head is where the headings right before the pill begin, which go with it;
	// Span.Start where there are none.
	Head int
	// Parent is the index in its forest of the pill that holds it, or -1.
	Parent int32
	// Series numbers, from 1, the runs of small pills of one kind under one
	// heading that may share a chunk: records, turns, messages, entries. Zero
	// means that the pill shares its chunk with none.
	Series int32
}

// entry reports whether pills of this kind stand for themselves even where the
// section that holds several of them would fit: the section is then no pill.
func (k Kind) entry() bool {
	switch k {
	case FAQ, Article, Entry, Message, Turn, Record, Slide, Decl:
		return true
	}
	return false
}

// shown reports whether pills of this kind show something that prose speaks of.
func (k Kind) shown() bool { return k == Code || k == Table || k == Figure }

// groups reports whether small neighbours of this kind may share a chunk.
func (k Kind) groups() bool {
	switch k {
	case Entry, Message, Turn, Record:
		return true
	}
	return false
}

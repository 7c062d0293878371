package question

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
)

// DraftOptions bound what [Draft] makes. The zero value is a good choice.
type DraftOptions struct {
	// PerDocument is how many questions are made of one document at most.
	// Default: 12.
	PerDocument int
	// MaxAnswer is how long an answer may be, in code points. Default: 1500.
	MaxAnswer int
	// Language is that of documents that name none ("es", "en"). Default: it
	// is guessed of the text.
	Language string
	// Kinds are the kinds made, of [DraftKinds]. Default: all.
	Kinds []string
}

// DraftKinds are the kinds of the questions that [Draft] makes, best first:
// questions that the document asks and answers itself, terms and what they
// mean, the steps of a procedure, a row of a table, a value stated in a
// sentence, and, where a section gives nothing else, what it says.
func DraftKinds() []string {
	var kinds []string
	for _, d := range drafters() {
		if !slices.Contains(kinds, d.kind) {
			kinds = append(kinds, d.kind)
		}
	}
	return kinds
}

// drafter finds questions of one kind. written drafters take questions that
// stand in the document, in any language; the others phrase them.
type drafter struct {
	kind    string
	written bool
	find    func(*drafting)
}

func drafters() []drafter {
	return []drafter{
		{"faq", true, (*drafting).headingQuestions},
		{"faq", true, (*drafting).pairs},
		{"definition", false, (*drafting).entries},
		{"definition", false, (*drafting).definitions},
		{"procedure", false, (*drafting).procedures},
		{"table", false, (*drafting).tableRows},
		{"fact", false, (*drafting).facts},
		{"section", false, (*drafting).sections},
	}
}

// Draft makes questions of documents without a model, in Spanish and English:
// of headings that are questions, question and answer pairs, glossary entries
// and definitions, numbered steps, table rows, and as the last resort of plain
// headings. Each has one span, located exactly, and Drafted set. Of documents
// in other languages only the questions that stand in them are taken.
//
// A document's questions come in the order of their answers. Of more than
// PerDocument the better kinds are taken first, evenly over the document. A
// question whose words, function words aside, were asked before in any
// document is left out. The same documents give the same questions. A document
// that isn't valid ends the sequence with an error.
//
// Drafted questions repeat the words of their answers, so they flatter lexical
// search; they compare settings, and don't tell how good search is for people.
func Draft(docs iter.Seq[*doc.Document], opts DraftOptions) iter.Seq2[Question, error] {
	opts.PerDocument = cmp.Or(opts.PerDocument, 12)
	opts.MaxAnswer = cmp.Or(opts.MaxAnswer, 1500)
	return func(yield func(Question, error) bool) {
		asked := map[string]bool{}
		for d := range docs {
			if err := d.Validate(); err != nil {
				yield(Question{}, err)
				return
			}
			for _, q := range draft(d, opts, asked) {
				if !yield(q, nil) {
					return
				}
			}
		}
	}
}

// draftable is a question that can be asked.
type draftable struct {
	text    string
	other   string // how to ask where text was asked before, or ""
	gist    string // of text, once it is chosen among the two
	kind    string
	rank    int // of its drafter
	answer  doc.Span
	passage doc.Span
}

// drafting is the work on one document.
type drafting struct {
	d       *doc.Document
	lang    string
	phrases phrases
	opts    DraftOptions
	at      drafter // at work
	rank    int
	found   []draftable
}

func draft(d *doc.Document, opts DraftOptions, asked map[string]bool) []Question {
	w := &drafting{d: d, opts: opts, lang: cmp.Or(d.Language, opts.Language)}
	if w.lang == "" {
		w.lang = guess(d.Text)
	}
	var speaks bool
	w.phrases, speaks = phrasesOf(w.lang)
	for i, f := range drafters() {
		wanted := len(opts.Kinds) == 0 || slices.Contains(opts.Kinds, f.kind)
		if w.at, w.rank = f, i; wanted && (f.written || speaks) {
			f.find(w)
		}
	}
	chosen := w.choose(asked)
	slices.SortStableFunc(chosen, func(a, b draftable) int {
		return cmp.Or(cmp.Compare(a.answer.Start, b.answer.Start), cmp.Compare(a.rank, b.rank))
	})
	src := source{text: d.Text}
	var qs []Question
	for _, c := range chosen {
		passage := src.index().span(c.passage)
		passage.Text = ""
		qs = append(qs, Question{
			ID: "draft-" + digest(d.URI, c.text), Question: c.text, Language: w.lang, Doc: d.URI,
			Spans: []Span{src.index().span(c.answer)}, Passage: &passage, Kind: c.kind, Drafted: true,
		})
	}
	return qs
}

// add takes a question, if it and its answer are of a sensible length.
func (w *drafting) add(text string, answer, passage doc.Span) {
	const longest = 200 // code points of a question
	answer = tight(w.d.Text, answer)
	n := utf8.RuneCountInString(w.d.Slice(answer))
	text = strings.Join(strings.Fields(text), " ")
	if n == 0 || n > w.opts.MaxAnswer || utf8.RuneCountInString(text) > longest || !worded(w.d.Slice(answer)) {
		return
	}
	passage = tight(w.d.Text, passage)
	w.found = append(w.found, draftable{text: text, kind: w.at.kind, rank: w.rank, answer: answer, passage: passage})
}

// or gives the question just added another wording, for where the first was
// used before.
func (w *drafting) or(text string) {
	if n := len(w.found); n > 0 && w.found[n-1].rank == w.rank {
		w.found[n-1].other = strings.Join(strings.Fields(text), " ")
	}
}

// tight is s without the white space at its ends.
func tight(text string, s doc.Span) doc.Span {
	at := trim(text[s.Start:s.End])
	return doc.Span{Start: s.Start + at.Start, End: s.Start + at.End}
}

// worded reports whether text has a letter or a digit.
func worded(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// choose picks at most PerDocument questions, better kinds first, evenly over
// the document within a kind, no two alike.
func (w *drafting) choose(asked map[string]bool) []draftable {
	var chosen []draftable
	answers := map[doc.Span]bool{}
	for rank := range drafters() {
		var fresh []draftable
		for _, c := range w.found {
			if c.rank == rank && !answers[c.answer] && w.news(&c, asked) && !w.spoken(c, chosen) {
				answers[c.answer], asked[c.gist] = true, true
				fresh = append(fresh, c)
			}
		}
		for _, c := range fresh {
			delete(asked, c.gist) // what isn't picked may be asked elsewhere
		}
		for _, i := range spread(len(fresh), w.opts.PerDocument-len(chosen)) {
			asked[fresh[i].gist] = true
			chosen = append(chosen, fresh[i])
		}
	}
	return chosen
}

// news reports whether c wasn't asked yet, in its other wording at least, and
// settles on that wording.
func (w *drafting) news(c *draftable, asked map[string]bool) bool {
	c.gist = gist(c.text)
	if asked[c.gist] && c.other != "" {
		c.text, c.gist = c.other, gist(c.other)
	}
	return !asked[c.gist]
}

// spoken reports whether c is a question of the last resort about a section
// that another question is about.
func (w *drafting) spoken(c draftable, chosen []draftable) bool {
	return c.kind == "section" && slices.ContainsFunc(chosen, func(o draftable) bool {
		return w.d.SectionAt(o.answer.Start) == w.d.SectionAt(c.answer.Start)
	})
}

// spread yields up to k of the numbers below n, evenly.
func spread(n, k int) []int {
	var picked []int
	k = min(n, max(k, 0))
	for i := range k {
		picked = append(picked, i*n/k)
	}
	return picked
}

// gist is what makes two questions one: their words without function words,
// sorted.
func gist(text string) string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) })
	words = slices.DeleteFunc(words, func(word string) bool { return function[word] })
	slices.Sort(words)
	return strings.Join(slices.Compact(words), " ")
}

// DraftAll is [Draft] in one slice.
func DraftAll(docs iter.Seq[*doc.Document], opts DraftOptions) ([]Question, error) {
	var qs []Question
	for q, err := range Draft(docs, opts) {
		if err != nil {
			return nil, fmt.Errorf("drafting questions: %w", err)
		}
		qs = append(qs, q)
	}
	return qs, nil
}

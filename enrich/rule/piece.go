package rule

import (
	"slices"

	"github.com/pildora/pildora/chunk/pill"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lex/cue"
	"github.com/pildora/pildora/lex/sentence"
)

// Info is what a person should know of a piece.
type Info struct {
	Name    string
	Doc     string // one sentence, for help and reference
	Default bool   // whether it is made where none are named
}

// Pieces returns what there is to know of all pieces, in the order of their
// lines.
func Pieces() []Info {
	out := make([]Info, len(pieces))
	for i, p := range pieces {
		out[i] = p.Info
	}
	return out
}

// finder returns the lines of the body at index i, the most needed first. It
// is asked about the bodies in order.
type finder func(i int) []string

// piece is one rule. It reads the document once; nil says that it will find
// nothing in it.
type piece struct {
	Info
	read func(*reading) finder
}

// pieces are all rules; the lines of the first ones stay where there isn't
// room for all.
var pieces = [...]piece{
	{Info{"title", "what the document is called, where its breadcrumb doesn't say", true}, title},
	{Info{"parties", "who a contract is between and of when it is, or since when a policy applies", true}, parties},
	{Info{"table", "the caption of the table, or the sentence that introduces it, where the chunk is a piece of it", true}, table},
	{Info{"list", "the sentence that introduces the list or the steps that the chunk goes on with", true}, list},
	{Info{"antecedent", "the first sentence of the paragraph that the chunk's opening words refer back to", true}, antecedent},
	{Info{"acronyms", "what acronyms stand for that the chunk uses and the document explains elsewhere: the rarest three", true}, acronyms},
	{Info{"definitions", "what terms mean that the chunk uses and the document defines elsewhere: the rarest three", false}, definitions},
	{Info{"section", "the first sentence of the section, where the chunk is a later piece of it", false}, opening},
}

// reading is a document as pieces see it.
type reading struct {
	doc       *doc.Document
	bodies    []doc.Span
	chosen    []piece
	words     *cue.Lexicon
	phrases   *phrases
	sentences sentence.Segmenter
	forest    *pill.Forest
	terms     *usage
	agreement doc.Span // see contract
	called    bool     // agreement is known
}

func newReading(d *doc.Document, bodies []doc.Span, chosen []piece) *reading {
	return &reading{doc: d, bodies: bodies, chosen: chosen, words: cue.For(d.Language), phrases: phrasesOf(d.Language), sentences: sentence.New(d.Language)}
}

// wants reports whether a piece was chosen.
func (r *reading) wants(name string) bool {
	return slices.ContainsFunc(r.chosen, func(p piece) bool { return p.Name == name })
}

// pills are those that the chosen pieces ask for, found once.
func (r *reading) pills() *pill.Forest {
	if r.forest == nil {
		var kinds []pill.Kind
		if r.wants("definitions") {
			kinds = append(kinds, pill.Definition, pill.Entry)
		}
		if r.wants("table") {
			kinds = append(kinds, pill.Table)
		}
		if r.wants("list") {
			kinds = append(kinds, pill.List, pill.Procedure)
		}
		r.forest = pill.FindKinds(r.doc, r.doc.Whole(), kinds...)
	}
	return r.forest
}

// has reports whether the document holds a block of one of these kinds.
func (r *reading) has(kinds ...doc.Kind) bool {
	return slices.ContainsFunc(r.doc.Blocks, func(b doc.Block) bool { return slices.Contains(kinds, b.Kind) })
}

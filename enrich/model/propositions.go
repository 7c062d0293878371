package model

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/chunk/cut"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/enrich"
	"github.com/pildora/pildora/lex"
	"github.com/pildora/pildora/llm/prompt"
)

// The bounds of propositions.
const (
	mostPropositions   = 24
	longestProposition = 400 // code points; the prompt asks for 250
)

// propositionTokens bounds an answer about a body: they say in other words what
// it says, with names and numbers of sentences.
func propositionTokens(body doc.Span) int { return min(300+body.Len(), 2400) }

type propositionsAnswer struct {
	Propositions []struct {
		Text string `json:"text"`
		From int    `json:"from"`
		To   int    `json:"to"`
	} `json:"propositions"`
}

// propositions are what each body states, one thing each, and the sentences
// that state it. One whose words don't stand there is left out.
func propositions(ctx context.Context, a about, bodies []doc.Span) ([]enrich.Derived, error) {
	words := new(lex.Analyzer)
	return perBody(ctx, a, bodies, PropositionsPrompt, func(ctx context.Context, body doc.Span) ([]enrich.Derived, error) {
		sentences, texts, err := a.sentences(ctx, body)
		if err != nil {
			return nil, err
		}
		show := struct {
			about
			Sentences, Titles, Before prompt.Data
			Most                      int
		}{a, prompt.Numbered(texts), a.titles(body), a.before(body), mostPropositions}
		known := ground{words, a.Language}.of(string(show.Titles), string(show.Before), a.doc.Slice(body))
		var out []enrich.Derived
		var bad []string
		_, err = ask(ctx, a, PropositionsPrompt, show, propositionTokens(body), func(got propositionsAnswer, c checker) error {
			out, bad = out[:0], bad[:0]
			for _, p := range got.Propositions[:min(mostPropositions, len(got.Propositions))] {
				if p.From < 1 || p.To < p.From || p.To > len(sentences) {
					bad = append(bad, fmt.Sprintf("%q is said to be of sentences %d to %d, of %d", clipped(p.Text), p.From, p.To, len(sentences)))
					continue
				}
				text, err := c.clean(p.Text, longestProposition)
				if err != nil {
					bad = append(bad, err.Error())
					continue
				}
				span := doc.Span{Start: sentences[p.From-1].Start, End: sentences[p.To-1].End}
				if why := (ground{words, a.Language}).missing(text, a.doc.Slice(span), known); why != "" {
					bad = append(bad, fmt.Sprintf("%q: %s", clipped(text), why))
					continue
				}
				out = append(out, enrich.Derived{Kind: "proposition", Text: text, Span: span})
			}
			if len(out) == 0 && len(bad) > 0 {
				return fmt.Errorf("no proposition in it will do: %s", bad[0])
			}
			return c.speaks(join(out))
		})
		if err == nil && len(bad) > 0 {
			a.warn(body, PropositionsPrompt, fmt.Sprintf("%d of %d are left out: %s", len(bad), len(bad)+len(out), bad[0]))
		}
		return out, err
	})
}

// sentences are those of a body, without its headings, which are shown as
// titles, as many as fit into the window.
func (a about) sentences(ctx context.Context, body doc.Span) (spans []doc.Span, texts []string, err error) {
	ends, err := chunk.CutsOf(ctx, cut.Sentences(a.Language), a.doc, body)
	if err != nil {
		return nil, nil, err
	}
	from, room := body.Start, a.window()
	for _, end := range append(ends, body.End) {
		s := a.doc.Body(a.behindHeadings(doc.Span{Start: from, End: end}))
		if from = end; s.Empty() {
			continue
		}
		if room -= s.Len(); room < 0 && len(spans) > 0 {
			break
		}
		spans, texts = append(spans, s), append(texts, head(a.doc.Slice(s), a.window()))
	}
	return spans, texts, nil
}

// behindHeadings is s without the headings that it begins with: they stay with
// the first sentence below.
func (a about) behindHeadings(s doc.Span) doc.Span {
	for i := a.doc.BlockFrom(s.Start); i < len(a.doc.Blocks) && a.doc.Blocks[i].Span.Start < s.End; i++ {
		b := a.doc.Blocks[i]
		if b.Kind == doc.Heading {
			s.Start = min(b.Span.End, s.End)
		} else if a.doc.Leaf(i) {
			break
		}
	}
	return s
}

// clipped is the beginning of a text, for a message.
func clipped(text string) string {
	const most = 80
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most]) + "…"
}

// ground says whether a text is made of words of another.
type ground struct {
	words *lex.Analyzer
	lang  string
}

// content are words that say something: those with a digit, those of four
// letters or more, and pairs of letters where words aren't parted.
func (g ground) content(text string) []string {
	var out []string
	for l := range g.words.Lexemes(text, g.lang) {
		if utf8.RuneCountInString(l.Text) >= 4 || numeric(l.Text) || strings.ContainsFunc(l.Text, unparted) {
			out = append(out, l.Text)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// unparted reports letters of scripts that are written without blanks.
func unparted(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

func numeric(word string) bool { return strings.ContainsFunc(word, unicode.IsDigit) }

// of is the set of all words of texts.
func (g ground) of(texts ...string) map[string]bool {
	set := map[string]bool{}
	for _, text := range texts {
		for l := range g.words.Lexemes(text, g.lang) {
			set[l.Text] = true
		}
	}
	return set
}

// missing says why a text isn't of what it claims to be taken from, empty where
// it is: all its numbers are known there or around, half of its other content
// words stand there, and of the rest, which put names for pronouns and link
// what is said, four in five are known around.
func (g ground) missing(text, from string, around map[string]bool) string {
	here := g.of(from)
	all, found, known := 0, 0, 0
	unknown := ""
	for _, w := range g.content(text) {
		switch {
		case here[w]:
			found++
			known++
		case around[w]:
			known++
		case numeric(w):
			return fmt.Sprintf("%q stands neither in its sentences nor around them", w)
		default:
			unknown = w
		}
		all++
	}
	switch {
	case all == 0:
		return "there are no words in it to hold against its sentences"
	case 2*found < all:
		return "most of its words aren't those of its sentences"
	case 5*known < 4*all:
		return fmt.Sprintf("words of it, such as %q, stand neither in its sentences nor around them", unknown)
	}
	return ""
}

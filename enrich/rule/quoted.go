package rule

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lex/cue"
)

// maxVerb is how far after a term, or before it, the words stand that say that
// it is defined, in bytes.
const maxVerb = 48

// quotedTerms adds the terms that stand in quotation marks, or in bold, where
// they are defined: before the verb (“Affiliate” means …), after it (se
// entenderá por «Servicio» …), or behind what they are short for (the
// agreement of … (the "Licence")).
func (r *reading) quotedTerms(g *glossary) {
	text := r.doc.Text
	for at := 0; at < len(text); {
		switch text[at] {
		case '"':
			at = r.quoted(g, at, "\"", "\"")
		case '*':
			at = r.quoted(g, at, "**", "**")
		case 0xc2:
			at = r.quoted(g, at, "«", "»")
		case 0xe2:
			at = r.quoted(g, at, "“", "”")
		default:
			at++
		}
	}
}

// quoted adds the term that opens at at and returns where to go on.
func (r *reading) quoted(g *glossary, at int, opens, closes string) int {
	text := r.doc.Text
	if !strings.HasPrefix(text[at:], opens) {
		return at + 1
	}
	from := at + len(opens)
	if endsWord(text[:at]) || !isWord(text, from) && !strings.HasPrefix(text[from:], "\"") && !strings.HasPrefix(text[from:], "“") && !strings.HasPrefix(text[from:], "«") {
		return from // it closes something
	}
	n := strings.Index(text[from:min(len(text), from+maxTerm)], closes)
	if n <= 0 {
		return from
	}
	term := trimmed(text, doc.Span{Start: from, End: from + n}, " \t,.;:\"“”«»")
	after := from + n + len(closes)
	if term.Empty() || strings.Contains(r.doc.Slice(term), "\n\n") {
		return from
	}
	switch {
	case r.defines(after):
		g.add(r.doc.Slice(term), false, false, entry{span: doc.Span{Start: at, End: after}, how: forth})
	case r.definedBefore(at):
		g.add(r.doc.Slice(term), false, false, entry{span: doc.Span{Start: at, End: after}, how: around})
	default:
		if s := r.shortFor(at, after); !s.Empty() {
			g.add(r.doc.Slice(term), false, false, entry{span: s, how: behind})
		}
	}
	return after
}

// defines reports whether what follows a term says that it is defined.
func (r *reading) defines(at int) bool {
	rest := r.doc.Text[at:min(len(r.doc.Text), at+maxVerb)]
	rest = strings.TrimLeft(rest, " *_,:\"”»)\n\r\t")
	return r.words.Opens(rest)&cue.Defines != 0
}

// definedBefore reports whether what stands before a term says that it is
// defined next.
func (r *reading) definedBefore(at int) bool {
	text := r.doc.Text
	from := max(0, at-maxVerb)
	for from < at && !utf8.RuneStart(text[from]) {
		from++
	}
	for w := nextWord(text, from, at); w < at; w = nextWord(text, wordEnd(text, w), at) {
		if end := r.phrases.at(defined, text, w); end > w && strings.Trim(text[min(end, at):at], " *\"“«") == "" {
			return true
		}
	}
	return false
}

// shortFor is what the term between at and after is short for, where it stands
// in brackets, or after "hereinafter": from there to the end of the bracket.
// What it is short for stands before that.
func (r *reading) shortFor(at, after int) doc.Span {
	text := r.doc.Text
	from := max(0, at-maxVerb)
	open := strings.LastIndexByte(text[from:at], '(')
	end := after
	if open >= 0 && !strings.ContainsAny(text[from+open+1:at], ").;\n") {
		open += from
		if n := strings.IndexByte(text[after:min(len(text), after+maxVerb)], ')'); n >= 0 {
			end = after + n + 1
		}
	} else if open = r.hereafter(from, at); open < 0 {
		return doc.Span{}
	}
	return doc.Span{Start: open, End: end}
}

// hereafter is where a phrase such as "hereinafter" begins between from and
// at; -1 where none does.
func (r *reading) hereafter(from, at int) int {
	text := r.doc.Text
	for from < at && !utf8.RuneStart(text[from]) {
		from++
	}
	for w := nextWord(text, from, at); w < at; w = nextWord(text, wordEnd(text, w), at) {
		if r.phrases.at(hereafter, text, w) > w {
			return w
		}
	}
	return -1
}

// maxBefore is how far before a term in brackets what it is short for begins, in
// bytes.
const maxBefore = 160

// sentenceStart is where the sentence begins that at stands in, or where the
// last words before it do.
func (r *reading) sentenceStart(at int) int {
	text := r.doc.Text
	from := max(0, at-maxBefore)
	for from < at && !utf8.RuneStart(text[from]) {
		from++
	}
	cutOff := from > 0
	if n := strings.LastIndex(text[from:at], "\n\n"); n >= 0 {
		from, cutOff = from+n, false
	}
	start := from
	for end := range r.sentences.Ends(text[from:at]) {
		start, cutOff = from+end, false
	}
	if cutOff {
		start = nextWord(text, wordEnd(text, start), at)
	}
	return start
}

// forth is the span from at to the end of its paragraph, or as far as a line is
// made of.
func (r *reading) forth(at int) doc.Span {
	end := min(len(r.doc.Text), at+maxSource)
	if n := strings.Index(r.doc.Text[at:end], "\n\n"); n >= 0 {
		end = at + n
	}
	for end < len(r.doc.Text) && !utf8.RuneStart(r.doc.Text[end]) {
		end--
	}
	return doc.Span{Start: at, End: end}
}

// isAcronym reports whether a word is one: two to ten letters and digits, of
// which the first is a capital and at least half are.
func isAcronym(word string) bool {
	if len(word) < 2 || len(word) > 10 || !unicode.IsUpper(firstRune(word)) {
		return false
	}
	capitals := 0
	for i := range len(word) {
		c := word[i]
		if c >= utf8.RuneSelf || !inWord[c] && c != '-' && c != '&' {
			return false
		}
		if 'A' <= c && c <= 'Z' {
			capitals++
		}
	}
	return capitals >= 2 && 2*capitals >= len(word)
}

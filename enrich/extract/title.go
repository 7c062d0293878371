package extract

import (
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lex"
	"github.com/pildora/pildora/lex/cue"
	"github.com/pildora/pildora/lex/plain"
)

// firstLine is the title, and what is known of the document that its title doesn't
// say.
func (p *page) firstLine() string {
	title := p.title
	if title == "" && p.shape != proseShape {
		title = path.Base(p.doc.URI)
	}
	pieces := []string{title}
	if p.count > 0 {
		pieces = append(pieces, p.words.counted(p.shape.unit(p), p.count))
	}
	if len(p.names) > 0 {
		pieces = append(pieces, strings.Join(p.names, ", "))
	}
	said := lex.Fold(strings.Join(pieces, " "))
	for _, fact := range p.facts() {
		if folded := lex.Fold(fact); !strings.Contains(said, folded) {
			pieces = append(pieces, fact)
			said += " " + folded
		}
	}
	return joined(pieces, separator)
}

// facts are what metadata and the first sentences say of the version, the dates
// and the author.
func (p *page) facts() []string {
	var out []string
	if v := p.meta("version", "revision"); v != "" {
		if first, _ := utf8.DecodeRuneInString(v); unicode.IsDigit(first) {
			v = p.words.named("version", v)
		}
		out = append(out, v)
	}
	if v := p.meta("date", "published", "modified", "updated", "reviewed", "lastmod"); v != "" {
		day, _, _ := strings.Cut(v, "T")
		out = append(out, day)
	}
	if v := p.meta("author", "authors", "owner", "creator"); v != "" {
		out = append(out, v)
	} else if v := p.byline(); v != "" {
		out = append(out, v)
	}
	return append(out, p.stated()...)
}

// byline is the line below a title that says who wrote it: "By Ana Ruiz, 3 May 2026".
func (p *page) byline() string {
	by := p.words["by"][0]
	for i := 0; by != "" && i < len(p.prose) && i < openingBlocks; i++ {
		text, whole := p.text(p.prose[i], maxFact)
		first, name, _ := strings.Cut(text, " ")
		if r, _ := utf8.DecodeRuneInString(name); whole && strings.EqualFold(first, by) && unicode.IsUpper(r) {
			return strings.TrimRight(text, ".")
		}
	}
	return ""
}

// meta is the first of some metadata that is a short text in one line.
func (p *page) meta(keys ...string) string {
	for _, key := range keys {
		v := strings.TrimSpace(p.doc.Meta[key])
		if v != "" && len(v) <= maxFact && !strings.ContainsAny(v, "\n<{[") {
			return v
		}
	}
	return ""
}

// A fact is of at most so many bytes, and a summary has at most so many of those
// that the text states.
const (
	maxFact  = 90
	maxFacts = 3
)

// stated are the clauses of the first sentences that say a version, a date or an
// author, and hardly more: "Versión 4.2", "effective 1 January 2026".
func (p *page) stated() []string {
	out := p.fields()
	for _, c := range slices.Concat(p.head...) {
		if c.holds&(cue.Version|cue.Validity|cue.Author) == 0 || c.holds&cue.Parties != 0 || len(c.text) > 2*lineChars {
			continue
		}
		said := 0
		for clause := range strings.FieldsFuncSeq(commas(c.text), func(r rune) bool { return strings.ContainsRune("\x00;()", r) }) {
			clause = strings.TrimRight(strings.TrimSpace(clause), ".,:")
			if len(out) < maxFacts && p.factual(clause) {
				out = append(out, clause)
				said += len(clause)
			}
		}
		if said*2 > len(c.text) {
			p.used = append(p.used, c.text)
		}
	}
	return out
}

// fields are the lines of the first paragraphs that are labels with what they name,
// line by line: "Version: 3". Their sentences aren't looked at again.
func (p *page) fields() []string {
	var out []string
	for i := range p.head {
		text := p.doc.Slice(p.doc.Blocks[p.prose[i]].Span)
		if len(text) > firstBytes || strings.Count(text, "\n") == 0 || strings.Count(text, ": ") <= strings.Count(text, "\n") {
			continue
		}
		for line := range strings.Lines(text) {
			line = strings.TrimRight(plain.Text(line), " .")
			if p.cues.Opens(line)&(cue.Version|cue.Validity|cue.Author) != 0 && len(out) < maxFacts {
				out = append(out, clipped(line, maxFact))
			}
		}
		if len(out) > 0 {
			p.head[i] = nil
		}
	}
	return out
}

// commas is text with NUL for the commas and stops between clauses; those in dates
// and numbers stay.
func commas(text string) string {
	if !strings.ContainsAny(text, ",.") {
		return text
	}
	b := []byte(text)
	for i := 0; i+2 < len(b); i++ {
		if (b[i] == ',' || b[i] == '.') && b[i+1] == ' ' && (b[i+2] < '0' || b[i+2] > '9') {
			b[i] = 0
		}
	}
	return string(b)
}

func (p *page) factual(clause string) bool {
	if len(clause) == 0 || len(clause) > maxFact {
		return false
	}
	marks := p.cues.Contains(clause)
	switch {
	case marks&cue.Author != 0:
		return p.cues.Opens(clause)&cue.Author != 0
	case marks&cue.Version != 0:
		return strings.ContainsAny(clause, "0123456789") && p.cues.Opens(clause)&cue.Version != 0
	case marks&cue.Validity == 0:
		return false
	}
	if p.aboutItself(clause) || p.folded != "" && strings.Contains(lex.Fold(clause), p.folded) || strings.Contains(clause, " ,") || strings.ContainsAny(clause, `"“«`) {
		return false
	}
	return strings.ContainsAny(clause, "0123456789") || len(clause) < maxNumber
}

// findTitle is the document's title; where that says nothing, as "Exhibit 10.2"
// does, the first heading or short line of its start that names a text of law, or
// any heading.
func (p *page) findTitle() string {
	title := plain.Text(p.doc.Title)
	if title == "" || p.doc.Title == path.Base(p.doc.URI) { // "<Suspense>", "__init__.py"
		title = strings.Join(strings.Fields(p.doc.Title), " ")
	}
	if title = clipped(title, maxTitle); title != "" && !p.empty(title) {
		return title
	}
	heading, first := "", true
	for i := 0; i < len(p.doc.Blocks) && i < titleBlocks; i++ {
		text := p.titleAt(i)
		if len(text) > maxTitle {
			first = false
		}
		if text == "" || len(text) > maxTitle || p.empty(text) {
			continue
		}
		if p.cues.Contains(text)&cue.Legal != 0 && !strings.HasSuffix(text, ".") && !labelled(text) && strings.Count(text, " ") < maxTitleWords {
			return text
		}
		if heading == "" && (p.doc.Blocks[i].Kind == doc.Heading || first && !strings.ContainsAny(text[len(text)-1:], ".;,") && !labelled(text)) {
			heading = text
		}
		first = false
	}
	if heading == "" && !p.empty(title) {
		return title
	}
	return heading
}

// labelled reports whether a word and a colon stand before a text: "License: MIT".
func labelled(text string) bool {
	i := strings.Index(text, ": ")
	return i >= 0 && i < maxNumber && !strings.Contains(text[:i], " ")
}

// titleAt is what could be the document's title in a block.
func (p *page) titleAt(i int) string {
	b := &p.doc.Blocks[i]
	switch b.Kind {
	case doc.Heading:
		return p.pastExhibit(plain.Text(b.Label))
	case doc.Paragraph:
		text, _ := p.text(int32(i), titleBytes)
		if title, _ := p.runIn(text); title != "" {
			text = title
		} else if text = p.pastExhibit(text); len(text) > maxTitle && i < openingBlocks {
			text = p.capitals(text)
		}
		return p.pastExhibit(text)
	}
	return ""
}

// Where a title is sought, in blocks, and how long it and what holds it may be.
const (
	titleBlocks   = 14
	titleBytes    = 400
	maxTitle      = 180
	maxTitleWords = 16
)

// empty reports whether a title says nothing of its document.
func (p *page) empty(title string) bool {
	letters := 0
	for _, r := range title {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	if letters < 3 || strings.Contains(title, "://") || strings.HasSuffix(title, ":") || p.cues.Contains(title)&cue.Notice != 0 {
		return true
	}
	opens := p.cues.Opens(title)
	return opens&(cue.Note|cue.Header) != 0 || opens&cue.Part != 0 && len(title) < maxNumber
}

// maxNumber is how long "Exhibit 10.2" and its like are at most, in bytes.
const maxNumber = 24

// pastExhibit is a title without the "Exhibit 10.2" that it opens with.
func (p *page) pastExhibit(text string) string {
	text = unnumbered(strings.TrimLeft(text, "0123456789. "))
	if p.cues.Opens(text)&cue.Part == 0 {
		return text
	}
	_, rest, _ := strings.Cut(text, " ")
	n := cue.Number(rest)
	if n == 0 {
		return text
	}
	return strings.TrimLeft(rest[n:], " .:-–—")
}

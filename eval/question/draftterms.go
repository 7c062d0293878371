package question

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pildora/pildora/chunk/cut"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lex/plain"
)

var (
	// entry is a term in bold and what it means: **Term.** text, **Term**: text.
	entry = regexp.MustCompile(`^(?s:\*\*([^*\n]{1,80}?)(?:[.:]\*\*|\*\*[ \t]*[:–—-])[ \t]*\n?(\S.*))$`)
	// quoted is a term in quotes with a verb that defines it.
	quoted = regexp.MustCompile(`^(?s:[“"«]([^”"»\n]{1,80})[”"»],?[ \t\n]+((?:means|shall mean|refers to|significa|designa|se refiere a|es)\b.*))$`)
	// labels look like terms and are none.
	labels = regexp.MustCompile(`(?i)^(?:tabla|table|figura|figure|fig|nota|note|notas|notes|aviso|advertencia|warning|atención|caution|important|importante|ejemplo|example|tip|consejo|excepción|exception|resumen|summary)\b`)
)

// minEntries is how many entries a document must have for their form to be
// meant: two bold words with a colon are chance.
const minEntries = 3

type term struct {
	name  string
	at    doc.Span
	block doc.Span
}

// entries takes glossary entries. A document in which one term stands twice is
// no glossary but has speakers.
func (w *drafting) entries() {
	terms := w.terms()
	seen := map[string]bool{}
	for _, t := range terms {
		if seen[strings.ToLower(t.name)] {
			return
		}
		seen[strings.ToLower(t.name)] = true
	}
	if len(terms) < minEntries {
		return
	}
	for _, t := range terms {
		w.add(fmt.Sprintf(w.phrases.means, t.name), t.at, t.block)
	}
}

func (w *drafting) terms() []term {
	var out []term
	open := ""
	for i, b := range w.d.Blocks {
		switch b.Kind {
		case doc.Paragraph:
			if t, ok := w.term(b.Span); ok && !w.numbered(i) { // bold words in a numbered list name steps
				out = append(out, t)
			}
		case doc.Term:
			open = plain.Text(w.d.Slice(b.Span))
		case doc.Detail:
			if open != "" {
				out = append(out, term{open, b.Span, b.Span})
			}
			open = ""
		}
	}
	return out
}

// term reads a paragraph as a glossary entry. Of **Term**: text the text is the
// answer, of “Term” means text the whole.
func (w *drafting) term(s doc.Span) (term, bool) {
	text := w.d.Slice(s)
	first, _, _ := strings.Cut(text, "\n")
	if asks.MatchString(first) || answers.MatchString(first) {
		return term{}, false
	}
	at := s
	m := quoted.FindStringSubmatchIndex(text)
	if m == nil {
		if m = entry.FindStringSubmatchIndex(text); m == nil {
			return term{}, false
		}
		at.Start += m[4]
	}
	name := plain.Text(text[m[2]:m[3]])
	word, _, _ := strings.Cut(strings.ToLower(w.d.Slice(at)), " ")
	if w.phrases.joins[word] || strings.HasSuffix(text, ":") {
		return term{}, false
	}
	return term{name, at, s}, !labels.MatchString(name) && len(strings.Fields(name)) <= 6 && worded(name)
}

// numbered reports whether a block stands in an ordered list.
func (w *drafting) numbered(block int) bool {
	for p := w.d.Blocks[block].Parent; p >= 0; p = w.d.Blocks[p].Parent {
		if b := w.d.Blocks[p]; b.Kind == doc.List && b.Level == 1 {
			return true
		}
	}
	return false
}

// definitions asks what the subject of a sentence is that says so.
func (w *drafting) definitions() { w.sentences(w.phrases.isThing) }

// facts asks for the value of the subject of a sentence that states one.
func (w *drafting) facts() { w.sentences(w.phrases.isValue) }

func (w *drafting) sentences(forms []sentenceForm) {
	cutter := cut.Sentences(w.lang)
	for i, b := range w.d.Blocks {
		if b.Kind != doc.Paragraph || !w.d.Leaf(i) {
			continue
		}
		from := b.Span.Start
		for at, err := range cutter.Cuts(context.Background(), w.d, b.Span) {
			if err != nil {
				return
			}
			w.sentence(forms, doc.Span{Start: from, End: at}, b.Span)
			from = at
		}
		w.sentence(forms, doc.Span{Start: from, End: b.Span.End}, b.Span)
	}
}

func (w *drafting) sentence(forms []sentenceForm, s, passage doc.Span) {
	s = tight(w.d.Text, s)
	text := strings.Join(strings.Fields(w.d.Slice(s)), " ")
	if strings.HasSuffix(text, ":") { // what it says follows
		return
	}
	for _, form := range forms {
		m := form.re.FindStringSubmatch(text)
		if m == nil || w.excused(m[2]) || m[1] == "" && w.phrases.verbal.MatchString(m[2]) {
			continue
		}
		ask := fmt.Sprintf(form.ask[m[3]], lowered(m[1]), m[2])
		if m[1] != "" && !strings.Contains(m[2], " ") { // one common word needs its document
			ask = strings.TrimSuffix(ask, "?") + fmt.Sprintf(w.phrases.within, w.title())
		}
		w.add(ask, s, passage)
		return
	}
}

// excused reports whether a subject has a word that makes it none: then the
// sentence says something else.
func (w *drafting) excused(subject string) bool {
	for word := range strings.FieldsSeq(strings.ToLower(subject)) {
		if w.phrases.excuses[word] {
			return true
		}
	}
	return false
}

// lowered is an article within a sentence.
func lowered(article string) string {
	r, n := utf8.DecodeRuneInString(article)
	if n == 0 {
		return ""
	}
	return string(unicode.ToLower(r)) + article[n:]
}

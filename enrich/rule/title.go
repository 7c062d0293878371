package rule

import (
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lex/cue"
)

const (
	maxHead       = 4096 // bytes at the start of a document in which its title and its parties stand
	maxTitle      = 160  // bytes of a line that is a title
	maxTitleWords = 14
)

// title is what a document is called whose reader found no title that says
// something, as breadcrumbs begin with: the name of the contract that it opens
// as; else its first heading or its first line, if that looks like one; else its
// file's name, if that is words.
func title(r *reading) finder {
	if r.telling(r.doc.Title) {
		return nil
	}
	name := r.line(r.title(), false)
	if name == "" {
		return nil
	}
	lines := []string{name}
	return func(int) []string { return lines }
}

func (r *reading) title() string {
	if s := r.contract(); !s.Empty() {
		return r.doc.Slice(s)
	}
	for _, section := range r.doc.Outline() {
		b := r.doc.Blocks[section.Block]
		if b.Span.Start > maxHead {
			break
		}
		if r.telling(b.Label) && len(b.Label) <= maxTitle {
			return b.Label
		}
	}
	if line := r.firstLine(); r.telling(line) {
		return line
	}
	return named(r.doc.URI)
}

// telling reports whether a title says more than which part of something else
// the document is: "Exhibit 10.1".
func (r *reading) telling(title string) bool {
	words := 0
	for at := nextWord(title, 0, len(title)); at < len(title); {
		end := wordEnd(title, at)
		if first, _ := utf8.DecodeRuneInString(title[at:]); unicode.IsLetter(first) && end-at > 2 {
			words++
		}
		at = nextWord(title, end, len(title))
	}
	return words > 1 || words == 1 && r.words.Opens(title)&(cue.Part|cue.Article|cue.Clause) == 0
}

// head is the start of the document, behind its front matter.
func (r *reading) head() doc.Span {
	start := 0
	if len(r.doc.Blocks) > 0 && r.doc.Blocks[0].Kind == doc.FrontMatter {
		start = r.doc.Blocks[0].Span.End
	}
	end := min(len(r.doc.Text), start+maxHead)
	for end < len(r.doc.Text) && !utf8.RuneStart(r.doc.Text[end]) {
		end--
	}
	return doc.Span{Start: start, End: end}
}

// firstLine is the first line of the text, where it is short, doesn't end as a
// sentence does and stands by itself.
func (r *reading) firstLine() string {
	text := strings.TrimLeft(r.doc.Slice(r.head()), doc.BOM+" \t\r\n")
	line, rest, more := strings.Cut(text, "\n")
	line = strings.TrimSpace(line)
	if line == "" || len(line) > maxTitle || strings.ContainsAny(line[len(line)-1:], ".,;:") || more && !doc.IsBlank(firstOf(rest)) {
		return ""
	}
	return line
}

func firstOf(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// named are the words of a file's name, where there are at least two and hardly
// anything else.
func named(uri string) string {
	base := path.Base(uri)
	base = strings.TrimSuffix(base, path.Ext(base))
	parts := strings.FieldsFunc(base, func(r rune) bool { return r == '-' || r == '_' || r == '.' || r == ' ' || r == '+' })
	words := 0
	for _, p := range parts {
		if utf8.RuneCountInString(p) > 2 && strings.IndexFunc(p, func(r rune) bool { return !unicode.IsLetter(r) }) < 0 {
			words++
		}
	}
	if words < 2 || 2*words <= len(parts) {
		return ""
	}
	return strings.Join(parts, " ")
}

// contract is the name of the contract, agreement, policy … that the document
// opens as: a run of words in capitals, or of words that begin with capitals,
// with a word of law in it.
func (r *reading) contract() doc.Span {
	if !r.called {
		head := r.head()
		if r.telling(r.doc.Title) {
			head.End = min(head.End, head.Start+maxOpening)
		}
		r.called, r.agreement = true, r.findContract(head)
	}
	return r.agreement
}

// maxOpening is where a document that has another title names itself, in bytes.
const maxOpening = 600

func (r *reading) findContract(head doc.Span) doc.Span {
	t := titleRun{reading: r}
	for at := nextWord(r.doc.Text, head.Start, head.End); at < head.End; {
		end := min(wordEnd(r.doc.Text, at), head.End)
		if s := t.add(doc.Span{Start: at, End: end}); !s.Empty() {
			return s
		}
		at = nextWord(r.doc.Text, end, head.End)
	}
	return t.ended()
}

// titleRun is a run of words as they stand in a title.
type titleRun struct {
	*reading
	span  doc.Span // up to the last word that begins with a capital
	end   int      // of the last word
	count int
	upper bool // all in capitals
	fit   bool // it stands where a title may: in capitals, at the start of a line, after "this"
	after bool // the word before was one that no title goes on over
}

// add takes the next word. The run before it is returned where it ends there
// and is a title.
func (t *titleRun) add(word doc.Span) doc.Span {
	text := t.doc.Slice(word)
	upper, capital := capitals(text)
	small := t.count > 0 && !capital && t.phrases.is(link, text)
	stops := t.phrases.is(stop, text)
	if t.count > 0 && !stops && t.joins(word.Start) && (t.upper && upper || !t.upper && (capital && (!upper || len(text) <= maxAcronym) || small)) {
		t.count++
		if t.end = word.End; capital {
			t.span.End = word.End
		}
		return doc.Span{}
	}
	s := t.ended()
	t.count = 0
	if capital && !stops {
		t.span, t.end, t.count, t.upper = word, word.End, 1, upper
		t.fit = upper || t.after || word.Start == 0 || strings.ContainsAny(t.doc.Text[max(0, word.Start-2):word.Start], "\n#*") || strings.HasSuffix(t.doc.Text[:word.Start], "  ")
	}
	t.after = stops
	return s
}

// maxAcronym is the length of a word in capitals in a title that isn't.
const maxAcronym = 4

// joins reports whether nothing but a blank, a line end, a slash or a hyphen
// stands between the run and a word at at.
func (t *titleRun) joins(at int) bool {
	between := t.doc.Text[t.end:at]
	return len(between) <= maxBetween && strings.Trim(between, " \t\r\n-/&") == "" && strings.Count(between, "\n") <= 1 && !strings.Contains(between, "   ")
}

// ended is the run, where it is a title.
func (t *titleRun) ended() doc.Span {
	if t.count < 2 || t.count > maxTitleWords || !t.fit || t.phrases.is(link, t.doc.Text[t.span.Start:wordEnd(t.doc.Text, t.span.Start)]) || t.words.Contains(t.doc.Slice(t.span))&cue.Legal == 0 {
		return doc.Span{}
	}
	return t.span
}

// capitals reports whether all letters of a word are capitals, and whether the
// first one is.
func capitals(word string) (all, first bool) {
	n := 0
	all = true
	for i, r := range word {
		if i == 0 {
			first = unicode.IsUpper(r)
		}
		all = all && !unicode.IsLower(r)
		n++
	}
	return all && first && n > 1, first
}

package pill

import (
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lex/cue"
)

// messages yields the messages of threads of mail, by their heads and by the
// lines over quoted ones, and those of chats.
func messages(p *Page, yield func(Pill)) {
	message := func(s doc.Span) { yield(Pill{Kind: Message, Span: s}) }
	for _, t := range p.talks() {
		if t.chat {
			t.each(p, message)
		}
	}
	mask := Cue(cue.Header | cue.Reply)
	if p.HasKind(doc.Quote) {
		mask |= Colon
	}
	for _, c := range p.chains(mask, func(i int) bool { return p.Opener(i) == i && (p.heads(i) || p.replies(i)) }) {
		first := c.at[0]
		if !p.heads(first) {
			if at := p.before(first); at < first { // what answers the first quoted message
				message(p.Of(at, first))
			}
		}
		for k, at := range c.at {
			end := c.end
			if k+1 < len(c.at) {
				end = c.at[k+1]
			}
			message(p.Of(at, end))
		}
	}
}

// heads reports whether block i is the head of a message: a paragraph with at
// least two of the lines that heads have.
func (p *Page) heads(i int) bool {
	if !p.Is(i, doc.Paragraph) || p.Cues[i]&Cue(cue.Header) == 0 {
		return false
	}
	n := 0
	for line := range lines(p.Doc.Text, p.Doc.Blocks[i].Span) {
		if p.Words.Opens(strings.TrimLeft(p.Doc.Slice(line), " \t>"))&cue.Header != 0 {
			if n++; n > 1 {
				return true
			}
		}
	}
	return false
}

// replies reports whether block i is the line over a quoted message: it opens
// with such words, or ends with "escribió:" and a quotation follows.
func (p *Page) replies(i int) bool {
	if !p.Is(i, doc.Paragraph) {
		return false
	}
	if p.Cues[i]&Cue(cue.Reply) != 0 && p.Doc.Blocks[i].Span.Len() <= maxIntro {
		return true
	}
	if p.Cues[i]&Colon == 0 || !p.Is(p.After(i), doc.Quote) {
		return false
	}
	text := strings.TrimRight(p.Text(i), " :\t\r\n*_")
	return p.Words.Opens(text[strings.LastIndexAny(text, " \n")+1:])&cue.Reply != 0
}

// before is the first block of what stands before block i, under the same parent
// and heading.
func (p *Page) before(i int) int {
	for {
		j := p.Before(i)
		if j < 0 || p.Is(j, doc.Heading) || p.Is(j, doc.Rule) || p.Is(j, doc.FrontMatter) {
			return i
		}
		i = j
	}
}

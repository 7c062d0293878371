package extract

import (
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lex/cue"
	"github.com/pildora/pildora/lex/plain"
	"github.com/pildora/pildora/lex/sentence"
)

// candidate is a sentence that a summary may take.
type candidate struct {
	text  string   // without markup, number and speaker
	block int32    // that it stands in
	nth   int      // in its block
	rank  int      // of its block among those sampled
	lead  bool     // its block opens a section
	opens cue.Mark // of its first words
	holds cue.Mark // of all of its words
	about bool     // its section is about purpose or scope
	prior float64  // how much it counts before it is compared with others
	self  bool     // it opens by naming the document
	// listed says that it ended with a semicolon, which is left out.
	listed bool
}

// What is sampled of a long document, in paragraphs: its head, what opens its
// sections, and others at equal distances. Of each paragraph so many bytes are
// read, of the first more: some formats have a whole page in one.
const (
	headBlocks   = 8
	leadBlocks   = 6
	strideBlocks = 5
	blockBytes   = 240
	nearBytes    = 700
	firstBytes   = 2000
	fewBlocks    = 4 // a text of fewer is read as its first paragraph is
	maxPerHead   = 2
	maxOfFirst   = 5
)

// sampled are the indices in p.prose of the paragraphs to read, in order.
func (p *page) sampled() []int {
	const all = headBlocks + leadBlocks + strideBlocks
	if len(p.prose) <= all {
		out := make([]int, len(p.prose))
		for i := range out {
			out[i] = i
		}
		return out
	}
	leads := 0
	for _, lead := range p.leads[headBlocks:] {
		if lead {
			leads++
		}
	}
	// Of those that open a section every so many, and of all every so many.
	everyLead := (leads + leadBlocks - 1) / leadBlocks
	every := (len(p.prose) - headBlocks) / strideBlocks
	out := make([]int, 0, all)
	n := 0
	for i := range p.prose {
		taken := i < headBlocks || (i-headBlocks)%every == every/2
		if i >= headBlocks && p.leads[i] {
			taken = taken || n%everyLead == 0
			n++
		}
		if taken {
			out = append(out, i)
		}
	}
	return out
}

// clipProse leaves out what stands after the first question or term: an answer
// isn't what a list of questions is about.
func (p *page) clipProse() {
	n := sort.Search(len(p.prose), func(i int) bool { return p.doc.Blocks[p.prose[i]].Span.Start >= p.entered })
	p.prose, p.leads = p.prose[:n], p.leads[:n]
}

// candidates are the sentences of the sample.
func (p *page) candidates() []candidate {
	out := make([]candidate, 0, mostSampled)
	for rank, i := range p.sampled() {
		if i < len(p.head) {
			out = append(out, p.head[i]...)
		} else {
			out = append(out, p.sentences(i, rank)...)
		}
	}
	return out
}

// mostSampled is about how many sentences a sample has.
const mostSampled = 2*maxOfFirst + maxPerHead*headBlocks + leadBlocks + strideBlocks

// once leaves out the sentences that occur twice but for their numbers: they are
// headers and footers. Texts of few paragraphs have none.
func (p *page) once(found []candidate) []candidate {
	if len(p.prose) < headBlocks {
		return found
	}
	times := make(map[string]int, len(found))
	for i := range found {
		times[undated(found[i].text)]++
	}
	return slices.DeleteFunc(found, func(c candidate) bool { return times[undated(c.text)] > 1 })
}

// undated is text without its digits: headers and footers differ by them.
func undated(text string) string {
	for i := range len(text) {
		if '0' <= text[i] && text[i] <= '9' {
			return strings.Map(undigit, text)
		}
	}
	return text
}

func undigit(r rune) rune {
	if '0' <= r && r <= '9' {
		return -1
	}
	return r
}

// sentences are those of the paragraph at index i of p.prose that could stand in a
// summary.
func (p *page) sentences(i, rank int) []candidate {
	block := p.prose[i]
	limit, most := blockBytes, 1
	if rank < 2 || len(p.prose) < fewBlocks {
		limit, most = firstBytes, maxOfFirst
	} else if rank < headBlocks {
		limit, most = nearBytes, maxPerHead
	}
	if p.linked(block) {
		return nil
	}
	text, whole := p.text(block, limit)
	if p.shape == turnShape {
		text = p.unspoken(text)
	}
	if leaders(text) {
		return nil
	}
	var out []candidate
	about := p.leads[i] && p.purpose(block)
	add := func(text string, nth int) {
		text = strings.TrimSpace(text)
		if rank < headBlocks {
			_, text = p.runIn(text)
		}
		about := about
		if i := strings.Index(text, ": "); i > 0 && i < maxNumber && p.cues.Opens(text[:i])&cue.Scope != 0 { // Abstract:
			text, about = text[i+2:], true
		}
		text, listed := strings.CutSuffix(strings.TrimSuffix(unnumbered(text), " and"), ";")
		if c := (candidate{text: text, block: block, nth: nth, rank: rank, lead: p.leads[i], about: about, listed: listed}); p.fit(&c) {
			out = append(out, c)
		}
	}
	at, nth := 0, 0
	for end := range sentence.New(p.doc.Language).Ends(text) {
		add(text[at:end], nth)
		if at, nth = end, nth+1; nth == most {
			return out
		}
	}
	switch {
	case whole:
		add(text[at:], nth)
	case nth == 0: // longer than what was read
		add(text[at:]+ellipsis, nth)
	}
	return out
}

// purpose reports whether the heading over a block says that what is under it is about
// the document's purpose or scope.
func (p *page) purpose(block int32) bool {
	h := p.doc.SectionAt(p.doc.Blocks[block].Span.Start)
	return h >= 0 && p.cues.Opens(p.label(p.doc.Outline()[h].Block))&cue.Scope != 0
}

// linked reports whether a paragraph is links and little else.
func (p *page) linked(block int32) bool {
	raw := p.doc.Slice(p.doc.Blocks[block].Span)
	raw = raw[:min(len(raw), blockBytes)]
	n := strings.Count(raw, "](") + strings.Count(raw, "][")
	if n == 0 {
		return strings.HasPrefix(raw, "http") && !strings.Contains(raw, " ")
	}
	inside := 0
	depth := 0
	for i := range len(raw) {
		switch raw[i] {
		case '[':
			depth++
		case ']':
			depth = max(0, depth-1)
		}
		if depth > 0 {
			inside++
		}
	}
	text := len(plain.Text(raw))
	return 3*inside > 2*text
}

// leaders reports whether text has the dots between a title and its page.
func leaders(text string) bool {
	return strings.Contains(text, ".....") || strings.Contains(text, ". . . .") || strings.Contains(text, "……")
}

// runIn splits the title from the sentence about the document that it runs into, as
// it does where a reader found no line ends: "Exhibit 2 SUPPLY AGREEMENT This Supply
// Agreement is …". Without one, title is empty.
func (p *page) runIn(text string) (title, rest string) {
	for _, demonstrative := range [...]string{" This ", " THIS ", " El presente ", " La presente ", " Este ", " Esta "} {
		i := strings.Index(text, demonstrative)
		if i < 0 || strings.IndexByte(".,:;", text[i-min(i, 1)]) >= 0 {
			continue
		}
		if rest := text[i+1:]; p.aboutItself(rest) {
			return text[:i], rest
		}
	}
	return "", text
}

// aboutItself reports whether text opens by naming the document: "this policy",
// "this Joint Supply Agreement".
func (p *page) aboutItself(text string) bool {
	marks := p.cues.Opens(text)
	return marks&cue.Itself != 0 || marks&cue.Back != 0 && p.cues.Contains(text[:wordEnd(text, openingBytes)])&cue.Legal != 0
}

// openingBytes is how far from its start a sentence names its document.
const openingBytes = 60

// wordEnd is where the last word ends that lies in the first n bytes of text.
func wordEnd(text string, n int) int {
	if len(text) <= n {
		return len(text)
	}
	return max(0, strings.LastIndexByte(text[:n], ' '))
}

// capitals is the title in capitals that a longer text opens with; empty where it
// opens with none.
func (p *page) capitals(text string) string {
	at, words := 0, 0
	for at < len(text) {
		end := len(text)
		if i := strings.IndexByte(text[at:], ' '); i >= 0 {
			end = at + i
		}
		if hasLower(text[at:end]) {
			break
		}
		words++
		at = min(end+1, len(text))
	}
	if words < 2 {
		return ""
	}
	return strings.TrimRight(text[:at], " 0123456789.")
}

func hasLower(word string) bool {
	for _, r := range word {
		if unicode.IsLower(r) {
			return true
		}
	}
	return false
}

// What a sentence of a summary may have, in bytes; longer ones are clipped.
const (
	leastBytes = 15
	mostBytes  = 1500
)

// fit reports whether c can stand in a summary, and sets its marks.
func (p *page) fit(c *candidate) bool {
	text := c.text
	if len(text) < leastBytes || len(text) > mostBytes || strings.EqualFold(p.pastExhibit(text), p.title) {
		return false
	}
	if last := text[len(text)-1]; last == ':' || last == '?' || last == ',' {
		return false
	}
	letters, capitals, words := 0, 0, 1
	for _, r := range text {
		switch {
		case r == ' ':
			words++
		case unicode.IsLetter(r):
			letters++
			if unicode.IsUpper(r) {
				capitals++
			}
		}
	}
	if chars := utf8.RuneCountInString(text); letters*2 < chars || capitals*2 > letters {
		return false
	}
	if words < 4 && !wide(text) {
		return false
	}
	c.opens, c.holds, c.self = p.cues.Opens(text), p.cues.Contains(text), p.aboutItself(text)
	return c.holds&cue.Notice == 0 && c.opens&(cue.Caption|cue.Note|cue.Header|cue.Reply|cue.Question|cue.Answer) == 0
}

// wide reports whether a text is of a script without blanks.
func wide(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai)
}

// item reports whether a block stands in a list.
func (p *page) item(block int32) bool {
	up := p.doc.Blocks[block].Parent
	return up >= 0 && p.doc.Blocks[up].Kind == doc.Item
}

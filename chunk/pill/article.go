package pill

import (
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lex/cue"
)

// articles yields each article, clause or numbered provision with all below it:
// by headings and by paragraphs that open with their name or number. Titles and
// chapters hold articles and are none. Numbers without a name count in a text
// whose title or whose articles say that it is of that sort, or where provisions
// such as 2.1, 2.2, 2.3 follow each other.
func articles(p *Page, yield func(Pill)) {
	w := articleWalk{page: p, yield: yield}
	for _, e := range p.provisions() {
		w.enter(e)
	}
	w.leave(0, len(p.Doc.Text))
}

// preamble is where what a legal text without headings says before its first
// article ends, and what holds that article; 0 where it is no more than a title.
func (p *Page) preamble() int {
	if len(p.Doc.Outline()) > 0 {
		return 0
	}
	all := p.provisions()
	first := 0
	for first < len(all) && !all[first].article {
		first++
	}
	if first == len(all) {
		return 0
	}
	for ; first > 0 && all[first-1].block == all[first].block-1; first-- { // Title I, Chapter 1
	}
	for i := 0; i < all[first].block; i++ {
		if p.Is(i, doc.Paragraph) && p.Doc.Blocks[i].Span.Len() > maxTitle {
			return all[first].at
		}
	}
	return 0
}

// numbersGoOn reports whether enough paragraphs open with a number of several
// parts for a text that doesn't say what it is.
func (p *Page) numbersGoOn() bool {
	n := 0
	for i := range p.Marked(Numbered) {
		if p.Is(i, doc.Paragraph) && numbersOf(p.Text(i), false).n > 1 {
			if n++; n == fewest {
				return true
			}
		}
	}
	return false
}

// provision is a heading, or a place where an article opens.
type provision struct {
	block, at int
	level     int  // of the heading; 7 for text
	rank      int  // 0 for what ends all articles; else smaller for what holds more
	article   bool // yields a pill
	named     bool // has its name, not only a number
	inner     int  // how many named ones lie in it
}

// Ranks of provisions by name; the parts of their number are added, at most
// maxParts.
const (
	rankArticle = 10
	rankClause  = 20
	rankNumber  = 30
	maxParts    = 9
	levelText   = 7
)

// legal reports whether the text says that it is of articles: by its title, or
// by having some.
func (p *Page) legal() bool {
	return p.Has(Cue(cue.Article)) || p.Words.Contains(p.title())&cue.Legal != 0
}

// What is read of a text for its title, in bytes.
const (
	maxTitle     = 200
	maxTitleLine = 80 // a paragraph up to this may be one of several title lines
)

// title is the document's title: the reader's, and its first headings and short
// paragraphs: the title of an exhibit stands below its number. Where none of
// them is short it is the first paragraph.
func (p *Page) title() string {
	title := p.Doc.Title
	for i := 0; i < len(p.Doc.Blocks) && len(title) < maxTitle; i++ {
		text := ""
		switch b := &p.Doc.Blocks[i]; b.Kind {
		case doc.Heading:
			text = b.Label
		case doc.Paragraph:
			text = strings.TrimSpace(p.Text(i))
			if len(text) > maxTitleLine && title != "" {
				return title
			}
		default:
			continue
		}
		title += "\n" + text[:min(len(text), maxTitle)]
		if len(text) > maxTitleLine {
			break
		}
	}
	return title[:min(len(title), maxTitle)]
}

// provisions are the headings of the outline and the places where articles open,
// in order. It is empty where nothing opens one. They are found once.
func (p *Page) provisions() []provision {
	if !p.provided {
		p.provided = true
		if p.Has(Numbered|Cue(cue.Article|cue.Clause)) || p.HasKind(doc.List) {
			if legal := p.legal(); legal || p.Has(Cue(cue.Clause)) || p.numbersGoOn() {
				p.provision = p.findProvisions(legal)
			}
		}
	}
	return p.provision
}

func (p *Page) findProvisions(legal bool) []provision {
	var out []provision
	var last numbers
	named, numbered, deep := 0, 0, 0
	for i := range p.Doc.Blocks {
		b := &p.Doc.Blocks[i]
		if b.Parent >= 0 && p.Doc.Blocks[b.Parent].Kind != doc.Page && p.Doc.Blocks[b.Parent].Kind != doc.Detail {
			continue
		}
		text, e := "", provision{block: i, level: levelText}
		switch b.Kind {
		case doc.Heading:
			text, e.level = b.Label, int(b.Level)
		case doc.Paragraph:
			text = p.Text(i)
		case doc.List:
			if text = p.loneItem(i); text == "" {
				continue
			}
		default:
			continue
		}
		c := p.Cues[i]
		if b.Kind != doc.Heading && ofContents(text) {
			continue
		}
		switch {
		case c&Cue(cue.Part) != 0:
		case c&Cue(cue.Article) != 0:
			e.rank, e.article, e.named = rankArticle+parts(text), true, true
		case c&Cue(cue.Clause) != 0:
			e.rank, e.article, e.named = rankClause+parts(text), true, true
		case c&Numbered != 0 || b.Kind == doc.List:
			n := numbersOf(text, b.Kind == doc.Heading)
			if n.n == 0 || !n.follows(last) && !(b.Kind == doc.Heading && last.n == 0) {
				if b.Kind != doc.Heading {
					continue
				}
				break
			}
			last = n
			numbered++
			if n.n > 1 && b.Kind == doc.Paragraph {
				deep++
			}
			e.rank, e.article = rankNumber+n.n, true
		case b.Kind != doc.Heading:
			continue
		}
		if e.named {
			named++
		}
		e.at = p.Start(i)
		out = append(out, e)
		if b.Kind == doc.Paragraph && e.named {
			out = p.articleLines(out, e)
		}
	}
	if count := legal || deep >= fewest; !count || numbered < fewest {
		for i := range out {
			if out[i].article && !out[i].named {
				out[i].article = false
				numbered = 0
			}
		}
		if named == 0 {
			return nil
		}
	}
	return out
}

// ofContents reports whether text is a line of a table of contents: short, without
// a sentence in it, with the number of a page at its end.
func ofContents(text string) bool {
	text = strings.TrimRight(text, " \t\r\n")
	n := len(text)
	for n > 0 && classes[text[n-1]]&digit != 0 {
		n--
	}
	if n == len(text) || len(text)-n > 4 || n < 2 || len(text) > maxContents || text[n-1] != ' ' && text[n-1] != '.' && text[n-1] != '\t' {
		return false
	}
	title := strings.TrimRight(text[:n], " .\t")
	return strings.Count(title, " ") > 0 && !strings.ContainsAny(title[min(len(title), 12):], ".;,") && classes[title[len(title)-1]]&(small|capital|closer) != 0
}

// maxContents is the length of a line of a table of contents, in bytes.
const maxContents = 160

// loneItem is the text of ordered list i where it is one item of one paragraph:
// so Markdown sees a paragraph that opens with a number.
func (p *Page) loneItem(i int) string {
	if p.Doc.Blocks[i].Level != 1 || !p.Is(i+2, doc.Paragraph) || p.Next(i+2) != p.Next(i) {
		return ""
	}
	return p.Text(i + 1)
}

// articleLines adds the further lines of a paragraph that open an article.
func (p *Page) articleLines(out []provision, e provision) []provision {
	b := p.Doc.Blocks[e.block]
	ended := false
	for line := range lines(p.Doc.Text, b.Span) {
		text := strings.TrimSpace(p.Doc.Slice(line))
		if ended && text != "" && classes[text[0]]&small == 0 {
			m := p.Words.Opens(text)
			next := e
			next.at = line.Start
			switch {
			case m&cue.Article != 0:
				next.rank = rankArticle + parts(text)
				out = append(out, next)
			case m&cue.Clause != 0:
				next.rank = rankClause + parts(text)
				out = append(out, next)
			}
		}
		ended = text != "" && strings.IndexByte(".;:)-", text[len(text)-1]) >= 0
	}
	return out
}

// parts is how many parts the first number in the first words of text has.
func parts(text string) int {
	text = text[:min(len(text), 60)]
	i := strings.IndexAny(text, "0123456789")
	if i < 0 {
		return 1
	}
	return 1 + min(strings.Count(text[i:i+cue.Number(text[i:])], "."), maxParts-1)
}

// numbers is a number of several parts, as 2.1.3.
type numbers struct {
	n    int
	part [maxParts]int
}

// numbersOf reads the number that text opens with. A single one needs a mark
// after it, save in a heading.
func numbersOf(text string, heading bool) numbers {
	var n numbers
	text = strings.TrimLeft(text, " *_§\t")
	i := 0
	for n.n < maxParts {
		v, from := 0, i
		for i < len(text) && '0' <= text[i] && text[i] <= '9' && i-from < 4 {
			v = 10*v + int(text[i]-'0')
			i++
		}
		if i == from {
			break
		}
		if i-from > 3 || i < len(text) && '0' <= text[i] && text[i] <= '9' { // a year, or an amount
			return numbers{}
		}
		n.part[n.n] = v
		n.n++
		if i+1 < len(text) && text[i] == '.' && '0' <= text[i+1] && text[i+1] <= '9' {
			i++
			continue
		}
		break
	}
	rest := text[i:]
	mark := len(rest) > 0 && (rest[0] == '.' || rest[0] == ')')
	if n.n == 1 && !mark && !heading || strings.TrimLeft(rest, " .)-*_\t") == "" && !heading {
		return numbers{}
	}
	if !mark && rest != "" && rest[0] != ' ' && rest[0] != '*' && rest[0] != '\n' && rest[0] != '\t' {
		return numbers{} // 1,5 or 3D or 1/2
	}
	return n
}

// follows reports whether n comes after last: one more in some part, or the
// first of a part below.
func (n numbers) follows(last numbers) bool {
	if last.n == 0 {
		return n.part[n.n-1] <= 1
	}
	k := 0
	for k < n.n && k < last.n && n.part[k] == last.part[k] {
		k++
	}
	switch {
	case k == last.n: // all of last is its start
		return n.n > k && n.n-k <= 2 && n.part[n.n-1] == 1 && n.part[k] == 1
	case k == n.n:
		return false
	}
	return n.part[k] == last.part[k]+1 && (n.n == k+1 || n.n == k+2 && n.part[k+1] == 1)
}

// articleWalk closes articles where the next of their rank, or of one above,
// opens.
type articleWalk struct {
	page  *Page
	yield func(Pill)
	open  []provision
}

func (w *articleWalk) enter(e provision) {
	for k := range w.open {
		if w.ends(&w.open[k], &e) {
			w.leave(k, e.at)
			break
		}
	}
	if e.named {
		for k := range w.open {
			w.open[k].inner++
		}
	}
	if e.article {
		w.open = append(w.open, e)
	}
}

// ends reports whether b, which comes after a, ends it.
func (w *articleWalk) ends(a, b *provision) bool {
	if b.level == levelText {
		return b.rank <= a.rank
	}
	if b.level != a.level {
		return b.level < a.level
	}
	if !b.article && b.rank != 0 {
		return true
	}
	if !b.article && w.page.Doc.LeafBefore(b.block) == a.block && w.page.Cues[b.block]&Cue(cue.Part) == 0 {
		return false // a heading under a heading of its level is its title
	}
	return b.rank <= a.rank
}

// leave closes the articles from index k on at at. A number over several named
// articles is a chapter.
func (w *articleWalk) leave(k, at int) {
	for i := len(w.open) - 1; i >= k; i-- {
		if a := &w.open[i]; (a.named || a.inner < 2) && a.at < at && (a.level == levelText || w.page.hasContent(a.block, w.page.Doc.BlockFrom(at))) {
			end := at
			if parent := w.page.Doc.Blocks[a.block].Parent; parent >= 0 {
				end = min(end, w.page.End(w.page.Next(int(parent))))
			}
			w.yield(Pill{Kind: Article, Span: doc.Span{Start: a.at, End: end}})
		}
	}
	w.open = w.open[:k]
}

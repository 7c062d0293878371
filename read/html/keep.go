package html

import "strings"

// place is where a node stands, as far as the rules ask.
type place uint8

const (
	inContent place = 1 << iota // in main or article
	inSection                   // in a section, whose header and footer are its own
	inHeading                   // in a heading, a summary or a term
	inBanner                    // in the banner that holds the first heading
	inMain                      // in the part that is read alone
)

// keep decides what of the page is read: first without what can't be seen,
// then, unless all is wanted, without what every page of a site has, or the
// article alone. What would leave nothing is not done.
func (p *page) keep(mode Mode) {
	p.dropUnseen()
	if p.keptText() == 0 {
		p.unhide()
	}
	if mode == All || mode == Article && p.keepArticle() {
		return
	}
	unseen := append([]bool(nil), p.drop...)
	total := p.keptText()
	p.dropBoilerplate(total)
	p.preferMain()
	if kept := p.keptText(); kept < leastBytes && 4*kept < total {
		p.drop = unseen
	}
}

// leastBytes is how much text a page must have left, unless that is a quarter
// of it: of a page that is one menu nothing may be dropped.
const leastBytes = 200

// skips reports whether a node is not read.
func (p *page) skips(n int32) bool { return p.drop[n] }

// keptText is how many bytes of text are read.
func (p *page) keptText() int {
	kept := 0
	for i, n := range p.tree.nodes {
		if n.el == text && !p.drop[i] {
			kept += int(p.stats[i].text)
		}
	}
	return kept
}

// keptTexts is how many pieces of text are read, and their bytes in the source.
func (p *page) keptTexts() (pieces, bytes int) {
	for i, n := range p.tree.nodes {
		if n.el == text && !p.drop[i] && p.stats[i].text > 0 {
			pieces++
			bytes += int(n.end - n.start)
		}
	}
	return pieces, bytes
}

// unhide reads what is hidden, where a page has nothing else: a script would
// show it.
func (p *page) unhide() {
	for i := range p.tree.nodes {
		p.tree.nodes[i].flags &^= hidden | ariaHidden
	}
	p.stats = p.tree.measure()
	p.dropUnseen()
}

// walk calls visit for each node that is not inside a dropped one, with the
// place of its parent, and drops it where visit says so.
func (p *page) walk(visit func(i int32, at place) bool) {
	places := p.places
	for i := 1; i < len(p.tree.nodes); i++ {
		n := p.tree.nodes[i]
		at := places[n.parent]
		p.drop[i] = p.drop[i] || p.drop[n.parent] || visit(int32(i), at)
		places[i] |= at | p.placeOf(int32(i))
	}
}

// placeOf is what a node adds to the place of what is in it.
func (p *page) placeOf(i int32) place {
	switch el := p.tree.nodes[i].el; {
	case el == elMain || el == elArticle:
		return inContent | inSection
	case el == elSection || el == elAside || el == elNav || el == elBlockquote || el == elFigure || el == elTd || el == elTh:
		return inSection
	case el.is(heading) || el == elSummary || el == elDt:
		return inHeading
	case el == text:
		return 0
	}
	switch p.tree.value(i, "role") {
	case "main", "article":
		return inContent | inSection
	case "heading":
		return inHeading
	}
	return 0
}

func (p *page) dropUnseen() {
	clear(p.drop)
	clear(p.places)
	p.walk(func(i int32, at place) bool {
		n := p.tree.nodes[i]
		switch {
		case n.el == text:
			return false
		case n.el.is(dropped) || n.flags&hidden != 0:
			return true
		case n.flags&ariaHidden != 0 && n.el != elMath && p.stats[i].has&(hasBlock|hasMath) == 0 && !n.el.is(block):
			return true // an icon, or something that is there twice
		case n.el == elDialog:
			_, open := p.tree.attr(i, "open")
			return !open
		case n.el == elButton:
			_, expands := p.tree.attr(i, "aria-expanded")
			return at&inHeading == 0 && !expands
		}
		return false
	})
}

// dropBoilerplate drops what is not the page's own content. total is how many
// bytes of text the page has.
func (p *page) dropBoilerplate(total int) {
	hasContent := p.stats[0].has&hasMain != 0
	clear(p.places)
	p.walk(func(i int32, at place) bool {
		n := p.tree.nodes[i]
		if n.el == text || n.el.is(heading) || n.el == elMain || n.el == elArticle || p.stats[i].has&hasMain != 0 {
			return false
		}
		switch {
		case at&inHeading != 0:
			return p.beside(i)
		case p.banner(i, at):
			if p.stats[i].has&hasH1 != 0 {
				p.places[i] |= inBanner
				return false
			}
			return true
		case p.inBannerOf(i):
			return p.besideTitle(i)
		}
		return p.navigates(i, at) || p.aside(i, at) || p.form(i) || p.named(i, at, total) ||
			at&inContent == 0 && p.linkDense(i, total, hasContent)
	})
}

// beside reports whether an element in a heading is a tool of the page.
func (p *page) beside(i int32) bool {
	for word := range p.words(i) {
		if word == "editsection" {
			return true
		}
	}
	return false
}

// banner reports whether a node is the head of the whole page.
func (p *page) banner(i int32, at place) bool {
	return at&(inContent|inSection) == 0 && (p.tree.nodes[i].el == elHeader || p.tree.value(i, "role") == "banner")
}

// inBannerOf reports whether the parent of a node is the banner that holds the
// first heading, or is in it.
func (p *page) inBannerOf(i int32) bool {
	return p.places[p.tree.nodes[i].parent]&inBanner != 0
}

// besideTitle reports whether a node of the banner is neither the title nor
// prose.
func (p *page) besideTitle(i int32) bool {
	s := p.stats[i]
	return s.has&hasH1 == 0 && (s.text < proseBytes || 2*s.linked > s.text) && p.tree.isBlock(i)
}

// navigates reports whether a node leads about the site.
func (p *page) navigates(i int32, at place) bool {
	n := p.tree.nodes[i]
	switch p.tree.value(i, "role") {
	case "navigation", "menu", "menubar", "search", "dialog", "alertdialog", "toolbar":
		return true
	case "contentinfo":
		return at&inContent == 0
	}
	return n.el == elNav || n.el == elFooter && at&(inContent|inSection) == 0
}

// aside reports whether a node stands beside the content. In an article an
// aside is a note of the author, unless its name says otherwise.
func (p *page) aside(i int32, at place) bool {
	if p.tree.nodes[i].el != elAside && p.tree.value(i, "role") != "complementary" {
		return false
	}
	if at&inContent == 0 {
		return true
	}
	for word := range p.words(i) {
		switch word {
		case "related", "sidebar", "share", "sharing", "social", "newsletter", "promo", "ads", "ad", "advertisement", "recommended", "recirc", "toc":
			return true
		}
	}
	return false
}

// form reports whether a node is a form that is only filled in. One around the
// whole page is not.
func (p *page) form(i int32) bool {
	s := p.stats[i]
	return p.tree.nodes[i].el == elForm && s.has&(hasHeading|hasProse|hasTable|hasPre) == 0 && s.text < 600
}

// words yields the words of a node's class and id.
func (p *page) words(i int32) func(func(string) bool) {
	return func(yield func(string) bool) { p.tree.words(i, yield) }
}

// named reports whether a node's class or id says that it is no content. Only
// words that mean nothing else count, some only in pairs, and only for a part
// of the page: a section about cookies may be called "cookies".
func (p *page) named(i int32, at place, total int) bool {
	n, s := p.tree.nodes[i], p.stats[i]
	if n.attrs == 0 || int(s.text)*2 > total || n.el == elTable && s.has&hasTh != 0 {
		return false
	}
	var w nameWords
	for word := range p.words(i) {
		w.add(word)
	}
	dense := s.linked*2 > s.text
	switch {
	case w.languages && s.links > 0, w.crumbs && s.text < 300, w.pager && dense, w.skip && w.link && s.text < 100, w.edit, w.lineNumbers && s.text < 100000:
		return true
	case w.social && (w.link || s.text < 100) && p.tree.isBlock(i) && s.has&(hasHeading|hasProse) == 0:
		return true
	case w.toc && 10*s.linked >= 6*s.text && s.links > 2:
		return true
	case at&inContent != 0:
		return false
	}
	return w.cookie && w.box || w.navbar && dense || w.sidebar || w.advert
}

// nameWords are the words of class and id that mean something.
type nameWords struct {
	languages, crumbs, pager, skip, link, edit, lineNumbers, social, toc, cookie, box, navbar, sidebar, advert bool
}

func (w *nameWords) add(word string) {
	switch word {
	case "breadcrumb", "breadcrumbs", "migas":
		w.crumbs = true
	case "interlanguage", "hreflang":
		w.languages = true
	case "pagination", "pager", "prevnext":
		w.pager = true
	case "skip":
		w.skip = true
	case "link", "links", "nav", "content", "main", "to", "icons", "buttons", "bar":
		w.link = true
		w.box = w.box || word == "bar"
	case "editsection":
		w.edit = true
	case "linenos", "lineno", "linenodiv", "linenumber", "linenumbers", "gutter":
		w.lineNumbers = true
	case "share", "sharing", "social", "sharedaddy":
		w.social = true
	case "toc", "tableofcontents":
		w.toc = true
	case "cookie", "cookies", "consent", "gdpr", "ccpa":
		w.box = w.box || w.cookie
		w.cookie = true
	case "cookiebanner", "cookieconsent", "onetrust", "cookiebot":
		w.cookie, w.box = true, true
	case "banner", "notice", "popup", "modal", "overlay", "dialog", "alert", "message", "wrapper", "aviso", "law", "prompt":
		w.box = true
	case "navbar", "navigation", "menu", "topnav", "subnav", "navmenu":
		w.navbar = true
	case "sidebar":
		w.sidebar = true
	case "advertisement", "adsbygoogle", "advert":
		w.advert = true
	default:
		w.crumbs = w.crumbs || strings.HasPrefix(word, "breadcrumb")
	}
}

// linkDense reports whether a block outside the content is hardly more than
// short links, on a page that has more to say.
func (p *page) linkDense(i int32, total int, hasContent bool) bool {
	n, s := p.tree.nodes[i], p.stats[i]
	switch n.el {
	case elDiv, elUl, elOl, elSection, elTable, elDl, elBlock:
	default:
		return false
	}
	return s.links >= 4 && s.linked*10 >= s.text*8 && s.linked/s.links < 25 && s.has&hasHeading == 0 &&
		int(s.text)*4 < total && (hasContent || total > 1500)
}

// preferMain drops all outside the main part, or else the articles, where that
// part is most of what is kept. The first heading stays, wherever it is, where
// the part has none.
func (p *page) preferMain() {
	for _, isMain := range [...]func(int32) bool{p.isMain, p.isArticle} {
		clear(p.places)
		inside, headed, found := 0, false, false
		for i := 1; i < len(p.tree.nodes); i++ {
			n := p.tree.nodes[i]
			p.places[i] = p.places[n.parent]
			if n.el != text && isMain(int32(i)) && !p.drop[i] {
				p.places[i], found = inMain, true
			}
			if p.places[i] != inMain || p.drop[i] {
				continue
			}
			if n.el == text {
				inside += int(p.stats[i].text)
			}
			headed = headed || n.el == elH1
		}
		if found && inside*10 >= p.keptText()*4 {
			p.dropOutside(!headed)
			return
		}
	}
}

func (p *page) isMain(i int32) bool {
	return p.tree.nodes[i].el == elMain || p.tree.value(i, "role") == "main"
}

func (p *page) isArticle(i int32) bool {
	return p.tree.nodes[i].el == elArticle || p.tree.value(i, "role") == "article"
}

// dropOutside drops the texts outside the main part, and those of the first
// heading too unless it is wanted.
func (p *page) dropOutside(wantsHeading bool) {
	title := int32(0)
	for i, n := range p.tree.nodes {
		if p.drop[i] || p.places[i] == inMain {
			continue
		}
		if n.el == elH1 && wantsHeading && title == 0 {
			title = int32(i)
		}
		if title != 0 && int32(i) < p.stats[title].end {
			continue
		}
		leaf := n.first == 0 || n.el == elImg
		p.drop[i] = leaf
	}
}

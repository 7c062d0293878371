package html

import (
	"html"
	"net/url"
	"strings"
	"unicode/utf8"
)

// maxValue is the longest value of metadata, in bytes; a longer one is cut.
const maxValue = 2 << 10

// head is what a page says about itself.
type head struct {
	title      string
	titleEnded bool
	language   string
	base       *url.URL
	meta       map[string]string // by our names; the first of several counts
}

// metaNames maps the names and properties of meta elements to ours. Where two
// elements give one name, the first counts.
var metaNames = map[string]string{
	"description": "description", "og:description": "description", "dc.description": "description", "twitter:description": "description",
	"author": "author", "dc.creator": "author", "article:author": "author", "citation_author": "author", "parsely-author": "author",
	"date": "date", "dc.date": "date", "dcterms.created": "date", "dcterms.date": "date", "pubdate": "date",
	"article:published_time": "date", "og:published_time": "date", "datepublished": "date", "citation_publication_date": "date",
	"citation_date": "date", "publish-date": "date",
	"article:modified_time": "modified", "og:updated_time": "modified", "dcterms.modified": "modified", "last-modified": "modified",
	"datemodified": "modified",
	"og:title":     "og:title", "og:site_name": "site", "application-name": "site",
	"keywords": "keywords", "og:url": "url", "og:locale": "locale",
}

func (h *head) wantsTitle() bool { return !h.titleEnded }

// addTitle takes the text of the first title element.
func (h *head) addTitle(raw string) {
	h.title = clean(html.UnescapeString(raw[:min(len(raw), maxValue)]))
	h.titleEnded = true
}

// addMeta takes one meta element.
func (h *head) addMeta(m metaElement) {
	if strings.EqualFold(m.equiv, "content-language") {
		h.addLanguage(m.content)
	}
	name := metaNames[strings.ToLower(strings.TrimSpace(m.name))]
	if name == "author" && strings.Contains(m.content, "://") {
		return // the address of a profile
	}
	if name == "date" || name == "modified" {
		m.content = dateOf(m.content)
	}
	h.set(name, m.content)
}

func (h *head) set(name, value string) {
	value = clean(value[:min(len(value), maxValue)])
	if name == "" || value == "" || h.meta[name] != "" {
		return
	}
	if h.meta == nil {
		h.meta = map[string]string{}
	}
	h.meta[name] = value
}

func (h *head) addBase(href string) {
	if u, err := url.Parse(strings.TrimSpace(href)); err == nil && href != "" && h.base == nil {
		h.base = u
	}
}

func (h *head) addLink(rel, href string) {
	if strings.EqualFold(rel, "canonical") {
		h.set("url", href)
	}
}

func (h *head) addLanguage(tag string) {
	if h.language == "" {
		h.language = primaryTag(tag)
	}
}

// metaElement is what a meta element says.
type metaElement struct{ name, equiv, content string }

func (p *parser) metaOf(n node) metaElement {
	m := metaElement{equiv: p.attrOf(n, "http-equiv"), content: p.attrOf(n, "content")}
	for _, key := range [...]string{"property", "name", "itemprop"} {
		if m.name == "" {
			m.name = p.attrOf(n, key)
		}
	}
	return m
}

// dateOf is the date of a point in time that begins with one, as others than
// programs write it.
func dateOf(value string) string {
	value = strings.TrimSpace(value)
	if len(value) > 10 && value[4] == '-' && value[7] == '-' && (value[10] == 'T' || value[10] == ' ') {
		return value[:10]
	}
	return value
}

// clean makes one line of valid UTF-8 of a value.
func clean(s string) string {
	return strings.Join(strings.Fields(strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", ""), "")), " ")
}

// titleFrom chooses the title of a page: what it gives to those who link to it,
// else its title element, without the name of the site where that is the first
// heading and something more, else the first heading.
func (h *head) titleFrom(firstHeading string) string {
	if t := h.meta["og:title"]; t != "" {
		return t
	}
	switch {
	case h.title == "":
		return firstHeading
	case firstHeading != "" && utf8.RuneCountInString(firstHeading) > 2 && besides(h.title, firstHeading):
		return firstHeading
	}
	return h.title
}

// besides reports whether title is part and something else, parted by a mark.
func besides(title, part string) bool {
	rest, ok := strings.CutPrefix(title, part)
	if ok {
		return rest != "" && strings.IndexAny(strings.TrimLeft(rest, " "), "|-–—·:»•") == 0
	}
	rest, ok = strings.CutSuffix(title, part)
	return ok && strings.HasSuffix(strings.TrimRight(rest, " "), "|") ||
		ok && strings.LastIndexAny(strings.TrimRight(rest, " "), "-–—·:»•«") >= 0
}

// primaryTag returns the primary language of a BCP 47 tag in lower case, or
// nothing where tag is no such tag.
func primaryTag(tag string) string {
	primary, _, _ := strings.Cut(strings.ReplaceAll(strings.TrimSpace(tag), "_", "-"), "-")
	if len(primary) < 2 || len(primary) > 3 {
		return ""
	}
	primary = strings.ToLower(primary)
	if strings.Trim(primary, "abcdefghijklmnopqrstuvwxyz") != "" {
		return ""
	}
	return primary
}

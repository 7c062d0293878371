package rtf

import (
	"bytes"
	"regexp"
	"strings"
)

// styleEntry is a style of paragraphs.
type styleEntry struct {
	name    []byte
	outline int // as in paragraph
	base    int
	based   bool
}

// endStyle keeps the style that was read.
func (p *parser) endStyle() {
	e := p.style
	p.style = styleEntry{}
	e.outline = p.group.outline
	if e.outline == 0 {
		e.outline = outlineOf(strings.TrimSpace(string(bytes.TrimRight(e.name, "; "))))
	}
	p.styles[p.group.named] = e
}

// headingNames are what word processors in some languages call the styles of
// headings; a number follows.
var headingNames = regexp.MustCompile(`(?i)^(?:heading|t[ií]tulo|encabezado|titre|überschrift|titolo|kop|rubrik|overskrift|otsikko|nagłówek|nadpis|заголовок|kapitola|標題|标题|見出し)\s*([1-9])$`)

// outlineOf is the outline level that the name of a style promises, or 0.
func outlineOf(name string) int {
	if m := headingNames.FindStringSubmatch(name); m != nil {
		return int(m[1][0] - '0')
	}
	if strings.EqualFold(name, "title") {
		return 1
	}
	return 0
}

// maxBases is how many styles may build on each other.
const maxBases = 12

// headingLevel is the level of the paragraph as a heading, or 0: its own
// outline level, else that of its style or of one which that builds on.
func (p *parser) headingLevel() int {
	level := p.group.outline
	e, known := p.styles[p.group.named]
	for i := 0; i < maxBases && level == 0 && known; i++ {
		level = e.outline
		if !e.based || e.base == p.group.named {
			break
		}
		e, known = p.styles[e.base]
	}
	if level > bodyLevel {
		return 0
	}
	return min(level, 6)
}

// font is an entry of the table of fonts.
type font struct {
	number int
	name   []byte
}

// setFont chooses a font, or begins its entry in the table.
func (p *parser) setFont(n int) {
	if p.group.to == fontTable {
		p.fontNow = font{number: n, name: p.fontNow.name[:0]}
		return
	}
	p.group.font = n
}

// setCharset says which charset the font has. ANSI is Windows' in western
// Europe, save in files of other systems.
func (p *parser) setCharset(n int) {
	page, known := pageOfCharset[n]
	switch {
	case p.group.to != fontTable:
		return
	case n == 0 && (p.page == 10000 || p.page == 437 || p.page == 850):
		return
	case n == 0:
		page = 1252
	case !known:
		return
	}
	p.fonts[p.fontNow.number] = page
}

func (p *parser) setCodePage(n int) {
	if p.group.to == fontTable && n > 0 {
		p.fonts[p.fontNow.number] = n
	}
}

// addFontName adds to the name of the font, which ends with a semicolon: fonts
// of symbols are told apart by it.
func (p *parser) addFontName(text []byte) {
	p.fontNow.name = grow(p.fontNow.name, text)
	if bytes.IndexByte(text, ';') < 0 {
		return
	}
	if p.fonts[p.fontNow.number] == symbolPage && !bytes.Contains(bytes.ToLower(p.fontNow.name), []byte("symbol")) {
		p.fonts[p.fontNow.number] = dingbatPage
	}
	p.fontNow.name = p.fontNow.name[:0]
}

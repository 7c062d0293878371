package rtf

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/pildora/pildora/read/office/symbol"
)

// styleEntry is a style of paragraphs.
type styleEntry struct {
	name    []byte
	outline int // as in paragraph
	titled  bool
	base    int
	based   bool
}

// endStyle keeps the style that was read.
func (p *parser) endStyle() {
	e := p.style
	p.style = styleEntry{}
	e.outline = p.group.outline
	name := strings.TrimSpace(string(bytes.TrimRight(e.name, "; ")))
	e.titled = titleNames[strings.ToLower(name)]
	if m := headingNames.FindStringSubmatch(name); m != nil && e.outline == 0 {
		e.outline = int(m[1][0] - '0')
	}
	p.styles[p.group.named] = e
}

// headingNames are what word processors in some languages call the styles of
// headings; a number follows.
var headingNames = regexp.MustCompile(`(?i)^(?:heading|t[ií]tulo|encabezado|titre|überschrift|titolo|kop|rubrik|overskrift|otsikko|nagłówek|nadpis|заголовок|kapitola|標題|标题|見出し)\s*([1-9])$`)

// titleNames are what they call the style of a document's title.
var titleNames = map[string]bool{"title": true, "título": true, "titre": true, "titel": true, "titolo": true}

// maxBases is how many styles may build on each other.
const maxBases = 12

// headingLevel is the level of the paragraph as a heading, or 0, and whether it
// is the document's title: by its own outline level, else by its style or one
// which that builds on.
func (p *parser) headingLevel() (level int, titled bool) {
	level = p.group.outline
	e, known := p.styles[p.group.named]
	for i := 0; i < maxBases && level == 0 && known; i++ {
		if e.titled {
			return 1, true
		}
		level = e.outline
		if !e.based || e.base == p.group.named {
			break
		}
		e, known = p.styles[e.base]
	}
	if level > bodyLevel {
		return 0, false
	}
	return min(level, 6), false
}

// font is an entry of the table of fonts.
type font struct {
	name string
	page int  // code page; 0 for the file's
	mono bool // code is set in it
}

// maxFonts is how many fonts a file has at most; Word's own are below a
// thousand.
const maxFonts = 1 << 15

// setFont chooses a font, or begins its entry in the table.
func (p *parser) setFont(n int) {
	if p.group.to != fontTable {
		p.group.font = n
		return
	}
	p.fontNow, p.fontName = n, p.fontName[:0]
	if len(p.fonts) < maxFonts {
		p.fonts[n] = font{}
	}
}

// setPage says which code page the font has that is being read.
func (p *parser) setPage(page int) {
	if f, ok := p.fonts[p.fontNow]; ok && p.group.to == fontTable {
		f.page = page
		p.fonts[p.fontNow] = f
	}
}

// setCharset says which charset the font has. ANSI is Windows' in western
// Europe, save in files of other systems.
func (p *parser) setCharset(n int) {
	page, known := pageOfCharset[n]
	switch {
	case n == 0 && p.page != 10000 && p.page != 437 && p.page != 850:
		p.setPage(1252)
	case known:
		p.setPage(page)
	}
}

// addFontName adds to the name of the font, which ends with a semicolon.
func (p *parser) addFontName(text []byte) {
	name, _, ended := bytes.Cut(text, []byte(";"))
	p.fontName = grow(p.fontName, name)
	f, ok := p.fonts[p.fontNow]
	if !ended || !ok {
		return
	}
	f.name = strings.TrimSpace(string(p.fontName))
	f.mono = symbol.Monospaced(f.name)
	p.fonts[p.fontNow] = f
	p.fontName = p.fontName[:0]
}

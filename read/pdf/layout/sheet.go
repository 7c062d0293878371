package layout

import (
	"github.com/pildora/pildora/read/pdf/page"
)

// sheet is what one page has to be read in one direction of text. A page whose
// text runs in several has a sheet for each, the one with most text first.
type sheet struct {
	source *page.Page
	number int
	frame  frame
	main   bool // the page's first sheet, which has its lines and pictures
	glyphs []glyph
	lines  []page.Line // in the frame
	areas  []page.Area
	images []page.Image

	tables   []*table
	frames   []page.Box // boxes that lines draw around texts
	segments []segment
	columns  []column
}

// glyph is a character that is read, in the frame of its sheet.
type glyph struct {
	r     rune
	flags page.Flags
	blank bool // white space stands before it
	sup   bool // raised and small
	box   page.Box
	base  float32 // baseline
	size  float32
	elem  int32 // in page.Page.Elements, or -1
	link  int32 // in page.Page.Links, or -1
	font  int32 // the typeface, as the document counts them
	color uint32
}

func sheetsOf(pages *page.Document) []*sheet {
	dropArtifacts := artifactsBelieved(pages)
	faces := typefaces{}
	var sheets []*sheet
	for i := range pages.Pages {
		sheets = append(sheets, pageSheets(&pages.Pages[i], dropArtifacts, faces)...)
	}
	return sheets
}

// artifactsBelieved reports whether the marks of artifacts mark what is beside
// the content: some producers mark everything so, and what heads a document of
// a page or two isn't repeated anywhere.
func artifactsBelieved(pages *page.Document) bool {
	if len(pages.Pages) < minRepeated {
		return false
	}
	marked, all := 0, 0
	for i := range pages.Pages {
		for j := range pages.Pages[i].Glyphs {
			g := &pages.Pages[i].Glyphs[j]
			if isBlank(g.Rune) {
				continue
			}
			all++
			if g.Flags&page.Artifact != 0 {
				marked++
			}
		}
	}
	return marked*3 < all
}

// pageSheets parts the glyphs of a page by the direction of its text, and takes
// them from it.
func pageSheets(p *page.Page, dropArtifacts bool, faces typefaces) []*sheet {
	hidden := keepsHidden(p)
	var byTurn [4]*sheet
	c := cleaner{links: linkFinder(p.Links), faces: faces.of(p.Fonts)}
	for turns := range byTurn {
		byTurn[turns] = &sheet{source: p, number: p.Number, frame: frame{turns, p.Width, p.Height}}
	}
	for turns, n := range shown(p) {
		byTurn[turns].glyphs = make([]glyph, 0, n)
	}
	turns := 0
	for i := range p.Glyphs {
		g := &p.Glyphs[i]
		if g.Flags&page.Generated == 0 {
			turns = quarter(g.Angle)
		}
		if dropArtifacts && g.Flags&page.Artifact != 0 || !hidden && g.Flags&page.Invisible != 0 {
			c.blank = true
			continue
		}
		s := byTurn[turns]
		s.glyphs = c.add(s.glyphs, g, s.frame)
	}
	p.Glyphs = nil
	main := 0
	for turns, s := range byTurn {
		if len(s.glyphs) > len(byTurn[main].glyphs) {
			main = turns
		}
	}
	first := byTurn[main]
	first.main = true
	first.drawings(p)
	sheets := []*sheet{first}
	for turns, s := range byTurn {
		if turns != main && len(s.glyphs) > 0 {
			sheets = append(sheets, s)
		}
	}
	return sheets
}

// shown is how many glyphs that are no white space a page has in each direction.
func shown(p *page.Page) (counts [4]int) {
	turns := 0
	for i := range p.Glyphs {
		g := &p.Glyphs[i]
		if g.Flags&page.Generated == 0 {
			turns = quarter(g.Angle)
		}
		if !isBlank(g.Rune) {
			counts[turns]++
		}
	}
	return counts
}

// keepsHidden reports whether the invisible text of a page is its text: what
// OCR has put over a scan. Beside visible text it is a second copy, or what
// nobody was meant to read.
func keepsHidden(p *page.Page) bool {
	hidden, seen := 0, 0
	for i := range p.Glyphs {
		switch g := &p.Glyphs[i]; {
		case isBlank(g.Rune) || g.Flags&page.Generated != 0:
		case g.Flags&page.Invisible != 0:
			hidden++
		default:
			seen++
		}
	}
	if hidden == 0 || len(p.Images) == 0 {
		return false
	}
	return hidden > 4*seen
}

// drawings takes over what is drawn beside the text, as far as it has a place.
func (s *sheet) drawings(p *page.Page) {
	for _, l := range p.Lines {
		if proper(l.Box) {
			l.Box = s.frame.in(l.Box)
			s.lines = append(s.lines, l)
		}
	}
	for _, a := range p.Areas {
		if proper(a.Box) {
			a.Box = s.frame.in(a.Box)
			s.areas = append(s.areas, a)
		}
	}
	for _, m := range p.Images {
		if proper(m.Box) {
			m.Box = s.frame.in(m.Box)
			s.images = append(s.images, m)
		}
	}
}

// quarter is how many quarter turns an angle in degrees is nearest to.
func quarter(angle float32) int {
	if !finite(angle) {
		return 0
	}
	return int((int64(angle+45)%360+360)%360) / 90
}

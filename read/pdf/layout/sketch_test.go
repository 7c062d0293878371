package layout_test

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/pildora/pildora/read/pdf/page"
)

// sketch draws pages from a description, a command a line:
//
//	page W H                       begins a page
//	text X Y SIZE FLAGS | TEXT     glyphs from (X, Y) on: half as wide as high, blanks drawn;
//	                               FLAGS are letters (b i m h a: bold, italic, mono, hidden,
//	                               artifact), @ANGLE, =FONT and #ELEMENT, or -
//	line X1 Y1 X2 Y2, box X1 Y1 X2 Y2 (four lines), area X1 Y1 X2 Y2 COLOR
//	image X1 Y1 X2 Y2 ELEMENT, link X1 Y1 X2 Y2 URI
//	element TYPE PARENT | ALT
//	entry LEVEL PAGE | TITLE
func sketch(t testing.TB, description string) *page.Document {
	t.Helper()
	d := &page.Document{Meta: map[string]string{}}
	lines := bufio.NewScanner(strings.NewReader(description))
	for n := 1; lines.Scan(); n++ {
		if err := draw(d, lines.Text()); err != nil {
			t.Fatalf("line %d: %q: %v", n, lines.Text(), err)
		}
	}
	return d
}

func draw(d *page.Document, command string) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	head, text, _ := strings.Cut(command, " | ")
	f := strings.Fields(head)
	if len(f) == 0 {
		return nil
	}
	number := func(i int) float32 {
		v, err := strconv.ParseFloat(f[i], 32)
		if err != nil {
			panic(err)
		}
		return float32(v)
	}
	box := func() page.Box { return page.Box{Left: number(1), Bottom: number(2), Right: number(3), Top: number(4)} }
	if f[0] == "page" {
		d.Pages = append(d.Pages, page.Page{Number: len(d.Pages) + 1, Width: number(1), Height: number(2)})
		return nil
	}
	if f[0] == "entry" {
		d.Outline = append(d.Outline, page.Entry{Level: int(number(1)), Page: int(number(2)), Title: text})
		return nil
	}
	p := &d.Pages[len(d.Pages)-1]
	switch f[0] {
	case "text":
		write(p, number(1), number(2), number(3), f[4:], text)
	case "line":
		p.Lines = append(p.Lines, page.Line{Box: box()})
	case "box":
		b := box()
		for _, side := range []page.Box{{Left: b.Left, Bottom: b.Bottom, Right: b.Right, Top: b.Bottom}, {Left: b.Left, Bottom: b.Top, Right: b.Right, Top: b.Top},
			{Left: b.Left, Bottom: b.Bottom, Right: b.Left, Top: b.Top}, {Left: b.Right, Bottom: b.Bottom, Right: b.Right, Top: b.Top}} {
			p.Lines = append(p.Lines, page.Line{Box: side})
		}
	case "area":
		color, err := strconv.ParseUint(f[5], 16, 32)
		if err != nil {
			return err
		}
		p.Areas = append(p.Areas, page.Area{Box: box(), Color: uint32(color)})
	case "image":
		p.Images = append(p.Images, page.Image{Box: box(), Element: int32(number(5))})
	case "link":
		p.Links = append(p.Links, page.Link{Box: box(), URI: f[5]})
	case "element":
		d.Tagged = true
		p.Elements = append(p.Elements, page.Element{Type: f[1], Parent: int32(number(2)), Alt: text, ColSpan: 1, RowSpan: 1})
	default:
		return fmt.Errorf("what is %q?", f[0])
	}
	return nil
}

// write draws a text on one baseline.
func write(p *page.Page, x, y, size float32, options []string, text string) {
	g := page.Glyph{Size: size, Element: -1}
	name := "Text"
	for _, o := range options {
		switch o[0] {
		case '-':
		case '@':
			angle, _ := strconv.Atoi(o[1:])
			g.Angle = float32(angle)
		case '=':
			name = o[1:]
		case '#':
			element, _ := strconv.Atoi(o[1:])
			g.Element = int32(element)
		default:
			for _, r := range o {
				g.Flags |= map[rune]page.Flags{'b': page.Bold, 'i': page.Italic, 'm': page.Mono, 'h': page.Invisible, 'a': page.Artifact}[r]
			}
		}
	}
	g.Font = fontOf(p, name)
	advance := size / 2
	for _, r := range text {
		width := advance
		if unicode.Is(unicode.Hangul, r) || unicode.Is(unicode.Han, r) || unicode.Is(unicode.Hiragana, r) {
			width = size
		}
		g.Rune, g.X, g.Y = r, x, y
		switch g.Angle {
		case 90:
			g.Box = page.Box{Left: x - 0.8*size, Right: x + 0.2*size, Bottom: y, Top: y + width}
			y += width
		case 270:
			g.Box = page.Box{Left: x - 0.2*size, Right: x + 0.8*size, Bottom: y - width, Top: y}
			y -= width
		default:
			g.Box = page.Box{Left: x, Right: x + width, Bottom: y - 0.2*size, Top: y + 0.8*size}
			x += width
		}
		p.Glyphs = append(p.Glyphs, g)
	}
}

func fontOf(p *page.Page, name string) int32 {
	for i, f := range p.Fonts {
		if f.Name == name {
			return int32(i)
		}
	}
	p.Fonts = append(p.Fonts, page.Font{Name: name})
	return int32(len(p.Fonts) - 1)
}

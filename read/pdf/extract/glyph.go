package extract

import (
	"strings"
	"unicode/utf16"

	"github.com/pildora/pildora/read/pdf/page"
)

// run is what all glyphs of one text object share.
type run struct {
	font    int32
	element int32
	size    float32
	angle   float32
	color   uint32
	flags   page.Flags
}

// The characters that pdfium has for a hyphen that parts a word at a line's
// end.
const (
	hyphen    = 0x0002
	oldHyphen = 0xfffe
)

func (r *reader) readGlyphs(most int) {
	text := r.call("FPDFText_LoadPage", r.handle)
	if text == 0 {
		r.problem("its text can't be read")
		return
	}
	n := r.number("FPDFText_CountChars", text)
	if n > most {
		r.problem("only the first %d of %d characters are read", most, n)
		n = most
	}
	runs := map[uint64]run{}
	r.out.Glyphs = make([]page.Glyph, 0, max(n, 0))
	for i := 0; i < n && r.err == nil; i++ {
		char := uint32(r.call("FPDFText_GetUnicode", text, uint64(i)))
		object := r.call("FPDFText_GetTextObject", text, uint64(i))
		if char == '\r' && object == 0 {
			continue // a '\n' follows
		}
		now, known := runs[object]
		if !known {
			now = r.run(text, i, object)
			runs[object] = now
		}
		if high := rune(char); utf16.IsSurrogate(high) && i+1 < n {
			if pair := utf16.DecodeRune(high, rune(r.call("FPDFText_GetUnicode", text, uint64(i+1)))); pair != '\ufffd' {
				char = uint32(pair)
				i++
			}
		}
		r.out.Glyphs = append(r.out.Glyphs, r.glyph(text, i, char, now))
	}
	r.call("FPDFText_ClosePage", text)
}

// glyph is the i-th character.
func (r *reader) glyph(text uint64, i int, char uint32, by run) page.Glyph {
	g := page.Glyph{Rune: rune(char), Font: by.font, Element: by.element, Size: by.size, Angle: by.angle, Color: by.color, Flags: by.flags}
	switch {
	case char == hyphen || char == oldHyphen:
		g.Rune = '-'
		g.Flags |= page.Hyphen
	case g.Flags&page.Generated == 0 && r.number("FPDFText_HasUnicodeMapError", text, uint64(i)) == 1:
		g.Flags |= page.Unmapped
	}
	if g.Rune == 0 || g.Rune > 0x10ffff || utf16.IsSurrogate(g.Rune) || g.Rune < ' ' && g.Flags&page.Generated == 0 && g.Rune != '\t' {
		g.Rune = '\ufffd'
		g.Flags |= page.Unmapped
	}
	at := r.document.out
	r.zero(8)
	r.call("FPDFText_GetCharBox", text, uint64(i), at(0), at(1), at(2), at(3)) // left, right, bottom, top
	r.call("FPDFText_GetLooseCharBox", text, uint64(i), at(4))                 // left, top, right, bottom
	r.call("FPDFText_GetCharOrigin", text, uint64(i), at(6), at(7))
	v := r.results()
	if ink := r.m.box(float32(v.f64(0)), float32(v.f64(2)), float32(v.f64(1)), float32(v.f64(3))); ink.Left < ink.Right && ink.Bottom < ink.Top {
		g.Ink = ink
	}
	g.Box = r.m.box(v.f32(8), v.f32(11), v.f32(10), v.f32(9))
	g.X, g.Y = r.m.point(float32(v.f64(6)), float32(v.f64(7)))
	r.mend(&g)
	return g
}

// mend puts right what fonts and files say wrongly: a box of no height, or of
// many times the font's size; coordinates beyond all pages.
func (r *reader) mend(g *page.Glyph) {
	b := &g.Box
	if !finite(b.Left, b.Bottom, b.Right, b.Top, g.X, g.Y, g.Size, g.Ink.Left, g.Ink.Bottom, g.Ink.Right, g.Ink.Top) {
		*b, g.Ink, g.X, g.Y, g.Size = page.Box{}, page.Box{}, 0, 0, 0
		g.Flags |= page.Invisible
		return
	}
	if height := b.Top - b.Bottom; g.Angle == 0 && g.Flags&page.Generated == 0 && (height < 0.3*g.Size || height > 3*g.Size) {
		b.Bottom, b.Top = g.Y-0.22*g.Size, g.Y+0.78*g.Size
	}
}

// Ways of drawing text.
const (
	drawBoth      = 2
	drawInvisible = 3
	drawClip      = 7
)

// run looks at a text object, whose first character is the i-th; object 0 is
// what pdfium put in between.
func (r *reader) run(text uint64, i int, object uint64) run {
	if object == 0 {
		return run{font: -1, element: -1, flags: page.Generated}
	}
	at := r.document.out
	out := run{element: -1}
	out.font = r.font(r.call("FPDFTextObj_GetFont", object))
	out.flags = r.out.Fonts[out.font].Flags
	switch r.number("FPDFTextObj_GetTextRenderMode", object) {
	case drawBoth:
		out.flags |= page.Bold
	case drawInvisible, drawClip:
		out.flags |= page.Invisible
	}
	r.zero(6)
	r.call("FPDFTextObj_GetFontSize", object, at(0))
	r.call("FPDFText_GetMatrix", text, uint64(i), at(1)) // six floats
	v := r.results()
	m := matrix{v.f32(2), v.f32(3), v.f32(4), v.f32(5), 0, 0}.then(r.m)
	out.size = v.f32(0) * m.height()
	if out.size < 0 {
		out.size = -out.size
	}
	out.angle = m.angle()
	r.zero(4)
	if r.holds("FPDFPageObj_GetFillColor", object, at(0), at(1), at(2), at(3)) {
		v := r.results()
		out.color = v.color()
		if v.int(3) == 0 {
			out.flags |= page.Invisible
		}
	}
	if m, marked := r.marks[object]; marked {
		out.element = m.element
		if m.artifact {
			out.flags |= page.Artifact
		}
	}
	return out
}

// color reads red, green and blue from the first three results.
func (v view) color() uint32 {
	return uint32(v.int(0))&0xff<<16 | uint32(v.int(1))&0xff<<8 | uint32(v.int(2))&0xff
}

// Flags of a font descriptor.
const (
	fixedPitch = 1 << 0
	serif      = 1 << 1
	italic     = 1 << 6
	forceBold  = 1 << 18
)

// font counts a font of pdfium's in the fonts of the page.
func (r *reader) font(handle uint64) int32 {
	if i, known := r.fonts[handle]; known {
		return i
	}
	f := page.Font{}
	if handle != 0 {
		f.Name = withoutPrefix(r.narrow("FPDFFont_GetBaseFontName", handle))
		f.Weight = max(0, r.number("FPDFFont_GetWeight", handle))
		f.Flags = flagsOf(f.Name, f.Weight, r.number("FPDFFont_GetFlags", handle))
		r.zero(1)
		if r.holds("FPDFFont_GetItalicAngle", handle, r.document.out(0)) && r.results().int(0) != 0 {
			f.Flags |= page.Italic
		}
	}
	i := int32(len(r.out.Fonts))
	r.out.Fonts = append(r.out.Fonts, f)
	r.fonts[handle] = i
	return i
}

// withoutPrefix takes the six letters and the plus sign off the name of a font
// that is embedded in part.
func withoutPrefix(name string) string {
	if prefix, rest, found := strings.Cut(name, "+"); found && len(prefix) == 6 && strings.Trim(prefix, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" {
		return rest
	}
	return name
}

// flagsOf says how a font looks, by what it declares and by its name, which is
// more often right.
func flagsOf(name string, weight, declared int) page.Flags {
	var f page.Flags
	name = strings.ToLower(name)
	has := func(words ...string) bool {
		for _, w := range words {
			if strings.Contains(name, w) {
				return true
			}
		}
		return false
	}
	if weight >= 600 && weight <= 1000 || declared > 0 && declared&forceBold != 0 || has("bold", "black", "heavy", "semibold", "-bd", "demi") {
		f |= page.Bold
	}
	if declared > 0 && declared&italic != 0 || has("italic", "oblique", "kursiv", "slanted") {
		f |= page.Italic
	}
	if declared > 0 && declared&fixedPitch != 0 || has("courier", "mono", "consol", "typewriter", "cmtt") {
		f |= page.Mono
	}
	if declared > 0 && declared&serif != 0 {
		f |= page.Serif
	}
	return f
}

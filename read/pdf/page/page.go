// Package page holds what is drawn on the pages of a PDF, as plain data: it is
// what extraction hands to layout.
//
// A [Document] has [Page]s; a page has [Glyph]s in the order in which the file
// draws them, ruling lines, filled areas, images and links. All lengths are in
// points (1/72 inch). All coordinates are of the page as a reader sees it: its
// crop box, with the page's rotation applied, the origin at the lower left
// corner and y growing upwards. Structure that the file itself declares stands
// beside the glyphs: the outline, and the structure elements of a tagged file.
//
// Nothing here does anything; whoever has a document owns all of it.
package page

// Document is what was found in one PDF file.
type Document struct {
	// Pages are all pages of the file, in order. Pages[i].Number is i+1.
	Pages []Page
	// Outline holds the file's bookmarks in reading order, parents before
	// their children; empty where it has none.
	Outline []Entry
	// Tagged says that the file declares itself tagged (MarkInfo). Elements
	// may be there without it, and say nothing of worth in spite of it.
	Tagged bool
	// Language is the language that the file declares, as it does ("es-ES"),
	// or empty.
	Language string
	// Meta holds the file's properties by the names that doc.Document.Meta
	// uses: title, author, description (the file's "Subject"), keywords, date,
	// modified (ISO 8601). Titles that say nothing ("untitled", "Microsoft
	// Word - a.doc") are left out.
	Meta map[string]string
	// Warnings say what extraction had to put up with.
	Warnings []string
}

// Entry is one bookmark.
type Entry struct {
	Title string
	// Level is 1 for the top level.
	Level int
	// Page is the number of the page that it leads to, from 1; 0 where that
	// is unknown.
	Page int
	// Y is the height on that page that it leads to (usually just above the
	// heading); 0 where that is unknown.
	Y float32
}

// Page is one page.
type Page struct {
	// Number is the page's place in the file, from 1.
	Number int
	// Label is the number that the file declares for it ("iv", "A-3"), or
	// empty. It need not be printed on the page.
	Label string
	// Width and Height are those of the crop box, rotation applied.
	Width, Height float32
	// Rotation is by how much the page was turned clockwise to be read: 0, 90,
	// 180 or 270. It is applied to all coordinates here.
	Rotation int
	// Glyphs are the characters in the order in which they are drawn, with the
	// blanks and line ends that pdfium puts between them where it sees a gap or
	// a new line; it doesn't see all.
	Glyphs []Glyph
	// Fonts are the fonts that Glyph.Font counts.
	Fonts []Font
	// Elements are the structure elements of a tagged file that have content
	// on this page, and their ancestors; parents before their children, in
	// reading order. An element that runs over several pages stands on each.
	Elements []Element
	// Lines are the straight horizontal and vertical lines drawn: ruling
	// lines, each side of a stroked rectangle, thin filled rectangles.
	Lines []Line
	// Areas are the filled rectangles that are not lines: shaded cells, boxes.
	Areas []Area
	// Images are the pictures drawn.
	Images []Image
	// Links are the places that lead elsewhere when clicked.
	Links []Link
	// Scan says that the page shows something but has no text that can be read:
	// a scanned page, letters drawn as shapes, or ones of which the file doesn't
	// say which they are. After OCR it is false, and the glyphs are those that
	// OCR found; without it there are none, once the page gets to layout.
	Scan bool
	// Problem says why nothing, or not everything, was read of this page;
	// empty where all was.
	Problem string
}

// Box is a rectangle, Left ≤ Right and Bottom ≤ Top.
type Box struct{ Left, Bottom, Right, Top float32 }

// Glyph is one character as drawn. A ligature that stands for several
// characters is several glyphs with one box.
type Glyph struct {
	// Rune is the character, U+FFFD where the file doesn't say which. A line
	// end is one '\n', always Generated. A hyphen at a line's end that parts a
	// word is '-' with the flag Hyphen.
	Rune rune
	// Box is from the pen's position to where the next glyph goes, as high as
	// the font's ascent and as low as its descent: all glyphs of one font and
	// size on one line have the same Bottom and Top, and those of one word
	// touch. It is empty for some generated glyphs. For text at an Angle it is
	// the box around all that.
	Box Box
	// Ink is the box of the glyph's outline; empty for blanks.
	Ink Box
	// X and Y are the pen's position: Y is the baseline of upright text.
	X, Y float32
	// Size is the font's size as rendered, in points.
	Size float32
	// Font counts Page.Fonts from 0; -1 for generated glyphs.
	Font int32
	// Element counts Page.Elements from 0: the innermost structure element
	// that has this glyph; -1 where none has.
	Element int32
	// Angle is by how many degrees the text is turned counter-clockwise on
	// the page as seen, in [0, 360): 0 for upright text.
	Angle float32
	// Color is the fill colour, 0xRRGGBB.
	Color uint32
	Flags Flags
}

// Flags say of a glyph how it is.
type Flags uint16

const (
	Bold      Flags = 1 << iota // by the font's weight, flags or name, or filled and stroked
	Italic                      // by the font's flags, angle or name
	Mono                        // all of the font's glyphs have one width
	Serif                       // by the font's flags
	Generated                   // not in the file: pdfium saw a gap or a new line
	Hyphen                      // the hyphen at a line's end inside a word
	Invisible                   // drawn without filling or stroking, as OCR does over a scan, or fully transparent
	Artifact                    // marked as no content: page numbers, running heads
	Unmapped                    // the font doesn't say which character this is; Rune is a guess or U+FFFD
)

// Font is a font as a page uses it.
type Font struct {
	// Name is its PostScript name without the subset's prefix:
	// "TimesNewRomanPS-BoldMT".
	Name string
	// Weight is 400 for regular and 700 for bold; 0 if unknown.
	Weight int
	// Flags are Bold, Italic, Mono and Serif of the font; those of its glyphs
	// include them.
	Flags Flags
}

// Element is a structure element of a tagged file.
type Element struct {
	// Type is its standard type (after the file's role map, where pdfium
	// applies it): "P", "H1", "Table", "TR", "TH", "TD", "L", "LI", "Lbl",
	// "LBody", "Caption", "Figure", "Note", "TOCI" …; it may be a type that
	// only the file knows.
	Type string
	// Parent counts Page.Elements from 0; -1 at the top.
	Parent int32
	// Title, Alt (instead of a picture), Actual (instead of the glyphs) and
	// Language are what the file says, or empty.
	Title, Alt, Actual, Language string
	// ColSpan and RowSpan are a cell's, at least 1.
	ColSpan, RowSpan int
	// Scope is a header cell's: "Row", "Column", "Both" or empty.
	Scope string
}

// Line is a straight line, horizontal where its box is wider than high, else
// vertical.
type Line struct {
	Box   Box // thickness included
	Color uint32
}

// Area is a filled rectangle.
type Area struct {
	Box   Box
	Color uint32
}

// Image is a picture.
type Image struct {
	Box Box
	// Element is as in Glyph; its Alt describes the picture.
	Element int32
}

// Link is a rectangle that leads elsewhere.
type Link struct {
	Box Box
	// URI is where it leads outside the file, else empty.
	URI string
	// Page is the number of the page in the file that it leads to, from 1,
	// else 0; Y is the height on it, 0 if unknown.
	Page int
	Y    float32
}

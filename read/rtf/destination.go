package rtf

import (
	"strings"

	"github.com/pildora/pildora/doc"
)

// destination is where the text of a group goes.
type destination uint8

const (
	body      destination = iota
	skipped               // nowhere, and control words mean nothing
	silent                // nowhere, but groups in it may go somewhere
	footnote              // a stream of its own
	textBox               // likewise
	listText              // the marker of the paragraph
	fontTable             // and the rest: tables and properties
	styleSheet
	styleName
	listTable
	overrides
	fieldCode
	infoGroup
	infoText
	infoDate
	shapeName
	shapeValue
	alternative // the ANSI half of \upr
	nestedRow
	unicodeHalf
)

// destinations are the words that say where the text of their group goes. A
// group that begins with a star and a word not in here is skipped.
var destinations = map[string]destination{
	"fonttbl": fontTable, "stylesheet": styleSheet, "listtable": listTable, "listoverridetable": overrides,
	"colortbl": skipped, "filetbl": skipped, "revtbl": skipped, "themedata": skipped, "listpicture": skipped, "pgptbl": skipped,
	"header": skipped, "headerl": skipped, "headerr": skipped, "headerf": skipped,
	"footer": skipped, "footerl": skipped, "footerr": skipped, "footerf": skipped,
	"ftnsep": skipped, "ftnsepc": skipped, "ftncn": skipped, "aftnsep": skipped, "aftnsepc": skipped, "aftncn": skipped,
	"annotation": skipped, "xe": skipped, "tc": skipped, "tcn": skipped, "rxe": skipped, "txe": skipped,
	"objdata": skipped, "bkmkstart": skipped, "bkmkend": skipped, "template": skipped, "private": skipped, "shprslt": skipped,
	"nonesttables": skipped, "mmathPict": skipped, "falt": skipped, "panose": skipped, "fontemb": skipped, "ffdata": skipped,
	"leveltext": skipped, "levelnumbers": skipped, "listname": skipped, "liststylename": skipped, "pntxta": skipped, "pntxtb": skipped,

	"pict": silent, "picprop": silent, "shppict": body, "nonshppict": skipped, "shpinst": silent, "shp": body, "sp": silent, "do": silent,
	"sn": shapeName, "sv": shapeValue, "shptxt": textBox, "dptxbxtext": textBox,
	"footnote": footnote, "listtext": listText, "pntext": listText, "fldinst": fieldCode,
	"info": infoGroup, "title": infoText, "author": infoText, "subject": infoText, "keywords": infoText, "doccomm": infoText,
	"creatim": infoDate, "revtim": infoDate,
	"upr": alternative, "ud": unicodeHalf, "nesttableprops": nestedRow,
	"moMath": body, "moMathPara": body,
}

// enter begins a destination at the first word of its group and reports
// whether the word was one.
func (p *parser) enter(name string, starred bool) bool {
	g := &p.group
	to, known := destinations[name]
	switch {
	case g.to == alternative && name == "ud":
		g.to = g.outside
		return true
	case g.to == skipped || g.to == alternative:
		g.to = skipped
		return true
	case g.to == styleSheet:
		g.to, g.own, g.paragraph = styleName, styleName, paragraph{}
		if name == "cs" || name == "ds" || name == "ts" {
			g.to, g.own = skipped, body
		}
		return false
	case strings.HasPrefix(name, "m") && strings.HasSuffix(name, "Pr"): // of a formula
		g.to = skipped
		return true
	case !known && starred:
		g.to = skipped
		return true
	case !known:
		return false
	case to == infoText || to == infoDate:
		if g.to != infoGroup {
			return false
		}
		p.info.begin(name)
	case to == unicodeHalf:
		return true
	case to == body:
		return true
	case to == nestedRow:
		g.own = nestedRow
		p.saved = append(p.saved, p.row)
		return true
	case to == alternative:
		g.outside = g.to
	case to == footnote || to == textBox:
		if g.to != body && g.to != silent || len(p.streams) == maxNote {
			g.to = skipped
			return true
		}
		p.beginStream(to)
		g.to, g.own = body, to
		g.letter.style, g.paragraph = style{size: defaultSize}, paragraph{}
		return true
	case to == fieldCode && (g.field == nil || g.to != body):
		to = skipped
	}
	g.to, g.own = to, to
	return true
}

// leave ends what the innermost group stood for.
func (p *parser) leave() {
	switch p.group.own {
	case footnote, textBox:
		p.endStream(p.group.own)
	case styleName:
		p.endStyle()
	case infoText, infoDate:
		p.info.end()
	case shapeValue:
		p.endShape()
	case nestedRow:
		n := len(p.saved)
		p.row, p.saved = p.saved[n-1], p.saved[:n-1]
	}
}

// beginStream begins a footnote or a text box.
func (p *parser) beginStream(to destination) {
	f := &stream{start: -1}
	if to == footnote {
		p.footnote = append(p.footnote, nil)
		f.note = len(p.footnote)
		p.addMark(piece{is: reference, note: f.note, span: doc.Span{Start: p.lex.at, End: p.lex.at}})
	}
	p.streams = append(p.streams, p.stream)
	p.stream = f
	p.saved = append(p.saved, p.row)
}

// endStream puts what it holds behind the paragraph that it hangs on.
func (p *parser) endStream(to destination) {
	p.finish()
	f := p.stream
	p.stream, p.streams = p.streams[len(p.streams)-1], p.streams[:len(p.streams)-1]
	p.row, p.saved = p.saved[len(p.saved)-1], p.saved[:len(p.saved)-1]
	if to == footnote {
		p.footnote[f.note-1] = f.blocks
		return
	}
	p.stream.after = append(p.stream.after, f.blocks...)
}

// addData adds text to a destination that is no text of the document.
func (p *parser) addData(text []byte) {
	switch p.group.to {
	case styleName:
		p.style.name = grow(p.style.name, text)
	case fontTable:
		p.addFontName(text)
	case infoText:
		p.info.text = grow(p.info.text, text)
	case shapeName:
		p.shape.name = grow(p.shape.name, text)
	case shapeValue:
		p.shape.value = grow(p.shape.value, text)
	}
}

// maxValue is the longest value of a property that is kept, in bytes.
const maxValue = 4 << 10

// grow appends text up to the longest value.
func grow(value, text []byte) []byte {
	return append(value, text[:min(len(text), max(0, maxValue-len(value)))]...)
}

package rtf

import (
	"unicode/utf16"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/office/symbol"
)

// codePage is the code page that the bytes of text are in.
func (p *parser) codePage() int {
	if f := p.fonts[p.group.font]; f.page != 0 {
		return f.page
	}
	return p.page
}

// addBytes adds text as it stands in the file.
func (p *parser) addBytes(text []byte, at doc.Span) {
	if p.group.to == skipped {
		return
	}
	if drop := min(p.skip, len(text)); drop > 0 {
		p.skip -= drop
		text, at.Start = text[drop:], at.Start+drop
	}
	page := p.codePage()
	for len(text) > 0 {
		if len(p.raw.bytes) > 0 && unfinished(p.raw.page, p.raw.bytes) {
			p.wait(text[:1], doc.Span{Start: at.Start, End: at.Start + 1})
			text, at.Start = text[1:], at.Start+1
			continue
		}
		n := 0
		for n < len(text) && text[n] < utf8.RuneSelf && page >= 0 {
			n++
		}
		if n > 0 {
			p.settle()
			p.add(text[:n], doc.Span{Start: at.Start, End: at.Start + n}, true)
		} else {
			n = 1
			p.wait(text[:1], doc.Span{Start: at.Start, End: at.Start + 1})
		}
		text, at.Start = text[n:], at.Start+n
	}
}

// addChar adds a character by its code.
func (p *parser) addChar(code byte, at doc.Span) {
	if p.group.to == skipped {
		return
	}
	if p.skip > 0 {
		p.skip--
		return
	}
	p.wait([]byte{code}, at)
}

// maxWait is how many bytes wait to be decoded together.
const maxWait = 64

// wait puts bytes by until their character is complete.
func (p *parser) wait(b []byte, at doc.Span) {
	page := p.codePage()
	if len(p.raw.bytes) > 0 && (p.raw.page != page || page == symbolPage && p.raw.font != p.fonts[p.group.font].name || len(p.raw.bytes) >= maxWait && !unfinished(p.raw.page, p.raw.bytes)) {
		p.settle()
	}
	if len(p.raw.bytes) == 0 {
		p.raw.page, p.raw.span, p.raw.font = page, at, p.fonts[p.group.font].name
	}
	p.raw.bytes = append(p.raw.bytes, b...)
	p.raw.span.End = at.End
}

// settle adds what waits.
func (p *parser) settle() {
	if p.high != 0 {
		p.high = 0
		p.add([]byte(string(utf8.RuneError)), p.highAt, false)
	}
	if len(p.raw.bytes) == 0 {
		return
	}
	text, at := decode(p.raw.page, p.raw.bytes, p.raw.font), p.raw.span
	p.raw.bytes = p.raw.bytes[:0]
	p.add([]byte(text), at, false)
}

// addUnicode adds a character by its number, a half of a surrogate pair or one
// of the private numbers under which fonts of symbols have their characters.
func (p *parser) addUnicode(t token) {
	p.skip = p.group.skipped
	r := rune(t.param)
	if r < 0 {
		r += 1 << 16
	}
	switch {
	case utf16.IsSurrogate(r) && r < 0xdc00:
		p.settle()
		p.high, p.highAt = r, t.span
		return
	case utf16.IsSurrogate(r) && p.high != 0:
		at := doc.Span{Start: p.highAt.Start, End: t.span.End}
		r, p.high = utf16.DecodeRune(p.high, r), 0
		p.add([]byte(string(r)), at, false)
		return
	case r >= 0xf020 && r <= 0xf0ff:
		sign := symbol.Text(string(r), p.fonts[p.group.font].name)
		if sign == "" {
			sign = "•"
		}
		p.addRunes(sign, t.span)
		return
	case r == 0 || r > utf8.MaxRune:
		return
	}
	p.addRunes(string(r), t.span) // a lone half becomes U+FFFD
}

// addRunes adds text that stands for something in the file.
func (p *parser) addRunes(s string, at doc.Span) {
	p.settle()
	p.add([]byte(s), at, false)
}

// add adds text to where it goes from here.
func (p *parser) add(text []byte, at doc.Span, linear bool) {
	switch p.group.to {
	case body:
		if p.group.hidden || p.group.deleted {
			return
		}
		p.tongues[p.group.language] += len(text)
		p.stream.pieces = p.addPiece(p.stream.pieces, text, at, linear)
		if p.stream.start < 0 {
			p.stream.start = at.Start
		}
	case listText:
		p.stream.marker = p.addPiece(p.stream.marker, text, at, linear)
	case fieldCode:
		p.group.field.code = grow(p.group.field.code, text)
	default:
		p.addData(text)
	}
}

// addPiece adds text to the last piece, where that goes on, or as one more.
// Pieces that aren't byte for byte end with a word, so that each word leads to
// its place.
func (p *parser) addPiece(pieces []piece, text []byte, at doc.Span, linear bool) []piece {
	from := len(p.text)
	p.text = append(p.text, text...)
	look := p.group.style
	look.mono = p.fonts[p.group.font].mono
	if n := len(pieces); n > 0 {
		last := &pieces[n-1]
		goesOn := last.is == words && last.to == from && last.span.End == at.Start && last.style == look && last.linear == linear
		if goesOn && (linear || from > last.from && p.text[from-1] != ' ') {
			last.to, last.span.End = len(p.text), at.End
			return pieces
		}
	}
	return append(pieces, piece{from: from, to: len(p.text), span: at, linear: linear, style: look})
}

// addMark adds a piece that isn't text.
func (p *parser) addMark(m piece) {
	if p.group.hidden || p.group.deleted {
		return
	}
	p.settle()
	m.style = p.group.style
	p.stream.pieces = append(p.stream.pieces, m)
	if p.stream.start < 0 {
		p.stream.start = m.span.Start
	}
}

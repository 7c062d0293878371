package rtf

import (
	"fmt"
	"maps"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/office/drawing"
	"github.com/pildora/pildora/read/office/flow"
)

// info is what the file says about itself.
type info struct {
	values map[string]string // by our names
	name   string            // of the one being read
	text   []byte
	date   [3]int
}

// infoNames are our names for the properties.
var infoNames = map[string]string{"title": "title", "author": "author", "subject": "description", "doccomm": "description",
	"keywords": "keywords", "creatim": "date", "revtim": "modified"}

func (i *info) begin(word string) { *i = info{values: i.values, name: infoNames[word]} }

// end keeps the property that was read; the first of a name counts.
func (i *info) end() {
	value := strings.Join(strings.Fields(string(i.text)), " ")
	if y, m, d := i.date[0], i.date[1], i.date[2]; y >= 1980 && y <= 9999 && m >= 1 && m <= 12 && d >= 1 && d <= 31 {
		value = fmt.Sprintf("%04d-%02d-%02d", y, m, d)
	}
	if _, taken := i.values[i.name]; value != "" && !taken {
		i.values[i.name] = value
	}
}

// meta is what the file says about itself, or nil.
func (p *parser) meta() map[string]string {
	if len(p.info.values) == 0 {
		return nil
	}
	return maps.Clone(p.info.values)
}

// shape is a property of a picture or a shape.
type shape struct{ name, value []byte }

// endShape adds the description of a picture or a shape.
func (p *parser) endShape() {
	s := p.shape
	p.shape = shape{}
	text := drawing.Alt(string(s.value), "")
	if strings.TrimSpace(string(s.name)) != "wzDescription" || text == "" {
		return
	}
	from := len(p.text)
	p.text = append(p.text, text...)
	p.addMark(piece{is: picture, from: from, to: len(p.text), span: doc.Span{Start: p.lex.at, End: p.lex.at}})
}

// primaryTags are the languages by the low ten bits of Windows' number.
var primaryTags = map[int]string{
	0x01: "ar", 0x02: "bg", 0x03: "ca", 0x04: "zh", 0x05: "cs", 0x06: "da", 0x07: "de", 0x08: "el", 0x09: "en", 0x0a: "es", 0x0b: "fi",
	0x0c: "fr", 0x0d: "he", 0x0e: "hu", 0x0f: "is", 0x10: "it", 0x11: "ja", 0x12: "ko", 0x13: "nl", 0x14: "no", 0x15: "pl", 0x16: "pt",
	0x18: "ro", 0x19: "ru", 0x1a: "hr", 0x1b: "sk", 0x1c: "sq", 0x1d: "sv", 0x1e: "th", 0x1f: "tr", 0x20: "ur", 0x21: "id", 0x22: "uk",
	0x23: "be", 0x24: "sl", 0x25: "et", 0x26: "lv", 0x27: "lt", 0x29: "fa", 0x2a: "vi", 0x2b: "hy", 0x2d: "eu", 0x2f: "mk", 0x36: "af",
	0x37: "ka", 0x39: "hi", 0x3e: "ms", 0x56: "gl",
}

// language is the language of most of the text, or "".
func (p *parser) language() string {
	sizes := map[string]int{}
	for number, n := range p.tongues {
		sizes[primaryTags[number&0x3ff]] += n
	}
	return flow.Language(sizes)
}

package ocr

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"github.com/pildora/pildora/read/pdf/page"
)

// hocr reads hOCR: HTML whose elements have the class ocr_line (or one like
// it), ocrx_word and so on, and in their titles "bbox left top right bottom".
func hocr(out []byte, m mapping) ([]word, error) {
	h := hocrReader{m: m, group: -1}
	z := html.NewTokenizer(bytes.NewReader(out))
	for {
		switch z.Next() {
		case html.ErrorToken:
			if err := z.Err(); !errors.Is(err, io.EOF) {
				return nil, err
			}
			return h.words, nil
		case html.StartTagToken:
			h.open(z.Token())
		case html.EndTagToken:
			h.close()
		case html.TextToken:
			if h.inWord > 0 {
				h.text.WriteString(z.Token().Data)
			}
		}
	}
}

type hocrReader struct {
	m      mapping
	words  []word
	line   page.Box
	group  int
	depth  int
	inWord int // the depth that the word's element is at; 0 outside
	word   word
	text   strings.Builder
}

func (h *hocrReader) open(t html.Token) {
	if void[t.Data] {
		return
	}
	h.depth++
	class, title := "", ""
	for _, a := range t.Attr {
		switch a.Key {
		case "class":
			class = a.Val
		case "title":
			title = a.Val
		}
	}
	box, found := h.box(title)
	switch class {
	case "ocr_par", "ocr_carea":
		h.group++
	case "ocr_line", "ocr_header", "ocr_caption", "ocr_textfloat", "ocr_footer":
		if found {
			h.line = box
		}
	case "ocrx_word":
		if found && confident(title) && len(h.words) < maxWords && h.inWord == 0 {
			h.inWord = h.depth
			h.word = word{box: box, line: h.line, group: h.group}
			h.text.Reset()
		}
	}
}

// void are the elements without an end.
var void = map[string]bool{"meta": true, "br": true, "img": true, "link": true, "hr": true}

func (h *hocrReader) close() {
	if h.inWord == h.depth && h.inWord > 0 {
		if h.word.text = strings.Join(strings.Fields(h.text.String()), " "); h.word.text != "" {
			if h.word.line == (page.Box{}) {
				h.word.line = h.word.box
			}
			h.words = append(h.words, h.word)
		}
		h.inWord = 0
	}
	h.depth = max(0, h.depth-1)
}

// box reads the box in a title.
func (h *hocrReader) box(title string) (page.Box, bool) {
	for property := range strings.SplitSeq(title, ";") {
		f := strings.Fields(property)
		if len(f) != 5 || f[0] != "bbox" {
			continue
		}
		var v [4]float32
		for i := range v {
			n, err := strconv.ParseFloat(f[i+1], 32)
			if err != nil {
				return page.Box{}, false
			}
			v[i] = float32(n)
		}
		return h.m.box(v[0], v[1], v[2], v[3]), true
	}
	return page.Box{}, false
}

// confident says whether a word's confidence, where it has one, is enough.
func confident(title string) bool {
	for property := range strings.SplitSeq(title, ";") {
		f := strings.Fields(property)
		if len(f) == 2 && f[0] == "x_wconf" {
			n, err := strconv.ParseFloat(f[1], 32)
			return err != nil || n >= minConfidence
		}
	}
	return true
}

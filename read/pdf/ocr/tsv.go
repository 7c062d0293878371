package ocr

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/pildora/pildora/read/pdf/page"
)

// Columns of tesseract's TSV.
const (
	tsvLevel = iota
	_
	tsvBlock
	tsvParagraph
	_
	_
	tsvLeft
	tsvTop
	tsvWidth
	tsvHeight
	tsvConfidence
	tsvText
	tsvColumns
)

// Levels of rows.
const (
	levelLine = 4
	levelWord = 5
)

// minConfidence is the least confidence, of 100, that words are believed at:
// below are specks and pictures.
const minConfidence = 20

func tsv(out []byte, m mapping) ([]word, error) {
	var words []word
	var line page.Box
	n := 0
	for row := range bytes.Lines(out) {
		if n++; n == 1 {
			continue
		}
		cells := strings.SplitN(strings.TrimRight(string(row), "\r\n"), "\t", tsvColumns)
		if len(cells) < tsvText {
			continue // the end of a text with line ends in it
		}
		var v [tsvText]float32
		for i := range v {
			f, err := strconv.ParseFloat(cells[i], 32)
			if err != nil {
				return nil, fmt.Errorf("line %d: column %d of the TSV is no number", n, i+1)
			}
			v[i] = float32(f)
		}
		box := m.box(v[tsvLeft], v[tsvTop], v[tsvLeft]+v[tsvWidth], v[tsvTop]+v[tsvHeight])
		switch v[tsvLevel] {
		case levelLine:
			line = box
		case levelWord:
			if len(cells) < tsvColumns || len(words) >= maxWords {
				continue
			}
			if text := strings.TrimSpace(cells[tsvText]); text != "" && v[tsvConfidence] >= minConfidence {
				words = append(words, word{text, box, line, int(v[tsvBlock])<<16 + int(v[tsvParagraph])})
			}
		}
	}
	return words, nil
}

package pdf

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/pildora/pildora/read/pdf/page"
)

// report makes warnings of what is missing of a document, or an error where
// all is.
func (r Reader) report(d *page.Document) error {
	var scans []int
	var problems []string // in order, each once
	with := map[string][]int{}
	text := false
	for _, p := range d.Pages {
		text = text || len(p.Glyphs) > 0 && !p.Scan
		if p.Scan && p.Problem == "" {
			scans = append(scans, p.Number)
		}
		if p.Problem != "" {
			if with[p.Problem] == nil {
				problems = append(problems, p.Problem)
			}
			with[p.Problem] = append(with[p.Problem], p.Number)
		}
	}
	if len(scans) > 0 {
		d.Warnings = append(d.Warnings, fmt.Sprintf("%s: no text that can be read, only pictures or unknown characters; %s", pageList(scans), r.aboutOCR()))
	}
	for _, problem := range problems {
		d.Warnings = append(d.Warnings, fmt.Sprintf("%s: %s", pageList(with[problem]), problem))
	}
	switch {
	case text:
	case len(d.Pages) == 0:
		d.Warnings = append(d.Warnings, "the file has no pages")
	case len(scans) > 0 && len(problems) == 0:
		return fmt.Errorf("%w that can be read, only pictures or unknown characters: %s", ErrNoText, r.aboutOCR())
	case len(scans)+len(problems) > 0:
		return fmt.Errorf("%w: %s", ErrNoText, strings.Join(d.Warnings, "; "))
	default:
		d.Warnings = append(d.Warnings, "the pages are empty")
	}
	return nil
}

// aboutOCR says what can be done about pictures.
func (r Reader) aboutOCR() string {
	if r.OCR.Named() {
		return "OCR found none either"
	}
	return "a command named with --ocr or ocr: in the settings would read them, such as tesseract"
}

// pageList writes numbers, which ascend, as "pages 1, 3–5".
func pageList(numbers []int) string {
	var b strings.Builder
	b.WriteString("page ")
	if len(numbers) > 1 {
		b.Reset()
		b.WriteString("pages ")
	}
	for i := 0; i < len(numbers); {
		j := i
		for j+1 < len(numbers) && numbers[j+1] == numbers[j]+1 {
			j++
		}
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(strconv.Itoa(numbers[i]))
		switch {
		case j == i+1:
			b.WriteString(", " + strconv.Itoa(numbers[j]))
		case j > i+1:
			b.WriteString("–" + strconv.Itoa(numbers[j]))
		}
		i = j + 1
	}
	return b.String()
}

package xlsx

import (
	"context"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/pildora/pildora/read/office/opc"
)

// styles say how cells look, as far as that counts here: bold, and how numbers
// are written. The writing of numbers is excelize's; it is asked for one cell
// of a workbook of its own for each format.
type styles struct {
	date1904 bool
	formats  []int          // number format of each style
	bold     []bool         // of each style
	codes    map[int]string // of the formats that the workbook defines
	cells    map[int]string // format to cell in file; "" for formats that can't be used
	file     *excelize.File
	shown    map[shownKey]string
	refused  bool // some format couldn't be used
}

type shownKey struct {
	format int
	value  string
}

const (
	maxFormats = 1000    // that are used; a new one costs as much as there are
	maxCode    = 255     // characters of a format, as in Excel
	maxNumber  = 64      // characters of a number
	maxShown   = 1 << 16 // numbers that are remembered as they are shown
)

// readStyles reads the formats and fonts of styles.
func (w *workbook) readStyles(ctx context.Context, part string) error {
	s := &w.styles
	s.codes, s.cells, s.shown = map[int]string{}, map[int]string{}, map[shownKey]string{}
	t, err := w.optional(ctx, part)
	if t == nil {
		return err
	}
	var boldFonts []bool
	in := ""
	for t.Next() {
		if t.Kind != opc.Start {
			continue
		}
		switch t.Name {
		case "x:fonts", "x:fills", "x:borders", "x:cellStyleXfs", "x:cellXfs", "x:dxfs":
			in = t.Name
		case "x:numFmt":
			if id, err := strconv.Atoi(t.Attr("numFmtId")); err == nil && in != "x:dxfs" {
				s.codes[id] = t.Attr("formatCode")
			}
		case "x:font":
			if in == "x:fonts" {
				boldFonts = append(boldFonts, false)
			}
		case "x:b":
			if in == "x:fonts" && len(boldFonts) > 0 {
				boldFonts[len(boldFonts)-1] = t.Attr("val") == "" || isTrue(t.Attr("val"))
			}
		case "x:xf":
			if in == "x:cellXfs" {
				format, _ := strconv.Atoi(t.Attr("numFmtId"))
				font, err := strconv.Atoi(t.Attr("fontId"))
				s.formats = append(s.formats, format)
				s.bold = append(s.bold, err == nil && font >= 0 && font < len(boldFonts) && boldFonts[font])
			}
		}
	}
	return t.Err()
}

func (s *styles) isBold(style int) bool { return style >= 0 && style < len(s.bold) && s.bold[style] }

// show is a number as a style shows it.
func (s *styles) show(style int, value string) string {
	value = strings.TrimSpace(value)
	if style < 0 || style >= len(s.formats) || len(value) > maxNumber {
		return general(value)
	}
	format := s.formats[style]
	if code, own := s.codes[format]; format == 0 || format == 49 || own && (strings.EqualFold(code, "general") || code == "@") {
		return general(value)
	}
	key := shownKey{format, value}
	if shown, ok := s.shown[key]; ok {
		return shown
	}
	cell, known := s.cells[format]
	if !known {
		cell = s.cellOf(format)
		s.cells[format] = cell
	}
	shown := general(value)
	if cell != "" {
		// Sections may show nothing; one that is not understood shows nothing too.
		if formatted, ok := s.format(cell, value); ok && (formatted != "" || strings.Contains(s.codes[format], ";")) {
			shown = formatted
		}
	}
	if len(s.shown) >= maxShown {
		clear(s.shown)
	}
	s.shown[key] = shown
	return shown
}

// general is a number without a format, to the 15 digits that spreadsheets
// count with.
func general(value string) string {
	if len(value) <= 15 && !strings.ContainsAny(value, "eE") {
		return value
	}
	f, err := strconv.ParseFloat(value, 64)
	if err != nil {
		return value
	}
	return strconv.FormatFloat(f, 'G', 15, 64)
}

// cellOf makes a cell with a number format; "" where the format can't be used.
func (s *styles) cellOf(format int) string {
	code, own := s.codes[format]
	if len(s.cells) >= maxFormats || len(code) > maxCode {
		s.refused = true
		return ""
	}
	if s.file == nil {
		s.file = excelize.NewFile(excelize.Options{ShortDatePattern: "yyyy-mm-dd"})
		if err := s.file.SetWorkbookProps(&excelize.WorkbookPropsOptions{Date1904: &s.date1904}); err != nil {
			s.refused = true
		}
	}
	style := &excelize.Style{NumFmt: format}
	if own {
		style = &excelize.Style{CustomNumFmt: &code}
	}
	cell := "A" + strconv.Itoa(len(s.cells)+1)
	id, err := s.file.NewStyle(style)
	if err == nil {
		err = s.file.SetCellStyle(sheetOfFormats, cell, cell, id)
	}
	if err != nil {
		s.refused = true
		return ""
	}
	return cell
}

// sheetOfFormats is the sheet of a new workbook of excelize.
const sheetOfFormats = "Sheet1"

// format writes a number as a cell shows it. A format is what somebody else's
// file says, and the library that reads it may not have expected it.
func (s *styles) format(cell, value string) (shown string, ok bool) {
	defer func() {
		if recover() != nil {
			s.refused, ok = true, false
		}
	}()
	if err := s.file.SetCellDefault(sheetOfFormats, cell, value); err != nil {
		return "", false
	}
	shown, err := s.file.GetCellValue(sheetOfFormats, cell)
	return strings.TrimSpace(shown), err == nil
}

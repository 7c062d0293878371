package xlsx_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/internal/cputime"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/office/opc"
	"github.com/pildora/pildora/read/office/opc/opctest"
	"github.com/pildora/pildora/read/office/xlsx"
	"github.com/pildora/pildora/read/readtest"
)

const (
	main          = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`
	relationships = `http://schemas.openxmlformats.org/officeDocument/2006/relationships/`
	relsNamespace = `xmlns="http://schemas.openxmlformats.org/package/2006/relationships"`
)

// styles of the cells in tests, by number: 1 a date, 2 percent, 3 euros,
// 4 bold, 5 a Spanish date in words, 6 a time, 7 day/month/year, 8 a duration,
// 9 a broken format, 10 one of two sections.
const styles = `<styleSheet ` + main + `><numFmts><numFmt numFmtId="170" formatCode="#,##0.00\ &quot;€&quot;"/><numFmt numFmtId="171" formatCode="[$-C0A]d\ &quot;de&quot;\ mmmm\ &quot;de&quot;\ yyyy"/>` +
	`<numFmt numFmtId="172" formatCode="dd/mm/yyyy"/><numFmt numFmtId="173" formatCode="[h]:mm"/><numFmt numFmtId="174" formatCode="[[[&quot;"/><numFmt numFmtId="175" formatCode="#,##0;[Red](#,##0)"/></numFmts>` +
	`<fonts><font/><font><b/></font></fonts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="10"/><xf numFmtId="170"/><xf numFmtId="0" fontId="1"/><xf numFmtId="171"/><xf numFmtId="20"/><xf numFmtId="172"/><xf numFmtId="173"/><xf numFmtId="174"/><xf numFmtId="175"/></cellXfs></styleSheet>`

// pack makes a workbook. A part NAME.tsv is a sheet of that name (see
// sheetXML), NAME.rels the relationships of the one before it; any other part
// stands as it is.
func pack(parts []txtar.File) []byte {
	var (
		sheets, rels strings.Builder
		out          []string
		n            int
	)
	for _, p := range parts {
		name, isSheet := strings.CutSuffix(p.Name, ".tsv")
		switch {
		case isSheet:
			n++
			state := ""
			if plain, hidden := strings.CutSuffix(name, "(hidden)"); hidden {
				name, state = plain, ` state="hidden"`
			}
			fmt.Fprintf(&sheets, `<sheet name="%s" sheetId="%d" r:id="s%d"%s/>`, name, n, n, state)
			fmt.Fprintf(&rels, `<Relationship Id="s%d" Type="%sworksheet" Target="worksheets/sheet%d.xml"/>`, n, relationships, n)
			out = append(out, fmt.Sprintf("xl/worksheets/sheet%d.xml", n), sheetXML(string(p.Data)))
		case strings.HasSuffix(p.Name, ".rels") && !strings.Contains(p.Name, "/"):
			out = append(out, fmt.Sprintf("xl/worksheets/_rels/sheet%d.xml.rels", n), `<Relationships `+relsNamespace+`>`+strings.ReplaceAll(string(p.Data), `Type="`, `Type="`+relationships)+`</Relationships>`)
		default:
			out = append(out, p.Name, string(p.Data))
		}
	}
	out = append(out,
		"xl/workbook.xml", `<workbook `+main+`><workbookPr/><sheets>`+sheets.String()+`</sheets></workbook>`,
		"xl/_rels/workbook.xml.rels", `<Relationships `+relsNamespace+`>`+rels.String()+`<Relationship Id="x1" Type="`+relationships+`styles" Target="styles.xml"/><Relationship Id="x2" Type="`+relationships+`sharedStrings" Target="/xl/sharedStrings.xml"/></Relationships>`,
		"xl/styles.xml", styles)
	return opctest.Zip(out...)
}

// sheetXML makes a sheet of lines: a line a row, tabs between its cells. {3}
// before a cell is its style, =X| its formula, $3 the third shared string; what
// follows a line "---" stands behind the cells.
func sheetXML(tsv string) string {
	var b strings.Builder
	tsv, rest, _ := strings.Cut(tsv, "---\n")
	b.WriteString(`<worksheet ` + main + `><sheetData>`)
	for i, line := range strings.Split(strings.TrimSuffix(tsv, "\n"), "\n") {
		fmt.Fprintf(&b, `<row r="%d">`, i+1)
		for j, c := range strings.Split(line, "\t") {
			if c != "" {
				cellXML(&b, fmt.Sprintf("%c%d", 'A'+j, i+1), c)
			}
		}
		b.WriteString(`</row>`)
	}
	b.WriteString(`</sheetData>` + rest + `</worksheet>`)
	return b.String()
}

func cellXML(b *strings.Builder, at, c string) {
	style, formula, kind := "0", "", "inlineStr"
	if rest, ok := strings.CutPrefix(c, "{"); ok {
		style, c, _ = strings.Cut(rest, "}")
	}
	if rest, ok := strings.CutPrefix(c, "="); ok {
		formula, c, _ = strings.Cut(rest, "|")
		formula = "<f>" + formula + "</f>"
		kind = "str"
	}
	_, err := strconv.ParseFloat(c, 64)
	switch {
	case err == nil:
		kind = "n"
	case c == "TRUE" || c == "FALSE":
		kind, c = "b", map[string]string{"TRUE": "1", "FALSE": "0"}[c]
	case strings.HasPrefix(c, "#") && len(c) > 3:
		kind = "e"
	case strings.HasPrefix(c, "$"):
		kind, c = "s", c[1:]
	}
	c = strings.NewReplacer("&", "&amp;", "<", "&lt;", `\n`, "\n").Replace(c)
	if kind == "inlineStr" {
		fmt.Fprintf(b, `<c r="%s" s="%s" t="inlineStr"><is><t>%s</t></is></c>`, at, style, c)
		return
	}
	fmt.Fprintf(b, `<c r="%s" s="%s" t="%s">%s<v>%s</v></c>`, at, style, kind, formula, c)
}

func workbook(tsv string) string {
	return string(pack([]txtar.File{{Name: "Sheet1.tsv", Data: []byte(tsv)}}))
}

var contract = readtest.Format{
	Media: xlsx.Media,
	Seeds: map[string]string{
		"table":   workbook("Name\tPrice\nFox\t12\nHen\t3\n"),
		"empty":   workbook(""),
		"values":  workbook("{1}45000\t{2}0.5\t{3}-3\t{5}45000\tTRUE\t#REF!\t{9}4\t=A1|\n"),
		"merged":  workbook("A\t\tB\nx\ty\tz\n1\t2\t3\n---\n<mergeCells><mergeCell ref=\"A1:B1\"/><mergeCell ref=\"C1:C2\"/></mergeCells>"),
		"regions": workbook("Title\n\nA\tB\t\tC\tD\n1\t2\t\t3\t4\n\n\nText\n"),
		"far":     workbook("x\n---\n<sheetData><row r=\"1048576\"><c r=\"XFD1048576\"><v>1</v></c></row></sheetData>"),
	},
	Capped: func(n int64) read.Reader { return xlsx.Reader{MaxBytes: n} },
}

func TestContract(t *testing.T) { readtest.Run(t, xlsx.Reader{}, contract) }

func TestGolden(t *testing.T) { readtest.Golden(t, xlsx.Reader{}, contract, pack) }

// FuzzContract fuzzes the sheet and what goes with it: a changed zip is no zip.
func FuzzContract(f *testing.F) {
	for _, s := range []string{"Name\tPrice\nFox\t{3}12\n", "A\t\tB\n1\n---\n<mergeCells><mergeCell ref=\"A1:B1\"/></mergeCells><autoFilter ref=\"A1:B2\"/>", "$0\n\n\n\tx\n", "---\n<sheetData><row r=\"9\"><c r=\"B9\"/><c><v>3</v></c></row><row><c t=\"s\"><v>0</v></c></row></sheetData>"} {
		f.Add(s, `<sst `+main+`><si><t>a</t><rPh><t>b</t></rPh><r><t>c_x000D_</t></r></si></sst>`, "0.0")
	}
	f.Fuzz(func(t *testing.T, sheet, shared, code string) {
		parts := []txtar.File{{Name: "S.tsv", Data: []byte(sheet)}, {Name: "xl/sharedStrings.xml", Data: []byte(shared)}}
		if err := readtest.Check(xlsx.Reader{}, contract, pack(parts), false); err != nil {
			t.Error(err)
		}
		xml := strings.Replace(styles, "dd/mm/yyyy", strings.NewReplacer("&", "&amp;", "<", "&lt;", `"`, "&quot;").Replace(code), 1)
		styled := opctest.Zip("xl/workbook.xml", `<workbook `+main+`><sheets><sheet name="a" r:id="1"/></sheets></workbook>`, "xl/_rels/workbook.xml.rels",
			`<Relationships `+relsNamespace+`><Relationship Id="1" Type="`+relationships+`worksheet" Target="s.xml"/><Relationship Id="2" Type="`+relationships+`styles" Target="styles.xml"/></Relationships>`,
			"xl/styles.xml", xml, "xl/s.xml", sheetXML("{7}45000.25\t{7}-3\t{7}1e300\n"))
		if err := readtest.Check(xlsx.Reader{}, contract, styled, false); err != nil {
			t.Error(err)
		}
	})
}

func readData(t *testing.T, r xlsx.Reader, data []byte) *doc.Document {
	t.Helper()
	d, err := r.Read(context.Background(), read.Source{URI: "a.xlsx", Data: data})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestOrigins wants each row to lead to its cells.
func TestOrigins(t *testing.T) {
	d := readData(t, xlsx.Reader{}, pack([]txtar.File{{Name: "My 'own' sheet.tsv", Data: []byte("Title\nName\tPrice\nFox\t12\n\n\n\n\t\tNote\n")}}))
	for text, want := range map[string]string{"My": "'My ''own'' sheet'", "Title": "'My ''own'' sheet'!A1", "Price": "'My ''own'' sheet'!A2:B2", "12": "'My ''own'' sheet'!A3:B3", "Note": "'My ''own'' sheet'!C7"} {
		at := strings.Index(d.Text, text)
		got := ""
		for o := range d.Locate(doc.Span{Start: at, End: at + len(text)}) {
			got += o.Part
		}
		if got != want {
			t.Errorf("%q leads to %q, want %q", text, got, want)
		}
	}
}

func TestHidden(t *testing.T) {
	data := pack([]txtar.File{{Name: "A.tsv", Data: []byte("seen\n")}, {Name: "B(hidden).tsv", Data: []byte("unseen\n")}})
	d := readData(t, xlsx.Reader{}, data)
	if strings.Contains(d.Text, "unseen") || len(d.Warnings) != 1 || !strings.Contains(d.Warnings[0], `"B" is hidden`) {
		t.Errorf("%q, warnings %q", d.Text, d.Warnings)
	}
	if d := readData(t, xlsx.Reader{Hidden: true}, data); !strings.Contains(d.Text, "unseen") {
		t.Errorf("%q", d.Text)
	}
}

func TestErrors(t *testing.T) {
	ole := "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + strings.Repeat("\x00", 600)
	for name, c := range map[string]struct {
		data string
		want error
	}{
		"old":      {ole, opc.ErrLegacy},
		"no zip":   {"a,b\n1,2\n", opc.ErrFormat},
		"docx":     {string(opctest.Zip("word/document.xml", "<a/>")), opc.ErrFormat},
		"no sheet": {string(opctest.Zip("a.txt", "a")), opc.ErrNoPart},
		"entities": {string(opctest.Zip("xl/workbook.xml", `<!DOCTYPE a [<!ENTITY b "c">]><a/>`)), opc.ErrHostile},
		"bomb":     {string(opctest.Zip("xl/workbook.xml", strings.Repeat(" ", 64<<20))), opc.ErrHostile},
	} {
		_, err := xlsx.Reader{}.Read(context.Background(), read.Source{URI: "a.xlsx", Data: []byte(c.data)})
		if !errors.Is(err, c.want) || !strings.Contains(err.Error(), "a.xlsx") {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

// hostile are sheets made to hurt, by what is repeated between head and tail.
var hostile = []struct{ name, head, unit, tail string }{
	{"cells", "<row>", `<c><v>1</v></c>`, "</row>"},
	{"rows", "", `<row><c t="str"><v>a</v></c><c><v>1</v></c></row>`, ""},
	{"texts", "", `<row><c t="str"><v>a</v></c></row>`, ""},
	{"rows backwards", `<row r="1000000"/>`, `<row r="5"><c r="A5"><v>1</v></c></row>`, ""},
	{"far apart", "", `<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`, ""},
	{"one value of many pieces", "<row><c><v>", `1<!-- -->`, "</v></c></row>"},
	{"blank rows between", "", `<row><c t="str"><v>a</v></c><c><v>1</v></c></row><row/>`, ""},
	{"beside each other", "", `<row><c r="A1" t="str"><v>a</v></c><c r="C1" t="str"><v>b</v></c></row>`, ""},
	{"merged", "</sheetData><mergeCells>", `<mergeCell ref="A1:B3"/>`, "</mergeCells><sheetData>"},
	{"merged over all", "</sheetData><mergeCells>", `<mergeCell ref="A1:XFD1048576"/>`, "</mergeCells><sheetData>"},
	{"filters", "<row><c><v>1</v></c></row>", `<autoFilter ref="A1:B3"/>`, ""},
	{"links", "<row><c><v>1</v></c></row>", `<hyperlink ref="A1" r:id="x"/>`, ""},
	{"formats", "", `<row><c s="3"><v>1.5</v></c></row>`, ""},
}

func TestGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	for _, h := range hostile {
		t.Run(h.name, func(t *testing.T) {
			reading := func(n int) func() {
				sheet := `<worksheet ` + main + `><sheetData>` + h.head + strings.Repeat(h.unit, n/len(h.unit)) + h.tail + `</sheetData></worksheet>`
				data := opctest.Zip("xl/workbook.xml", `<workbook `+main+`><sheets><sheet name="a" r:id="1"/></sheets></workbook>`, "xl/_rels/workbook.xml.rels",
					`<Relationships `+relsNamespace+`><Relationship Id="1" Type="`+relationships+`worksheet" Target="s.xml"/></Relationships>`, "xl/s.xml", sheet)
				return func() {
					if _, err := (xlsx.Reader{}).Read(context.Background(), read.Source{URI: "a.xlsx", Data: data}); err != nil {
						t.Fatal(err)
					}
				}
			}
			if err := cputime.Grows(8, reading(1<<16), reading(1<<19)); err != nil {
				t.Error(err)
			}
		})
	}
}

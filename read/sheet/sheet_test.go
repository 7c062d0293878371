package sheet_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/internal/cputime"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/sheet"
)

func document(t testing.TB, r sheet.Reader, text string) *doc.Document {
	t.Helper()
	d, err := r.Read(context.Background(), read.Source{URI: "a.csv", Media: sheet.CSV, Data: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Validate(); err != nil {
		t.Fatal(err)
	}
	return d
}

// outline writes the blocks in one line: a header as [=…=], a row as […], what
// stands over the table in braces; the table's separator first.
func outline(d *doc.Document) string {
	var b strings.Builder
	for _, block := range d.Blocks {
		text := d.Slice(block.Span)
		switch {
		case block.Kind == doc.Table:
			fmt.Fprintf(&b, "%q ", block.Label)
		case block.Kind == doc.Row && block.Level == 1:
			b.WriteString("[=" + text + "=]")
		case block.Kind == doc.Row:
			b.WriteString("[" + text + "]")
		default:
			b.WriteString("{" + text + "}")
		}
	}
	return b.String()
}

func TestRows(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"empty", "", ""},
		{"blank lines", "\n \n\r\n", ""},
		{"header and rows", "name,age\nAna,31\nBo,42\n", `"," [=name,age=][Ana,31][Bo,42]`},
		{"numbers in the first row", "1,2\n3,4\n", `"," [1,2][3,4]`},
		{"years label columns", "país,2023,2024\nPerú,10,20\nChile,30,40\n", `"," [=país,2023,2024=][Perú,10,20][Chile,30,40]`},
		{"words over dates", "día,tema\n2024-05-01,inicio\n2024-05-02,fin\n", `"," [=día,tema=][2024-05-01,inicio][2024-05-02,fin]`},
		{"a value that comes again", "yes,no\nno,no\nyes,yes\n", `"," [yes,no][no,no][yes,yes]`},
		{"questions are no labels", "What is it?,A thing.\nWhy?,Because.\n", `"," [What is it?,A thing.][Why?,Because.]`},
		{"header alone", "name,age\n", `"," [=name,age=]`},
		{"row alone", "Ana,31\n", `"," [Ana,31]`},
		{"quoted line ends", "a,b\n\"x\ny,z\",\"\"\"q\"\"\"\n1,2", "\",\" [=a,b=][\"x\ny,z\",\"\"\"q\"\"\"][1,2]"},
		{"CRLF in and out of quotes", "a,b\r\n\"x\r\ny\",2\r\n", "\",\" [=a,b=][\"x\r\ny\",2]"},
		{"lone CR", "a,b\r1,2\r\r3,4\r", `"," [=a,b=][1,2][3,4]`},
		{"LF then CR", "a,b\n\r1,2\n", `"," [=a,b=][1,2]`},
		{"blanks around quotes", "a, b\nx, \"y, z\" \n", `"," [=a, b=][x, "y, z" ]`},
		{"decimal commas", "precio;cantidad\n1,5;2,0\n2,7;3,5\n", `";" [=precio;cantidad=][1,5;2,0][2,7;3,5]`},
		{"decimal commas without a header", "1,5;2,0\n2,7;3,5\n", `";" [1,5;2,0][2,7;3,5]`},
		{"semicolons in a column of a comma file", "id,tags\n1,a;b\n2,c;d\n3,e;f\n", `"," [=id,tags=][1,a;b][2,c;d][3,e;f]`},
		{"tab", "a\tb, c\n1\tx, y\n", `"\t" [=a` + "\tb, c=][1\tx, y]"},
		{"bar", "a|b\n1|2\n", `"|" [=a|b=][1|2]`},
		{"one column", "Industry\nAccounting, Finance\nCars\nSales\n", `"," [=Industry=][Accounting, Finance][Cars][Sales]`},
		{"ragged", "a,b,c\nx,y\n\nx,y,z,w\n", `"," [=a,b,c=][x,y][x,y,z,w]`},
		{"empty cells", "a,b\n,\n1,\n", `"," [=a,b=][,][1,]`},
		{"mark", doc.BOM + "a,b\n1,2\n", `"," [=a,b=][1,2]`},
		{"separator by name", doc.BOM + "sep=,\r\na;x,b\r\n1;y,2\r\n", `{sep=,}"," [=a;x,b=][1;y,2]`},
		{"lines over the table", "Report of May\n\nname;age\nAna;31\nBo;42\n", `{Report of May}";" [=name;age=][Ana;31][Bo;42]`},
		{"quote that nothing closes", "q1,a1\nq2,\"a2 starts\nq3,a3\n", `"," [=q1,a1=][q2,"a2 starts][q3,a3]`},
		{"quote closed in another row's cell", "q,a\nx,\"open\ny,\"closed\"\nz,1\n", `"," [=q,a=][x,"open][y,"closed"][z,1]`},
		{"quote that would swallow rows", "q,a\nx,\"open\n1,b\n2,b\n3,b\n4,b\n5,6\"\nz,1\n", `"," [=q,a=][x,"open][1,b][2,b][3,b][4,b][5,6"][z,1]`},
		{"long cell of other lines", "q,a\nx,\"open\n1\n2\n3\n4\n5,6\"\nz,1\n", "\",\" [=q,a=][x,\"open\n1\n2\n3\n4\n5,6\"][z,1]"},
		{"quotes inside quotes", "a,b\n\"He said \"hi\", then\",2\n", `"," [=a,b=]["He said "hi", then",2]`},
		{"inches", "size,n\n12\",1\n15\",2\n", `"," [=size,n=][12",1][15",2]`},
	} {
		if got := outline(document(t, sheet.Reader{}, c.in)); got != c.want {
			t.Errorf("%s: got  %s\nwant %s", c.name, got, c.want)
		}
	}
}

func TestSettings(t *testing.T) {
	for _, c := range []struct {
		name, in, want string
		r              sheet.Reader
	}{
		{"header by order", "1,2\n3,4\n", `"," [=1,2=][3,4]`, sheet.Reader{Header: sheet.Present}},
		{"none by order", "a,b\n3,4\n", `"," [a,b][3,4]`, sheet.Reader{Header: sheet.Absent}},
		{"separator by order", "a:b;c\n1:2;3\n", `":" [=a:b;c=][1:2;3]`, sheet.Reader{Separator: ':'}},
	} {
		if got := outline(document(t, c.r, c.in)); got != c.want {
			t.Errorf("%s: got  %s\nwant %s", c.name, got, c.want)
		}
	}
}

// TestTSVPrefersTabs: the media type says what the text hardly shows.
func TestTSVPrefersTabs(t *testing.T) {
	text := "a;b;c\tx\n1;2;3\n1;2;3\n"
	d, err := sheet.Reader{}.Read(context.Background(), read.Source{URI: "a", Media: sheet.TSV, Data: []byte(text)})
	if err != nil || d.Blocks[0].Label != "\t" || d.Media != sheet.TSV {
		t.Errorf("%+v, %v", d, err)
	}
	d, err = sheet.Reader{}.Read(context.Background(), read.Source{URI: "dir/a.tsv", Data: []byte("a;b\n1;2\n")})
	if err != nil || d.Blocks[0].Label != ";" || d.Media != sheet.TSV {
		t.Errorf("%+v, %v", d, err)
	}
}

func TestWarnings(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"a,b\n1,2\n", ""},
		{"one\ntwo, three\nfour\nfive\n", ""},
		{"a,b\nx,\"y\nz,w\n", "1 quote not closed in the cell and taken as a character of it, the first in line 2"},
		{"a,b\n\"x\ny\",1\nx,\"y\nz,\"w\nz,w\n", "2 quotes not closed in the cell and taken as a character of it, the first in line 4"},
		{"a,b\n\n1\n1,2\n1,2\n1,2,3\n", "2 rows with more or fewer cells than the first, the first of them in line 3"},
	} {
		if got := strings.Join(document(t, sheet.Reader{}, c.in).Warnings, "|"); got != c.want {
			t.Errorf("%q: %q, want %q", c.in, got, c.want)
		}
	}
}

// TestRowsAsWritten: what the standard library writes is read into as many
// rows, each of which it reads as the same cells.
func TestRowsAsWritten(t *testing.T) {
	cell := rapid.StringOf(rapid.SampledFrom([]rune("ab ,;\t|\"\n\r'é港0.")))
	rapid.Check(t, func(rt *rapid.T) {
		width := rapid.IntRange(2, 5).Draw(rt, "width")
		records := rapid.SliceOfN(rapid.SliceOfN(cell, width, width), 1, 8).Draw(rt, "records")
		sep := rapid.SampledFrom([]rune(",;\t|")).Draw(rt, "separator")
		var b bytes.Buffer
		w := csv.NewWriter(&b)
		w.Comma, w.UseCRLF = sep, rapid.Bool().Draw(rt, "CRLF")
		for _, r := range records {
			for i := range r {
				// Four lines or more that look like rows are taken for rows.
				r[i] = strings.Replace(strings.ReplaceAll(r[i], "\r", ""), "\n", "", max(0, strings.Count(r[i], "\n")-3))
			}
			r[0] = "k" + r[0]
			if err := w.Write(r); err != nil {
				rt.Fatal(err)
			}
		}
		w.Flush()
		d := document(t, sheet.Reader{Separator: byte(sep)}, b.String())
		n := 0
		for _, block := range d.Blocks {
			if block.Kind != doc.Row {
				continue
			}
			again := csv.NewReader(strings.NewReader(d.Slice(block.Span) + "\n"))
			again.Comma = sep
			got, err := again.Read()
			if err != nil || n >= len(records) || strings.Join(got, "\x00") != strings.Join(records[n], "\x00") {
				rt.Fatalf("row %d of %q: %q, %v", n, b.String(), got, err)
			}
			n++
		}
		if n != len(records) || len(d.Warnings) > 0 {
			rt.Fatalf("%d rows of %d in %q: %q", n, len(records), b.String(), d.Warnings)
		}
	})
}

// TestRowsCover: whatever the text, what lies outside of blocks is blank.
func TestRowsCover(t *testing.T) {
	pieces := rapid.SampledFrom([]string{"a", "\"", "\"\"", ",", ";", "\n", "\r\n", "\r", " ", "x,y\n", "\ufeff", "é", "sep=;\n"})
	rapid.Check(t, func(rt *rapid.T) {
		text := strings.Join(rapid.SliceOfN(pieces, 0, 60).Draw(rt, "pieces"), "")
		d := document(t, sheet.Reader{}, text)
		at := 0
		for i, b := range d.Blocks {
			if !d.Leaf(i) {
				continue
			}
			if !doc.IsBlank(text[at:b.Span.Start]) || doc.IsBlank(d.Slice(b.Span)) {
				rt.Fatalf("%q: %v", text, d.Blocks)
			}
			at = b.Span.End
		}
		if !doc.IsBlank(text[at:]) {
			rt.Fatalf("%q: %q is in no row", text, text[at:])
		}
	})
}

// hostile are texts made to hurt the search for quotes and line ends.
var hostile = map[string]string{
	"rows":                 "a,b,c\n",
	"quoted rows":          "\"a\",\"b\",\"c\"\n",
	"open quotes":          "a,\"b\n",
	"open quotes, doubled": "a,\"\"\"b\n",
	"empty cells, stray":   "a,\"\"b\n",
	"quotes":               "\"",
	"quoted commas":        "\",",
	"quoted lines":         "\"\n",
	"open, then rows":      "\"a\nb,c\nb,c\nb,c\nb,c\nb,c\"\n",
	"carriage returns":     "a,b\r",
	"separators":           ",",
	"line ends":            "\n",
}

func TestGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const n = 1 << 16
	reads := func(text string) func() { return func() { document(t, sheet.Reader{}, text) } }
	for name, unit := range hostile {
		for _, head := range []string{"", "k,\"open\n"} {
			if err := cputime.Grows(16, reads(head+strings.Repeat(unit, n/len(unit))), reads(head+strings.Repeat(unit, 16*n/len(unit)))); err != nil {
				t.Errorf("%s after %q: %v", name, head, err)
			}
		}
	}
}

func BenchmarkRead(b *testing.B) {
	for name, line := range map[string]string{
		"plain":  "1042,Ana Ruiz,ana@example.org,2024-05-01,Lima,17.50\n",
		"quoted": "1042,\"Ruiz, Ana\",\"She said \"\"yes\"\".\nTwice.\",2024-05-01,Lima,17.50\n",
	} {
		text := "id,name,mail,date,city,price\n" + strings.Repeat(line, 4<<20/len(line))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := (sheet.Reader{}).ReadText(context.Background(), read.Source{URI: "a", Media: sheet.CSV}, text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

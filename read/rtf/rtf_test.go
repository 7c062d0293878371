package rtf_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/internal/cputime"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/readtest"
	"github.com/pildora/pildora/read/rtf"
)

var contract = readtest.Format{
	Media: rtf.Media,
	Seeds: map[string]string{
		"plain":   `{\rtf1\ansi Text.\par}`,
		"empty":   `{\rtf1}`,
		"mark":    "\ufeff\r\n{\\rtf1 Text}",
		"styles":  `{\rtf1{\stylesheet{\s1\outlinelevel0 heading 1;}}\pard\s1 Head\par\pard {\b bold}{\i\b both} \'f1\u241?\par}`,
		"table":   `{\rtf1\trowd\trhdr\clvmgf\cellx9\clmgf\cellx20\clmrg\cellx30\intbl a\cell b\cell\cell\row\trowd\clvmrg\cellx9\cellx20\cellx30 \cell c\cell d\cell\row\pard x\par}`,
		"list":    `{\rtf1{\listtext 1.\tab}a\par{\listtext \'b7}b\par\pard\ls1\ilvl2 c\par}`,
		"notes":   `{\rtf1 a{\footnote b{\footnote c}}{\shp{\*\shpinst{\sp{\sn wzDescription}{\sv d}}{\shptxt e\par}}}\par}`,
		"field":   `{\rtf1{\field{\*\fldinst HYPERLINK "http://a"}{\fldrslt b}}\par}`,
		"missing": `{\rtf1 {\b {\cell\row\nestcell`,
		"extra":   `{\rtf1 a}} b`,
		"bin":     "{\\rtf1{\\pict\\bin4 }}{{}a\\par}",
	},
	Capped: func(n int64) read.Reader { return rtf.Reader{MaxBytes: n} },
}

func TestContract(t *testing.T) { readtest.Run(t, rtf.Reader{}, contract) }

func TestGolden(t *testing.T) { readtest.Golden(t, rtf.Reader{}, contract, nil) }

func FuzzContract(f *testing.F) { readtest.Fuzz(f, rtf.Reader{}, contract) }

func readString(t *testing.T, s string) *doc.Document {
	t.Helper()
	d, err := rtf.Reader{}.Read(context.Background(), read.Source{URI: "a.rtf", Data: []byte(s)})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestOrigins wants each word to lead to where it stands in the file.
func TestOrigins(t *testing.T) {
	src := `{\rtf1\ansi Plain text and a\'f1os, {\b bold\b0} \u8364?5.\par}`
	d := readString(t, src)
	for word, want := range map[string]string{"Plain text": "Plain text", "años": `a\'f1os`, "bold": "bold", "€": `\u8364`} {
		at := strings.Index(d.Text, word)
		if at < 0 {
			t.Errorf("%q is not in %q", word, d.Text)
			continue
		}
		from, to := len(src), 0
		for o := range d.Locate(doc.Span{Start: at, End: at + len(word)}) {
			if o.Text.Len() == o.Source.Len() { // byte for byte
				shift := o.Source.Start - o.Text.Start
				o.Source = o.Text.Intersect(doc.Span{Start: at, End: at + len(word)})
				o.Source.Start, o.Source.End = o.Source.Start+shift, o.Source.End+shift
			}
			from, to = min(from, o.Source.Start), max(to, o.Source.End)
		}
		if from > to || src[from:to] != want {
			t.Errorf("%q leads to %d:%d, want %q", word, from, to, want)
		}
	}
}

func TestNotRTF(t *testing.T) {
	for _, s := range []string{"", "{", `{\rt`, "text", `text {\rtf1 a}`, "%PDF-1.4"} {
		_, err := rtf.Reader{}.Read(context.Background(), read.Source{URI: "a.rtf", Data: []byte(s)})
		if !errors.Is(err, rtf.ErrFormat) || !strings.Contains(err.Error(), "a.rtf") {
			t.Errorf("%q: %v", s, err)
		}
	}
}

func TestDepth(t *testing.T) {
	_, err := rtf.Reader{}.Read(context.Background(), read.Source{URI: "a.rtf", Data: []byte(`{\rtf1` + strings.Repeat("{", 20_000))})
	if err == nil || !strings.Contains(err.Error(), "a.rtf: at byte 10006: groups nest deeper") {
		t.Errorf("error %v", err)
	}
}

// hostile are files made to hurt, by what is repeated between head and tail.
var hostile = []struct{ name, head, unit, tail string }{
	{"ordinary", "", `\pard Some {\b ordinary} text with a\'f1os.\par `, ""},
	{"groups", "", `{}`, ""},
	{"nested groups", "", strings.Repeat(`{`, 100) + strings.Repeat(`}`, 100), ""},
	{"words", "", `\b`, "x"},
	{"long word", `\`, `b`, " x"},
	{"digits", `\b`, `9`, " x"},
	{"backslashes", "", `\\`, ""},
	{"characters", "", `\'f1`, ""},
	{"two-byte characters", `{\fonttbl{\f0\fcharset128 A;}}`, `\'93\'fa`, ""},
	{"first halves", `{\fonttbl{\f0\fcharset128 A;}}`, `\'93`, ""},
	{"unicode", "", `\u8364?`, ""},
	{"surrogates", "", `\u-10179?`, ""},
	{"skips", `\uc9999999`, `\u8364 `, ""},
	{"fonts", `{\fonttbl`, `{\f1\fcharset2 Symbol;}`, `}x`},
	{"font name", `{\fonttbl{\f1\fcharset2 `, `n`, `;}}x`},
	{"styles", `{\stylesheet`, `{\s1\sbasedon1 n;}`, `}\s1 x`},
	{"cells", "", `a\cell `, `\row`},
	{"rows", `\trowd\cellx1`, `a\cell\row`, ""},
	{"bounds", `\trowd`, `\cellx1`, `a\cell\row`},
	{"many bounds, many rows", `\trowd` + strings.Repeat(`\cellx1`, 500), `a\cell\row`, ""},
	{"other bounds in each row", "", `\trowd\clvmgf\cellx1\clvmgf\cellx20000\cellx30000\clvmrg\cellx40000 a\cell b\cell c\cell d\cell\row`, ""},
	{"merged down", "", `\trowd\clvmrg\cellx1000\cellx2000 a\cell b\cell\row`, ""},
	{"merged across", `\trowd\clmgf\cellx1`, `\clmrg\cellx9`, strings.Repeat(`a\cell `, 300) + `\row`},
	{"open cells", `\intbl`, `a\par`, ""},
	{"footnotes", "", `a{\footnote b}`, ""},
	{"nested footnotes", "", `a{\footnote b`, ""},
	{"text boxes", "", `{\shp{\*\shpinst{\shptxt a\par}}}`, `\par`},
	{"markers", "", `{\listtext 1.}a\par`, ""},
	{"deeper and deeper", "", `\ilvl8{\listtext 1.}a\par\ilvl0{\listtext 1.}b\par`, ""},
	{"marker of many pieces", "", `{\listtext \b0 1\b}`, `x\par`},
	{"fields", "", `{\field{\*\fldinst HYPERLINK "a"}{\fldrslt b}}`, ""},
	{"open fields", "", `{\field{\*\fldinst HYPERLINK "a"`, ""},
	{"field code", `{\field{\*\fldinst `, `HYPERLINK "a" `, `}{\fldrslt b}}`},
	{"lists", `{\*\listtable`, `{\list{\listlevel}\listid1}`, `}x`},
	{"properties", `{\info`, `{\title a}`, `}x`},
	{"title", `{\info{\title `, `a `, `}}x`},
	{"shapes", "", `{\sp{\sn wzDescription}{\sv a}}`, ""},
	{"styles by turns", "", `\b a\b0 b`, ""},
	{"languages", "", `\lang1033 a\lang1034 b`, ""},
}

// TestGrowth wants the time to grow with the file, and not with its square.
func TestGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	for _, h := range hostile {
		t.Run(h.name, func(t *testing.T) {
			reading := func(n int) func() {
				data := []byte(`{\rtf1\ansi ` + h.head + strings.Repeat(h.unit, max(1, n/len(h.unit))) + h.tail)
				return func() {
					_, _ = rtf.Reader{}.Read(context.Background(), read.Source{URI: "a.rtf", Data: data})
				}
			}
			if err := cputime.Grows(8, reading(1<<15), reading(1<<18)); err != nil {
				t.Error(err)
			}
		})
	}
}

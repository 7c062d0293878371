package man_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/markup/man"
	"github.com/pildora/pildora/read/markup/markuptest"
	"github.com/pildora/pildora/read/readtest"
)

var suite = markuptest.Suite{
	Reader: man.Reader{},
	Format: readtest.Format{
		Media: man.Media,
		Seeds: map[string]string{
			"man":   ".TH A 1\n.SH B\nc \\fBd\\fR\n.TP\n.B e\nf\n.IP \\(bu 2\ng\n.RS\n.nf\nh\n.fi\n.RE\n",
			"mdoc":  ".Dd March 5, 2024\n.Dt A 1\n.Sh NAME\n.Nm a\n.Nd b\n.Bl -tag\n.It Fl c Op Ar d\ne\n.El\n",
			"table": ".TH A 1\n.TS\ntab(:);\nl l.\na:b\n=\nT{\nc\nT}:d\n.TE\n",
			"roff":  ".ds a b\n.if n c\n.ie t d\n.el \\{\\\ne\n.\\}\n.de F\ng\n..\n\\*a \\[u00e1] \\s+1h\\s0\n",
			"latin": ".TH T\xedtulo 1\n.SH A\nse\xf1or, a\xf1os atr\xe1s\n",
		},
		Capped: func(n int64) read.Reader { return man.Reader{MaxBytes: n} },
	},
	Archive: "testdata/man.txtar",
	Ext:     ".1",
	Exact:   0.5,
	Short: map[string]string{
		"":               "",
		".":              "",
		"'":              "",
		"\\":             "",
		"\\f":            "",
		"\\(":            "",
		"\\[":            "",
		"\\*":            "",
		"\\s":            "",
		"\\h'":           "",
		".TH":            "",
		".SH":            "",
		".SH\n":          "",
		".TP":            "",
		".TP\na":         "a\n",
		".IP":            "",
		".B":             "",
		".B\na":          "**a**\n",
		".RE\na":         "a\n",
		".TS":            "",
		".TS\n.TE":       "",
		".TS\nl.\nT{":    "",
		".if":            "",
		".if n":          "",
		".el a":          "",
		".de":            "",
		".El\na":         "a\n",
		".Dd\n.It a":     "",
		".Dd\n.El\n.Fl":  "\\**-**\n",
		".Dd\n.Oc\n.Dt":  "",
		"a\\c\nb":        "ab\n",
		".nf\n.fi\na":    "a\n",
		".EX\n\n a\n.EE": "```\n a\n```\n",
		".UR a":          "a\n",
		".EQ\na":         "",
	},
	Includes: map[string]bool{".so %s\n": true, ".mso %s\n": false, ".PSPIC %s\n": false, ".lf 1 %s\n": false},
	Bombs:    map[string]string{"others": bomb()},
	Deep:     map[string]string{".RS\n": ".RE\n", ".if n ": "", "\\fB": "\\fP", ".TP\n.RS\n": "", ".Dd\n.Bl -tag\n.It a\n": ".El\n", ".Dd\n.Oo\n": ".Oc\n"},
	Hostile: []markuptest.Input{
		{Name: "fonts", Unit: "\\fBa\\fP"},
		{Name: "names", Unit: "\\[a"},
		{Name: "quotes", Unit: "\\h'a"},
		{Name: "strings", Head: ".ds a b\n", Unit: "\\*a"},
		{Name: "definitions", Unit: ".ds a b\n"},
		{Name: "macros", Unit: ".de a\n"},
		{Name: "conditions", Unit: ".if n "},
		{Name: "branches", Unit: ".if t \\{\n"},
		{Name: "else", Unit: ".ie n a\n.el b\n"},
		{Name: "indents", Unit: ".RS\na\n"},
		{Name: "terms", Unit: ".TP\na\nb\n"},
		{Name: "open terms", Unit: ".TP\n"},
		{Name: "items", Unit: ".IP \\(bu\na\n"},
		{Name: "numbers", Unit: ".IP 1.\na\n"},
		{Name: "paragraphs", Unit: ".PP\na\n"},
		{Name: "docbook", Unit: ".PP\na\n.RS\nb\n.RE\n"},
		{Name: "code", Unit: ".nf\na\n"},
		{Name: "tables", Unit: ".TS\nl.\na\n.TE\n"},
		{Name: "open tables", Unit: ".TS\n"},
		{Name: "formats", Head: ".TS\n", Unit: "l ", Tail: ".\na\n.TE\n"},
		{Name: "wide rows", Head: ".TS\nl.\n", Unit: "a\t", Tail: "\n.TE\n"},
		{Name: "spanned", Head: ".TS\n" + strings.Repeat("l s s s ", 100) + ".\n", Unit: "a\tb\n", Tail: ".TE\n"},
		{Name: "blocks", Head: ".TS\nl.\n", Unit: "T{\na\n", Tail: ".TE\n"},
		{Name: "parts", Head: ".TS\nl.\n", Unit: ".T&\nl.\na\n", Tail: ".TE\n"},
		{Name: "addresses", Unit: ".UR a\n"},
		{Name: "enclosures", Head: ".Dd a\n", Unit: ".Oo\n"},
		{Name: "one line", Head: ".Dd a\n.Op ", Unit: "Op Fl a "},
		{Name: "lists", Head: ".Dd a\n", Unit: ".Bl -tag\n.It a\nb\n"},
		{Name: "heads", Head: ".Dd a\n.Bl -tag\n", Unit: ".It Fl a Xo\n"},
		{Name: "columns", Head: ".Dd a\n.Bl -column\n", Unit: ".It a Ta b\n", Tail: ".El\n"},
		{Name: "displays", Head: ".Dd a\n", Unit: ".Bd -literal\na\n"},
		{Name: "joined", Unit: "a\\c\n"},
	},
}

func TestReader(t *testing.T) { suite.Run(t) }

func FuzzReader(f *testing.F) { suite.Fuzz(f) }

func BenchmarkRead(b *testing.B) { suite.Bench(b) }

// bomb is of strings that hold each other.
func bomb() string {
	var b strings.Builder
	b.WriteString(".ds a " + strings.Repeat("x", 1000) + "\n")
	for i := range 7 {
		fmt.Fprintf(&b, ".ds %c %s\n", 'b'+i, strings.Repeat(fmt.Sprintf("\\*%c", 'a'+i), 20))
	}
	b.WriteString("\\*h\n")
	return b.String()
}

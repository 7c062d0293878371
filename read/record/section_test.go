package record_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/pildora/pildora/internal/cputime"
	"github.com/pildora/pildora/read/readtest"
	"github.com/pildora/pildora/read/record"
)

var tomlContract = readtest.Format{
	Media: record.TOML,
	Seeds: map[string]string{
		"tables":  "# Top.\ntitle = \"T\"\n\n# A.\n[a]\nx = 1\n# B.\ny = [ # not a setting\n  1,\n]\n[[b.c]]\n\"d e\".f = '''\n# text\n'''\n[[b.c]]\n",
		"bom":     "\ufeffa = 1\r\n\r\n[b]\r\nc = \"ñ\"\r\n",
		"inline":  "a = {b = 1, c = [{d = 2}]}\n",
		"empty":   "",
		"comment": "# only\n",
		"indent":  "[a]\n  # x\n  b = 1\n  c = 1979-05-27T07:32:00Z\n",
	},
	Capped: contract.Capped,
}

var iniContract = readtest.Format{
	Media: record.INI,
	Exact: true,
	Seeds: map[string]string{
		"sections":   "; Top.\nname = x\n\n[a b]\n# C.\nc: 1\n  goes on\nd = e \\\n f = g\n[b]\n",
		"properties": "a.b=1\nexport C='x'\n! no\nsome words\n",
		"windows":    "[a]\r\nb=se\xf1or\r\n",
		"bom":        "\ufeff[a]\nb=1\n",
		"empty":      "",
		"odd":        "=\n:\n[\n[]\nx=\n",
	},
	Capped: contract.Capped,
}

func TestTOMLContract(t *testing.T) { readtest.Run(t, reader(), tomlContract) }
func TestINIContract(t *testing.T)  { readtest.Run(t, reader(), iniContract) }
func FuzzTOMLContract(f *testing.F) { readtest.Fuzz(f, reader(), tomlContract) }
func FuzzINIContract(f *testing.F)  { readtest.Fuzz(f, reader(), iniContract) }

func TestSections(t *testing.T) {
	const long = "some text that is long enough to make a record of it"
	for _, c := range []struct{ name, media, in, want string }{
		{"toml", record.TOML, "# Top.\ntitle = \"T\"\n\n# A.\n[a]\nx = \"" + long + "\"\n\n# B.\ny = 2\n[[b.c]]\nname = 'n'\n[[b.c]]\nz.\"w v\" = 3\n", `
: # Top.|title = "T"||# A.|[a]|x = "LONG"||# B.|y = 2|[[b.c]]|name = 'n'|[[b.c]]|z."w v" = 3
  title: # Top.|title = "T"
  a: # A.|[a]|x = "LONG"||# B.|y = 2
    x: # A.|[a]|x = "LONG"
    y: # B.|y = 2
  b.c[0]: [[b.c]]|name = 'n'
  b.c[1]: [[b.c]]|z."w v" = 3`},
		{"a mark in a text", record.TOML, "a = '''\n" + long + "\n# no comment\n'''\nb = 1\n", `
: a = '''|LONG|# no comment|'''|b = 1
  a: a = '''|LONG|# no comment|'''
  b: b = 1`},
		{"ini", record.INI, "; Top.\nx = 1\n\n; A.\n[a b]\ny: " + long + "\n  goes = on\n# C.\nz = \\\nno = setting\n[c]\n", `
: ; Top.|x = 1||; A.|[a b]|y: LONG|  goes = on|# C.|z = \|no = setting|[c]
  x: ; Top.|x = 1
  a b: ; A.|[a b]|y: LONG|  goes = on|# C.|z = \|no = setting
    y: ; A.|[a b]|y: LONG|  goes = on
    z: # C.|z = \|no = setting
  c: [c]`},
	} {
		d := document(t, c.media, c.in)
		got := ""
		for i, b := range d.Blocks {
			got += "\n" + strings.Repeat("  ", d.Depth(i)) + b.Label + ": " + strings.ReplaceAll(strings.ReplaceAll(d.Slice(b.Span), "\n", "|"), long, "LONG")
		}
		if got != c.want {
			t.Errorf("%s:%s\nwant%s", c.name, got, c.want)
		}
	}
	if d := document(t, record.TOML, tomlContract.Seeds["tables"]); d.Title != "T" {
		t.Errorf("title %q", d.Title)
	}
}

func TestTOMLErrors(t *testing.T) {
	for in, want := range map[string]string{
		"a = 1\nb = \n":                         "line 2, column ",
		"a = 1\n[b\n":                           "line 2, column ",
		"\ufeffa = 1\nñ = é\n":                  "line 2, column ",
		"a = " + strings.Repeat("[", 5_000_000): "brackets are open",
		"a = " + strings.Repeat("{a=", 900_000): "brackets are open",
	} {
		_, err := record.Reader{}.Read(context.Background(), source(record.TOML, in))
		if !errors.Is(err, record.ErrTOML) || !strings.HasPrefix(err.Error(), "a.json: no valid TOML: line ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %v", in, err)
		}
	}
}

func TestSectionsGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const n = 1 << 16
	for _, media := range []string{record.TOML, record.INI} {
		for name, text := range map[string]func(n int) string{
			"comments":      repeat("a = 1\n", "# a\n", "b = 1\n"),
			"blank lines":   repeat("a = 1\n", "\n", "b = 1\n"),
			"tables":        repeat("", "[[a]]\n", ""),
			"long key":      repeat("a", ".a", " = 1\n"),
			"long array":    repeat("a = [", "1, ", "]\n"),
			"nested":        repeat("a = [", "[", ""),
			"open quotes":   repeat("", "a = \"\n", ""),
			"open text":     repeat("a = '''", "a\n", ""),
			"continuations": repeat("", "a = \\\n", ""),
		} {
			reads := func(text string) func() {
				return func() { _, _ = record.Reader{}.Read(context.Background(), source(media, text)) }
			}
			if err := cputime.Grows(16, reads(text(n)), reads(text(16*n))); err != nil {
				t.Errorf("%s, %s: %v", name, media, err)
			}
		}
	}
}

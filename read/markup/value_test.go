package markup_test

import (
	"strings"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/markup"
)

func TestDate(t *testing.T) {
	for value, want := range map[string]string{
		"2024-03-05":            "2024-03-05",
		"2024-03-05T10:00:00Z":  "2024-03-05",
		"<2024-03-05 Tue>":      "2024-03-05",
		"[2024-03-05 Tue 9:00]": "2024-03-05",
		"5 March 2024":          "2024-03-05",
		"March 15, 2024":        "2024-03-15",
		"January 13 2023":       "2023-01-13",
		"March 2024":            "2024-03",
		"$Date: 2024-03-05 $":   "2024-03-05",
		"marzo de 2024":         "marzo de 2024",
		"":                      "",
	} {
		if got := markup.Date(value); got != want {
			t.Errorf("%q: got %q, want %q", value, got, want)
		}
	}
}

func TestLanguage(t *testing.T) {
	for name, want := range map[string]string{"spanish": "es", "es-MX": "es", "pt_BR": "pt", "en_US.UTF-8": "en", "ngerman": "de", "": "", "x": "", "nonsense": ""} {
		if got := markup.Language(name); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

func TestCSV(t *testing.T) {
	src := "a, b ,\"c\"\"d\"\r\n\n\"e\nf\"x,g,\n\"open"
	rows := markup.CSV(src, doc.Span{End: len(src)}, ",")
	var got []string
	for _, row := range rows {
		var cells []string
		for _, c := range row {
			cells = append(cells, c.S)
		}
		got = append(got, strings.Join(cells, "|"))
	}
	if want := "a|b|c\"d;e\nf|g|;open"; strings.Join(got, ";") != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestText(t *testing.T) {
	src := "one two three"
	var b markup.Buffer
	b.Copy(src, doc.Span{Start: 4, End: 7})
	b.Add("&", doc.Span{Start: 3, End: 4})
	b.Copy(src, doc.Span{Start: 0, End: 3})
	text := b.Text()
	if text.S != "two&one" {
		t.Fatalf("text %q", text.S)
	}
	for _, tt := range []struct {
		from, to int
		want     doc.Span
	}{{1, 3, doc.Span{Start: 5, End: 7}}, {3, 4, doc.Span{Start: 3, End: 4}}, {4, 6, doc.Span{Start: 0, End: 2}}, {0, 7, doc.Span{Start: 0, End: 7}}} {
		if got := text.Span(tt.from, tt.to); got != tt.want {
			t.Errorf("span of %d to %d: %v, want %v", tt.from, tt.to, got, tt.want)
		}
		if got := text.Slice(tt.from, tt.to).Span(0, tt.to-tt.from); got != tt.want {
			t.Errorf("slice of %d to %d: %v, want %v", tt.from, tt.to, got, tt.want)
		}
	}
}

func TestLines(t *testing.T) {
	src := doc.BOM + "a \r\n\tb\rc\n\nd"
	lines := markup.Lines(src, doc.Span{End: len(src)})
	var got []string
	for _, l := range lines {
		got = append(got, l.Of(src))
	}
	if want := "a|\tb|c||d"; strings.Join(got, "|") != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if n := lines[1].Indent(src); n != markup.TabWidth {
		t.Errorf("indentation %d", n)
	}
	if l := lines[1].Strip(src, 4); l.Of(src) != "b" {
		t.Errorf("stripped: %q", l.Of(src))
	}
}

func TestLabel(t *testing.T) {
	for name, want := range map[string]string{"a b": "a-b", "[^x]": "x", "": "note", "*": "note", strings.Repeat("ñ", 100): strings.Repeat("ñ", 30)} {
		if got := markup.Label(name); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

package cut_test

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/chunk/cut"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/markdown"
)

// pieces writes what a cutter leaves between its cuts, with ¦ at each cut.
func pieces(t *testing.T, c chunk.Cutter, d *doc.Document, s doc.Span) string {
	t.Helper()
	cuts, err := chunk.CutsOf(context.Background(), c, d, s)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	at := s.Start
	for _, cut := range cuts {
		if cut <= at || cut >= s.End {
			t.Fatalf("cut %d out of order or outside %v", cut, s)
		}
		b.WriteString(d.Text[at:cut] + "¦")
		at = cut
	}
	return b.String() + d.Text[at:s.End]
}

func parse(t *testing.T, text string) *doc.Document {
	t.Helper()
	d, err := markdown.Reader{}.Read(context.Background(), read.Source{URI: "t.md", Data: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestSeparators(t *testing.T) {
	for _, tt := range []struct {
		name       string
		cutter     chunk.Cutter
		text, want string
	}{
		{"after", cut.After(". "), "a. b. c.", "a. ¦b. ¦c."},
		{"runs", cut.After(" "), "a   b c  ", "a   ¦b ¦c  "},
		{"empty separator", cut.After(""), "abc", "abc"},
		{"blank lines", cut.After("\n\n"), "a\n\n\n b\nc\n \t\nd\n\n", "a\n\n\n¦ b\nc\n \t\n¦d\n\n"},
		{"blank lines, crlf", cut.After("\n\n"), "a\r\n\r\nb\r\nc\r\n\r\n", "a\r\n\r\n¦b\r\nc\r\n\r\n"},
		{"lines", cut.Lines, "a\n\nb\r\nc", "a\n\n¦b\r\n¦c"},
		{"match", cut.Match(regexp.MustCompile(`[;:]\s*`)), "a; b:c", "a; ¦b:¦c"},
		{"empty matches", cut.Match(regexp.MustCompile(`x*`)), "añxxb", "añxx¦b"},
		{"an anchor is the start of a line, not of what is left", cut.Match(regexp.MustCompile(`(?m)^# `)), "# # a\n# b", "# ¦# a\n# ¦b"},
		{"an anchor is the start of the text", cut.Match(regexp.MustCompile(`^ab?`)), "aabab", "a¦abab"},
		{"a border of words is seen across the cut before", cut.Match(regexp.MustCompile(`\b\w`)), "abc d", "a¦bc d"},
		{"words", cut.Words, "el  niño\tsalió", "el  ¦niño\t¦salió"},
		{"words, no-break space", cut.Words, "10\u00a0% más", "10\u00a0¦% ¦más"},
		{"han", cut.Words, "先关门。再（开）灯", "先¦关¦门。¦再¦（开）¦灯"},
		{"katakana", cut.Words, "コーヒーを飲む", "コーヒー¦を¦飲¦む"},
		{"segments", cut.Segments, "a/b_c.d", "a/¦b_c.d"},
	} {
		d := &doc.Document{Text: tt.text}
		if got := pieces(t, tt.cutter, d, d.Whole()); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

const sample = "Intro. Más.\n\n# Uno\n\n## Dos\n\nTexto A. Texto B.\n\n- uno\n- dos\n  - dos a\n  - dos b\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\n```go\nx := 1\n\ny := 2\n```\n\n# Tres\n\nFin.\n"

func TestSections(t *testing.T) {
	d := parse(t, sample)
	want := "Intro. Más.\n\n¦# Uno\n\n## Dos\n\n" // a run of headings stays with what follows
	got := pieces(t, cut.Sections, d, d.Whole())
	if !strings.HasPrefix(got, want) || strings.Count(got, "¦") != 2 || !strings.HasSuffix(got, "¦# Tres\n\nFin.\n") {
		t.Errorf("got %q", got)
	}
}

func TestHeadingRuns(t *testing.T) {
	d := parse(t, "Intro.\n\n# Uno\n\n## Dos\n> ### Tres\n>\n> texto\n\n# Cuatro\n\nFin.\n")
	want := "Intro.\n\n# Uno\n\n¦## Dos\n¦> ### Tres\n>\n> texto\n\n# Cuatro\n\nFin.\n"
	if got := pieces(t, cut.Headings, d, d.Whole()); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestBlocksNest(t *testing.T) {
	d := parse(t, sample)
	span := func(part string) doc.Span {
		i := strings.Index(sample, part)
		if i < 0 {
			t.Fatalf("%q is not there", part)
		}
		return doc.Span{Start: i, End: i + len(part)}
	}
	for _, tt := range []struct{ name, part, want string }{
		{"a heading stays with its first block", "## Dos\n\nTexto A. Texto B.\n\n- uno\n- dos\n", "## Dos\n\nTexto A. Texto B.\n\n¦- uno\n- dos\n"},
		{"heading and paragraph alone", "## Dos\n\nTexto A. Texto B.\n\n", "## Dos\n\nTexto A. Texto B.\n\n"},
		{"items", "- uno\n- dos\n  - dos a\n  - dos b\n\n", "- uno\n¦- dos\n  - dos a\n  - dos b\n\n"},
		{"a nested list as one", "- dos\n  - dos a\n  - dos b\n\n", "- dos\n¦  - dos a\n  - dos b\n\n"},
		{"nested items", "  - dos a\n  - dos b\n\n", "  - dos a\n¦  - dos b\n\n"},
		{"rows, never after the header", "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\n", "| a | b |\n|---|---|\n| 1 | 2 |\n¦| 3 | 4 |\n\n"},
		{"code at its blank line", "```go\nx := 1\n\ny := 2\n```\n\n", "```go\nx := 1\n\n¦y := 2\n```\n\n"},
		{"cells", "| 1 | 2 |\n", "| 1 ¦| 2 |\n"},
	} {
		if got := pieces(t, cut.Blocks, d, span(tt.part)); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestCodeLines(t *testing.T) {
	text := "# C\n\n```py\na = 1\nb = 2\nc = 3\n```\n"
	d := parse(t, text)
	if got, want := pieces(t, cut.Blocks, d, d.Whole()), "# C\n\n```py\na = 1\n¦b = 2\n¦c = 3\n```\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestSentencesOfBlocks(t *testing.T) {
	d := parse(t, "# Título. Con punto\n\nUna frase. Otra.\n\n- punto uno. Sigue.\n- dos\n\n| a. B | c |\n|---|---|\n| d. E | f |\n\n    code. Code\n")
	want := "# Título. Con punto\n\nUna frase. ¦Otra.\n\n¦- punto uno. ¦Sigue.\n¦- dos\n\n¦| a. B | c |\n|---|---|\n| d. E | f |\n\n¦    code. Code\n"
	if got := pieces(t, cut.Sentences("es"), d, d.Whole()); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestSentencesOfPlainText(t *testing.T) {
	d := &doc.Document{Text: "El Sr. Gil vino. Luego se fue.", Language: "es"}
	if got, want := pieces(t, cut.Sentences(""), d, d.Whole()), "El Sr. Gil vino. ¦Luego se fue."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestLongLines(t *testing.T) {
	long := strings.Repeat("palabra ", 25) + "fin" // longer than anybody wraps
	wrapped := "una línea que alguien partió\ny que sigue aquí sin más\n"
	for _, tt := range []struct{ name, text, want string }{
		{"a paragraph a line", long + "\n" + long + "\n", long + "\n¦" + long + "\n"},
		{"a short line before a long one", "Título\n" + long, "Título\n¦" + long},
		{"wrapped text", wrapped + wrapped, wrapped + wrapped},
		{"wrapped lines and a long one", wrapped + long + "\n" + wrapped, wrapped + "¦" + long + "\n¦" + wrapped},
	} {
		for format, d := range map[string]*doc.Document{"plain": {Text: tt.text}, "markdown": parse(t, tt.text)} {
			if got := pieces(t, cut.LongLines, d, d.Whole()); got != tt.want {
				t.Errorf("%s, %s: got %q", tt.name, format, got)
			}
		}
	}
	code := "```\n" + long + "\n" + long + "\n```\n"
	if d := parse(t, code); pieces(t, cut.LongLines, d, d.Whole()) != code {
		t.Error("code is no prose")
	}
	d := &doc.Document{Text: long + "\n" + long}
	if got := pieces(t, cut.Sentences("es"), d, d.Whole()); got != long+"\n¦"+long {
		t.Errorf("such a line end ends a sentence: %q", got)
	}
}

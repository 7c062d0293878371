package doc_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/doc"
)

func TestTrim(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"", ""},
		{" \n\t\n", ""},
		{"\n\n  uno\ndos \n", "  uno\ndos"},
		{doc.BOM + "uno", "uno"},
		{doc.BOM + "\n  uno", "  uno"},
		{doc.BOM + "  uno", "  uno"},
		{"\r\n\r\n\tuno\r\n", "\tuno"},
		{strings.Repeat(" ", 64) + "x", strings.Repeat(" ", 64) + "x"},
		{strings.Repeat(" ", 65) + "x", "x"},
		{"\n\n \u0301uno", " \u0301uno"}, // an accent is written on a blank
		{"\u3000\u2028\u3000\u0301uno", "\u3000\u0301uno"},
		{"\t\u2028\u200da", "\u200da"}, // a line end carries nothing
		{"\u3000\u2028uno\u00a0", "uno"},
	} {
		s := doc.Trim(tt.text, doc.Span{End: len(tt.text)})
		if got := tt.text[s.Start:s.End]; got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestTrimInsideALine(t *testing.T) {
	text := "uno  dos\n  tres"
	if s := doc.Trim(text, doc.Span{Start: 3, End: len(text)}); text[s.Start:s.End] != "dos\n  tres" {
		t.Errorf("blanks inside a line are no indentation: %q", text[s.Start:s.End])
	}
	joined := "uno \u200ddos" // blank and joiner are one grapheme cluster
	if s := doc.Trim(joined, doc.Span{Start: 3, End: len(joined)}); s.Start != 3 {
		t.Errorf("begins inside a cluster: %q", joined[s.Start:s.End])
	}
	if s := doc.Trim(text, doc.Span{Start: 10, End: len(text)}); text[s.Start:s.End] != "tres" {
		t.Errorf("an indentation that is cut is none: %q", text[s.Start:s.End])
	}
}

func TestTrimKeepsContent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching("[ \n\t\r\ufeffaé\u0301\u200d]{0,40}").Draw(t, "text")
		s := doc.Trim(text, doc.Span{End: len(text)})
		if s.Empty() != doc.IsBlank(text) {
			t.Fatalf("%q: %v", text, s)
		}
		if !doc.IsBlank(text[:s.Start]) || !doc.IsBlank(text[s.End:]) {
			t.Fatalf("%q: content outside %v", text, s)
		}
		if again := doc.Trim(text, s); again != s {
			t.Fatalf("%q: %v, again %v", text, s, again)
		}
	})
}

// outline is a document of headings and paragraphs: h1 p h2 h3 p h1.
func outline() *doc.Document {
	d := &doc.Document{URI: "t"}
	add := func(k doc.Kind, level uint8, text string) {
		start := len(d.Text)
		d.Text += text + "\n"
		d.Blocks = append(d.Blocks, doc.Block{Kind: k, Level: level, Parent: -1, Span: doc.Span{Start: start, End: start + len(text)}, Label: text})
	}
	add(doc.Paragraph, 0, "before")
	add(doc.Heading, 1, "A")
	add(doc.Paragraph, 0, "of A")
	add(doc.Heading, 2, "B")
	add(doc.Heading, 3, "C")
	add(doc.Paragraph, 0, "of C")
	add(doc.Heading, 2, "D")
	add(doc.Heading, 1, "E")
	return d
}

func TestHeadings(t *testing.T) {
	d := outline()
	for _, tt := range []struct{ from, to, want string }{
		{"before", "before", "[]"},
		{"A", "of A", "[A]"},
		{"of A", "of A", "[A]"},
		{"B", "of C", "[A B C]"}, // a run of headings: those in force at the first content
		{"C", "of C", "[A B C]"},
		{"of A", "of C", "[A]"}, // content first
		{"B", "B", "[A B]"},     // headings only: the last
		{"D", "E", "[E]"},
		{"before", "E", "[]"},
	} {
		s := doc.Span{Start: strings.Index(d.Text, tt.from+"\n"), End: strings.Index(d.Text, tt.to+"\n") + len(tt.to)}
		if got := fmt.Sprint(d.Headings(s)); got != tt.want {
			t.Errorf("%s to %s: got %s, want %s", tt.from, tt.to, got, tt.want)
		}
	}
}

// TestHeadingsWithoutText: "#" alone ends a section and names none.
func TestHeadingsWithoutText(t *testing.T) {
	d := outline()
	for i := range d.Blocks {
		if d.Blocks[i].Label == "B" {
			d.Blocks[i].Label = ""
		}
	}
	at := strings.Index(d.Text, "of C")
	if got := fmt.Sprint(d.Headings(doc.Span{Start: at, End: at + 4})); got != "[A C]" {
		t.Errorf("got %s, want [A C]", got)
	}
}

func TestHeadingsInQuotesAreNoOutline(t *testing.T) {
	text := "> # Q\n\ntext\n"
	d := &doc.Document{Text: text, Blocks: []doc.Block{
		{Kind: doc.Quote, Parent: -1, Span: doc.Span{Start: 0, End: 5}},
		{Kind: doc.Heading, Level: 1, Parent: 0, Span: doc.Span{Start: 2, End: 5}, Label: "Q"},
		{Kind: doc.Paragraph, Parent: -1, Span: doc.Span{Start: 7, End: 11}},
	}}
	if err := d.Validate(); err != nil {
		t.Fatal(err)
	}
	if n := len(d.Outline()); n != 0 {
		t.Errorf("%d headings in the outline", n)
	}
	if d.Depth(1) != 1 || !d.Leaf(1) || d.Leaf(0) || d.LeafBefore(2) != 1 {
		t.Error("depth, leaves or their order are wrong")
	}
}

func TestValidateFinds(t *testing.T) {
	block := func(k doc.Kind, level uint8, parent int32, start, end int) doc.Block {
		return doc.Block{Kind: k, Level: level, Parent: parent, Span: doc.Span{Start: start, End: end}}
	}
	for want, d := range map[string]*doc.Document{
		"UTF-8":          {Text: "\xff"},
		"outside":        {Text: "ab", Blocks: []doc.Block{block(doc.Paragraph, 0, -1, 0, 3)}},
		"cuts":           {Text: "é", Blocks: []doc.Block{block(doc.Paragraph, 0, -1, 0, 1)}},
		"parent does":    {Text: "ab", Blocks: []doc.Block{block(doc.Paragraph, 0, 0, 0, 1)}},
		"its parent":     {Text: "ab", Blocks: []doc.Block{block(doc.List, 0, -1, 0, 1), block(doc.Item, 0, 0, 0, 2)}},
		"sibling":        {Text: "ab", Blocks: []doc.Block{block(doc.Paragraph, 0, -1, 0, 2), block(doc.Paragraph, 0, -1, 1, 2)}},
		"level 0":        {Text: "ab", Blocks: []doc.Block{block(doc.Heading, 0, -1, 0, 2)}},
		"unknown kind":   {Text: "ab", Blocks: []doc.Block{block(doc.Root, 0, -1, 0, 2)}},
		"origin 1":       {Text: "ab", Origins: []doc.Origin{{Text: doc.Span{Start: 1, End: 2}}, {Text: doc.Span{Start: 0, End: 1}}}},
		"document order": {Text: "ab", Blocks: []doc.Block{block(doc.List, 0, -1, 1, 2), block(doc.Paragraph, 0, -1, 0, 0)}},
	} {
		err := d.Validate()
		if !errors.Is(err, doc.ErrInvalid) || want != "document order" && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
	if err := outline().Validate(); err != nil {
		t.Error(err)
	}
}

func TestLocate(t *testing.T) {
	d := &doc.Document{Text: "abcdef", Origins: []doc.Origin{
		{Text: doc.Span{Start: 0, End: 2}, Page: 1}, {Text: doc.Span{Start: 2, End: 4}, Page: 2}, {Text: doc.Span{Start: 4, End: 6}, Page: 3},
	}}
	var pages []int
	for o := range d.Locate(doc.Span{Start: 1, End: 4}) {
		pages = append(pages, o.Page)
	}
	if fmt.Sprint(pages) != "[1 2]" {
		t.Errorf("pages %v", pages)
	}
	plain := &doc.Document{Text: "abc"}
	for o := range plain.Locate(doc.Span{Start: 1, End: 2}) {
		if o.Source != (doc.Span{Start: 1, End: 2}) {
			t.Errorf("without origins the text is the source: %v", o.Source)
		}
	}
}

// TestWithSummary holds every field against the original's.
func TestWithSummary(t *testing.T) {
	d := &doc.Document{URI: "a", Media: "m", Title: "t", Language: "es", Summary: "old", Text: "x", Blocks: []doc.Block{{Span: doc.Span{End: 1}, Parent: -1}},
		Origins: []doc.Origin{{Page: 1}}, Meta: map[string]string{"k": "v"}, Said: &doc.Known{}, Warnings: []string{"w"}}
	got := d.WithSummary("new")
	a, b := reflect.ValueOf(d).Elem(), reflect.ValueOf(got).Elem()
	for i := range a.NumField() {
		f := a.Type().Field(i)
		if f.IsExported() && (a.Field(i).IsZero() || reflect.DeepEqual(a.Field(i).Interface(), b.Field(i).Interface()) == (f.Name == "Summary")) {
			t.Errorf("%s: %v, %v", f.Name, a.Field(i), b.Field(i))
		}
	}
	if d.Summary != "old" || got.Summary != "new" {
		t.Errorf("%q, %q", d.Summary, got.Summary)
	}
}

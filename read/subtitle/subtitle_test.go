package subtitle_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/internal/cputime"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/subtitle"
)

func document(t testing.TB, text string) *doc.Document {
	t.Helper()
	d, err := subtitle.Reader{}.Read(context.Background(), read.Source{URI: "a.vtt", Media: subtitle.VTT, Data: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Validate(); err != nil {
		t.Fatal(err)
	}
	return d
}

// tree writes the blocks in one line: turns as [name: text|text], what is none
// in braces with its kind.
func tree(d *doc.Document) string {
	var b strings.Builder
	for i, block := range d.Blocks {
		text := d.Slice(block.Span)
		switch {
		case block.Kind != doc.Turn:
			fmt.Fprintf(&b, "{%s %s}", block.Kind, text)
			continue
		case !d.Leaf(i):
			var cues []string
			for k := range d.Children(i) {
				cues = append(cues, d.Slice(d.Blocks[k].Span))
			}
			text = strings.Join(cues, "|")
		case block.Parent >= 0:
			continue
		}
		fmt.Fprintf(&b, "[%s: %s]", block.Label, text)
	}
	return strings.ReplaceAll(b.String(), "\n", "/")
}

// cues writes cues of two seconds, one right after the other, as WebVTT; "~"
// leaves ten seconds free.
func cues(words ...string) string {
	var b strings.Builder
	at := 0
	for _, w := range words {
		if w == "~" {
			at += 10
			continue
		}
		fmt.Fprintf(&b, "%02d:%02d --> %02d:%02d\n%s\n\n", at/60, at%60, (at+2)/60, (at+2)%60, w)
		at += 2
	}
	return b.String()
}

func TestTurns(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"voice tags", cues("<v Ana>One", "<v Ana>two.</v>", "<v.loud Ben>Three", "four"),
			"[Ana: 00:00 --> 00:02/<v Ana>One|00:02 --> 00:04/<v Ana>two.</v>][Ben: 00:04 --> 00:06/<v.loud Ben>Three][: 00:06 --> 00:08/four]"},
		{"names", cues("Ana: Hi.", "And more.", "Ben: Yes.", "Ana: So.", "Ben: No."),
			"[Ana: 00:00 --> 00:02/Ana: Hi.|00:02 --> 00:04/And more.][Ben: 00:04 --> 00:06/Ben: Yes.][Ana: 00:06 --> 00:08/Ana: So.][Ben: 00:08 --> 00:10/Ben: No.]"},
		{"a colon once is no name", cues("Note: this.", "And that."), "[: 00:00 --> 00:02/Note: this.][: 00:02 --> 00:04/And that.]"},
		{"capitals", cues("ANA: This.", "NARRATOR: That."), "[ANA: 00:00 --> 00:02/ANA: This.][NARRATOR: 00:02 --> 00:04/NARRATOR: That.]"},
		{"nobody named: sentences", cues("This goes", "on to here.", "Then", "<i>ends.</i>", "New"),
			"[: 00:00 --> 00:02/This goes|00:02 --> 00:04/on to here.][: 00:04 --> 00:06/Then|00:06 --> 00:08/<i>ends.</i>][: 00:08 --> 00:10/New]"},
		{"pause", cues("This", "~", "that"), "[: 00:00 --> 00:02/This][: 00:12 --> 00:14/that]"},
		{"dialogue", cues("so", "- One.\n- Two.", "and"), "[: 00:00 --> 00:02/so][: 00:02 --> 00:04/- One./- Two.][: 00:04 --> 00:06/and]"},
		{"change", cues("so", ">> and", "on"), "[: 00:00 --> 00:02/so][: 00:02 --> 00:04/>> and|00:04 --> 00:06/on]"},
		{"two voices in a cue", cues("<v Ana>a\n<v Ben>b", "<v Ana>c"), "[Ana, Ben: 00:00 --> 00:02/<v Ana>a/<v Ben>b][Ana: 00:02 --> 00:04/<v Ana>c]"},
		{"clock times are words", "WEBVTT\n\n00:01.000 --> 00:03.500\nShall we meet at\n\n00:03.600 --> 00:06.000\n07:30 on Friday, or 08:15 at worst\n",
			"{frontmatter WEBVTT}[: 00:01.000 --> 00:03.500/Shall we meet at|00:03.600 --> 00:06.000/07:30 on Friday, or 08:15 at worst]"},
		{"numbers and identifiers", "1\n00:01 --> 00:02\nA.\n\nintro-2\n00:02 --> 00:03\nB.\n3\n00:03 --> 00:04\nC.", "[: 1/00:01 --> 00:02/A.][: intro-2/00:02 --> 00:03/B.][: 3/00:03 --> 00:04/C.]"},
		{"text without times", "1\n00:01 --> 00:02\nA\n\nB\n\n2\n00:02 --> 00:03\nC", "[: 1/00:01 --> 00:02/A//B|2/00:02 --> 00:03/C]"},
		{"not said", "WEBVTT\nKind: captions\n\nSTYLE\n::cue {}\n\nNOTE x\ny\n\n00:01 --> 00:02\nA\n\nNOTE z\n\n00:02 --> 00:03\nB",
			"{frontmatter WEBVTT/Kind: captions}{code STYLE/::cue {}}{code NOTE x/y}[: 00:01 --> 00:02/A]{code NOTE z}[: 00:02 --> 00:03/B]"},
		{"cue without words", "00:01 --> 00:02\n\n00:02 --> 00:03\nB", "[: 00:01 --> 00:02|00:02 --> 00:03/B]"},
		{"empty", "\n \n", ""},
	} {
		if got := tree(document(t, c.in)); got != c.want {
			t.Errorf("%s: got  %s\nwant %s", c.name, got, c.want)
		}
	}
}

func TestTimes(t *testing.T) {
	for _, c := range []struct{ line, want, warning string }{
		{"00:00:05.000 --> 00:07.250", "5s 7.25s", ""},
		{"01:02:03,5 --> 100:00:00", "1h2m3.5s 100h0m0s", ""},
		{"\t0:1 -->\t0:2\talign:left", "1s 2s", ""},
		{"00:99:01,000 --> 00:00:02,000", "0s 0s", "1 cue has times that can't be read, the first in line 3"},
		{"00:05 --> 00:04", "0s 0s", "1 cue has times that can't be read, the first in line 3"},
		{"00:05,x --> 00:06", "0s 0s", "1 cue has times that can't be read, the first in line 3"},
	} {
		d := document(t, "WEBVTT\n\n"+c.line+"\nwords\n")
		o := d.Origins[len(d.Origins)-1]
		if got := fmt.Sprint(o.Time[0], " ", o.Time[1]); got != c.want || strings.Join(d.Warnings, "|") != c.warning {
			t.Errorf("%q: %s, %q", c.line, got, d.Warnings)
		}
		if !strings.HasSuffix(d.Slice(o.Text), "words") || o.Text != o.Source {
			t.Errorf("%q: origin %+v", c.line, o)
		}
	}
}

func TestLanguage(t *testing.T) {
	if d := document(t, "WEBVTT\nKind: captions\nLanguage: es-MX\n\n"); d.Language != "es" {
		t.Errorf("%q", d.Language)
	}
	if d := document(t, "WEBVTT\n\n00:01 --> 00:02\nLanguage: es\n"); d.Language != "" {
		t.Errorf("%q", d.Language)
	}
}

// TestCuesAreKept: as many cues as were written, whatever is said.
func TestCuesAreKept(t *testing.T) {
	said := rapid.SampledFrom([]string{"Yes.", "and so", "Ana: Hi", "- a\n- b", "12", "<v Ana>x", "a: b --> c", "NOTE", ">> so", "{\\an8}x"})
	rapid.Check(t, func(rt *rapid.T) {
		words := rapid.SliceOfN(said, 1, 12).Draw(rt, "words")
		text := cues(words...)
		d := document(t, text)
		n, at := 0, 0
		for i, b := range d.Blocks {
			if !d.Leaf(i) {
				continue
			}
			if b.Kind == doc.Turn {
				n++
			}
			if !doc.IsBlank(text[at:b.Span.Start]) {
				rt.Fatalf("%q is in no block", text[at:b.Span.Start])
			}
			at = b.Span.End
		}
		if n != len(words) || !doc.IsBlank(text[at:]) {
			rt.Fatalf("%d cues of %d in %q", n, len(words), text)
		}
	})
}

func TestGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const n = 1 << 16
	const head = "00:01 --> 00:02\n"
	reads := func(text string) func() { return func() { document(t, text) } }
	for name, unit := range map[string]string{
		"cues": "00:01 --> 00:02\nwords\n\n", "times": "00:01 --> 00:02\n", "numbers": "1\n", "numbered": "1\n00:01 --> 00:02\n", "voices": "<v Ana>", "tags": "<v", "braces": "{",
		"blank lines": "\n", "paragraphs": "a\n\n", "notes": "NOTE\n\n", "arrows": "-->", "names": "00:01 --> 00:02\nAna: x\n\n",
	} {
		if err := cputime.Grows(16, reads(head+strings.Repeat(unit, n/len(unit))), reads(head+strings.Repeat(unit, 16*n/len(unit)))); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func BenchmarkRead(b *testing.B) {
	text := strings.Repeat("17\n00:00:49,603 --> 00:00:53,363\nAna: I was also thinking\nof something else.\n\n", 1<<14)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := (subtitle.Reader{}).ReadText(context.Background(), read.Source{URI: "a"}, text); err != nil {
			b.Fatal(err)
		}
	}
}

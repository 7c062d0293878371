package pill_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"testing"

	"github.com/pildora/pildora/chunk/pill"
	"github.com/pildora/pildora/doc"
)

// A case is a text in which ⟦ and ⟧ stand where the pills of one kind begin and
// end: the pills that one detector finds by itself. A file testdata/KIND.txt
// holds those of a kind, each under a line "-- language/name --".
type pillCase struct{ kind, lang, name, text string }

func pillCases(t *testing.T) []pillCase {
	t.Helper()
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("testdata: %v, %d files", err, len(files))
	}
	var out []pillCase
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		kind := strings.TrimSuffix(filepath.Base(file), ".txt")
		for line := range strings.Lines(string(data)) {
			if name, ok := strings.CutPrefix(line, "-- "); ok && strings.HasSuffix(strings.TrimSpace(name), " --") {
				lang, name, _ := strings.Cut(strings.TrimSuffix(strings.TrimSpace(name), " --"), "/")
				out = append(out, pillCase{kind, lang, name, ""})
				continue
			}
			out[len(out)-1].text += line
		}
	}
	for i := range out {
		out[i].text = lastLines.ReplaceAllString(out[i].text, "$1")
	}
	return out
}

// lastLines are the line ends at the end of a case: they belong to the file.
var lastLines = regexp.MustCompile(`\n+(⟧*)\n*$`)

func TestCases(t *testing.T) {
	detectors := map[string]pill.Detector{}
	for _, x := range pill.Detectors() {
		detectors[x.Kind.String()] = x
	}
	n := map[string]map[string]int{}
	for _, c := range pillCases(t) {
		t.Run(c.kind+"/"+c.lang+"/"+c.name, func(t *testing.T) {
			x, ok := detectors[c.kind]
			if !ok {
				t.Fatalf("no detector finds %s", c.kind)
			}
			if n[c.kind] == nil {
				n[c.kind] = map[string]int{}
			}
			n[c.kind][c.lang]++
			text := strings.NewReplacer("⟦", "", "⟧", "").Replace(c.text)
			d := parse(t, text)
			d.Language = c.lang
			var spans []doc.Span
			for _, q := range pill.FindBy(d, d.Whole(), x).Pills {
				spans = append(spans, q.Span)
			}
			if got := bracketed(text, spans); got != c.text {
				t.Errorf("found:\n%s\nwanted:\n%s", got, c.text)
			}
		})
	}
	for kind := range detectors {
		fewest := 6
		switch kind {
		case "section", "slide", "decl":
			continue // tested by their own
		case "faq", "article", "turn", "procedure", "list":
			fewest = 12
		}
		if es, en := n[kind]["es"], n[kind]["en"]; es < 2 || en < 2 || es+en < fewest {
			t.Errorf("%s has %d cases in Spanish and %d in English", kind, es, en)
		}
	}
}

// bracketed is text with ⟦ and ⟧ around the spans.
func bracketed(text string, spans []doc.Span) string {
	at := map[int]string{}
	for _, s := range spans {
		at[s.End] = "⟧" + at[s.End]
	}
	for _, s := range spans {
		at[s.Start] += "⟦"
	}
	places := make([]int, 0, len(at))
	for i := range at {
		places = append(places, i)
	}
	sort.Ints(places)
	var b strings.Builder
	last := 0
	for _, i := range places {
		b.WriteString(text[last:i])
		b.WriteString(at[i])
		last = i
	}
	b.WriteString(text[last:])
	return b.String()
}

// TestCutsAreThePills asks a detector as a cutter.
func TestCutsAreThePills(t *testing.T) {
	d := parse(t, "Antes.\n\nSon:\n\n- a\n- b\n\nDespués.\n\n- c\n")
	for _, x := range pill.Detectors() {
		if x.Kind != pill.List {
			continue
		}
		var got []int
		for at, err := range x.Cuts(context.Background(), d, d.Whole()) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, at)
		}
		want := []int{strings.Index(d.Text, "Son:"), strings.Index(d.Text, "Desp"), strings.Index(d.Text, "- c")}
		if len(got) != 3 || got[0] != want[0] || got[1] != want[1] || got[2] != want[2] {
			t.Errorf("cuts %v, wanted %v", got, want)
		}
	}
}

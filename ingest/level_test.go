package ingest_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/chunk/cut"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/internal/cputime"
	"github.com/pildora/pildora/size"
)

func words(n int) chunk.Splitter {
	return chunk.Pack(chunk.Limits{Max: n, Measure: size.Words}, cut.Words)
}

// TestRecordsOfTwoLevels: parents stand before their chunks; each level is
// numbered and tied by itself; chunks have the ids that they have without
// parents.
func TestRecordsOfTwoLevels(t *testing.T) {
	d := &doc.Document{URI: "d", Text: "uno dos uno dos cinco seis"}
	c := ingest.Cutting{Splitter: words(2), Tokens: size.Words}
	flat, err := c.Records(t.Context(), d, "d")
	if err != nil {
		t.Fatal(err)
	}
	c.Splitter = chunk.Nest(words(4), words(2))
	records, err := c.Records(t.Context(), d, "d")
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]string{"": ""}
	for i, r := range records {
		names[r.ID] = fmt.Sprint(r.Role[:1], i)
	}
	var got []string
	chunks := 0
	for _, r := range records {
		got = append(got, fmt.Sprintf("%s %d/%d %q in %s, %s–%s", names[r.ID], r.Num, r.Of, r.Text, names[r.Parent], names[r.Prev], names[r.Next]))
		if r.Role == "chunk" {
			if r.ID != flat[chunks].ID {
				t.Errorf("%q has the id %s, and %s without parents", r.Text, r.ID, flat[chunks].ID)
			}
			chunks++
		}
	}
	want := []string{
		`p0 1/2 "uno dos uno dos" in , –p3`, `c1 1/3 "uno dos" in p0, –c2`, `c2 2/3 "uno dos" in p0, c1–c4`,
		`p3 2/2 "cinco seis" in , p0–`, `c4 3/3 "cinco seis" in p3, c2–`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestRecordsOfThreeLevels(t *testing.T) {
	c := ingest.Cutting{Splitter: chunk.Nest(words(4), chunk.Nest(words(2), words(1))), Tokens: size.Words}
	if _, err := c.Records(t.Context(), &doc.Document{URI: "d", Text: "uno dos"}, "d"); !errors.Is(err, ingest.ErrLevels) || !strings.HasPrefix(err.Error(), "d: ") {
		t.Errorf("got %v", err)
	}
}

// TestRecordsWithWindows: a window is what is delivered, where it is more than
// the body.
func TestRecordsWithWindows(t *testing.T) {
	d := &doc.Document{URI: "d", Text: "año\ndos\ntres\ncuatro"}
	c := ingest.Cutting{Splitter: chunk.Window(1, words(1)), Tokens: size.Words}
	records, err := c.Records(t.Context(), d, "d")
	if err != nil || len(records) != 4 {
		t.Fatalf("%d records, %v", len(records), err)
	}
	for i, want := range []string{"0:8 0:7 1–2 2 año\ndos", "0:13 0:12 1–3 3 año\ndos\ntres", "5:20 4:19 2–4 3 dos\ntres\ncuatro", "9:20 8:19 3–4 2 tres\ncuatro"} {
		w := records[i].Window
		if got := fmt.Sprintf("%d:%d %d:%d %d–%d %d %s", w.Start, w.End, w.StartRune, w.EndRune, w.StartLine, w.EndLine, w.Tokens, w.Text); got != want || w.Text != d.Text[w.Start:w.End] {
			t.Errorf("%d: got %q, want %q", i, got, want)
		}
	}
	if records, err = c.Records(t.Context(), &doc.Document{URI: "d", Text: "solo"}, "d"); err != nil || len(records) != 1 || records[0].Window != nil {
		t.Errorf("%+v, %v", records, err)
	}
}

// TestLevelsGrowLinearly records documents of n and 16n bytes: what parents and
// windows are made of is counted forward, once.
func TestLevelsGrowLinearly(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for name, s := range map[string]chunk.Splitter{"parents": chunk.Nest(words(40), words(8)), "windows": chunk.Window(3, words(8))} {
		records := func(n int) func() {
			d := &doc.Document{URI: "d", Text: strings.Repeat("una frase de varias palabras y año.\n", n/36)}
			return func() {
				if _, err := (ingest.Cutting{Splitter: s, Tokens: size.Words}).Records(t.Context(), d, "d"); err != nil {
					t.Fatal(err)
				}
			}
		}
		const n = 1 << 16
		if err := cputime.Grows(16, records(n), records(16*n)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

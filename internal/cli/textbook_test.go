package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pildora/pildora/internal/catalog"
	"github.com/pildora/pildora/internal/config"
	"github.com/pildora/pildora/store"
)

// chunked cuts a text file by flags.
func chunked(t *testing.T, text string, flags ...string) []store.Record {
	t.Helper()
	file := filepath.Join(t.TempDir(), "t.txt")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	code, out, errs := run(t, "", slices.Concat([]string{"chunk", "--lang", "en", file}, flags)...)
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, errs)
	}
	var records []store.Record
	for line := range strings.Lines(out) {
		var r store.Record
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		records = append(records, r)
	}
	return records
}

func embedded(records []store.Record) (texts []string) {
	for _, r := range records {
		texts = append(texts, r.EmbedText)
	}
	return texts
}

func TestTextbookCharacters(t *testing.T) {
	var text strings.Builder
	for i := range 100 {
		fmt.Fprintf(&text, "%03d-", i)
	}
	var want []string
	for at := 0; at+20 < text.Len(); at += 130 {
		want = append(want, text.String()[at:min(at+150, text.Len())])
	}
	if got := embedded(chunked(t, text.String(), "--profile", "textbook-characters")); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTextbookSentences(t *testing.T) {
	var sentences []string
	for i := range 12 {
		sentences = append(sentences, fmt.Sprintf("This is sentence number %d of the text.", i+1))
	}
	span := func(from, to int) string { return strings.Join(sentences[from-1:to], " ") }
	want := []string{span(1, 5), span(5, 9), span(9, 12)}
	if got := embedded(chunked(t, strings.Join(sentences, " ")+"\n", "--profile", "textbook-sentences")); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTextbookParagraphs(t *testing.T) {
	paragraph := func(name string, sentences int) string {
		return strings.TrimSpace(strings.Repeat("The paragraph "+name+" says so again. ", sentences))
	}
	a, b, c, d, e := paragraph("one", 15), paragraph("two", 16), paragraph("three", 15), paragraph("four", 60), paragraph("five", 9)
	join := func(parts ...string) string { return strings.Join(parts, "\n\n") }
	got := embedded(chunked(t, join(a, b, c, d, e)+"\n", "--profile", "textbook-paragraphs"))
	if len(got) < 5 || got[0] != join(a, b) || got[1] != join(b, c) || got[len(got)-1] != e {
		t.Fatalf("got %q", got)
	}
	for _, text := range got[2 : len(got)-1] { // the long one, alone
		if len(text) > 1500 || !strings.HasPrefix(text, "The paragraph four") || !strings.HasSuffix(text, "again.") {
			t.Errorf("got %q", text)
		}
	}
}

func TestTextbookRecursive(t *testing.T) {
	var text strings.Builder
	for i := range 60 {
		fmt.Fprintf(&text, "Paragraph %d has a sentence about nothing much. And then it has another one, longer than the first.\n\n", i)
	}
	records := chunked(t, text.String(), "--profile", "textbook-recursive")
	if len(records) < 3 {
		t.Fatalf("%d chunks", len(records))
	}
	for i, r := range records {
		if r.Tokens > 512 || i+1 < len(records) && r.Tokens < 450 || !strings.HasPrefix(r.Text, "Paragraph ") || i > 0 && r.Overlap == 0 {
			t.Errorf("%d tokens, overlap of %d bytes: %q", r.Tokens, r.Overlap, r.Text[:40])
		}
	}
}

// TestEveryDetectedProfileIsKnown holds the names of the catalog against those
// of the settings.
func TestEveryDetectedProfileIsKnown(t *testing.T) {
	for _, name := range catalog.DetectedProfiles() {
		if _, ok := config.ProfileOf(name); !ok {
			t.Errorf("no profile %s", name)
		}
	}
	for _, p := range config.Profiles() {
		if !strings.HasPrefix(p.Name, "textbook-") && !slices.Contains(catalog.DetectedProfiles(), p.Name) {
			t.Errorf("%s is never found", p.Name)
		}
	}
}

// TestProfilesOfTheExamples holds the profile of each example; UPDATE=1 writes
// them anew.
func TestProfilesOfTheExamples(t *testing.T) {
	var got strings.Builder
	for _, root := range []string{"es", "en"} {
		code, out, errs := run(t, "", "read", "--explain", "--json", filepath.Join("..", "..", "examples", root))
		if code != 0 {
			t.Fatalf("exit code %d: %s", code, errs)
		}
		for line := range strings.Lines(out) {
			var e explained
			if err := json.Unmarshal([]byte(line), &e); err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&got, "%-12s %s/%s: %s\n", e.Profile, root, e.URI, e.Why)
		}
	}
	golden := filepath.Join("testdata", "profiles.golden")
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(golden, []byte(got.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want)
	}
}

package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/pildora/pildora/store"
	"github.com/pildora/pildora/store/sqlite"
)

// TestCasesOfIngest carries the cases with steps out on a real index.
func TestCasesOfIngest(t *testing.T) {
	judged := 0
	for _, c := range givenCases(t) {
		if len(c.Steps) == 0 {
			continue
		}
		judged++
		t.Run(c.ID, func(t *testing.T) { ingestCase(t, c) })
	}
	if judged == 0 {
		t.Error("no case was judged")
	}
}

func ingestCase(t *testing.T, c given) {
	sources, index := t.TempDir(), filepath.Join(t.TempDir(), "index")
	var last caseSettings
	for i, step := range c.Steps {
		if step.Op != "ingest" {
			t.Fatalf("step %d: unknown op %q", i+1, step.Op)
		}
		if err := os.WriteFile(filepath.Join(sources, step.Doc+".txt"), []byte(step.Text), 0o644); err != nil {
			t.Fatal(err)
		}
		last = c.Settings.over(step.Settings)
		syncInto(t, index, sources, last)
	}
	fresh := filepath.Join(t.TempDir(), "fresh")
	syncInto(t, fresh, sources, last)
	got, states := contents(t, index)
	want, _ := contents(t, fresh)
	for _, e := range c.Expect {
		switch e.Check {
		case "store_equals_fresh":
			of := func(r store.Record) bool { return r.DocID != e.Doc+".txt" }
			if g, w := slices.DeleteFunc(slices.Clone(got), of), slices.DeleteFunc(slices.Clone(want), of); !equal(t, g, w) {
				t.Errorf("the index holds %v, a fresh one %v", ids(g), ids(w))
			}
		case "store_contains", "store_not_contains":
			for _, text := range e.Texts {
				has := slices.ContainsFunc(got, func(r store.Record) bool { return strings.Contains(r.Text+"\n", text) })
				if has != (e.Check == "store_contains") {
					t.Errorf("%s: %q", e.Check, text)
				}
			}
		case "ids_unique":
			if all := ids(got); len(slices.Compact(slices.Sorted(slices.Values(all)))) != len(all) {
				t.Errorf("an id stands twice in %v", all)
			}
		case "store_count_matches_chunks":
			if states[e.Doc+".txt"].Chunks != len(got) || len(got) == 0 {
				t.Errorf("the manifest counts %d chunks, there are %d", states[e.Doc+".txt"].Chunks, len(got))
			}
		case "no_error": // syncInto has held it
		default:
			t.Errorf("unknown check %q", e.Check)
		}
	}
}

func syncInto(t *testing.T, index, sources string, s caseSettings) {
	t.Helper()
	settings := filepath.Join(t.TempDir(), "pildora.yaml")
	overlap := 0
	if s.Overlap != nil {
		overlap = *s.Overlap
	}
	text := "strategy: " + s.Strategy + "\nmax: " + strconv.Itoa(s.Limit) + "\nunit: chars\nframe: none\noverlap: " + strconv.Itoa(overlap) + "\n"
	if err := os.WriteFile(settings, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if code, _, stderr := run(t, "", "sync", "--config", settings, "--index", index, sources); code != 0 {
		t.Fatalf("sync: exit code %d: %s", code, stderr)
	}
}

// contents are the records and the manifest of an index.
func contents(t *testing.T, dir string) ([]store.Record, map[string]store.DocState) {
	t.Helper()
	st, err := sqlite.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	var records []store.Record
	for r, err := range st.All(t.Context(), store.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, r)
	}
	states := map[string]store.DocState{}
	for d, err := range st.Docs(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		states[d.DocID] = d
	}
	return records, states
}

func ids(rs []store.Record) []string {
	var out []string
	for _, r := range rs {
		out = append(out, r.ID)
	}
	return out
}

func equal(t *testing.T, a, b []store.Record) bool {
	t.Helper()
	x, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	y, err := json.Marshal(b)
	if err != nil {
		t.Fatal(err)
	}
	return string(x) == string(y)
}

package dump_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/pildora/pildora/store"
	"github.com/pildora/pildora/store/dump"
	"github.com/pildora/pildora/store/mem"
	"github.com/pildora/pildora/store/storetest"
)

// filled is an index of two generations, of which the second is live.
func filled(t *testing.T) *mem.Store {
	t.Helper()
	s := mem.New()
	put := func(generation, id string, texts ...string) {
		d, rs := storetest.Doc(id, "es", texts...)
		for i := range rs {
			rs[i].Vectors = map[string][]float32{store.Embedding: {1, float32(i), -0.5}}
		}
		if err := s.Replace(t.Context(), generation, d, rs); err != nil {
			t.Fatal(err)
		}
	}
	put("", "a", "uno", "dos")
	put("", "b", "tres")
	if err := errors.Join(s.Create(t.Context(), "new", "r"), s.Promote(t.Context(), "new")); err != nil {
		t.Fatal(err)
	}
	put("new", "a", "uno dos")
	if err := s.Mark(t.Context(), "new", store.DocState{DocID: "c", State: store.Failed, Stage: "read", Error: "no"}); err != nil {
		t.Fatal(err)
	}
	return s
}

// written is a dump.
func written(t *testing.T, s dump.Store, generations ...string) string {
	t.Helper()
	var b bytes.Buffer
	if _, err := dump.Write(t.Context(), &b, s, generations...); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// withoutTimes is a dump without what differs between two indexes of the same:
// when generations were made, and the sum over that.
func withoutTimes(text string) string {
	var out []string
	for line := range strings.Lines(text) {
		if !strings.Contains(line, `"generation":`) && !strings.Contains(line, `"end":`) {
			out = append(out, line)
		}
	}
	return strings.Join(out, "")
}

func TestReadGivesWhatWasWritten(t *testing.T) {
	text := written(t, filled(t))
	s := mem.New()
	counts, err := dump.Read(t.Context(), strings.NewReader(text), s)
	if err != nil || counts != (dump.Counts{Generations: 2, Documents: 4, Records: 4}) {
		t.Fatalf("%+v, %v", counts, err)
	}
	if live, err := s.Live(t.Context()); live != "new" {
		t.Errorf("live is %q, %v", live, err)
	}
	if got, want := withoutTimes(written(t, s)), withoutTimes(text); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// A part of an index is one, too.
func TestOneGeneration(t *testing.T) {
	for name, want := range map[string]int{"1": 3, "new": 1} {
		s := mem.New()
		counts, err := dump.Read(t.Context(), strings.NewReader(written(t, filled(t), name)), s)
		if err != nil || counts.Records != want || counts.Generations != 1 {
			t.Errorf("%s: %+v, %v", name, counts, err)
		}
		if all, err := s.Generations(t.Context()); err != nil || len(all) != 1 || all[0].Name != name || !all[0].Live {
			t.Errorf("%s: %+v, %v", name, all, err)
		}
	}
	if _, err := dump.Write(t.Context(), &bytes.Buffer{}, filled(t), "none"); !errors.Is(err, store.ErrGeneration) {
		t.Errorf("an unknown generation: %v", err)
	}
}

// A dump that was cut short at any line, changed, or is none is refused.
func TestReadRefusesDamage(t *testing.T) {
	text := written(t, filled(t))
	lines := strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n")
	bad := map[string]string{
		"nothing":         "",
		"no dump":         "{}\n",
		"no JSON":         "uno\n",
		"newer":           strings.Replace(text, `"pildora_index":1`, `"pildora_index":99`, 1),
		"changed":         strings.Replace(text, "tres", "seis", 1),
		"twice":           text + text,
		"vectors garbled": strings.Replace(text, `"vectors":"`, `"vectors":"////`, 1),
	}
	for n := range lines {
		bad[fmt.Sprintf("%d lines", n)] = strings.Join(lines[:n], "")
		bad[fmt.Sprintf("without line %d", n+1)] = strings.Join(lines[:n], "") + strings.Join(lines[n+1:], "")
	}
	for name, text := range bad {
		_, err := dump.Read(t.Context(), strings.NewReader(text), mem.New())
		if !errors.Is(err, dump.ErrDump) && !errors.Is(err, store.ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestInconsistent(t *testing.T) {
	s := filled(t)
	if faults, err := store.Inconsistent(t.Context(), s, ""); err != nil || len(faults) > 0 {
		t.Errorf("a sound one: %q, %v", faults, err)
	}
	d, rs := storetest.Doc("a", "es", "uno", "dos", "tres")
	d.Chunks = 3
	if err := s.Replace(t.Context(), "", d, rs[:2]); err != nil {
		t.Fatal(err)
	}
	faults, err := store.Inconsistent(t.Context(), s, "")
	if err != nil || len(faults) == 0 || !strings.Contains(faults[0], "a: 2 records, the manifest says 3") {
		t.Errorf("%q, %v", faults, err)
	}
}

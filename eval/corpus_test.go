package eval_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/eval"
	"github.com/pildora/pildora/eval/question"
	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/internal/catalog"
	"github.com/pildora/pildora/read"
)

// folder writes files and loads them.
func folder(t *testing.T, files map[string]string) (*eval.Corpus, error) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	reader := func(media string) (read.Reader, error) {
		f, err := catalog.FormatOf(media)
		if err == nil && media == "text/plain" {
			return unreadable{f.Reader}, nil
		}
		return f.Reader, err
	}
	return eval.Load(t.Context(), read.Options{}, ingest.Reading{Reader: reader}, dir)
}

// unreadable fails on documents that say so.
type unreadable struct{ read.Reader }

func (u unreadable) Read(ctx context.Context, s read.Source) (*doc.Document, error) {
	if strings.Contains(string(s.Data), "BROKEN") {
		return nil, fmt.Errorf("%s: broken on purpose", s.URI)
	}
	return u.Reader.Read(ctx, s)
}

func TestLoad(t *testing.T) {
	c, err := folder(t, map[string]string{"b/año.md": "# Uno\n\ndos", "a.txt": "tres", "c.txt": "BROKEN", "d.bin": "no document"})
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Documents) != 2 || c.Documents[0].URI != "a.txt" || c.Document("b/año.md") == nil || c.Document("x") != nil || c.Bytes() != 14 {
		t.Errorf("documents %v, %d bytes", c.Documents, c.Bytes())
	}
	if len(c.Failed) != 1 || c.Failed[0].DocID != "c.txt" || !strings.Contains(c.Failed[0].Error, "on purpose") {
		t.Errorf("failed %+v", c.Failed)
	}
	if _, err := folder(t, map[string]string{"c.txt": "BROKEN"}); !errors.Is(err, eval.ErrEmpty) || !strings.Contains(err.Error(), "on purpose") {
		t.Errorf("of nothing readable: %v", err)
	}
	if _, err := eval.Load(t.Context(), read.Options{}, ingest.Reading{}, "nowhere"); !errors.Is(err, eval.ErrEmpty) || !strings.Contains(err.Error(), "nowhere") {
		t.Errorf("of nowhere: %v", err)
	}
	if _, err := eval.NewCorpus(&doc.Document{URI: "a"}, &doc.Document{URI: "a"}); !errors.Is(err, read.ErrDuplicate) {
		t.Errorf("one id twice: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := eval.Load(ctx, read.Options{}, ingest.Reading{}, t.TempDir()); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// What is searched of a record is chosen for all contenders, or each has its
// own.
func TestIndexed(t *testing.T) {
	c, err := folder(t, map[string]string{"a.md": "# Vacaciones\n\nTreinta al año.\n\nSin pago nunca.\n"})
	if err != nil {
		t.Fatal(err)
	}
	ours, err := catalog.Cutting(ingest.Recipe{Strategy: "cascade", Max: 4, Unit: "words"}, "")
	if err != nil {
		t.Fatal(err)
	}
	theirs := file(t, `{"doc":"a.md","text":"Treinta al año."}`+"\n"+`{"doc":"a.md","text":"Sin pago nunca."}`)
	hits := func(index eval.Indexed) string {
		r := run(t, eval.Spec{Corpus: c, Questions: []question.Question{ask("q", "a.md", "¿vacaciones?", "Sin pago nunca")}, Tokens: words{}, Resamples: 100, Index: index,
			Contenders: []eval.Contender{eval.Recipe("ours", ours), eval.Foreign("theirs", theirs, 0)}})
		return fmt.Sprint(len(r.Runs[0].PerQuestion[0].Hits), " of ", r.Runs[0].Chunks, ", ", len(r.Runs[1].PerQuestion[0].Hits), " of ", r.Runs[1].Chunks)
	}
	for index, want := range map[eval.Indexed]string{"": "2 of 2, 0 of 2", eval.Own: "2 of 2, 0 of 2", eval.Text: "1 of 2, 0 of 2", eval.Headings: "2 of 2, 2 of 2"} {
		if got := hits(index); got != want {
			t.Errorf("%q finds %s, want %s", index, got, want)
		}
	}
}

// Overlap is delivered where that is asked for, and counts as growth always.
func TestOverlap(t *testing.T) {
	c := corpus(t, map[string]string{"a.txt": "uno dos tres cuatro cinco seis siete ocho"})
	fixed, err := catalog.Cutting(ingest.Recipe{Strategy: "fixed", Max: 4, Unit: "words", Overlap: ingest.Overlap{Size: 1}}, "")
	if err != nil {
		t.Fatal(err)
	}
	s := eval.Spec{Corpus: c, Questions: []question.Question{ask("q", "a.txt", "¿siete?", "cuatro cinco")}, Tokens: words{}, Resamples: 100,
		Contenders: []eval.Contender{eval.Recipe("overlapping", fixed)}}
	body := run(t, s).Runs[0]
	s.Overlap = true
	all := run(t, s).Runs[0]
	if body.Sizes.Growth == 0 || body.Sizes.Growth != all.Sizes.Growth {
		t.Errorf("growth %v and %v", body.Sizes.Growth, all.Sizes.Growth)
	}
	// "siete" ends one chunk and is repeated before the next.
	places := func(t eval.Trial) string {
		var out []string
		for _, h := range t.PerQuestion[0].Hits {
			out = append(out, fmt.Sprintf("%d:%d", h.Start, h.End))
		}
		return strings.Join(out, " ")
	}
	if got := places(body) + ", " + places(all); got != "20:36, 31:41 13:36" {
		t.Errorf("delivered %s", got)
	}
}

// Context around a body costs at a budget, and is free in the figures that say
// so.
func TestContextIsPaid(t *testing.T) {
	c, err := folder(t, map[string]string{"a.md": "# Vacaciones\n\nTreinta al año, y uno más.\n\nSin pago nunca.\n"})
	if err != nil {
		t.Fatal(err)
	}
	ours, err := catalog.Cutting(ingest.Recipe{Strategy: "cascade", Max: 8, Target: 5, Unit: "words", Frame: []string{"breadcrumb"}}, "")
	if err != nil {
		t.Fatal(err)
	}
	r := run(t, eval.Spec{Corpus: c, Questions: []question.Question{ask("q", "a.md", "¿pago?", "Sin pago nunca")}, Tokens: words{}, Resamples: 100, Budgets: []int{3, 8},
		Contenders: []eval.Contender{eval.Recipe("ours", ours)}})
	m := r.Runs[0].PerQuestion[0].Metrics
	if r.Runs[0].Sizes.Context == 0 || m["recall_free@3t"] <= m["recall@3t"] || m["auc_free"] <= m["auc"] {
		t.Errorf("context %v, figures %v", r.Runs[0].Sizes.Context, m)
	}
}

// Chroma's evaluation drops a chunk's last full stop and takes the first place.
func TestForeignAsChroma(t *testing.T) {
	c := corpus(t, map[string]string{"a.txt": "Uno ñ. Dos. Uno ñ. Fin"})
	path := file(t, `{"doc":"a.txt","text":"Uno ñ.","start_rune":12,"end_rune":18}`+"\n"+`{"doc":"a.txt","text":" Fin"}`+"\n"+`{"doc":"a.txt","text":"nada"}`)
	p, err := eval.ForeignAsChroma("peer", path, 0).Records(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if got := spans(p); got != "a.txt#1 0:6 \"Uno ñ\"\na.txt#2 20:24 \" Fin\"" || len(p.Problems) != 1 {
		t.Errorf("got %s; %v", got, p.Problems)
	}
}

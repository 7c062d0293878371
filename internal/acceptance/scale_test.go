package acceptance

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pildora/pildora"
	"github.com/pildora/pildora/embed"
	"github.com/pildora/pildora/embed/fake"
	qs "github.com/pildora/pildora/eval/question"
	"github.com/pildora/pildora/internal/cputime"
	"github.com/pildora/pildora/store/sqlite"
)

// scaleVariable says how many chunks TestScale makes.
const scaleVariable = "PILDORA_SCALE"

// TestScale fills indexes with many documents, with and without vectors, and
// asks them. It holds what must be so at any size; how long things take is only
// told (-v). make scale runs it with 100,000 chunks.
func TestScale(t *testing.T) {
	wanted := 1500
	if n, err := strconv.Atoi(os.Getenv(scaleVariable)); err == nil {
		wanted = n
	}
	s := &scale{T: t, dir: t.TempDir(), asked: scaleQuestions(t)}
	s.write(wanted)
	s.words()
	s.vectors()
}

type scale struct {
	*testing.T
	dir   string
	asked []string
}

// scaleQuestions are those of the documents that are repeated.
func scaleQuestions(t *testing.T) []string {
	f, err := os.Open(filepath.Join("..", "..", "examples", "questions", "es.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []string
	for q, err := range qs.Read(f, "es.jsonl") {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, q.Question)
	}
	return out
}

// write writes copies of the documents until they make as many chunks. In each
// copy one word in ten is another one, so that no two are alike and the
// vocabulary grows as it does in life.
func (s *scale) write(wanted int) {
	from := filepath.Join("..", "..", "examples", "es")
	texts := map[string]string{}
	chunks := 0
	err := filepath.WalkDir(from, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".md" || chunks >= wanted {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rs, err := pildora.Split(s.Context(), path, data, pildora.Options{})
		texts[path] = string(data)
		chunks += len(rs)
		return err
	})
	if err != nil || chunks == 0 {
		s.Fatalf("%d chunks in %s: %v", chunks, from, err)
	}
	names := make([]string, 0, len(texts))
	for name := range texts {
		names = append(names, name)
	}
	slices.Sort(names)
	rnd := rand.New(rand.NewPCG(1, 2))
	for i := range max(1, wanted/chunks) {
		for k, name := range names {
			path := filepath.Join(s.dir, "docs", fmt.Sprintf("%04d", i), fmt.Sprintf("%d-%s", k, filepath.Base(name)))
			s.put(path, altered(texts[name], rnd, i))
		}
	}
}

func (s *scale) put(path, text string) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		s.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		s.Fatal(err)
	}
}

// altered puts other words in the place of one in ten, of those between blanks.
func altered(text string, rnd *rand.Rand, copy int) string {
	if copy == 0 {
		return text
	}
	words := strings.Split(text, " ")
	for i, w := range words {
		if len(w) > 3 && !strings.ContainsAny(w, "\n#|-*`") && rnd.IntN(10) == 0 {
			// Rare words are many, as Zipf has it.
			words[i] = fmt.Sprintf("%s%x", w[:1], int(1/(rnd.Float64()+1e-6)))
		}
	}
	return strings.Join(words, " ")
}

// counted is an embedder that counts the texts.
type counted struct {
	fake.Embedder
	mu sync.Mutex
	n  int
}

func (c *counted) Embed(ctx context.Context, k embed.Kind, texts []string) ([][]float32, error) {
	c.mu.Lock()
	c.n += len(texts)
	c.mu.Unlock()
	return c.Embedder.Embed(ctx, k, texts)
}

func (s *scale) open(name string, o pildora.Options) *pildora.Index {
	ix, err := pildora.Open(s.Context(), filepath.Join(s.dir, name), o)
	if err != nil {
		s.Fatal(err)
	}
	return ix
}

// sync syncs the folder and tells what that took.
func (s *scale) sync(ix *pildora.Index, what string) pildora.Report {
	begun := time.Now()
	r, err := ix.Sync(s.Context(), filepath.Join(s.dir, "docs"))
	if err != nil {
		s.Fatal(err)
	}
	took := time.Since(begun)
	s.Logf("%s: %d added, %d replaced, %d unchanged in %v (%.0f chunks/s)", what, len(r.Added), len(r.Replaced), len(r.Unchanged), took.Round(time.Millisecond),
		float64(r.Chunks)/took.Seconds())
	return r
}

func (s *scale) words() {
	ix := s.open("words", pildora.Options{Mode: "lexical"})
	defer ix.Close()
	first := s.sync(ix, "sync without vectors")
	again := s.sync(ix, "sync again")
	if len(again.Unchanged) != len(first.Added) || again.Chunks != 0 {
		s.Errorf("%d of %d documents are unchanged, %d chunks were written", len(again.Unchanged), len(first.Added), again.Chunks)
	}
	s.edit("sync after one edit", ix)
	s.size("words")
	s.ask("words", func(q string) (int, error) {
		hits, err := ix.Search(s.Context(), q, 8)
		return len(hits), err
	})
	s.ask("passages", func(q string) (int, error) {
		ps, err := ix.Passages(s.Context(), q, pildora.PassageOptions{Passages: 5, Budget: 1280})
		return len(ps), err
	})
}

// edit changes one document.
func (s *scale) edit(what string, ix *pildora.Index) {
	var one string
	err := filepath.WalkDir(filepath.Join(s.dir, "docs"), func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			one = path
		}
		return err
	})
	if err != nil {
		s.Fatal(err)
	}
	data, err := os.ReadFile(one)
	if err != nil {
		s.Fatal(err)
	}
	s.put(one, string(data)+"\nUn párrafo más al final.\n")
	if r := s.sync(ix, what); len(r.Replaced) != 1 || len(r.Added)+len(r.Retired) > 0 {
		s.Errorf("%s: %d replaced", what, len(r.Replaced))
	}
}

func (s *scale) size(name string) {
	info, err := os.Stat(filepath.Join(s.dir, name, sqlite.FileName))
	if err != nil {
		s.Fatal(err)
	}
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	s.Logf("%s: %d MB on disk, %d MB of heap", name, info.Size()>>20, m.HeapAlloc>>20)
}

// ask asks every question by one client, and then by eight, and tells how long
// answers took: that of one in processor time, of all its threads, which other
// work of the machine doesn't change.
func (s *scale) ask(what string, find func(string) (int, error)) {
	for _, clients := range []int{1, 8} {
		clock, of := func() time.Duration { return time.Duration(time.Now().UnixNano()) }, "by the clock"
		if clients == 1 {
			clock, of = cputime.Process, "of processor time"
		}
		var mu sync.Mutex
		var took []time.Duration
		var wg sync.WaitGroup
		queue := make(chan string)
		for range clients {
			wg.Go(func() {
				for q := range queue {
					begun := clock()
					n, err := find(q)
					d := clock() - begun
					mu.Lock()
					if took = append(took, d); err != nil || n == 0 {
						s.Errorf("%s: %q: %d found, %v", what, q, n, err)
					}
					mu.Unlock()
				}
			})
		}
		for _, q := range s.asked {
			queue <- q
		}
		close(queue)
		wg.Wait()
		slices.Sort(took)
		s.Logf("%s: %d clients, %d questions: p50 %v, p95 %v %s", what, clients, len(took), took[len(took)/2].Round(10*time.Microsecond), took[len(took)*95/100].Round(10*time.Microsecond), of)
	}
}

func (s *scale) vectors() {
	e := &counted{Embedder: fake.Embedder{Dim: 384}}
	ix := s.open("vectors", pildora.Options{Embedder: e})
	defer ix.Close()
	first := s.sync(ix, "sync with vectors of no cost")
	if e.n < first.Chunks {
		s.Errorf("%d texts of %d chunks were embedded", e.n, first.Chunks)
	}
	e.n = 0
	s.edit("sync with vectors after one edit", ix)
	if e.n > 2 {
		s.Errorf("%d texts were embedded for a paragraph at the end", e.n)
	}
	s.size("vectors")
	s.ask("words and vectors", func(q string) (int, error) {
		hits, err := ix.Search(s.Context(), q, 8)
		return len(hits), err
	})
	s.ask("passages by words and vectors", func(q string) (int, error) {
		ps, err := ix.Passages(s.Context(), q, pildora.PassageOptions{Passages: 5, Budget: 1280})
		return len(ps), err
	})
}

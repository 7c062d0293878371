package sqlite_test

import (
	"bufio"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"math/rand"
	"os"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/pildora/pildora/embed"
	"github.com/pildora/pildora/embed/encoder"
	"github.com/pildora/pildora/internal/cputime"
	"github.com/pildora/pildora/store"
	"github.com/pildora/pildora/store/sqlite"
)

var (
	vectorsFile   = flag.String("vectors", "", "cache of vectors to measure searches with, as pildora eval --cache writes it")
	modelFolder   = flag.String("model", "", "folder of the model that made them")
	questionsFile = flag.String("questions", "", "questions to ask, a line of JSON each")
	measured      = flag.Int("vectors-number", 0, "of vectors to search; 0 means 10,000 and then 100,000")
)

// TestMeasure says how well and how fast the nearest vectors are found: against
// a look at all of them, on one processor. It runs where its flags are given:
//
//	go test ./store/sqlite -run Measure -v -vectors FILE -model FOLDER -questions FILE
//
// More vectors than the file has are made of them by small changes.
func TestMeasure(t *testing.T) {
	if *vectorsFile == "" {
		t.Skip("no -vectors")
	}
	e, err := encoder.Open(*modelFolder, encoder.Options{Precision: encoder.Fastest()})
	if err != nil {
		t.Fatal(err)
	}
	var questions [][]float32
	began := cputime.Process()
	for _, q := range texts(t, *questionsFile)[:300] {
		v, err := e.Embed(t.Context(), embed.Query, []string{q})
		if err != nil {
			t.Fatal(err)
		}
		questions = append(questions, v[0])
	}
	t.Logf("embedding a question takes %v", (cputime.Process()-began)/time.Duration(len(questions)))
	all := cached(t, *vectorsFile, e.Model().Dim)
	t.Logf("%d vectors in the file", len(all))
	sizes := []int{10_000, 100_000}
	if *measured > 0 {
		sizes = []int{*measured}
	}
	for _, n := range sizes {
		measure(t, n, all, questions)
	}
}

func measure(t *testing.T, n int, all, questions [][]float32) {
	dir := t.TempDir()
	s := open(t, dir)
	random := rand.New(rand.NewSource(1))
	p := newProse(1)
	vectors := make([][]float32, n)
	for i := range vectors {
		vectors[i] = all[i%len(all)]
		if i >= len(all) {
			vectors[i] = slices.Clone(vectors[i])
			for j := range vectors[i] {
				vectors[i][j] += float32(0.01 * random.NormFloat64())
			}
			embed.Normalize(vectors[i])
		}
	}
	ids := make([]string, n)
	began := time.Now()
	for i := 0; i < n; i += 20 {
		d, rs := p.document(i)
		for j := range rs {
			rs[j].Vectors = map[string][]float32{store.Embedding: vectors[i+j]}
			ids[i+j] = rs[j].ID
		}
		if err := s.Replace(t.Context(), "", d, rs); err != nil {
			t.Fatal(err)
		}
	}
	wrote := time.Since(began)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(dir + "/" + sqlite.FileName)
	if err != nil {
		t.Fatal(err)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	start := cputime.Process()
	s = open(t, dir)
	defer s.Close()
	if _, err := s.SearchVector(t.Context(), questions[0], 10, store.Filter{}); err != nil {
		t.Fatal(err)
	}
	first := cputime.Process() - start
	var memory runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&memory)
	for _, k := range []int{10, 100} {
		var took []time.Duration
		found := 0
		for _, q := range questions {
			began := cputime.Process() // the machine may do other work too
			hits, err := s.SearchVector(t.Context(), q, k, store.Filter{})
			took = append(took, cputime.Process()-began)
			if err != nil {
				t.Fatal(err)
			}
			worst := exact(vectors, q, k)
			for _, h := range hits {
				if h.Score >= worst {
					found++
				}
			}
		}
		slices.Sort(took)
		t.Logf("%d vectors: the %d nearest of %d questions: recall %.4f, p50 %v, p95 %v", n, k, len(questions),
			float64(found)/float64(k*len(questions)), took[len(took)/2], took[len(took)*95/100])
	}
	start = cputime.Process()
	for _, q := range questions[:20] {
		exact(vectors, q, 10)
	}
	t.Logf("%d vectors: written in %v, file %.1f MB, first search with opening %v, heap %.1f MB (%.1f of it the vectors of this test), a look at all %v", n, wrote, float64(info.Size())/1e6, first,
		float64(memory.HeapAlloc)/1e6, float64(4*len(questions[0])*max(n, len(all)))/1e6, (cputime.Process()-start)/20)
}

// exact is the score of the k-th nearest vector.
func exact(vectors [][]float32, q []float32, k int) float64 {
	scores := make([]float64, len(vectors))
	for i, v := range vectors {
		scores[i] = store.Round(embed.Dot(v, q))
	}
	slices.Sort(scores)
	return scores[len(scores)-k]
}

// cached are the vectors of a file, in the order of their keys, which are
// digests: a sample of any of its parts.
func cached(t *testing.T, file string, dim int) [][]float32 {
	t.Helper()
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query(`SELECT vector FROM vectors ORDER BY key`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var out [][]float32
	for rows.Next() {
		var data []byte
		if err := rows.Scan(&data); err != nil {
			t.Fatal(err)
		}
		if len(data) != 4*dim {
			continue
		}
		v := make([]float32, dim)
		for i := range v {
			v[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
		}
		out = append(out, v)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// texts are the questions of a file.
func texts(t *testing.T, file string) []string {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []string
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var q struct{ Question string }
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			t.Fatal(fmt.Errorf("%s: %w", file, err))
		}
		out = append(out, q.Question)
	}
	return out
}

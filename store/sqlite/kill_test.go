package sqlite_test

import (
	"context"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/pildora/pildora/store"
	"github.com/pildora/pildora/store/sqlite"
	"github.com/pildora/pildora/store/storetest"
)

const writerDir = "PILDORA_TEST_WRITER"

// TestMain makes of this test binary, where the variable is set, a program
// that writes version after version until it is killed.
func TestMain(m *testing.M) {
	if dir := os.Getenv(writerDir); dir != "" {
		if err := writeForever(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	os.Exit(m.Run())
}

const killDocs = 3

func writeForever(dir string) error {
	ctx := context.Background()
	s, err := sqlite.Open(ctx, dir)
	if err != nil {
		return err
	}
	for n := rand.Intn(1000); ; n++ {
		d, rs := killVersion(n)
		if err := s.Replace(ctx, "", d, rs); err != nil {
			return err
		}
		fmt.Println(n) // tells that it has begun
	}
}

// killVersion is version n of one of the documents: 1 to 20 records that all
// say n, as does the entry.
func killVersion(n int) (store.DocState, []store.Record) {
	texts := make([]string, 1+n%20)
	for i := range texts {
		texts[i] = fmt.Sprintf("común v%d %s", n, strings.Repeat("palabra ", 100))
	}
	d, rs := storetest.Doc(fmt.Sprint("d", n%killDocs), "es", texts...)
	d.Hash = fmt.Sprint(n)
	for i := range rs {
		rs[i].Vectors = map[string][]float32{store.Embedding: {1, float32(n)}}
	}
	return d, rs
}

// TestKill kills a writer with SIGKILL at random moments: the index opens, is
// undamaged, and each document is wholly of one version, text index included.
func TestKill(t *testing.T) {
	dir := t.TempDir()
	for range 4 {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), writerDir+"="+dir)
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		child.Stderr = os.Stderr
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := out.Read(make([]byte, 1)); err != nil {
			t.Fatal("the writer didn't begin: ", err)
		}
		time.Sleep(time.Duration(rand.Intn(300)) * time.Millisecond)
		child.Process.Kill()
		child.Wait() // it was killed
		checkWhole(t, dir)
	}
}

func checkWhole(t *testing.T, dir string) {
	t.Helper()
	s := open(t, dir)
	defer s.Close()
	ctx := t.Context()
	if err := s.Check(ctx); err != nil {
		t.Fatal(err)
	}
	docs := 0
	for d, err := range s.Docs(ctx, "") {
		if err != nil {
			t.Fatal(err)
		}
		docs++
		hits, err := s.SearchText(ctx, "v"+d.Hash, 100, store.Filter{Docs: []string{d.DocID}})
		if err != nil {
			t.Fatal(err)
		}
		near, err := s.SearchVector(ctx, []float32{0, 1}, 100, store.Filter{Docs: []string{d.DocID}})
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for r, err := range s.All(ctx, store.Filter{Docs: []string{d.DocID}}) {
			if err != nil {
				t.Fatal(err)
			}
			n++
			if r.Of != d.Chunks || !strings.Contains(r.Text, " v"+d.Hash+" ") {
				t.Errorf("%s of version %s holds %.20q (%d/%d)", r.ID, d.Hash, r.Text, r.Num, r.Of)
			}
		}
		if n != d.Chunks || len(hits) != n || len(near) != n || fmt.Sprint(near[0].Score) != d.Hash {
			t.Errorf("%s of version %s: %d records, %d found by words and %d by vectors, want %d", d.DocID, d.Hash, n, len(hits), len(near), d.Chunks)
		}
	}
	if docs == 0 {
		t.Error("nothing was written")
	}
}

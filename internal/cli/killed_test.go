package cli

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/pildora/pildora/store"
	"github.com/pildora/pildora/store/sqlite"
)

// soakVariable says how often TestKilled kills the program; make soak sets it.
const soakVariable = "PILDORA_SOAK"

// TestKilled kills sync, rebuild and promote at random moments, on a folder that
// changes meanwhile, and runs them again: the index is then that of a folder that
// was indexed once, record for record, with nothing left over. Killed by itself
// it holds every document whole, old or new.
func TestKilled(t *testing.T) {
	kills := 12
	if n, err := strconv.Atoi(os.Getenv(soakVariable)); err == nil {
		kills = n
	} else if testing.Short() {
		kills = 4
	}
	seed := uint64(time.Now().UnixNano())
	k := &killing{T: t, dir: t.TempDir(), rand: rand.New(rand.NewPCG(seed, 1)), recipes: map[string][]string{"1": nil}}
	t.Logf("seed %d", seed)
	for i := range 6 {
		k.write(i)
	}
	k.run("sync", "docs")
	for range kills {
		for range 1 + k.rand.IntN(3) {
			k.change()
		}
		switch k.rand.IntN(4) {
		case 0:
			k.rebuild()
		case 1:
			k.promote()
		default:
			k.sync()
		}
		if t.Failed() {
			return
		}
	}
}

// killing is a folder docs, its index, and what is known of them.
type killing struct {
	*testing.T
	dir     string
	rand    *rand.Rand
	version int
	names   int
	took    time.Duration       // of the last command that ran to its end
	recipes map[string][]string // flags, by the generation that was built with them
}

func (k *killing) command(args ...string) *exec.Cmd {
	c := exec.Command("pildora", args...)
	c.Dir = k.dir
	env := slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, soakVariable) })
	c.Env = append(env, "XDG_CACHE_HOME="+filepath.Join(k.dir, "cache"), "HOME="+k.dir)
	return c
}

// run runs the program to its end.
func (k *killing) run(args ...string) {
	k.Helper()
	begun := time.Now()
	if out, err := k.command(args...).CombinedOutput(); err != nil {
		k.Fatalf("%v: %v\n%s", args, err, out)
	}
	k.took = time.Since(begun)
}

// kill runs the program until a random moment. What it did by then must be
// whole.
func (k *killing) kill(args ...string) {
	k.Helper()
	c := k.command(args...)
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	if err := c.Start(); err != nil {
		k.Fatal(err)
	}
	time.Sleep(time.Duration(k.rand.Int64N(int64(k.took) + 1)))
	c.Process.Kill() // it may have ended
	if err := c.Wait(); err != nil && c.ProcessState.ExitCode() > 0 {
		k.Fatalf("%v: %v\n%s", args, err, out.String())
	}
	k.whole()
}

// write writes a new version of document i.
func (k *killing) write(i int) {
	k.version++
	var b strings.Builder
	fmt.Fprintf(&b, "# Documento %d\n", i)
	for s := range 3 + k.rand.IntN(6) {
		fmt.Fprintf(&b, "\n## Sección %d\n\nLa versión v%d dice esto de la sección %d, y nada más que esto.\n", s, k.version, s)
	}
	path := filepath.Join(k.dir, "docs", fmt.Sprintf("d%d.md", i))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		k.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		k.Fatal(err)
	}
}

// change writes a document, or takes one away.
func (k *killing) change() {
	i := k.rand.IntN(8)
	if i > 0 && k.rand.IntN(4) == 0 {
		os.Remove(filepath.Join(k.dir, "docs", fmt.Sprintf("d%d.md", i))) // it may not be there
		return
	}
	k.write(i)
}

// name is one that no generation had before.
func (k *killing) name() string {
	k.names++
	return fmt.Sprintf("g%d", k.names)
}

func (k *killing) sync() {
	args := append([]string{"sync", "docs"}, k.recipes[k.live()]...)
	k.kill(args...)
	k.run(args...)
	k.fresh("")
}

func (k *killing) rebuild() {
	flags := []string{"--max", strconv.Itoa(40 + 10*k.rand.IntN(20)), "--frame", "none"}
	name := k.name()
	args := append([]string{"rebuild", "--to", name}, flags...)
	k.recipes[name] = flags
	k.kill(args...)
	k.run(args...)
	k.fresh(name)
}

// promote builds a generation that isn't behind, and is killed while it makes
// that the live one or the former one so again.
func (k *killing) promote() {
	k.run(append([]string{"sync", "docs"}, k.recipes[k.live()]...)...)
	flags := []string{"--max", strconv.Itoa(45 + 10*k.rand.IntN(20)), "--frame", "none"}
	name := k.name()
	k.recipes[name] = flags
	k.run(append([]string{"rebuild", "--to", name}, flags...)...)
	old := k.live()
	k.kill("promote", name)
	if live := k.live(); live != old && live != name {
		k.Fatalf("generation %s is live, neither %s nor %s", live, old, name)
	}
	if k.live() == old {
		k.run("promote", name)
	}
	k.fresh("")
	if k.rand.IntN(2) == 0 {
		k.kill("rollback")
	}
	k.kill("gc", "--keep", "1", "--unfinished")
}

func (k *killing) open(dir string) *sqlite.Store {
	k.Helper()
	s, err := sqlite.Open(k.Context(), filepath.Join(dir, ".pildora"))
	if err != nil {
		k.Fatal(err)
	}
	return s
}

func (k *killing) live() string {
	s := k.open(k.dir)
	defer s.Close()
	name, err := s.Live(k.Context())
	if err != nil {
		k.Fatal(err)
	}
	return name
}

// whole checks that the index is sound and each document of it of one version.
func (k *killing) whole() {
	k.Helper()
	s := k.open(k.dir)
	defer s.Close()
	if err := s.Check(k.Context()); err != nil {
		k.Error(err)
	}
	versions := map[string]string{}
	counts := map[string]int{}
	for r, err := range s.All(k.Context(), store.Filter{}) {
		if err != nil {
			k.Fatal(err)
		}
		counts[r.DocID]++
		if _, after, ok := strings.Cut(r.Text, "versión v"); ok {
			v, _, _ := strings.Cut(after, " ")
			if have := versions[r.DocID]; have != "" && have != v {
				k.Errorf("%s holds chunks of the versions %s and %s", r.DocID, have, v)
			}
			versions[r.DocID] = v
		}
	}
	for d, err := range s.Docs(k.Context(), "") {
		if err != nil {
			k.Fatal(err)
		}
		if d.Chunks != counts[d.DocID] || d.State != store.Indexed {
			k.Errorf("%s is %s and has %d chunks, the manifest says %d", d.DocID, d.State, counts[d.DocID], d.Chunks)
		}
		delete(counts, d.DocID)
	}
	if len(counts) > 0 {
		k.Errorf("chunks of documents that the manifest doesn't know: %v", counts)
	}
}

// fresh compares a generation with an index that was made of the folder in one
// go.
func (k *killing) fresh(generation string) {
	k.Helper()
	k.whole()
	name := generation
	if name == "" {
		name = k.live()
	}
	clean := k.TempDir()
	k.run(append([]string{"sync", "docs", "--index", filepath.Join(clean, ".pildora")}, k.recipes[name]...)...)
	got, want := k.content(k.dir, generation), k.content(clean, "")
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || !bytes.Equal(got[i], want[i]) {
			k.Errorf("generation %s has %d records, a fresh index %d; they differ from record %d on", name, len(got), len(want), i)
			return
		}
	}
}

// content is every record and every entry of a generation, without the times at
// which they were written.
func (k *killing) content(dir, generation string) [][]byte {
	s := k.open(dir)
	defer s.Close()
	var out [][]byte
	add := func(data []byte, err error) {
		if err != nil {
			k.Fatal(err)
		}
		out = append(out, data)
	}
	for r, err := range s.All(context.Background(), store.Filter{Generation: generation}) {
		if err != nil {
			k.Fatal(err)
		}
		add(store.Encode(r))
	}
	var docs []store.DocState
	for d, err := range s.Docs(context.Background(), generation) {
		if err != nil {
			k.Fatal(err)
		}
		d.Time, d.Stamp = time.Time{}, ""
		docs = append(docs, d)
	}
	slices.SortFunc(docs, func(a, b store.DocState) int { return strings.Compare(a.DocID, b.DocID) })
	for _, d := range docs {
		add(store.Encode(d))
	}
	return out
}

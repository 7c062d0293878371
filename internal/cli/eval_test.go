package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/pildora/pildora/eval"
	"github.com/pildora/pildora/size/token"
)

// prepareEvaluation makes the files that the examples of questions and eval
// speak of.
func prepareEvaluation(t *testing.T) {
	t.Helper()
	for name, text := range map[string]string{
		"squad.json": `{"data":[{"title":"Leave","paragraphs":[{"context":"Everybody has 23 days of leave a year.","qas":[` +
			`{"id":"q1","question":"How many days of leave are there?","answers":[{"text":"23 days","answer_start":14}]}]}]}]}`,
		"table.csv": "frage,answer,doc\nWhat is an anode?,A piece of zinc that corrodes,glossary.md\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{
		{"questions", "draft", "examples/en", "-o", "questions.jsonl"},
		{"eval", "examples/en", "--questions", "questions.jsonl", "-o", "baseline.json", "-o", "after.json"},
	} {
		if code, _, stderr := run(t, "", args...); code != 0 {
			t.Fatalf("%v: exit code %d: %s", args, code, stderr)
		}
	}
}

// small makes a folder of documents and questions that evaluations of a moment
// need, and makes it the working folder.
func small(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"docs/leave.md": "# Leave\n\nEverybody has 23 days of leave a year.\n\n# Travel\n\nTrains are second class.\n",
		"q.jsonl": `{"id":"a","question":"how many days of leave?","doc":"leave.md","spans":["23 days of leave"]}` + "\n" +
			`{"id":"b","question":"which class are trains?","doc":"leave.md","spans":["second class"]}` + "\n",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// stopper is a standard error that stops the run when a text is written to it.
type stopper struct {
	mu   sync.Mutex
	all  bytes.Buffer
	at   string
	stop context.CancelFunc
}

func (s *stopper) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all.Write(p); strings.Contains(s.all.String(), s.at) {
		s.stop()
	}
	return len(p), nil
}

// TestEvalGoesOn interrupts an evaluation after its first contender: nothing
// half-written is left, and the next run takes that contender's figures from
// the cache and comes to the same result as one without.
func TestEvalGoesOn(t *testing.T) {
	small(t)
	args := []string{"eval", "-v", "docs", "--questions", "q.jsonl", "--strategies", "cascade@16,recursive@16,fixed@16", "--resamples", "100",
		"-o", "r.json", "--cache", "kept"}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	errs := &stopper{at: "msg=done contender=cascade@16", stop: cancel}
	var out bytes.Buffer
	code := Run(ctx, args, Env{Stdin: strings.NewReader(""), Stdout: &out, Stderr: errs, Vars: os.Environ()})
	if code != 1 || !strings.HasSuffix(errs.all.String(), "pildora: interrupted; run it again to go on\n") {
		t.Fatalf("exit code %d: %s", code, errs.all.String())
	}
	if _, err := os.Stat("r.json"); err == nil || out.Len() > 0 {
		t.Fatalf("an interrupted evaluation wrote a result: %s", out.String())
	}
	code, _, stderr := run(t, "", args...)
	if code != 0 || !strings.Contains(stderr, "msg=cached contender=cascade@16") || strings.Contains(stderr, "msg=cached contender=fixed@16") {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	resumed := resultOf(t, "r.json")
	if code, _, stderr := run(t, "", append(args[:len(args)-2:len(args)-2], "-j", "1")...); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	if fresh := resultOf(t, "r.json"); !bytes.Equal(resumed, fresh) {
		t.Errorf("a resumed evaluation differs from a fresh one:\n%s\n%s", resumed, fresh)
	}
}

// resultOf reads a result and takes the times out of it.
func resultOf(t *testing.T, file string) []byte {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := eval.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	for i := range r.Runs {
		r.Runs[i].Cost = eval.Cost{}
	}
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestEvalOrder holds that contenders stand in the order given, chunk files
// last, and that @ sets max for that contender only.
func TestEvalOrder(t *testing.T) {
	small(t)
	if err := os.WriteFile("own.yaml", []byte("strategy: fixed\nmax: 20\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	args := []string{"eval", "docs", "--questions", "q.jsonl", "--strategies", "sentence@24,cascade,mine=own.yaml,recursive@12", "--max", "30",
		"--frame", "none", "--resamples", "100", "--json"}
	code, stdout, stderr := run(t, "", args...)
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	r, err := eval.Read(strings.NewReader(stdout))
	if err != nil {
		t.Fatal(err)
	}
	want := []struct {
		name, strategy string
		max            int
	}{{"sentence@24", "sentence", 24}, {"cascade", "cascade", 30}, {"mine", "fixed", 30}, {"recursive@12", "recursive", 12}}
	if len(r.Runs) != len(want) {
		t.Fatalf("%d runs, want %d", len(r.Runs), len(want))
	}
	for i, w := range want {
		got := r.Runs[i]
		if got.Name != w.name || got.Recipe.Strategy != w.strategy || got.Recipe.Max != w.max || len(got.Recipe.Frame) > 0 {
			t.Errorf("run %d is %s by %+v, want %+v", i, got.Name, got.Recipe, w)
		}
	}
	if n := len(r.Runs) * (len(r.Runs) - 1) / 2; len(r.Comparisons)%n != 0 || len(r.Comparisons) == 0 {
		t.Errorf("%d comparisons of %d pairs", len(r.Comparisons), n)
	}
}

// TestEvalChroma reproduces the PrecisionΩ that Chroma's report gives for its
// token windows (Smith and Troynikov 2024: 12.5 and 21.0 per cent for 400 and
// 200 tokens without overlap), with the windows as foreign chunks.
func TestEvalChroma(t *testing.T) {
	data, err := filepath.Abs(filepath.Join("..", "..", "..", "shared", "data", "chroma"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(data, "questions.jsonl")); err != nil {
		t.Skip("../shared/data/chroma isn't there: Chroma's figures are not reproduced")
	}
	tokens, err := token.New("cl100k")
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"eval", filepath.Join(data, "docs"), "--questions", filepath.Join(data, "questions.jsonl"), "--chroma", "--json", "--resamples", "100"}
	want := map[string]string{"400": "0.125", "200": "0.210"}
	for name := range want {
		file := filepath.Join(t.TempDir(), name+".jsonl")
		writeWindows(t, filepath.Join(data, "docs"), file, name, tokens)
		args = append(args, "--chunks", name+"="+file)
	}
	code, stdout, stderr := run(t, "", args...)
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	r, err := eval.Read(strings.NewReader(stdout))
	if err != nil {
		t.Fatal(err)
	}
	for _, got := range r.Runs {
		if omega := fmt.Sprintf("%.3f", got.Metrics["precision_omega"].Mean); omega != want[got.Name] {
			t.Errorf("%s tokens: PrecisionΩ %s, published %s", got.Name, omega, want[got.Name])
		}
	}
}

// writeWindows cuts documents into windows of so many tokens, as chunks without
// offsets.
func writeWindows(t *testing.T, dir, file, tokens string, by *token.Tokenizer) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	size, err := strconv.Atoi(tokens)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		ends, start := by.Offsets(string(data)), 0
		for i := size - 1; start < len(data); i += size {
			end := ends[min(i, len(ends)-1)]
			line := map[string]string{"doc": e.Name(), "text": string(data[start:end])}
			if err := encode(&b, line); err != nil {
				t.Fatal(err)
			}
			start = end
		}
	}
	if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestEvalGateWithoutReader holds that a gate fails also where nobody reads
// the table.
func TestEvalGateWithoutReader(t *testing.T) {
	small(t)
	args := []string{"eval", "docs", "--questions", "q.jsonl", "--resamples", "100", "--strategies"}
	if code, _, stderr := run(t, "", append(args, "cascade@16,fixed@16", "-o", "both.json")...); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	defer w.Close()
	var errs bytes.Buffer
	code := Run(t.Context(), append(args, "cascade@16", "--gate", "both.json"), Env{Stdin: strings.NewReader(""), Stdout: w, Stderr: &errs, Vars: os.Environ()})
	if code != 1 || !strings.Contains(errs.String(), "fixed@16: is in the baseline and was not evaluated") {
		t.Errorf("exit code %d: %s", code, errs.String())
	}
}

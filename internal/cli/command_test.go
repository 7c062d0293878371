package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/pildora/pildora/embed/encoder/encodertest"
)

// run runs one command in this process.
func run(t *testing.T, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	return runIn(context.Background(), stdin, args...)
}

// runIn runs a command until it or ctx ends.
func runIn(ctx context.Context, stdin string, args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	code = Run(ctx, args, Env{Stdin: strings.NewReader(stdin), Stdout: &out, Stderr: &errs, Vars: os.Environ()})
	return code, out.String(), errs.String()
}

// everyCommand calls do with each command of the tree.
func everyCommand(do func(*cobra.Command)) {
	var walk func(*cobra.Command)
	walk = func(c *cobra.Command) {
		do(c)
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	root := newRoot(&app{env: Env{}})
	root.InitDefaultHelpCmd()
	walk(root)
}

func TestEveryCommandIsDocumented(t *testing.T) {
	everyCommand(func(c *cobra.Command) {
		path := c.CommandPath()
		if c.Short == "" || strings.HasSuffix(c.Short, ".") {
			t.Errorf("%s: Short is %q, want a phrase without a full stop", path, c.Short)
		}
		if c.Long == "" || c.Example == "" {
			t.Errorf("%s: Long or Example is missing", path)
		}
		for line := range strings.SplitSeq(c.Long, "\n") {
			if len([]rune(line)) > 120 {
				t.Errorf("%s: a line of Long has %d letters: %q", path, len([]rune(line)), line)
			}
		}
		if c.Args == nil {
			t.Errorf("%s: its arguments are not checked", path)
		}
		for _, e := range examplesOf(c) {
			if !strings.HasPrefix(e, path+" ") && e != path && c.HasParent() {
				t.Errorf("%s: example %q is of another command", path, e)
			}
		}
	})
}

func examplesOf(c *cobra.Command) []string {
	var out []string
	for line := range strings.SplitSeq(c.Example, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			out = append(out, line)
		}
	}
	return out
}

// TestEveryExampleRuns runs each documented example in a folder that has what
// they speak of: the examples of the repository, an index, a file of chunks.
func TestEveryExampleRuns(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", filepath.Join(dir, "cache"))
	if err := os.CopyFS(filepath.Join(dir, "examples"), os.DirFS(filepath.Join("..", "..", "examples"))); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	for name, text := range map[string]string{"README.md": "# Read me\n\nText.\n", "docs/leave.md": "# Leave\n\nDays of leave.\n", "handbook/a.txt": "Text.\n", "new.yaml": "max: 300\n"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	prepareEvaluation(t)
	if err := os.CopyFS("my-model", os.DirFS(encodertest.New().Write(t))); err != nil {
		t.Fatal(err)
	}
	if code, _, stderr := run(t, "", "model", "add", "my-model"); code != 0 {
		t.Fatal(stderr)
	}
	if err := os.WriteFile("marks.jsonl", []byte(`{"doc": "leave.md", "kind": "section", "start": 0, "end": 24}`+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	everyCommand(func(c *cobra.Command) {
		if c.Hidden {
			return // it is for programs, which speak to it
		}
		for _, example := range examplesOf(c) {
			t.Run(example, func(t *testing.T) {
				prepareFor(t, example)
				ctx := t.Context()
				if strings.Contains(example, "--watch") { // it goes on until it is interrupted
					soon, cancel := context.WithTimeout(ctx, 2*time.Second)
					defer cancel()
					ctx = soon
				}
				code, _, stderr := runIn(ctx, "# Title\n\nSome text.\n", words(example)[1:]...)
				if code != 0 {
					t.Errorf("exit code %d: %s", code, stderr)
				}
			})
		}
	})
}

// prepareFor makes what an example may have taken away or must not find.
func prepareFor(t *testing.T, example string) {
	t.Helper()
	for _, gone := range []string{"pildora.yaml", ".pildora"} {
		if err := os.RemoveAll(gone); err != nil {
			t.Fatal(err)
		}
	}
	prepare := [][]string{{"sync", "examples/es"}, {"chunk", "examples/en", "-o", "chunks.jsonl"}}
	generation := []string{"rebuild", "--to", "2", "--max", "300"}
	switch {
	case strings.HasPrefix(example, "pildora promote"), strings.Contains(example, "--generation 2"):
		prepare = append(prepare, generation)
	case strings.HasPrefix(example, "pildora rollback"):
		prepare = append(prepare, generation, []string{"promote"})
	}
	for _, args := range prepare {
		if code, _, stderr := run(t, "", args...); code != 0 {
			t.Fatalf("%v: exit code %d: %s", args, code, stderr)
		}
	}
	if strings.HasPrefix(example, "pildora init") {
		return
	}
	if err := os.WriteFile("pildora.yaml", []byte("max: 256\n"), 0o644); err != nil {
		t.Fatal(err)
	}
}

// words splits a command line as a shell does, as far as examples go.
func words(line string) []string {
	var out []string
	var word strings.Builder
	quote, open := rune(0), false
	for _, r := range line {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '\'' || r == '"':
			quote, open = r, true
		case r == ' ':
			if open || word.Len() > 0 {
				out = append(out, word.String())
			}
			word.Reset()
			open = false
		default:
			word.WriteRune(r)
		}
	}
	if open || word.Len() > 0 {
		out = append(out, word.String())
	}
	return out
}

// TestBrokenPipe ends quietly when nobody reads on.
func TestBrokenPipe(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	defer w.Close()
	var stderr bytes.Buffer
	code := Run(context.Background(), []string{"chunk", filepath.Join("..", "..", "examples", "en")},
		Env{Stdin: strings.NewReader(""), Stdout: w, Stderr: &stderr, Vars: os.Environ()})
	if code != 0 || stderr.Len() > 0 {
		t.Errorf("exit code %d, %q; want 0 and silence", code, stderr.String())
	}
}

// TestInterrupted leaves no half-written file behind.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	out := filepath.Join(t.TempDir(), "out.jsonl")
	var stderr bytes.Buffer
	code := Run(ctx, []string{"chunk", filepath.Join("..", "..", "examples", "en"), "-o", out},
		Env{Stdin: strings.NewReader(""), Stdout: &stderr, Stderr: &stderr, Vars: os.Environ()})
	if code != 1 || stderr.String() != "pildora: interrupted; run it again to go on\n" {
		t.Errorf("exit code %d, %q", code, stderr.String())
	}
	if left, err := os.ReadDir(filepath.Dir(out)); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestEnvDir runs a command as if in another folder.
func TestEnvDir(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte("Some text."), 0o644); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	code := Run(context.Background(), []string{"chunk", "a.txt"}, Env{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs, Dir: dir})
	if code != 0 || !strings.Contains(out.String(), `"doc_id":"a.txt"`) {
		t.Errorf("exit code %d: %s %s", code, out.String(), errs.String())
	}
}

func TestInOrder(t *testing.T) {
	for _, n := range []int{0, 1, 3, 100} {
		var items, got []int
		for i := range 50 {
			items = append(items, i)
		}
		for r := range inOrder(context.Background(), n, items, func(_ context.Context, i int) int { return i * i }) {
			got = append(got, r)
		}
		if len(got) != len(items) {
			t.Fatalf("%d workers: %d results of %d", n, len(got), len(items))
		}
		for i, r := range got {
			if r != i*i {
				t.Fatalf("%d workers: result %d is %d", n, i, r)
			}
		}
	}
}

package hf

import (
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "make testdata/golden and golden.jsonl anew; PILDORA_REF names the Python interpreter")

// golden are texts and what the reference says of them, by tokenizer.
type golden struct {
	Special int
	Texts   []string
	Answers []string
}

// TestGolden compares with answers of the reference that are kept: of small
// tokenizers that were trained on the phrases of this test.
func TestGolden(t *testing.T) {
	dir := filepath.Join("testdata", "golden")
	if *update {
		makeGolden(t, dir)
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*.json"))
	if len(files) < 15 {
		t.Fatalf("only %d tokenizers in %s", len(files), dir)
	}
	data, err := os.ReadFile(dir + ".jsonl")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]golden{}
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		name := strings.TrimSuffix(filepath.Base(f), ".json")
		k, err := Open(f)
		if err != nil {
			t.Error(err)
			continue
		}
		g := all[name]
		if k.Special() != g.Special || len(g.Texts) < 40 {
			t.Errorf("%s: %d special tokens, want %d; %d texts", name, k.Special(), g.Special, len(g.Texts))
		}
		for i, text := range g.Texts {
			if got := answer(k, text); got != g.Answers[i] {
				t.Errorf("%s: %s", name, difference(text, got, g.Answers[i]))
			}
		}
	}
}

func makeGolden(t *testing.T, dir string) {
	python := reference(t)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	sample := filepath.Join(t.TempDir(), "texts")
	if err := os.WriteFile(sample, []byte(strings.Join(phrases, "\x00")), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(python, filepath.Join("testdata", "reference.py"), "golden", dir, sample)
	cmd.Env = append(os.Environ(), "PYTHONUTF8=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	texts := oddTexts(12)[:len(phrases)+12]
	all := map[string]golden{}
	files, _ := filepath.Glob(filepath.Join(dir, "*.json"))
	for _, f := range files {
		var g golden
		g.Special = ask(t, python, f, texts, func(i int, line string) {
			if !strings.HasPrefix(line, "error") {
				g.Texts, g.Answers = append(g.Texts, texts[i]), append(g.Answers, line)
			}
		})
		all[strings.TrimSuffix(filepath.Base(f), ".json")] = g
	}
	data, err := json.Marshal(all)
	if err == nil {
		err = os.WriteFile(dir+".jsonl", append(data, '\n'), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

package cli

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestExportInPython reads Parquet with pyarrow, and compares it with the JSON
// Lines of the same records. PILDORA_REF names a Python that has it, else
// python3; under CI it must be there.
func TestExportInPython(t *testing.T) {
	python := os.Getenv("PILDORA_REF")
	if python == "" {
		python = "python3"
	}
	if err := exec.Command(python, "-c", "import pyarrow").Run(); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatalf("no pyarrow in %s: %v", python, err)
		}
		t.Skipf("no pyarrow in %s: %v", python, err)
	}
	dir := t.TempDir()
	run := func(args ...string) {
		t.Helper()
		var out bytes.Buffer
		if code := Run(context.Background(), args, Env{Stdout: &out, Stderr: &out}); code != 0 {
			t.Fatalf("%q: %d\n%s", args, code, out.String())
		}
	}
	lines, table, index := filepath.Join(dir, "a.jsonl"), filepath.Join(dir, "a.parquet"), filepath.Join(dir, "index")
	run("sync", "--index", index, filepath.Join("..", "..", "examples"))
	run("export", "--index", index, "-o", lines)
	run("export", "--index", index, "-o", table)
	script, err := filepath.Abs(filepath.Join("testdata", "export.py"))
	if err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(python, script, lines, table).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

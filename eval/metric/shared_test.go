package metric_test

import (
	"bufio"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// shared returns the path of a file or folder beside the repository, or skips.
func shared(t *testing.T, name string) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		up := filepath.Dir(dir)
		if up == dir {
			t.Fatal("no go.mod above this package")
		}
		dir = up
	}
	path := filepath.Join(dir, "..", "shared", name)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("../shared/%s is not there", name)
	}
	return path
}

// python returns a Python that has the module, or skips.
func python(t *testing.T, module string) string {
	t.Helper()
	venv := os.Getenv("PILDORA_PEERS")
	if venv == "" {
		t.Skip("PILDORA_PEERS names no virtual environment with " + module)
	}
	bin := filepath.Join(venv, "bin", "python")
	if out, err := exec.Command(bin, "-c", "import "+module).CombinedOutput(); err != nil {
		t.Skipf("%s has no %s: %s", venv, module, out)
	}
	return bin
}

// jsonl decodes each line of text into a T.
func jsonl[T any](t *testing.T, text string) []T {
	t.Helper()
	var out []T
	lines := bufio.NewScanner(strings.NewReader(text))
	lines.Buffer(nil, 1<<26)
	for lines.Scan() {
		var v T
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatalf("line %d: %v", len(out)+1, err)
		}
		out = append(out, v)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

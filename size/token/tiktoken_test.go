package token

import (
	"bufio"
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pkoukk/tiktoken-go-loader/assets"
)

// reference returns a Python interpreter that has tiktoken: the one that
// PILDORA_REF names, else python3.
func reference(t *testing.T) string {
	t.Helper()
	python := os.Getenv("PILDORA_REF")
	if python == "" {
		python = "python3"
	}
	if err := exec.Command(python, "-c", "import tiktoken").Run(); err != nil {
		t.Skipf("no tiktoken in %s (PILDORA_REF names a Python interpreter that has it): %v", python, err)
	}
	return python
}

// shared returns a folder of ../shared/data, or "".
func shared(name string) string {
	root, err := filepath.Abs(".")
	if err != nil {
		return ""
	}
	for {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			break
		}
		if parent := filepath.Dir(root); parent != root {
			root = parent
			continue
		}
		return ""
	}
	dir := filepath.Join(root, "..", "shared", "data", name)
	if _, err := os.Stat(dir); err != nil {
		return ""
	}
	return dir
}

// gather reads files under dir with one of the suffixes, up to a total size.
func gather(dir string, limit int, suffixes ...string) []string {
	var texts []string
	if dir == "" {
		return nil
	}
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if limit <= 0 {
			return fs.SkipAll
		}
		if err != nil || d.IsDir() {
			return nil
		}
		for _, s := range suffixes {
			if strings.HasSuffix(path, s) {
				if data, err := os.ReadFile(path); err == nil {
					data = data[:min(len(data), limit, 200_000)]
					texts = append(texts, strings.ToValidUTF8(string(data), "\ufffd"))
					limit -= len(data)
				}
				break
			}
		}
		return nil
	})
	return texts
}

// corpus is real text in several languages, code, and text made to hurt.
func corpus(t *testing.T) []string {
	var texts []string
	for _, name := range []string{"docs-qa-es", "squad-es", "docs-qa-en", "cuad", "xquad-zh", "xquad-ar", "xquad-th", "structured-docs"} {
		dir := shared(name)
		if dir == "" {
			t.Logf("../shared/data/%s isn't there: left out", name)
		}
		texts = append(texts, gather(dir, 500_000, ".md", ".txt", ".rst", ".html", ".csv", ".vtt", ".ipynb", ".adoc", ".tex", ".org", ".eml")...)
	}
	texts = append(texts, gather(filepath.Join(goroot(), "src", "unicode"), 300_000, ".go")...)
	texts = append(texts, gather(filepath.Join(goroot(), "src", "net"), 700_000, ".go", ".s")...)
	return append(texts, hostile()...)
}

// hostile is text with long runs and few borders, and random code points.
func hostile() []string {
	r := rand.New(rand.NewPCG(1, 2))
	var texts []string
	for _, unit := range []string{"a", "A", " ", "\n", "\t", "0", "-", "字", "\u0301", "ひA", "aA", "é", " \n", "\u00a0", "👍", "'s", "\x00", "ab", "aaab", "ʰA", "the"} {
		texts = append(texts, strings.Repeat(unit, 3000), strings.Repeat(unit, 2000)+"x", "x"+strings.Repeat(unit, 1000)+" y")
	}
	for _, alphabet := range []string{"ab", "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", "01", " \n", " \t\r\n", "aA'sſ 1!\n", "的一是不了人我在有他这中大来上", "éèñçßöü", "-=*#_ ", "lvreLVRE'sStTdDmM"} {
		letters := []rune(alphabet)
		for range 8 {
			var b strings.Builder
			for range 5000 {
				b.WriteRune(letters[r.IntN(len(letters))])
			}
			texts = append(texts, b.String())
		}
	}
	for _, top := range []int{0x80, 0x250, 0x3000, 0x10000, 0x20000, 0x110000} {
		for range 20 {
			var b strings.Builder
			for range 4000 {
				b.WriteRune(rune(r.IntN(top))) // a surrogate becomes U+FFFD
			}
			texts = append(texts, b.String())
		}
	}
	return texts
}

// TestTiktoken compares ids with tiktoken's own.
func TestTiktoken(t *testing.T) {
	python := reference(t)
	texts := corpus(t)
	total, longest := 0, 0
	var input bytes.Buffer
	for _, text := range texts {
		if !utf8.ValidString(text) {
			t.Fatal("the corpus must be UTF-8")
		}
		fmt.Fprintf(&input, "%d\n%s", len(text), text)
		total += len(text)
		longest = max(longest, len(text))
	}
	if total < 2_000_000 {
		t.Skipf("only %d bytes of text: ../shared/data isn't there", total)
	}
	for _, name := range Names() {
		ranks := filepath.Join(t.TempDir(), name+".tiktoken")
		data, err := assets.Assets.ReadFile(name + "_base.tiktoken")
		if err == nil {
			err = os.WriteFile(ranks, data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(python, filepath.Join("testdata", "reference.py"), name, ranks)
		cmd.Stdin, cmd.Stderr = bytes.NewReader(input.Bytes()), os.Stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		tokens, wrong := compare(t, tokenizer(t, name), texts, out)
		t.Logf("%s: %d texts, %d bytes, %d tokens, %d texts differ", name, len(texts), total, tokens, wrong)
	}
}

func compare(t *testing.T, k *Tokenizer, texts []string, out []byte) (tokens, wrong int) {
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, 1<<26)
	for _, text := range texts {
		if !lines.Scan() {
			t.Fatalf("tiktoken answered too few texts")
		}
		ids := k.Encode(text)
		tokens += len(ids)
		var b strings.Builder
		for i, id := range ids {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(strconv.Itoa(id))
		}
		if b.String() != lines.Text() || k.Size(text) != len(ids) {
			wrong++
			if wrong < 6 {
				t.Errorf("%s differs from tiktoken on %.80q (%d bytes)", k.Name(), text, len(text))
			}
		}
	}
	return tokens, wrong
}

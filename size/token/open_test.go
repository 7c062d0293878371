package token

import (
	std "encoding/base64"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/pkoukk/tiktoken-go-loader/assets"
)

// rankFileOf writes a known rank file, changed, under a name.
func rankFileOf(t *testing.T, known, name string, change func([]byte) []byte) string {
	t.Helper()
	data, err := assets.Assets.ReadFile(known)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, change(data), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func same(data []byte) []byte { return data }

func TestOpen(t *testing.T) {
	for _, s := range specs() {
		for _, named := range []bool{false, true} {
			file, pattern := s.file, ""
			if named {
				file, pattern = "mine.tiktoken", s.name
			}
			k, err := Open(rankFileOf(t, s.file, file, same), pattern)
			if err != nil {
				t.Fatal(err)
			}
			if want := strings.TrimSuffix(file, ".tiktoken"); k.Name() != want {
				t.Errorf("Open of %s is named %q, want %q", file, k.Name(), want)
			}
			for _, text := range vectorTexts(t)[:60] {
				if got, want := k.Encode(text), tokenizer(t, s.name).Encode(text); !slices.Equal(got, want) {
					t.Fatalf("Open of %s encodes %q as %v, want %v", file, text, got, want)
				}
			}
		}
	}
}

// TestOpenLineEnds: files of other systems, and without a last newline, are
// read alike.
func TestOpenLineEnds(t *testing.T) {
	for _, change := range []func([]byte) []byte{
		func(b []byte) []byte { return []byte(strings.ReplaceAll(string(b), "\n", "\r\n")) },
		func(b []byte) []byte { return []byte(strings.TrimSuffix(string(b), "\n")) },
		func(b []byte) []byte { return append(b, "\n\n"...) },
		func(b []byte) []byte { return []byte(strings.Replace(string(b), "\n", "\r\n\r\n", 5)) },
	} {
		k, err := Open(rankFileOf(t, "r50k_base.tiktoken", "r50k_base.tiktoken", change), "")
		if err != nil {
			t.Fatal(err)
		}
		if got, want := k.Size("Hola, ¿qué tal?"), tokenizer(t, "r50k").Size("Hola, ¿qué tal?"); got != want {
			t.Errorf("%d tokens, want %d", got, want)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	keep := func(n int) func([]byte) []byte { return func(b []byte) []byte { return b[:n] } }
	lines := func(n int) func([]byte) []byte {
		return func(b []byte) []byte { return []byte(strings.Join(strings.SplitAfter(string(b), "\n")[:n], "")) }
	}
	for _, tt := range []struct {
		name, pattern string
		change        func([]byte) []byte
		want          []string
	}{
		{"mine.tiktoken", "", same, []string{"mine.tiktoken", "cl100k, o200k, p50k, r50k"}},
		{"r50k_base.tiktoken", "gpt2", same, []string{`"gpt2"`, "cl100k, o200k, p50k, r50k"}},
		{"r50k_base.tiktoken", "", lines(50_000), []string{"line 50000", "ends at rank 49999", "cut short"}},
		{"cl100k_base.tiktoken", "", same, []string{"ends at rank 50255", "of cl100k ends at 100255"}},
		{"x.tiktoken", "r50k", keep(500_003), []string{"x.tiktoken: line 30"}},
		{"x.tiktoken", "r50k", lines(200), []string{"x.tiktoken: byte 0x", "is no token"}},
		{"x.tiktoken", "r50k", keep(0), []string{"x.tiktoken: line 1: not a rank file"}},
		{"x.tiktoken", "r50k", func(b []byte) []byte { return append(b, "IQ== 60000\n"...) }, []string{"x.tiktoken: line 50257: tokens 0 and 60000 are the same"}},
		{"x.tiktoken", "r50k", func(b []byte) []byte { return append(b, "IQ== 50255\n"...) }, []string{"x.tiktoken: line 50257: rank 50255 is there twice"}},
		{"x.tiktoken", "r50k", func([]byte) []byte { return []byte(strings.Repeat("\n", maxRankFile+1)) }, []string{"x.tiktoken: not a rank file", "67108864"}},
	} {
		path := rankFileOf(t, "r50k_base.tiktoken", tt.name, tt.change)
		_, err := Open(path, tt.pattern)
		if err == nil {
			t.Errorf("%s, %q: accepted, want %q", tt.name, tt.pattern, tt.want)
			continue
		}
		for _, want := range tt.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s, %q: %v, want %q", tt.name, tt.pattern, err, want)
			}
		}
	}
	if _, err := Open(t.TempDir(), "r50k"); err == nil || !strings.Contains(err.Error(), "folder") {
		t.Errorf("a folder: %v", err)
	}
	if _, err := Open("no-such.tiktoken", "r50k"); err == nil || !strings.Contains(err.Error(), "no-such.tiktoken") {
		t.Errorf("a missing file: %v", err)
	}
}

// FuzzRankFile: whatever the bytes, there is an error or a vocabulary that
// counts.
func FuzzRankFile(f *testing.F) {
	var all strings.Builder
	for i := range 256 {
		all.WriteString(std.StdEncoding.EncodeToString([]byte{byte(i)}) + " " + strconv.Itoa(i) + "\n")
	}
	f.Add([]byte(all.String()))
	f.Add([]byte(all.String() + "YWI= 256\nYWJj 257\n"))
	f.Add([]byte("IQ== 0\r\nIg== 5"))
	f.Fuzz(func(t *testing.T, data []byte) {
		e, err := newEngine(strings.NewReader(string(data)), len(data))
		if err != nil {
			return
		}
		fuzzed := specs()[0]
		k := newTokenizer(fuzzed, func() (*engine, error) { return e, nil })
		text, at := "abc abcabc ñ 123 "+string(data[:min(len(data), 50)]), 0
		if ids := k.Encode(text); len(ids) != k.Size(text) {
			t.Fatalf("%d ids, size %d", len(ids), k.Size(text))
		}
		for _, end := range k.Offsets(text) {
			at = end
		}
		if at != len(text) {
			t.Fatalf("tokens end at %d of %d", at, len(text))
		}
	})
}

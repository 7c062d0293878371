package token

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"
)

// tokenizers are made once for all tests: loading ranks is what takes time.
var tokenizers = sync.OnceValue(func() map[string]*Tokenizer {
	all := map[string]*Tokenizer{}
	for _, name := range Names() {
		all[name], _ = New(name)
	}
	return all
})

func tokenizer(t testing.TB, name string) *Tokenizer {
	t.Helper()
	k := tokenizers()[name]
	if k == nil {
		t.Fatalf("no tokenizer %q", name)
	}
	return k
}

// vector reads the committed texts with tiktoken's ids.
func vector(t testing.TB) []map[string]json.RawMessage {
	t.Helper()
	data, err := os.ReadFile("testdata/vector.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var rows []map[string]json.RawMessage
	for line := range bytes.Lines(data) {
		var row map[string]json.RawMessage
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	return rows
}

func vectorTexts(t testing.TB) []string {
	var texts []string
	for _, row := range vector(t) {
		var text string
		if err := json.Unmarshal(row["text"], &text); err != nil {
			t.Fatal(err)
		}
		texts = append(texts, text)
	}
	return texts
}

func TestVector(t *testing.T) {
	texts := vectorTexts(t)
	if len(texts) < 400 {
		t.Fatalf("only %d texts in testdata/vector.jsonl", len(texts))
	}
	for i, row := range vector(t) {
		for _, name := range Names() {
			var want []int
			if err := json.Unmarshal(row[name], &want); err != nil {
				t.Fatal(err)
			}
			k := tokenizer(t, name)
			if got := k.Encode(texts[i]); !slices.Equal(got, want) {
				t.Errorf("%s of %q:\n got %v\nwant %v", name, texts[i], got, want)
			}
			if got := k.Size(texts[i]); got != len(want) {
				t.Errorf("%s: Size(%q) = %d, want %d", name, texts[i], got, len(want))
			}
		}
	}
}

// TestCodePoints compares every code point, alone and between others, with
// tiktoken: by digest, from testdata/points.tsv (reference.py points).
func TestCodePoints(t *testing.T) {
	data, err := os.ReadFile("testdata/points.tsv")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	if len(lines) < 30 {
		t.Fatalf("only %d lines in testdata/points.tsv", len(lines))
	}
	for i, line := range lines {
		if i%9 != 0 && os.Getenv("PILDORA_REF") == "" { // all of them take minutes
			continue
		}
		fields := strings.Split(line, "\t")
		var context string
		if err := json.Unmarshal([]byte(fields[1]), &context); err != nil {
			t.Fatal(err)
		}
		if got := digestPoints(tokenizer(t, fields[0]), context); got != fields[2] {
			t.Errorf("%s: some code point in %q differs from tiktoken", fields[0], context)
		}
	}
}

func digestPoints(k *Tokenizer, context string) string {
	digest := sha256.New()
	out := bufio.NewWriterSize(digest, 1<<16)
	var line []byte
	for c := rune(0); c <= utf8.MaxRune; c++ {
		if !utf8.ValidRune(c) {
			continue
		}
		line = line[:0]
		for i, id := range k.Encode(strings.ReplaceAll(context, "%s", string(c))) {
			if i > 0 {
				line = append(line, ' ')
			}
			line = strconv.AppendInt(line, int64(id), 10)
		}
		out.Write(append(line, '\n'))
	}
	out.Flush()
	return hex.EncodeToString(digest.Sum(nil))[:32]
}

func TestUnknown(t *testing.T) {
	_, err := New("gpt-5")
	if err == nil || !strings.Contains(err.Error(), `"gpt-5"`) || !strings.Contains(err.Error(), "cl100k, o200k") {
		t.Errorf("New of an unknown name: %v", err)
	}
}

func TestEmpty(t *testing.T) {
	for _, name := range Names() {
		k := tokenizer(t, name)
		if k.Size("") != 0 || len(k.Encode("")) != 0 || len(k.Offsets("")) != 0 {
			t.Errorf("%s: the empty text has tokens", name)
		}
	}
}

// TestLossy holds what text that isn't UTF-8 counts as.
func TestLossy(t *testing.T) {
	for text, want := range map[string]string{
		"a\xffb":                         "a\ufffdb",
		"\xc3":                           "\ufffd",
		"\xe2\x82x":                      "\ufffdx",
		"\xe2\x28\xa1":                   "\ufffd(\ufffd",
		"\xed\xa0\x80":                   "\ufffd\ufffd\ufffd",
		"\xf0\x9f\x91":                   "\ufffd",
		"\xf0\x80\x80\x80":               "\ufffd\ufffd\ufffd\ufffd",
		"\xf4\x90\x80\x80 \xf5 \xc0\xaf": "\ufffd\ufffd\ufffd\ufffd \ufffd \ufffd\ufffd",
		"\xe0\x80 \xe0\xa0 \ufffd":       "\ufffd\ufffd \ufffd \ufffd",
	} {
		if got, _ := decodeLossy(text); got != want {
			t.Errorf("decodeLossy(%q) = %q, want %q", text, got, want)
		}
		k := tokenizer(t, "cl100k")
		if got, want := k.Encode(text), k.Encode(want); !slices.Equal(got, want) {
			t.Errorf("Encode(%q) = %v, want %v", text, got, want)
		}
		ends := k.Offsets(text)
		if len(ends) != k.Size(text) || ends[len(ends)-1] != len(text) || !slices.IsSorted(ends) {
			t.Errorf("Offsets(%q) = %v of %d bytes", text, ends, len(text))
		}
	}
}

// TestConcurrent uses one value from many goroutines; it is for -race.
func TestConcurrent(t *testing.T) {
	k, err := New("r50k")
	if err != nil {
		t.Fatal(err)
	}
	texts := vectorTexts(t)
	want := make([]int, len(texts))
	for i, text := range texts {
		want[i] = tokenizer(t, "r50k").Size(text)
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for i, text := range texts {
				if got := k.Size(text); got != want[i] {
					t.Errorf("Size(%q) = %d, want %d", text, got, want[i])
				}
			}
		})
	}
	wg.Wait()
}

func ExampleTokenizer() {
	k, err := New("cl100k")
	if err != nil {
		fmt.Println(err)
		return
	}
	text := "¿Cuántos días de vacaciones tengo?"
	fmt.Println(k.Size(text), "tokens")
	at := 0
	for _, end := range k.Offsets(text) {
		fmt.Printf("%q ", text[at:end])
		at = end
	}
	// Output:
	// 10 tokens
	// "¿" "Cu" "ánt" "os" " días" " de" " vac" "aciones" " tengo" "?"
}

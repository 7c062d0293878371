package hf

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// BenchmarkSize counts PILDORA_BENCH_TEXT with the tokenizers that
// PILDORA_REF_TOKENIZERS names.
func BenchmarkSize(b *testing.B) {
	files, _ := filepath.Glob(os.Getenv("PILDORA_REF_TOKENIZERS"))
	data, err := os.ReadFile(os.Getenv("PILDORA_BENCH_TEXT"))
	if err != nil || len(files) == 0 {
		b.Skip("PILDORA_REF_TOKENIZERS and PILDORA_BENCH_TEXT name no tokenizers and no text")
	}
	text := strings.ToValidUTF8(string(data), "\ufffd")
	for _, f := range files {
		b.Run(filepath.Base(filepath.Dir(f)), func(b *testing.B) {
			k, err := Open(f)
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				k.Size(text)
			}
		})
	}
}

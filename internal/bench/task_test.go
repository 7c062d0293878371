package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTasks does every task over a short text and over each kind of hostile
// input, and lets the checks find what is wrong. Tasks whose tokenizer isn't
// there are left out.
func TestTasks(t *testing.T) {
	md, err := ownMarkdown(filepath.Join("..", "..", "examples"))
	if err != nil {
		t.Fatal(err)
	}
	done := 0
	for _, task := range tasks() {
		if _, err := task.make(); err != nil {
			if !strings.Contains(task.name, "wordpiece") && !strings.Contains(task.name, "unigram") && !strings.Contains(task.name, "bytelevel") {
				t.Errorf("%s: %v", task.name, err)
			}
			continue
		}
		done++
		for _, in := range inputs() {
			path := filepath.Join(t.TempDir(), "text.md")
			if err := os.WriteFile(path, []byte(in.text(md, 40_000)), 0o600); err != nil {
				t.Fatal(err)
			}
			r, err := measureFile(t.Context(), task, path, 1)
			if err != nil {
				t.Errorf("%s over %s: %v", task.name, in.name, err)
				continue
			}
			if r.Count < 1 || r.MB < 0.039 {
				t.Errorf("%s over %s: %d of %f MB", task.name, in.name, r.Count, r.MB)
			}
			if r.Over != nil && (*r.Over > 0 || r.Lossless != "exact" || r.Offsets != "ok (byte)") {
				t.Errorf("%s over %s: %d over the limit, lossless %s, offsets %s", task.name, in.name, *r.Over, r.Lossless, r.Offsets)
			}
		}
	}
	if done < 10 {
		t.Errorf("only %d tasks could be done", done)
	}
}

// BenchmarkTask runs every task over a megabyte of Markdown.
func BenchmarkTask(b *testing.B) {
	md, err := ownMarkdown(filepath.Join("..", "..", "examples"))
	if err != nil {
		b.Fatal(err)
	}
	data := []byte(repeated(md, 1_000_000))
	for _, task := range tasks() {
		b.Run(task.name, func(b *testing.B) {
			do, err := task.make()
			if err != nil {
				b.Skip(err)
			}
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := do(b.Context(), data); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

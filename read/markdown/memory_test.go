package markdown_test

import (
	"runtime"
	"testing"

	"github.com/pildora/pildora/read"
)

// TestMemory holds what reading a text allocates: the text once, and at most
// one and a half times as much for the blocks, those outgrown included.
func TestMemory(t *testing.T) {
	data := []byte(benchText())
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	d, err := reader().Read(t.Context(), read.Source{URI: "a.md", Data: data})
	runtime.ReadMemStats(&after)
	if err != nil {
		t.Fatal(err)
	}
	if got := float64(after.TotalAlloc-before.TotalAlloc) / float64(len(data)); got > 2.5 {
		t.Errorf("reading allocated %.2f times the text", got)
	}
	runtime.KeepAlive(d)
}

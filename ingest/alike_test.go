package ingest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/store"
)

// TestAlike: what a sync wrote is compared with all that is indexed, and the newer
// one is named where dates or the documents say it.
func TestAlike(t *testing.T) {
	b := newBench(t)
	policy := func(from, to int) string {
		var text strings.Builder
		for i := from; i < to; i++ {
			fmt.Fprintf(&text, "palabra%d ", i)
		}
		return text.String()
	}
	b.write("old.md", "---\ndate: 2023\n---\n"+policy(0, 200))
	b.write("other.md", policy(1000, 1200))
	b.wantAlike("")
	b.write("new.md", "---\ndate: 2024\n---\n"+policy(0, 210))
	b.wantAlike("new.md old.md new.md")
	b.wantAlike("") // nothing was written
	b.write("old.md", "---\ndate: 2025\n---\n"+policy(0, 201))
	b.wantAlike("old.md new.md old.md")
	b.write("new.md", "---\nsupersedes: old.md\n---\n"+policy(0, 210))
	b.wantAlike("new.md old.md new.md")
	b.write("short.md", "palabra1 palabra2")
	b.write("short2.md", "palabra1 palabra2")
	b.write("twin.md", policy(1000, 1200))
	b.write("twin2.md", policy(1000, 1200))
	b.wantAlike("twin.md other.md |twin2.md twin.md ")
	var docs []store.DocState
	for d, err := range b.store.Docs(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		docs = append(docs, d)
	}
	if got := lines(ingest.AlikeIn(docs)); got != "old.md new.md new.md|twin.md other.md |twin2.md other.md " {
		t.Errorf("of the index: %q", got)
	}
}

func lines(list []ingest.Alike) string {
	var out []string
	for _, x := range list {
		out = append(out, x.DocID+" "+x.Other+" "+x.Newer)
	}
	return strings.Join(out, "|")
}

func (b *bench) wantAlike(want string) {
	b.t.Helper()
	r, err := b.p.Sync(b.t.Context(), ingest.SyncOptions{}, b.dir)
	if err != nil {
		b.t.Fatal(err)
	}
	if got := lines(r.Alike); got != want {
		b.t.Errorf("alike %q, want %q", got, want)
	}
}

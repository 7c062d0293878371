package doc_test

import (
	"fmt"
	"testing"

	"github.com/pildora/pildora/doc"
)

// benchDocument has n sections of a heading, two paragraphs and a list of two
// items.
func benchDocument(n int) *doc.Document {
	d := &doc.Document{}
	at := 0
	add := func(b doc.Block, size int) {
		b.Span = doc.Span{Start: at, End: at + size}
		d.Blocks = append(d.Blocks, b)
	}
	for i := range n {
		add(doc.Block{Kind: doc.Heading, Parent: -1, Level: uint8(1 + i%4), Label: "title"}, 10)
		at += 11
		for range 2 {
			add(doc.Block{Kind: doc.Paragraph, Parent: -1}, 200)
			at += 202
		}
		list := int32(len(d.Blocks))
		add(doc.Block{Kind: doc.List, Parent: -1}, 100)
		for range 2 {
			item := int32(len(d.Blocks))
			add(doc.Block{Kind: doc.Item, Parent: list}, 50)
			add(doc.Block{Kind: doc.Paragraph, Parent: item}, 48)
			at += 50
		}
	}
	d.Text = string(make([]byte, at))
	return d
}

// BenchmarkDerive measures what the first look-up in a document costs.
func BenchmarkDerive(b *testing.B) {
	d := benchDocument(1000)
	b.SetBytes(int64(len(d.Text)))
	b.ReportAllocs()
	for b.Loop() {
		fresh := doc.Document{Text: d.Text, Blocks: d.Blocks}
		fresh.Outline()
	}
}

// BenchmarkLookup measures what packing asks of a document for each chunk.
func BenchmarkLookup(b *testing.B) {
	for _, n := range []int{100, 10_000} {
		d := benchDocument(n)
		sum, at := 0, 0
		body := func() doc.Span {
			at = (at + 1_000_003) % (len(d.Text) - 2000)
			return doc.Span{Start: at, End: at + 1500}
		}
		for name, look := range map[string]func(s doc.Span) int{
			"BlockFrom":  func(s doc.Span) int { return d.BlockFrom(s.Start) },
			"SectionAt":  func(s doc.Span) int { return d.SectionAt(s.Start) },
			"LeafBefore": func(s doc.Span) int { return d.LeafBefore(s.Start % len(d.Blocks)) },
			"Headings":   func(s doc.Span) int { return len(d.Headings(s)) },
		} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					sum += look(body())
				}
			})
		}
	}
}

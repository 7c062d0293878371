package opc_test

import (
	"context"
	"strings"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/office/opc"
	"github.com/pildora/pildora/read/office/opc/opctest"
)

// FuzzOpen opens anything and reads all that is in it.
func FuzzOpen(f *testing.F) {
	whole := opctest.Zip("[Content_Types].xml", types+"</Types>", "word/document.xml", "<a><b/></a>", "_rels/.rels", rels+"</Relationships>")
	f.Add(whole)
	f.Add(whole[:len(whole)/2])
	f.Add(compound("A", "WordDocument", ""))
	f.Fuzz(func(t *testing.T, data []byte) {
		ctx := context.Background()
		p, err := opc.Open(ctx, read.Source{URI: uri, Data: data}, opc.Limits{Part: 1 << 20, Total: 1 << 22})
		if err != nil {
			if !strings.Contains(err.Error(), uri) {
				t.Errorf("the error does not name the source: %v", err)
			}
			return
		}
		for _, name := range p.Names() {
			if got := p.Find(name); got != name {
				t.Errorf("%q is found as %q", name, got)
			}
			_, _ = p.Tree(ctx, name)
			_, _ = p.Relations(ctx, name)
		}
		_, _ = p.Main(ctx, opc.Word)
		_ = p.Describe(ctx, &doc.Document{})
	})
}

// FuzzTokens reads anything as XML: tokens are in balance, and the same as the
// tree.
func FuzzTokens(f *testing.F) {
	for _, s := range []string{"<a><b c='1'>x</b></a>", "<a>&#1;&lt;<![CDATA[x]]>", "<!DOCTYPE a><a/>", "\xff\xfe<\x00a\x00/\x00>\x00"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, content string) {
		p, err := opc.Open(context.Background(), read.Source{URI: uri, Data: opctest.Zip("a", content)}, opc.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		tokens, err := p.Tokens(context.Background(), "a")
		if err != nil {
			return
		}
		depth := 0
		for tokens.Next() {
			switch tokens.Kind {
			case opc.Start:
				depth++
			case opc.End:
				depth--
			}
			if tokens.Depth != depth || tokens.Span.End < tokens.Span.Start {
				t.Fatalf("depth %d, want %d; span %v", tokens.Depth, depth, tokens.Span)
			}
		}
		if tokens.Err() == nil && depth != 0 {
			t.Fatalf("%d elements stay open", depth)
		}
	})
}

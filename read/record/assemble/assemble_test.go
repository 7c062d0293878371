package assemble_test

import (
	"context"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/record/assemble"
	"github.com/pildora/pildora/read/record/jsontree"
)

// TestReplace: whatever the pieces are cut like, the edited text is that of
// replacing in the whole, and what is kept leads to its own bytes.
func TestReplace(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		raw := `"` + strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"a", "bc", "ñ", `\n`, `\/`}), 0, 12).Draw(rt, "raw"), "") + `"`
		v, err := jsontree.Parse(context.Background(), raw)
		if err != nil {
			rt.Fatal(err)
		}
		pieces := assemble.Pieces(v)
		all := assemble.Join(pieces)
		var edits []assemble.Edit
		var want strings.Builder
		at := 0
		for at < len(all) {
			start := rapid.IntRange(at, len(all)-1).Draw(rt, "start")
			end := rapid.IntRange(start+1, len(all)).Draw(rt, "end")
			edits = append(edits, assemble.Edit{Span: doc.Span{Start: start, End: end}, Text: "X"})
			want.WriteString(all[at:start] + "X")
			at = end
			if rapid.Bool().Draw(rt, "enough") {
				break
			}
		}
		want.WriteString(all[at:])
		got := assemble.Replace(pieces, edits)
		if assemble.Join(got) != want.String() {
			rt.Fatalf("%s: %q, want %q", raw, assemble.Join(got), want.String())
		}
		last := 0
		for _, p := range got {
			if p.From.Start < last || p.From.End > len(raw) {
				rt.Fatalf("%s: %v out of order", raw, got)
			}
			last = p.From.Start
			if p.Text != "X" && p.From.Len() == len(p.Text) && raw[p.From.Start:p.From.End] != p.Text {
				rt.Fatalf("%s: %q comes from %q", raw, p.Text, raw[p.From.Start:p.From.End])
			}
		}
	})
}

// TestCode: no fence in code closes its own.
func TestCode(t *testing.T) {
	var b assemble.Builder
	b.Code("", "go", doc.Span{}, []assemble.Piece{assemble.Mark("\n\n  a\n```\n````\n\n", doc.Span{Start: 1, End: 2})})
	b.Code("", "go", doc.Span{}, []assemble.Piece{assemble.Mark(" \n", doc.Span{})})
	if want := "`````go\n  a\n```\n````\n`````"; string(b.Text) != want || len(b.Blocks) != 1 {
		t.Errorf("%q, want %q; %v", b.Text, want, b.Blocks)
	}
}

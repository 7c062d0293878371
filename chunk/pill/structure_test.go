package pill_test

import (
	"testing"

	"github.com/pildora/pildora/chunk/pill"
	"github.com/pildora/pildora/doc"
)

// only returns the detector of a kind.
func only(t *testing.T, kind pill.Kind) pill.Detector {
	t.Helper()
	for _, x := range pill.Detectors() {
		if x.Kind == kind {
			return x
		}
	}
	t.Fatalf("no detector finds %s", kind)
	return pill.Detector{}
}

func found(d *doc.Document, x pill.Detector) string {
	var spans []doc.Span
	for _, q := range pill.FindBy(d, d.Whole(), x).Pills {
		spans = append(spans, q.Span)
	}
	return bracketed(d.Text, spans)
}

func TestSlidesOfDecks(t *testing.T) {
	for name, c := range map[string][2]string{
		"rules":                {"---\nmarp: true\n---\n\n# A\n\ntext\n\n---\n\n# B\n", "---\nmarp: true\n---\n\n⟦# A\n\ntext\n\n---\n\n⟧⟦# B\n⟧"},
		"comments":             {"<!-- slide -->\n# A\n\n<!-- slide -->\n# B\n", "⟦<!-- slide -->\n# A\n\n⟧⟦<!-- slide -->\n# B\n⟧"},
		"reveal":               {"---\nformat: revealjs\n---\n\n# A\n\n---\n\n# B\n", "---\nformat: revealjs\n---\n\n⟦# A\n\n---\n\n⟧⟦# B\n⟧"},
		"no deck":              {"---\ntitle: x\n---\n\n# A\n\n---\n\n# B\n", "---\ntitle: x\n---\n\n# A\n\n---\n\n# B\n"},
		"marp false":           {"---\nmarp: false\n---\n\n# A\n\n---\n\n# B\n", "---\nmarp: false\n---\n\n# A\n\n---\n\n# B\n"},
		"comments of no slide": {"<!-- note -->\n\n# A\n\n---\n\n# B\n", "<!-- note -->\n\n# A\n\n---\n\n# B\n"},
	} {
		if got := found(parse(t, c[0]), only(t, pill.Slide)); got != c[1] {
			t.Errorf("%s: %q, wanted %q", name, got, c[1])
		}
	}
}

// TestSectionsGiveWay holds that a section doesn't cost an entry that crosses it.
func TestSectionsGiveWay(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		kind pill.Kind
		want string
	}{
		"slides": {"---\nmarp: true\n---\n\nIntro\n\n# A\n\ntext\n\n---\n\n- B\n", pill.Slide, "Intro\n\n# A\n\ntext\n\n---\n\n"},
		"folded": {"# A\n\nText.\n\n<details><summary>¿Qué?</summary>\n\n## B\n\nEso.\n\n</details>\n\nMás.\n", pill.FAQ, "<details><summary>¿Qué?</summary>\n\n## B\n\nEso.\n\n</details>\n\n"},
	} {
		d := parse(t, c.text)
		checkForest(t, d, d.Whole())
		ok := false
		for _, q := range pill.Find(d, d.Whole()).Pills {
			ok = ok || q.Kind == c.kind && d.Slice(q.Span) == c.want
		}
		if !ok {
			t.Errorf("%s: %q is lost", name, c.want)
		}
	}
}

// made is a document of blocks that no reader of Markdown makes: each line of
// its text is a block of the kind given for it.
func made(text string, blocks ...doc.Block) *doc.Document {
	return &doc.Document{Text: text, Blocks: blocks}
}

func TestBlocksThatReadersMark(t *testing.T) {
	leaf := func(k doc.Kind, start, end int) doc.Block {
		return doc.Block{Kind: k, Parent: -1, Span: doc.Span{Start: start, End: end}}
	}
	inside := func(b doc.Block, parent int32) doc.Block { b.Parent = parent; return b }
	for name, c := range map[string]struct {
		kind pill.Kind
		d    *doc.Document
		want string
	}{
		"pages":      {pill.Slide, made("a\nb\nc\n", leaf(doc.Page, 0, 3), inside(leaf(doc.Paragraph, 0, 3), 0), leaf(doc.Page, 4, 5)), "⟦a\nb\n⟧⟦c\n⟧"},
		"records":    {pill.Record, made("a\nb\n", leaf(doc.Record, 0, 1), leaf(doc.Record, 2, 3)), "⟦a\n⟧⟦b\n⟧"},
		"turns":      {pill.Turn, made("a\nb\n", leaf(doc.Turn, 0, 1), leaf(doc.Turn, 2, 3)), "⟦a\n⟧⟦b\n⟧"},
		"terms":      {pill.Entry, made("a\nb\nc\nd\n", leaf(doc.Term, 0, 1), leaf(doc.Detail, 2, 3), leaf(doc.Term, 4, 5), leaf(doc.Detail, 6, 7)), "⟦a\nb\n⟧⟦c\nd\n⟧"},
		"two terms":  {pill.Entry, made("a\nb\nc\n", leaf(doc.Term, 0, 1), leaf(doc.Term, 2, 3), leaf(doc.Detail, 4, 5)), "⟦a\nb\nc\n⟧"},
		"asking":     {pill.FAQ, made("a?\nb\nc\nd\n", leaf(doc.Term, 0, 2), leaf(doc.Detail, 3, 4), leaf(doc.Term, 5, 6), leaf(doc.Detail, 7, 8)), "⟦a?\nb\n⟧c\nd\n"},
		"details":    {pill.FAQ, made("a?\nb\nc\n", leaf(doc.Detail, 0, 4), inside(leaf(doc.Paragraph, 0, 2), 0), inside(leaf(doc.Paragraph, 3, 4), 0), leaf(doc.Paragraph, 5, 6)), "⟦a?\nb\n⟧c\n"},
		"figures":    {pill.Figure, made("a\nb\n", leaf(doc.Figure, 0, 1), leaf(doc.Caption, 2, 3)), "⟦a\nb\n⟧"},
		"decl":       {pill.Decl, made("// a\nf()\n\ntext\n\ng()\n", leaf(doc.Paragraph, 0, 4), leaf(doc.Decl, 5, 8), leaf(doc.Paragraph, 10, 14), leaf(doc.Decl, 16, 19)), "⟦// a\nf()\n\n⟧text\n\n⟦g()\n⟧"},
		"inner decl": {pill.Decl, made("class A\n f()\n g()\n", leaf(doc.Decl, 0, 17), inside(leaf(doc.Decl, 8, 12), 0), inside(leaf(doc.Decl, 13, 17), 0)), "⟦class A\n⟦ f()\n⟧⟦ g()\n⟧⟧"},
	} {
		if err := c.d.Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := found(c.d, only(t, c.kind)); got != c.want {
			t.Errorf("%s: %q, wanted %q", name, got, c.want)
		}
	}
}

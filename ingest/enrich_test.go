package ingest_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/chunk/cut"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/enrich"
	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/ingest/verify"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/markdown"
	"github.com/pildora/pildora/size"
	"github.com/pildora/pildora/store"
)

type summarizer func(*doc.Document) (string, error)

func (f summarizer) Summary(_ context.Context, d *doc.Document) (string, error) { return f(d) }

type contextualizer func(*doc.Document, []doc.Span) ([][]string, error)

func (f contextualizer) Contexts(_ context.Context, d *doc.Document, bodies []doc.Span) ([][]string, error) {
	return f(d, bodies)
}

type deriver func(*doc.Document, []doc.Span) ([]enrich.Derived, error)

func (f deriver) Derive(_ context.Context, d *doc.Document, bodies []doc.Span) ([]enrich.Derived, error) {
	return f(d, bodies)
}

const policy = "# Returns\n\nItems may be sent back within thirty days of delivery.\n\n## Exceptions\n\nMade-to-measure items are final sale.\n"

func enriched(t *testing.T, max int, text string, change func(*ingest.Cutting)) (*doc.Document, ingest.Cutting, []store.Record) {
	t.Helper()
	d, err := read.Decoding(markdown.Reader{}).Read(t.Context(), read.Source{URI: "returns.md", Data: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	framer := enrich.Framer{Max: max, Measure: size.Bytes, Roles: []chunk.Role{chunk.Summary, chunk.Breadcrumb}}
	l := chunk.Limits{Max: max, Measure: size.Bytes, Frame: framer.Remembering()}
	c := ingest.Cutting{Limits: l, Tokens: size.Words}
	c.Recipe.Max, c.Recipe.Unit = max, "bytes"
	change(&c)
	c.Splitter = chunk.Each(cut.Sections, func(*doc.Document, doc.Span) chunk.Splitter {
		return chunk.Pack(c.Limits, cut.Blocks, cut.Words)
	})
	rs, err := c.Records(t.Context(), d, "returns.md")
	if err != nil {
		t.Fatal(err)
	}
	return d, c, rs
}

func sound(t *testing.T, d *doc.Document, c ingest.Cutting, rs []store.Record) {
	t.Helper()
	for _, p := range verify.Document(t.Context(), d, rs, verify.Options{Cutting: &c}) {
		t.Error(p)
	}
}

func TestSilverChunk(t *testing.T) {
	d, c, rs := enriched(t, 400, policy, func(c *ingest.Cutting) {
		c.Summarizer = summarizer(func(*doc.Document) (string, error) { return "What may be returned.\nBy whom.\nUntil when.", nil })
	})
	want := "What may be returned.\nBy whom.\nUntil when.\nReturns > Exceptions\n\n## Exceptions\n\nMade-to-measure items are final sale."
	if got := rs[len(rs)-1].EmbedText; got != want {
		t.Errorf("%q, expected %q", got, want)
	}
	sound(t, d, c, rs)
}

func TestAuthorsSummaryWins(t *testing.T) {
	_, _, rs := enriched(t, 400, "---\nsummary: Ours.\n---\n"+policy, func(c *ingest.Cutting) {
		c.Summarizer = summarizer(func(*doc.Document) (string, error) { return "", errors.New("was asked") })
	})
	if got := rs[0].Frame.Summary; got != "Ours." {
		t.Errorf("%q", got)
	}
}

// TestContextGivesWay has room for one line of two in what is embedded; both
// are written down.
func TestContextGivesWay(t *testing.T) {
	lines := []string{"Final sale: it can't be sent back.", strings.Repeat("Further words that nobody needs. ", 4)}
	d, c, rs := enriched(t, 300, policy, func(c *ingest.Cutting) {
		c.Contextualizer = contextualizer(func(_ *doc.Document, bodies []doc.Span) ([][]string, error) {
			out := make([][]string, len(bodies))
			out[len(bodies)-1] = lines
			return out, nil
		})
	})
	r := rs[len(rs)-1]
	if r.Frame.Context != strings.Join(lines, "\n") || !strings.Contains(r.EmbedText, "\n\n"+lines[0]+"\n\n## Exc") || strings.Contains(r.EmbedText, "Further") {
		t.Errorf("%q: %q", r.Frame.Context, r.EmbedText)
	}
	if fmt.Sprint(r.Warnings) != fmt.Sprint([]chunk.Warning{chunk.WarnFrame}) || len(rs[0].Warnings) > 0 {
		t.Errorf("%q, %q", r.Warnings, rs[0].Warnings)
	}
	sound(t, d, c, rs)
}

func TestDoubleField(t *testing.T) {
	d, c, rs := enriched(t, 400, policy, func(c *ingest.Cutting) {
		c.Summarizer = summarizer(func(*doc.Document) (string, error) { return "What may be returned.", nil })
		c.Recipe.Embed, c.Recipe.Lexical = []string{"summary"}, []string{"summary", "text"}
	})
	for _, r := range rs {
		if r.EmbedText != "What may be returned." || !strings.Contains(r.Text, "items") && !strings.Contains(r.Text, "Items") || len(r.Lexical) != 2 {
			t.Errorf("%q: %q, %q", r.EmbedText, r.Text, r.Lexical)
		}
	}
	sound(t, d, c, rs)
	c.Recipe.Embed = nil
	if len(verify.Document(t.Context(), d, rs, verify.Options{Cutting: &c})) == 0 {
		t.Error("a text is missing in what is embedded, and nobody says so")
	}
	// Without a summary there is nothing but the text.
	_, _, rs = enriched(t, 400, policy, func(c *ingest.Cutting) { c.Recipe.Embed = []string{"summary"} })
	if !strings.Contains(rs[0].EmbedText, "thirty days") {
		t.Errorf("%q", rs[0].EmbedText)
	}
}

func TestAside(t *testing.T) {
	d, c, rs := enriched(t, 120, policy, func(c *ingest.Cutting) {
		c.Limits.Frame = nil
		c.Recipe.Embed = []string{"text"}
		framer := enrich.Framer{Max: 4 * 400, Measure: size.Bytes, Roles: []chunk.Role{chunk.Breadcrumb}}
		c.Aside = framer.Remembering()
	})
	for _, r := range rs {
		if r.Frame.Breadcrumb == "" || r.EmbedText != r.Text {
			t.Errorf("%q: %q", r.Frame.Breadcrumb, r.EmbedText)
		}
	}
	sound(t, d, c, rs)
}

func TestDerived(t *testing.T) {
	_, _, rs := enriched(t, 120, policy, func(c *ingest.Cutting) {
		c.Deriver = deriver(func(d *doc.Document, bodies []doc.Span) ([]enrich.Derived, error) {
			last := bodies[len(bodies)-1]
			return []enrich.Derived{{Kind: "question", Text: "What can't be sent back?", Span: doc.Span{Start: last.Start + 3, End: last.End}}}, nil
		})
	})
	r, of := rs[len(rs)-1], rs[len(rs)-2]
	if r.Role != ingest.Derived || r.Parent != of.ID || r.Kind != "question" || r.EmbedText != "What can't be sent back?" || r.Num != 1 || r.Of != 1 || r.Start != of.Start+3 ||
		fmt.Sprint(r.Headings) != "[Returns Exceptions]" || r.Prev+r.Next != "" {
		t.Errorf("%+v", r)
	}
	if of.Next != "" || of.Of != len(rs)-1 {
		t.Errorf("%+v", of)
	}
}

// TestEnrichingFails names the document, and what was done to it.
func TestEnrichingFails(t *testing.T) {
	d := &doc.Document{URI: "a.md", Text: "One."}
	c := ingest.Cutting{Limits: chunk.Limits{Max: 100, Measure: size.Bytes}, Tokens: size.Words}
	c.Splitter = chunk.Pack(c.Limits)
	broken := errors.New("broken")
	for what, change := range map[string]func(*ingest.Cutting){
		"sum up": func(c *ingest.Cutting) {
			c.Summarizer = summarizer(func(*doc.Document) (string, error) { return "", broken })
		},
		"context": func(c *ingest.Cutting) {
			c.Contextualizer = contextualizer(func(*doc.Document, []doc.Span) ([][]string, error) { return nil, broken })
		},
		"derive": func(c *ingest.Cutting) {
			c.Deriver = deriver(func(*doc.Document, []doc.Span) ([]enrich.Derived, error) { return nil, broken })
		},
	} {
		own := c
		change(&own)
		_, err := own.Records(t.Context(), d, "a.md")
		if !errors.Is(err, broken) || !strings.HasPrefix(err.Error(), "a.md: "+what) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

package ingest

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/enrich"
	"github.com/pildora/pildora/size"
)

// Enriching is what a cutting adds to what stands in a document. The zero
// value adds nothing.
type Enriching struct {
	// Summarizer sums up documents whose author didn't; nil: nothing does.
	Summarizer enrich.Summarizer
	// Contextualizer places chunks in their document; nil: nothing does.
	Contextualizer enrich.Contextualizer
	// Deriver makes texts that are found instead of what they are about; nil:
	// nothing does.
	Deriver enrich.Deriver
	// Aside makes the parts of a frame that are written down and searched, but
	// not embedded: they cost nothing of a chunk's budget. Nil: there are none.
	Aside func(d *doc.Document, body doc.Span) (before, after []chunk.Part)
}

// sum returns d with a summary, where one is wanted and it has none.
func (c Cutting) sum(ctx context.Context, d *doc.Document) (*doc.Document, error) {
	if c.Summarizer == nil || enrich.SummaryOf(d) != "" {
		return d, nil
	}
	summary, err := c.Summarizer.Summary(ctx, d)
	if err != nil {
		return nil, fmt.Errorf("%s: sum up: %w", d.URI, err)
	}
	return d.WithSummary(summary), nil
}

// enrich finds the contexts of the chunks and the texts derived of them.
func (c *Cut) enrich(ctx context.Context) error {
	e := c.cutting.Enriching
	if e.Contextualizer == nil && e.Deriver == nil || c.n == 0 {
		return nil
	}
	bodies := make([]doc.Span, c.n)
	for i := range bodies {
		bodies[i] = c.at(i).body
	}
	if e.Contextualizer != nil {
		contexts, err := e.Contextualizer.Contexts(ctx, c.doc, bodies)
		if err != nil {
			return fmt.Errorf("%s: context: %w", c.doc.URI, err)
		}
		for i, lines := range contexts {
			c.at(i).context = lines
		}
	}
	if e.Deriver != nil {
		derived, err := e.Deriver.Derive(ctx, c.doc, bodies)
		if err != nil {
			return fmt.Errorf("%s: derive: %w", c.doc.URI, err)
		}
		c.derived = derived
	}
	return nil
}

// placing puts contexts into chunks.
type placing struct {
	limits  chunk.Limits
	part    size.Measure // of parts of a text
	embed   []string     // as in Recipe.Embed
	context bool         // whether contexts are embedded
}

func newPlacing(c Cutting) placing {
	p := placing{limits: c.Limits, embed: c.Recipe.Embed}
	p.part, _ = size.Bare(c.Limits.Measure)
	p.context = len(p.embed) == 0 || slices.Contains(p.embed, chunk.Context.String())
	return p
}

// place returns a chunk with as many lines of its context as there is room for,
// the first ones.
func (p *placing) place(d *doc.Document, ch chunk.Chunk, lines []string) chunk.Chunk {
	if len(lines) == 0 || !p.context {
		return ch
	}
	for n := len(lines); n > 0; n-- {
		with := ch
		with.Before = enrich.InOrder(ch.Before, chunk.Part{Role: chunk.Context, Text: strings.Join(lines[:n], "\n"), Short: n < len(lines)})
		if with.Size = p.fits(d, with); with.Size == 0 {
			continue
		}
		if n < len(lines) {
			with.Warnings = short(ch.Warnings)
		}
		return with
	}
	ch.Warnings = short(ch.Warnings)
	return ch
}

// fits measures a chunk; 0 says that it or its frame is too large.
func (p *placing) fits(d *doc.Document, ch chunk.Chunk) int {
	own := slices.DeleteFunc(slices.Clone(ch.Before), func(q chunk.Part) bool { return q.Role == chunk.Overlap })
	if p.part.Size(chunk.Head(d, own)) > p.limits.Max/4 {
		return 0
	}
	if n := p.limits.Measure.Size(chunk.Embed(d, ch)); n <= p.limits.Max {
		return n
	}
	return 0
}

func short(warnings []chunk.Warning) []chunk.Warning {
	if slices.Contains(warnings, chunk.WarnFrame) {
		return warnings
	}
	return append(slices.Clip(warnings), chunk.WarnFrame)
}

// whole reports whether all that a chunk's size was measured of is embedded.
func (p *placing) whole(parts []chunk.Part) bool {
	return len(p.embed) == 0 || slices.Contains(p.embed, "text") &&
		!slices.ContainsFunc(parts, func(q chunk.Part) bool { return !slices.Contains(p.embed, q.Role.String()) })
}

// EmbedText is what is embedded of a chunk: the parts that embed names, none
// for all. A body that isn't named is embedded where nothing else is there.
func EmbedText(d *doc.Document, ch chunk.Chunk, embed []string) string {
	if len(embed) == 0 {
		return chunk.Embed(d, ch)
	}
	ch.Before = Embedded(ch.Before, embed)
	if !slices.Contains(embed, "text") {
		if head := strings.TrimRight(chunk.Head(d, ch.Before), "\n"); head != "" {
			return head
		}
	}
	return chunk.Embed(d, ch)
}

// Embedded are the parts of a frame that embed names, none for all.
func Embedded(parts []chunk.Part, embed []string) []chunk.Part {
	if len(embed) == 0 {
		return parts
	}
	return slices.DeleteFunc(slices.Clone(parts), func(q chunk.Part) bool { return !slices.Contains(embed, q.Role.String()) })
}

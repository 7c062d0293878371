package verify

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/size"
	"github.com/pildora/pildora/store"
)

func (v *document) slice() {
	at, runes := 0, 0
	for i := range v.records {
		r := &v.records[i]
		if !v.inside(r) {
			continue
		}
		if got := v.doc.Text[r.Start:r.End]; got != r.Text {
			v.report(r, "bytes %d:%d of the source are %q, text is %q", r.Start, r.End, excerpt(got), excerpt(r.Text))
		}
		if r.Text != "" && doc.IsBlank(r.Text) || r.Text == "" {
			v.report(r, "text is blank")
		}
		if r.Start < at {
			at, runes = 0, 0
		}
		start := runes + utf8.RuneCountInString(v.doc.Text[at:r.Start])
		end := start + utf8.RuneCountInString(v.doc.Text[r.Start:r.End])
		at, runes = r.End, end
		if r.StartRune != start || r.EndRune != end {
			v.report(r, "code points %d:%d, expected %d:%d", r.StartRune, r.EndRune, start, end)
		}
	}
}

func (v *document) lines() {
	at, line := 0, 1
	for i := range v.records {
		r := &v.records[i]
		from := r.Start - r.Overlap
		if !v.inside(r) || from < 0 || from > r.Start {
			continue
		}
		if from < at {
			at, line = 0, 1
		}
		line += strings.Count(v.doc.Text[at:from], "\n")
		at = from
		end := line + strings.Count(v.doc.Text[from:r.End], "\n")
		if r.StartLine != line || r.EndLine != end {
			v.report(r, "lines %d–%d, expected %d–%d", r.StartLine, r.EndLine, line, end)
		}
	}
}

func (v *document) origins() {
	if len(v.doc.Origins) == 0 {
		return
	}
	for i := range v.records {
		r := &v.records[i]
		if !v.inside(r) {
			continue
		}
		n, sound := 0, true
		pages := map[int]bool{}
		for o := range v.doc.Locate(doc.Span{Start: r.Start, End: r.End}) {
			if o.Page > 0 {
				pages[o.Page] = true
			}
			if n >= len(r.Origins) || r.Origins[n].Start != o.Text.Start || r.Origins[n].SourceStart != o.Source.Start || r.Origins[n].Page != o.Page {
				v.report(r, "origin %d does not lead to %v", n, o.Source)
				sound = false
				break
			}
			n++
		}
		if want := slices.Sorted(maps.Keys(pages)); sound && !slices.Equal(want, r.Pages) {
			v.report(r, "pages are %v, expected %v", r.Pages, want)
		}
	}
}

func (v *document) grapheme() {
	at := 0
	for i := range v.records {
		r := &v.records[i]
		if !v.inside(r) || r.Start < at || r.Start == 0 {
			continue
		}
		// Clusters are counted from a line end before, always a border.
		from := max(at, strings.LastIndexByte(v.doc.Text[:r.Start], '\n')+1)
		at = from
		for g := graphemes.FromString(v.doc.Text[from:]); at < r.Start && g.Next(); {
			at += len(g.Value())
		}
		if at > r.Start {
			v.report(r, "begins at byte %d, inside a grapheme cluster", r.Start)
		}
		at = r.Start
	}
}

func (v *document) overlap() {
	for i := range v.records {
		r := &v.records[i]
		if !v.inside(r) || r.Overlap == 0 && r.Frame.Overlap == "" {
			continue
		}
		from := r.Start - r.Overlap
		switch {
		case i == 0 || r.Overlap < 0 || from < 0:
			v.report(r, "overlap of %d bytes reaches outside the text before it", r.Overlap)
			continue
		case v.doc.Text[from:r.Start] != r.Frame.Overlap:
			v.report(r, "overlap is %q, the %d bytes before the body are %q", excerpt(r.Frame.Overlap), r.Overlap, excerpt(v.doc.Text[from:r.Start]))
		case from <= v.records[i-1].Start:
			v.report(r, "overlap repeats the chunk before it whole")
		}
		v.overlapAsked(r, from)
	}
}

// sectioned reports whether a recipe never cuts across sections what fits.
func sectioned(c *ingest.Cutting) bool {
	return slices.Contains([]string{"cascade", "structural", "parent-child"}, c.Recipe.Strategy)
}

// limits are those of the level under check; nil where they aren't known.
func (v *document) limits() *chunk.Limits {
	switch c := v.opt.Cutting; {
	case c == nil:
		return nil
	case len(v.records) > 0 && v.records[0].Role == store.RoleParent:
		return &c.Parents
	default:
		return &c.Limits
	}
}

// overlapAsked holds an overlap against its recipe: no longer than asked for,
// and never across a section change where sections are hard.
func (v *document) overlapAsked(r *store.Record, from int) {
	c := v.opt.Cutting
	if c == nil {
		return
	}
	if sectioned(c) {
		for _, s := range v.doc.Outline() {
			if at := v.doc.Blocks[s.Block].Span.Start; from < at && at <= r.Start {
				v.report(r, "overlap reaches across the heading %q", v.doc.Blocks[s.Block].Label)
			}
		}
	}
	most := c.Limits.Overlap.Max
	if c.Limits.Overlap.Count > 0 {
		most = c.Limits.Max / 2
	}
	if n := part(c).Size(r.Frame.Overlap); n > most {
		v.report(r, "overlap measures %d, at most %d was asked for", n, most)
	}
}

// rendering is how bodies may have been written otherwise than they stand.
func (v *document) rendering() chunk.Rendering {
	if v.opt.Cutting != nil {
		return v.opt.Cutting.Limits.Rendering
	}
	return &v.fields
}

func (v *document) assembly() {
	for i := range v.records {
		r := &v.records[i]
		if !v.inside(r) {
			continue
		}
		if c, ok := v.assembled(r); !ok {
			v.report(r, "embed_text is not its frame and text: %q, expected %q", excerpt(r.EmbedText), excerpt(chunk.Embed(v.doc, c)))
		}
		v.counted(r)
	}
}

// counted checks what is counted of a record's texts.
func (v *document) counted(r *store.Record) {
	if n := utf8.RuneCountInString(r.Text); n != r.Chars {
		v.report(r, "chars is %d, counted %d", r.Chars, n)
	}
	if want := ingest.Digest(r.EmbedText); r.Digest != want {
		v.report(r, "digest is %s, expected %s", r.Digest, want)
	}
	if c := v.opt.Cutting; c != nil {
		if n := c.Tokens.Size(r.EmbedText); n != r.Tokens {
			v.report(r, "tokens is %d, counted %d", r.Tokens, n)
		}
	}
}

// assembled is the chunk that the embedded text of a record was put together
// of: the parts that its recipe embeds, without a recipe some of them; as many
// lines of its context as there was room for; the body as it stands or
// rendered. Where there is no such chunk it is the one with everything.
func (v *document) assembled(r *store.Record) (chunk.Chunk, bool) {
	all := framed(r)
	for _, embed := range v.embedded(all) {
		for n := strings.Count(r.Frame.Context, "\n") + 1; n >= 0; n-- {
			c := all
			c.Before = slices.Clone(ingest.Embedded(all.Before, embed))
			for i, p := range c.Before {
				if p.Role == chunk.Context {
					c.Before[i].Text = strings.Join(strings.Split(p.Text, "\n")[:n], "\n")
				}
			}
			if ingest.EmbedText(v.doc, c, embed) == r.EmbedText { // what doesn't fit rendered stays as it stands
				return c, true
			}
			if c.Rendered = chunk.Rendered(v.rendering(), v.doc, c.Span); c.Rendered != "" && ingest.EmbedText(v.doc, c, embed) == r.EmbedText {
				return c, true
			}
			if r.Frame.Context == "" {
				break
			}
		}
	}
	return all, false
}

// embedded are the lists of parts that may be embedded of a chunk: that of the
// recipe; without one all parts, and then fewer.
func (v *document) embedded(c chunk.Chunk) [][]string {
	if v.opt.Cutting != nil {
		return [][]string{v.opt.Cutting.Recipe.Embed}
	}
	lists := [][]string{nil}
	for some := range 1 << (len(c.Before) + 1) {
		var embed []string
		for i, p := range c.Before {
			if some>>i&1 == 1 {
				embed = append(embed, p.Role.String())
			}
		}
		if some>>len(c.Before) == 1 {
			embed = append(embed, "text")
		}
		if len(embed) > 0 {
			lists = append(lists, embed)
		}
	}
	return lists
}

// framed is the chunk that a record says it is.
func framed(r *store.Record) chunk.Chunk {
	c := chunk.Chunk{Span: doc.Span{Start: r.Start, End: r.End}}
	for _, p := range []chunk.Part{
		{Role: chunk.Summary, Text: r.Frame.Summary}, {Role: chunk.Breadcrumb, Text: r.Frame.Breadcrumb},
		{Role: chunk.Context, Text: r.Frame.Context}, {Role: chunk.Header, Text: r.Frame.Header},
		{Role: chunk.Overlap, Text: r.Frame.Overlap},
	} {
		if p.Text != "" {
			c.Before = append(c.Before, p)
		}
	}
	return c
}

func (v *document) headings() {
	for i := range v.records {
		r := &v.records[i]
		if !v.inside(r) {
			continue
		}
		want := v.doc.Headings(doc.Span{Start: r.Start, End: r.End})
		if strings.Join(want, "\x1f") != strings.Join(r.Headings, "\x1f") || len(want) != len(r.Headings) {
			v.report(r, "headings %q, expected %q", r.Headings, want)
		}
	}
}

func (v *document) max() {
	c, l := v.opt.Cutting, v.limits()
	switch {
	case c == nil:
		return
	case l.Measure == nil:
		v.report(nil, "it has parents, and its recipe makes none")
		return
	}
	for i := range v.records {
		r := &v.records[i]
		if n := l.Measure.Size(r.EmbedText); n > l.Max && !(oneCluster(r.Text) && r.EmbedText == r.Text) {
			v.report(r, "embed_text measures %d %s, max is %d", n, c.Recipe.Unit, l.Max)
		}
		if !v.inside(r) {
			continue
		}
		own, ok := v.assembled(r)
		if !ok {
			continue // said by another check
		}
		if n := len(own.Before); n > 0 && own.Before[n-1].Role == chunk.Overlap {
			own.Before = own.Before[:n-1]
		}
		if n := part(c).Size(chunk.Head(v.doc, own.Before)); n > l.Max/4 {
			v.report(r, "the frame measures %d, more than a quarter of max, which is %d", n, l.Max)
		}
	}
}

// part is the measure of parts of a text: the special tokens that a model puts
// around the whole are no part of them.
func part(c *ingest.Cutting) size.Measure {
	m, _ := size.Bare(c.Limits.Measure)
	return m
}

func oneCluster(text string) bool {
	g := graphemes.FromString(text)
	return g.Next() && len(g.Value()) == len(text)
}

// parted finds records that end with a heading whose content begins the next.
func (v *document) parted() {
	c, l := v.opt.Cutting, v.limits()
	if c == nil || !sectioned(c) || l.Measure == nil {
		return
	}
	for i := 0; i+1 < len(v.records); i++ {
		r, next := &v.records[i], &v.records[i+1]
		if !v.inside(r) || !v.inside(next) {
			continue
		}
		at := v.doc.BlockFrom(next.Start)
		if at >= len(v.doc.Blocks) || v.doc.Blocks[at].Span.Start < r.End {
			continue // the next chunk begins inside a block
		}
		for !v.doc.Leaf(at) { // a quote or a list may begin with a heading too
			at++
		}
		before := v.doc.LeafBefore(at)
		if before < 0 || v.doc.Blocks[before].Kind != doc.Heading || v.doc.Blocks[at].Kind == doc.Heading {
			continue
		}
		h := v.doc.Blocks[before].Span
		begin := max(next.Start, v.doc.Blocks[at].Span.Start) // a container's mark is no word
		word := begin + len(firstWord(v.doc.Text[begin:]))
		if l.Measure.Size(v.doc.Text[h.Start:word]) <= l.Max*3/4 {
			v.report(r, "ends with the heading %q, which is parted from what follows it", v.doc.Blocks[before].Label)
		}
	}
}

func firstWord(text string) string {
	body := strings.TrimLeft(text, " \t")
	word := body
	if i := strings.IndexAny(body, " \t\r\n"); i >= 0 {
		word = body[:i]
	}
	return text[:len(text)-len(body)+len(word)]
}

// again cuts the document once more.
func (v *document) again() {
	c := v.opt.Cutting
	if c == nil {
		return
	}
	fresh, err := v.recorded(*c).Records(v.ctx, v.doc, "")
	if err != nil {
		v.report(nil, "%v", err)
		return
	}
	fresh = (&document{roles: byRole(fresh)}).ordered()
	for i := range max(len(fresh), len(v.records)) {
		var got, want string
		if i < len(v.records) {
			got = key(v.records[i])
		}
		if i < len(fresh) {
			want = key(fresh[i])
		}
		if got != want {
			v.report(nil, "chunk %d differs when cut again: have %s, expected %s", i+1, got, want)
			return
		}
		v.described(&v.records[i], &fresh[i])
	}
}

// described compares what a record says beside its place and text with that of
// the same chunk cut again. Its source and collection are not the document's.
func (v *document) described(have, want *store.Record) {
	for _, f := range [...]struct{ name, have, want string }{
		{"title", have.Title, want.Title}, {"kind", have.Kind, want.Kind}, {"role", have.Role, want.Role}, {"lang", have.Lang, want.Lang},
		{"profile", have.Profile, want.Profile}, {"date", have.Date, want.Date}, {"parent", have.Parent, want.Parent},
	} {
		if f.have != f.want {
			v.report(have, "%s is %q, %q when cut again", f.name, f.have, f.want)
		}
	}
	if !slices.Equal(have.Pages, want.Pages) {
		v.report(have, "pages are %v, %v when cut again", have.Pages, want.Pages)
	}
	if !maps.Equal(have.Meta, want.Meta) {
		v.report(have, "meta is %v, %v when cut again", have.Meta, want.Meta)
	}
}

func key(r store.Record) string {
	return fmt.Sprintf("%s %d:%d %s", r.ID, r.Start, r.End, r.Digest)
}

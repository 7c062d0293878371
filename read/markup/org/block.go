package org

import (
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/markup"
)

// body reads lines between headlines, or what stands in a block or an item.
func (p *parser) body(lines []markup.Line, depth int) {
	if depth > markup.MaxDepth {
		if lines = markup.Tight(lines); len(lines) > 0 {
			p.paragraph(lines)
		}
		return
	}
	savedDepth, savedEnds := p.depth, p.noEnd
	p.depth, p.noEnd = depth, map[string]bool{}
	defer func() { p.depth, p.noEnd = savedDepth, savedEnds }()
	ends := p.drawerEnds(lines)
	for i := 0; i < len(lines) && p.Going(); {
		if lines[i].Blank() {
			i++
			p.caption = nil
			continue
		}
		if ends[i] > 0 {
			i = ends[i]
			continue
		}
		i += p.block(lines[i:], depth)
	}
	p.caption = nil
}

// drawerEnds finds the drawers: by the line of their name, the one behind their
// end.
func (p *parser) drawerEnds(lines []markup.Line) map[int]int {
	ends := map[int]int{}
	end := 0
	for i := len(lines) - 1; i >= 0; i-- {
		s := strings.TrimSpace(lines[i].Of(p.src))
		switch {
		case strings.EqualFold(s, ":end:"):
			end = i + 1
		case end > 0 && len(s) > 2 && s[0] == ':' && s[len(s)-1] == ':' && strings.IndexFunc(s[1:len(s)-1], notName) < 0:
			ends[i] = end
		}
	}
	return ends
}

func notName(r rune) bool {
	return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '_' || r == '-')
}

// block reads the block at the first line and returns how many lines it has.
func (p *parser) block(lines []markup.Line, depth int) int {
	l := lines[0]
	s := strings.TrimLeft(l.Of(p.src), " \t")
	if strings.HasPrefix(s, "#") {
		if n := p.hash(lines, s, depth); n > 0 {
			return n
		}
	}
	switch {
	case strings.HasPrefix(s, "|"):
		return p.table(lines)
	case strings.HasPrefix(s, ": ") || s == ":":
		return p.fixed(lines)
	case isRule(s):
		p.Void("hr", l.Span())
		return 1
	case isPlanning(s):
		p.planning(l)
		return 1
	case strings.HasPrefix(s, `\begin{`):
		if n := p.environment(lines, s); n > 0 {
			return n
		}
	case strings.HasPrefix(l.Of(p.src), "[fn:"):
		if n := p.note(lines, depth); n > 0 {
			return n
		}
	}
	if p.markerOf(l.Of(p.src)).length > 0 {
		return p.list(lines, depth)
	}
	n := 1
	for n < len(lines) && !p.endsParagraph(lines[n]) {
		n++
	}
	p.paragraph(lines[:n])
	return n
}

// endsParagraph reports whether a line can't go on a paragraph.
func (p *parser) endsParagraph(l markup.Line) bool {
	s := l.Of(p.src)
	trimmed := strings.TrimLeft(s, " \t")
	switch {
	case trimmed == "":
		return true
	case strings.HasPrefix(trimmed, "#+") || strings.HasPrefix(trimmed, "# ") || trimmed == "#":
		return true
	case trimmed[0] == '|' || strings.HasPrefix(trimmed, ": ") || isRule(trimmed) || strings.HasPrefix(trimmed, `\begin{`) || strings.HasPrefix(s, "[fn:"):
		return true
	}
	return p.markerOf(s).length > 0
}

func isRule(s string) bool { return len(s) >= 5 && strings.Trim(s, "-") == "" }

func isPlanning(s string) bool {
	for _, word := range [...]string{"SCHEDULED: ", "DEADLINE: ", "CLOSED: ", "CLOCK: "} {
		if strings.HasPrefix(s, word) {
			return true
		}
	}
	return false
}

// planning writes when something is due; when it was done is no content.
func (p *parser) planning(l markup.Line) {
	s := strings.TrimSpace(l.Of(p.src))
	if strings.HasPrefix(s, "CLO") {
		return
	}
	p.paragraph([]markup.Line{l})
}

func (p *parser) paragraph(lines []markup.Line) {
	for i := range lines {
		lines[i] = lines[i].Strip(p.src, 1<<20)
	}
	t := markup.Joined(p.src, lines)
	if target, ok := onlyImage(t.S); ok {
		p.image(target, markup.SpanOf(lines))
		return
	}
	p.Open("p", markup.SpanOf(lines))
	p.inline(t)
	p.Close()
}

// onlyImage reports whether a paragraph is nothing but a link to an image.
func onlyImage(s string) (target string, ok bool) {
	s = strings.TrimSpace(s)
	if !strings.HasPrefix(s, "[[") || !strings.HasSuffix(s, "]]") || strings.Contains(s[2:len(s)-2], "]") {
		return "", false
	}
	target = strings.TrimPrefix(s[2:len(s)-2], "file:")
	return target, isImage(target)
}

func isImage(target string) bool {
	lower := strings.ToLower(target)
	for _, ext := range [...]string{".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".pdf", ".bmp"} {
		if strings.HasSuffix(lower, ext) && ext != ".pdf" {
			return true
		}
	}
	return false
}

// image writes an image that has a caption; without one there is nothing to
// read.
func (p *parser) image(target string, src doc.Span) {
	if len(p.caption) == 0 {
		return
	}
	p.Open("figure", src)
	p.captioned("figcaption")
	p.Close()
}

// captioned writes the caption that waits, if there is one.
func (p *parser) captioned(tag string) {
	if len(p.caption) == 0 {
		return
	}
	p.Open(tag, p.caption[0].Span())
	p.inline(markup.Joined(p.src, p.caption))
	p.Close()
	p.caption = nil
}

// fixed reads lines that begin with a colon.
func (p *parser) fixed(lines []markup.Line) int {
	n := 0
	for n < len(lines) {
		l := lines[n].Strip(p.src, 1<<20)
		s := l.Of(p.src)
		if s != ":" && !strings.HasPrefix(s, ": ") {
			break
		}
		l.Start = min(l.Start+2, l.End)
		lines[n] = l
		n++
	}
	p.Code("", lines[:n])
	return n
}

// environment reads an environment of LaTeX as a formula.
func (p *parser) environment(lines []markup.Line, s string) int {
	end := strings.IndexByte(s, '}')
	if end < 0 || p.noEnd[s[:end]] {
		return 0
	}
	closer := `\end` + s[len(`\begin`):end+1]
	for i, l := range lines {
		if strings.HasSuffix(l.Of(p.src), closer) {
			p.Math(markup.Joined(p.src, lines[:i+1]))
			return i + 1
		}
	}
	p.noEnd[s[:end]] = true
	return 0
}

// note reads the definition of a footnote: up to the next one, or two blank
// lines.
func (p *parser) note(lines []markup.Line, depth int) int {
	s := lines[0].Of(p.src)
	end := strings.IndexByte(s, ']')
	if end < 5 || strings.IndexByte(s[4:end], ':') >= 0 {
		return 0
	}
	n := 1
	for blank := 0; n < len(lines) && blank < 2; n++ {
		if strings.HasPrefix(lines[n].Of(p.src), "[fn:") {
			break
		}
		if blank++; !lines[n].Blank() {
			blank = 0
		}
	}
	inner := append([]markup.Line{}, lines[:n]...)
	inner[0].Start = markup.TrimStart(p.src, inner[0].Start+end+1, inner[0].End)
	p.Footnote(s[4:end], doc.Span{Start: lines[0].Start, End: lines[0].Start + end + 1}, func() { p.body(inner, depth+1) })
	return n
}

// table reads a table. What stands above its first line is the header.
func (p *parser) table(lines []markup.Line) int {
	t := markup.Table{}
	n := 0
	for ; n < len(lines) && p.Going(); n++ {
		l := lines[n].Strip(p.src, 1<<20)
		s := l.Of(p.src)
		if !strings.HasPrefix(s, "|") {
			break
		}
		if strings.HasPrefix(s, "|-") {
			if t.Headers == 0 {
				t.Headers = len(t.Rows)
			}
			continue
		}
		row := p.cells(l)
		if p.isAbout(row) {
			continue
		}
		t.Rows = append(t.Rows, row)
	}
	t.Src = markup.SpanOf(lines[:n])
	if t.Headers == len(t.Rows) {
		t.Headers = 0 // only lines below
	}
	if len(p.caption) > 0 {
		caption := p.caption
		p.caption = nil
		t.Caption = func() { p.inline(markup.Joined(p.src, caption)) }
	}
	p.Table(t)
	return n
}

// cells splits a row.
func (p *parser) cells(l markup.Line) []markup.Cell {
	var row []markup.Cell
	for at := l.Start + 1; at < l.End; {
		end := l.End
		if i := strings.IndexByte(p.src[at:l.End], '|'); i >= 0 {
			end = at + i
		}
		span := markup.Trim(p.src, doc.Span{Start: at, End: end})
		row = append(row, markup.Cell{Src: span, Write: func() { p.inline(markup.Of(p.src, span)) }})
		at = end + 1
	}
	return row
}

// isAbout reports whether a row says only how columns look: "<l>", "<10>".
func (p *parser) isAbout(row []markup.Cell) bool {
	found := false
	for _, c := range row {
		s := p.src[c.Src.Start:c.Src.End]
		if s == "" {
			continue
		}
		if len(s) < 3 || s[0] != '<' || s[len(s)-1] != '>' || strings.Trim(s[1:len(s)-1], "lrc0123456789") != "" {
			return false
		}
		found = true
	}
	return found
}

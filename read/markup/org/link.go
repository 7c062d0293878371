package org

import (
	"strconv"
	"strings"
)

// bracket reads a link, a footnote or a citation.
func (c *scan) bracket(i int) int {
	s := c.S[i:]
	switch {
	case strings.HasPrefix(s, "[["):
		return c.link(i)
	case strings.HasPrefix(s, "[fn:"):
		return c.footnote(i)
	}
	return 0
}

// link reads "[[target][text]]" and "[[target]]".
func (c *scan) link(i int) int {
	end := c.find(i+2, "]")
	if end < 0 || end+1 >= len(c.S) || end == i+2 {
		return 0
	}
	target := c.S[i+2 : end]
	src := c.T.Span(i+2, end)
	if c.S[end+1] == ']' {
		c.Flush(i)
		c.bare(target, i+2, end)
		return end + 2 - i
	}
	if c.S[end+1] != '[' {
		return 0
	}
	stop := c.find(end+2, "]]")
	if stop < 0 {
		return 0
	}
	c.Flush(i)
	href := c.address(target)
	if href == "" {
		c.inline(c.T.Slice(end+2, stop))
		return stop + 2 - i
	}
	c.Open("a", src, "href", href)
	c.inline(c.T.Slice(end+2, stop))
	c.Close()
	return stop + 2 - i
}

// address is where a target leads outside the document, or "".
func (p *parser) address(target string) string {
	target = strings.ReplaceAll(strings.ReplaceAll(target, "\n", " "), `\`, "")
	scheme, rest, ok := strings.Cut(target, ":")
	if !ok {
		return ""
	}
	switch scheme {
	case "http", "https", "ftp", "mailto", "doi":
		return target
	case "file":
		if rest, _, _ = strings.Cut(rest, "::"); strings.HasPrefix(rest, "/") || strings.HasPrefix(rest, "~") {
			return ""
		}
		return rest
	}
	if to, ok := p.links[scheme]; ok {
		if strings.Contains(to, "%s") {
			return strings.ReplaceAll(to, "%s", rest)
		}
		return to + rest
	}
	return ""
}

// bare writes a link without a text: its address, or the name it leads to.
func (c *scan) bare(target string, from, to int) {
	scheme, rest, ok := strings.Cut(target, ":")
	switch {
	case isImage(target):
		return
	case scheme == "http" || scheme == "https" || scheme == "ftp":
	case target[0] == '*' || target[0] == '#':
		from++
	case ok && rest != "":
		from += len(scheme) + 1
	}
	c.Write(c.T, from, to)
}

// footnote reads "[fn:name]", "[fn:name:text]" and "[fn::text]".
func (c *scan) footnote(i int) int {
	end := -1
	if c.noteDepth < maxInlines {
		end = c.balanced(i)
	}
	if end < 0 {
		return 0
	}
	label, _, inline := strings.Cut(c.S[i+4:end], ":")
	from := i + 4 + len(label) + 1
	if label == "" {
		c.notes++
		label = "n" + strconv.Itoa(c.notes)
	}
	c.Flush(i)
	src := c.T.Span(i, end+1)
	c.Reference(label, src)
	if inline && from < end {
		p, text, depth := c.parser, c.T.Slice(from, end), c.noteDepth+1
		p.Footnote(label, src, func() {
			saved := p.noteDepth
			p.noteDepth = depth
			p.Open("p", src)
			p.inline(text)
			p.Close()
			p.noteDepth = saved
		})
	}
	return end + 1 - i
}

// balanced is where the bracket at a place closes, or -1.
func (c *scan) balanced(i int) int {
	if c.none["fn"] {
		return -1
	}
	depth := 0
	for k := i; k < len(c.S); k++ {
		switch c.S[k] {
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return k
			}
		}
	}
	c.none["fn"] = true
	return -1
}

package asciidoc

import (
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/markup"
)

// bracket reads an anchor, or the roles of the marks behind it.
func (c *scan) bracket(i int) int {
	if strings.HasPrefix(c.S[i:], "[[") {
		end := c.find(i+2, "]]")
		if end < 0 || end > i+maxName || end == i+2 || strings.ContainsAny(c.S[i+2:end], " \n[") && !strings.Contains(c.S[i+2:end], ",") {
			return 0
		}
		c.Flush(i)
		return end + 2 - i
	}
	end := c.find(i+1, "]")
	if end < 0 || end > i+maxName || end+1 >= len(c.S) || strings.IndexByte("*_`#", c.S[end+1]) < 0 ||
		strings.IndexByte(".#%", c.S[i+1]) < 0 && strings.IndexByte("#", c.S[end+1]) < 0 {
		return 0
	}
	c.Flush(i)
	c.Done = end + 1
	n := c.quote(end + 1)
	if n == 0 {
		c.Done = i
		return 0
	}
	return end + 1 - i + n
}

// angle reads a cross-reference or an address in angle brackets.
func (c *scan) angle(i int) int {
	if strings.HasPrefix(c.S[i:], "<<") {
		end := c.find(i+2, ">>")
		if end < 0 || end == i+2 || end > i+2000 {
			return 0
		}
		c.Flush(i)
		id, _, _ := strings.Cut(c.S[i+2:end], ",")
		from := min(i+2+len(id)+1, end)
		c.reference(strings.TrimSpace(id), c.T.Slice(from, end), c.T.Span(i, end+2))
		return end + 2 - i
	}
	rest := c.S[i+1:]
	scheme, _, ok := strings.Cut(rest[:min(len(rest), 10)], ":")
	if !ok || !schemes[scheme] {
		return 0
	}
	end := c.find(i+1, ">")
	if end < 0 || strings.ContainsAny(c.S[i+1:min(end, i+2000)], " \n") {
		return 0
	}
	c.Flush(i)
	c.Write(c.T, i+1, end)
	return end + 1 - i
}

// reference writes a cross-reference: its text, else the title that it leads
// to, else its name.
func (c *scan) reference(id string, text markup.Text, src doc.Span) {
	id = strings.TrimPrefix(id, "#")
	if strings.TrimSpace(text.S) != "" {
		c.marked(text)
		return
	}
	if title, ok := c.titles[id]; ok {
		var b markup.Buffer
		b.Add(title, src)
		if c.Spend(len(title), "a cross-reference", src) {
			c.inline(b.Text())
		}
		return
	}
	name, fragment, _ := strings.Cut(id, "#")
	if name == "" {
		name = fragment
	}
	c.Put(strings.TrimSuffix(name, ".adoc"), src)
}

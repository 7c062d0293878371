package rst

import (
	"strings"
	"unicode/utf8"
)

// titleAndTarget takes "title <target>" apart; without a title it is the target
// itself.
func titleAndTarget(s string) (titleEnd int, target string) {
	if !strings.HasSuffix(s, ">") {
		return len(s), ""
	}
	i := strings.LastIndexByte(s, '<')
	if i < 0 || i > 0 && !isSpaceByte(s[i-1]) {
		return len(s), ""
	}
	target = s[i+1 : len(s)-1]
	if title := strings.TrimRight(s[:i], " \t\n"); title != "" {
		return len(title), target
	}
	return 0, target
}

// link writes "text <address>" or the name of a target as a link.
func (c *scan) link(from, to int) {
	end, address := titleAndTarget(c.S[from:to])
	src := c.T.Span(from, to)
	switch {
	case address == "":
		t, _ := c.reference(strings.ReplaceAll(c.S[from:to], `\`, ""))
		address = t.url
	case strings.HasSuffix(address, "_") && !strings.Contains(address, "://"):
		t, _ := c.reference(strings.Trim(address, "`_"))
		address = t.url
	default:
		address = strings.Join(strings.Fields(address), "")
	}
	if end == 0 { // the address alone
		end = to - from - 1
		from++
		end--
	}
	if address == "" {
		c.plain(from, from+end)
		return
	}
	c.Open("a", src, "href", address)
	c.plain(from, from+end)
	c.Close()
}

// named reads the underscore behind a name: a link where the name is that of a
// target.
func (c *scan) named(i int) int {
	n := 1
	if strings.HasPrefix(c.S[i:], "__") {
		n = 2
	}
	start := i
	for start > c.Done && (isAlnum(c.S[start-1]) || c.S[start-1] >= utf8.RuneSelf || start < i && strings.IndexByte("-_.+", c.S[start-1]) >= 0) && i-start < 200 {
		start--
	}
	if start == i || !c.mayEnd(i+n, noteMark) {
		return 0
	}
	t, ok := c.reference(c.S[start:i])
	if !ok {
		return 0
	}
	c.Flush(start)
	src := c.T.Span(start, i)
	if t.url != "" {
		c.Open("a", src, "href", t.url)
		c.Write(c.T, start, i)
		c.Close()
	} else {
		c.Write(c.T, start, i)
	}
	return n
}

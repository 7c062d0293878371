package asciidoc

import (
	"html"
	"strconv"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/markup"
)

// schemes begin addresses.
var schemes = map[string]bool{"http": true, "https": true, "ftp": true, "irc": true, "mailto": true}

// macros are the inline macros: name:target[text].
var macros = map[string]bool{
	"link": true, "xref": true, "image": true, "icon": true, "kbd": true, "btn": true, "menu": true, "footnote": true, "footnoteref": true, "stem": true,
	"latexmath": true, "asciimath": true, "pass": true, "anchor": true, "indexterm": true, "indexterm2": true, "mailto": true,
}

// maxMacro is the longest name of a macro or scheme.
const maxMacro = 12

// maxAddress is the longest address, in bytes.
const maxAddress = 4 << 10

// macro reads the macro or the address whose name ends at a colon.
func (c *scan) macro(i int) int {
	start := i
	for start > c.Done && i-start < maxMacro && (isLower(c.S[start-1]) || c.S[start-1] == '2') {
		start--
	}
	name := c.S[start:i]
	if start > 0 && isWord(c.S[start-1]) && c.Done != start {
		return 0
	}
	if schemes[name] && strings.HasPrefix(c.S[i+1:], "//") {
		return c.address(start, i)
	}
	if !macros[name] {
		return 0
	}
	end := c.targetEnd(name, i+1)
	if end >= len(c.S) || c.S[end] != '[' {
		return 0
	}
	stop := c.closing(end + 1)
	if stop < 0 {
		return 0
	}
	c.Flush(start)
	c.write(name, c.S[i+1:end], c.T.Slice(end+1, stop), c.T.Span(start, stop+1))
	return stop + 1 - i
}

// targetEnd is where the target of a macro ends.
func (c *scan) targetEnd(name string, from int) int {
	end := from
	for end < len(c.S) && end-from < maxAddress && c.S[end] != '[' && c.S[end] != '\n' {
		if c.S[end] == ' ' && name != "menu" && name != "image" && name != "link" || c.S[end] == ':' && end == from {
			break
		}
		end++
	}
	return end
}

func isLower(b byte) bool { return 'a' <= b && b <= 'z' }

// closing is where the bracket ends that was opened before from, or -1.
func (c *scan) closing(from int) int {
	for {
		end := c.find(from, "]")
		if end < 0 || end == 0 || c.S[end-1] != '\\' {
			return end
		}
		from = end + 1
	}
}

// address reads an address, with the text that stands behind it in brackets.
func (c *scan) address(start, colon int) int {
	end := colon + 3
	for end < len(c.S) && !isSpace(c.S[end]) && strings.IndexByte("[]<>\"", c.S[end]) < 0 {
		end++
	}
	if end < len(c.S) && c.S[end] == '[' && end > colon+3 {
		if stop := c.closing(end + 1); stop >= 0 {
			c.Flush(start)
			c.link(c.S[start:end], c.T.Slice(end+1, stop), c.T.Span(start, stop+1), c.T.Slice(start, end))
			return stop + 1 - colon
		}
	}
	c.Flush(end)
	return end - colon
}

// linkText is the text of a link, without the attributes behind it.
func linkText(t markup.Text) markup.Text {
	s := t.S
	if strings.HasPrefix(s, `"`) {
		if end := strings.IndexByte(s[1:], '"'); end >= 0 {
			return t.Slice(1, 1+end)
		}
	}
	end := len(s)
	if strings.Contains(s, "=") {
		if i := strings.IndexByte(s, ','); i >= 0 {
			end = i
		}
		if name, _, ok := strings.Cut(s[:end], "="); ok && isAttributeName(name) {
			return t.Slice(0, 0)
		}
	}
	if strings.HasSuffix(s[:end], "^") {
		end--
	}
	return t.Slice(0, end)
}

// link writes a link; without a text the address is one.
func (c *scan) link(href string, text markup.Text, src doc.Span, address markup.Text) {
	if text = linkText(text); strings.TrimSpace(text.S) == "" {
		c.Write(address, 0, len(address.S))
		return
	}
	c.Open("a", src, "href", href)
	c.marked(text)
	c.Close()
}

// write writes what a macro shows.
func (c *scan) write(name, target string, text markup.Text, src doc.Span) {
	switch name {
	case "link", "mailto":
		href := strings.Trim(target, "+ ")
		shown := href
		if name == "mailto" {
			href = "mailto:" + href
		}
		var b markup.Buffer
		b.Add(shown, src)
		c.link(href, text, src, b.Text())
	case "xref":
		c.reference(target, linkText(text), src)
	case "image", "icon":
		var list meta
		if list.read(text.S); name == "image" {
			c.Void("img", src, "src", target, "alt", list.at(1, "alt"))
		}
	case "kbd", "btn":
		c.Open("code", src)
		c.Write(text, 0, len(text.S))
		c.Close()
	case "menu":
		c.Put(target, src)
		if text.S != "" {
			c.Put(" › ", src)
			c.Write(text, 0, len(text.S))
		}
	case "footnote", "footnoteref":
		c.footnote(name, target, text, src)
	case "stem", "latexmath", "asciimath":
		c.Put("$", src)
		c.Write(text, 0, len(text.S))
		c.Put("$", src)
	case "pass":
		c.Write(text, 0, len(text.S))
	case "indexterm2":
		c.marked(text)
	}
}

// footnote writes the reference to a footnote, and keeps its text for later.
func (c *scan) footnote(name, target string, text markup.Text, src doc.Span) {
	if name == "footnoteref" { // [id,text], or [id] once more
		id, rest, _ := strings.Cut(text.S, ",")
		target, text = strings.TrimSpace(id), text.Slice(len(text.S)-len(rest), len(text.S))
	}
	label := target
	if label == "" {
		c.notes++
		label = strconv.Itoa(c.notes)
	}
	c.Reference(label, src)
	if text.S == "" {
		return
	}
	p := c.parser
	p.Footnote(label, src, func() {
		p.Open("p", src)
		p.inline(text)
		p.Close()
	})
}

// entity reads a character by its name or number.
func (c *scan) entity(i int) int {
	end := strings.IndexByte(c.S[i:min(len(c.S), i+12)], ';')
	if end < 2 {
		return 0
	}
	s := c.S[i : i+end+1]
	shown := html.UnescapeString(s)
	if shown == s {
		return 0
	}
	return c.sign(i, len(s), shown)
}

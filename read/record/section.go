package record

import (
	"strings"

	"github.com/pildora/pildora/doc"
)

// setting is a line of a configuration file that sets something or opens a
// section, with the byte that it begins at.
type setting struct {
	at      int
	section bool
	key     string
	value   string
	quoted  bool
}

// sections makes blocks of the settings of a file: the file is an object, the
// sections are objects in it. A setting begins with the comments above it and
// ends where the next begins.
func sections(d *doc.Document, settings []setting) {
	var b builder
	text := d.Text
	start := len(text) - len(strings.TrimPrefix(text, doc.BOM))
	end := len(strings.TrimRight(text, " \t\r\n"))
	if len(settings) == 0 || end <= start {
		return
	}
	b.begin(start, start, "", true, false)
	starts := make([]int, len(settings)+1)
	starts[0] = start
	for i := 1; i < len(settings); i++ {
		starts[i] = lead(text, settings[i].at, starts[i-1])
	}
	starts[len(settings)] = end
	for i, s := range settings {
		last := max(starts[i], trimmed(text, starts[i+1]))
		if s.section {
			if len(b.open) > 1 {
				b.close(trimmed(text, starts[i]))
			}
			b.begin(starts[i], s.at, s.key, true, false)
			continue
		}
		from := starts[i]
		if top := &b.open[len(b.open)-1]; top.parts == 0 {
			from = top.start // what is first in a section begins where that does
		}
		b.open[len(b.open)-1].parts++
		b.leaf(from, last, s.key)
		if b.names(s.key) {
			b.label(s.key, s.value, s.quoted)
		}
	}
	for len(b.open) > 0 {
		b.close(end)
	}
	b.blocks[0].Label = "" // paths begin with the names of sections
	d.Blocks, d.Title = b.blocks, b.title
}

// lead goes back from what begins at byte at of the text to where its line
// begins, and over the comments right above that aren't indented further, but
// not behind floor.
func lead(text string, at, floor int) int {
	start := lineStart(text, at)
	if strings.Trim(text[start:at], " \t") != "" {
		return at
	}
	indent := at - start
	for line := start; line > floor; {
		line = lineStart(text, line-1)
		content := strings.TrimLeft(text[line:], " \t")
		comment := content != "" && (content[0] == '#' || content[0] == ';') && len(text)-len(content)-line <= indent
		if comment && line >= floor {
			start = line
		} else if content != "" && content[0] != '\n' && content[0] != '\r' {
			break
		}
	}
	return start
}

func lineStart(text string, at int) int { return 1 + strings.LastIndexByte(text[:at], '\n') }

// trimmed is end without the blanks before it.
func trimmed(text string, end int) int {
	return len(strings.TrimRight(text[:end], " \t\r\n"))
}

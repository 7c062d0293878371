package pill

import (
	"strings"

	"github.com/pildora/pildora/doc"
)

// records yields the rows of data that a reader marks, and groups of fields,
// "name: value" a line, that follow each other with the same names.
func records(p *Page, yield func(Pill)) {
	if p.HasKind(doc.Record) {
		for i := range p.Each(1 << doc.Record) {
			yield(Pill{Kind: Record, Span: p.Of(i, p.Next(i))})
		}
	}
	if !p.Has(Labeled) {
		return
	}
	done := 0 // the block after the last run
	for i := range p.Marked(Labeled) {
		if p.Opener(i) == i-1 && p.Is(i-2, doc.List) {
			i -= 2
		}
		if i < done || !p.repeats(i) {
			continue
		}
		names := p.fieldNames(i)
		if len(names) < 2 {
			continue
		}
		run := []int{i}
		end := p.Next(i)
		for j := p.After(i); j >= 0; j = p.After(j) {
			if !p.Is(j, doc.Rule) {
				if !alike(names, p.fieldNames(j)) {
					break
				}
				run = append(run, j)
			}
			end = p.Next(j)
		}
		if len(run) < fewest {
			continue
		}
		for k, at := range run {
			last := end
			if k+1 < len(run) {
				last = run[k+1]
			}
			yield(Pill{Kind: Record, Span: p.Of(at, last)})
		}
		done = end
	}
}

// repeats reports whether what follows block i may have fields as it has.
func (p *Page) repeats(i int) bool {
	j := p.After(i)
	for range fewest {
		if j < 0 || !p.Is(j, doc.Rule) {
			break
		}
		j = p.After(j)
	}
	return j >= 0 && p.Doc.Blocks[j].Kind == p.Doc.Blocks[i].Kind && (p.Is(j, doc.List) || p.Cues[j]&Labeled != 0)
}

// maxFields is how many fields of a group are looked at.
const maxFields = 40

// fieldNames are the names of the fields of block i, a paragraph of "name:
// value" lines or a list of such items; nil where a line is none.
func (p *Page) fieldNames(i int) []string {
	switch p.Doc.Blocks[i].Kind {
	case doc.Paragraph:
		if p.Cues[i]&Labeled == 0 {
			return nil
		}
		var names []string
		for line := range lines(p.Doc.Text, p.Doc.Blocks[i].Span) {
			name := fieldName(p.Doc.Slice(line))
			if name == "" || len(names) == maxFields {
				return nil
			}
			names = append(names, name)
		}
		return names
	case doc.List:
		var names []string
		for j := i + 1; j >= 0 && j < len(p.Doc.Blocks) && int(p.Doc.Blocks[j].Parent) == i; j = p.After(j) {
			if !p.Is(j+1, doc.Paragraph) || p.Next(j+1) != p.Next(j) || p.Cues[j+1]&Labeled == 0 {
				return nil
			}
			name := fieldName(p.Text(j + 1))
			if name == "" || len(names) == maxFields {
				return nil
			}
			names = append(names, name)
		}
		return names
	}
	return nil
}

// fieldName is the name in a line "name: value", in lower case: up to four
// words.
func fieldName(line string) string {
	line = strings.TrimLeft(line, " \t>*_")
	i := strings.IndexByte(line[:min(len(line), maxLabel)], ':')
	if i <= 0 || i+1 < len(line) && strings.IndexByte(" *_\t\r\n", line[i+1]) < 0 {
		return ""
	}
	name := strings.Trim(line[:i], " *_")
	if name == "" || strings.Count(name, " ") >= maxWords || strings.ContainsAny(name, ".;,?!()") || classes[name[0]]&(small|capital) == 0 {
		return ""
	}
	return strings.ToLower(name)
}

// alike reports whether two groups have the same first name and most others.
func alike(a, b []string) bool {
	if len(b) == 0 || a[0] != b[0] {
		return false
	}
	has := make(map[string]bool, len(a))
	for _, name := range a {
		has[name] = true
	}
	both := 0
	for _, name := range b {
		if has[name] {
			both++
		}
	}
	return both > 1 && 10*both >= 6*max(len(a), len(b))
}

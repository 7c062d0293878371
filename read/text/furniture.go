package text

import (
	"strings"

	"github.com/pildora/pildora/doc"
)

const (
	furnitureLines = 2   // how many lines at either end of a page may be its header or footer
	furniturePages = 3   // on how many pages a line must stand at least
	furnitureBytes = 160 // longer lines are none
)

// furniture finds the lines at the top and the bottom of pages that stand there
// on many of them, but for the numbers in them.
func furniture(text string) []doc.Span {
	if strings.Count(text, "\f") < furniturePages-1 {
		return nil
	}
	type edge struct {
		span doc.Span
		key  string
	}
	var edges []edge
	seen := map[string]int{}
	pages := 0
	for start := 0; start < len(text); {
		end := len(text)
		if n := strings.IndexByte(text[start:], '\f'); n >= 0 {
			end = start + n
		}
		pages++
		for _, s := range pageEdges(text, doc.Span{Start: start, End: end}) {
			e := edge{s, furnitureKey(text[s.Start:s.End])}
			edges = append(edges, e)
			seen[e.key]++
		}
		start = end + 1
	}
	var found []doc.Span
	for _, e := range edges {
		if n := seen[e.key]; n >= furniturePages && 5*n >= 2*pages {
			found = append(found, e.span)
		}
	}
	return found
}

// pageEdges are the first and last lines of a page that hold something, in order.
func pageEdges(text string, page doc.Span) []doc.Span {
	var out []doc.Span
	at := page.Start
	for at < page.End && len(out) < furnitureLines {
		end := page.End
		if n := strings.IndexAny(text[at:page.End], "\n\r"); n >= 0 {
			end = at + n
		}
		if line := text[at:end]; !doc.IsBlank(line) {
			if len(line) > furnitureBytes {
				break
			}
			out = append(out, doc.Span{Start: at, End: end})
		}
		at = end + 1
	}
	top, end := len(out), page.End
	for end > at && len(out) < top+furnitureLines {
		start := at
		if n := strings.LastIndexAny(text[at:end], "\n\r"); n >= 0 {
			start = at + n + 1
		}
		if line := text[start:end]; !doc.IsBlank(line) {
			if len(line) > furnitureBytes {
				break
			}
			out = append(out, doc.Span{})
			copy(out[top+1:], out[top:])
			out[top] = doc.Span{Start: start, End: end}
		}
		end = start - 1
	}
	return out
}

// furnitureKey is a line without its numbers and its gaps.
func furnitureKey(line string) string {
	var b strings.Builder
	gap := false
	for _, r := range strings.TrimSpace(line) {
		switch {
		case r >= '0' && r <= '9':
			continue
		case r == ' ' || r == '\t':
			gap = true
			continue
		case gap:
			b.WriteByte(' ')
			gap = false
		}
		b.WriteRune(r)
	}
	return b.String()
}

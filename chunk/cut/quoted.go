package cut

import (
	"strings"

	"github.com/pildora/pildora/doc"
)

// insideOf is where the prose begins in what of a leaf lies in s: behind the
// quote that a cell of delimited text opens with, or the string that is the
// value in a record. In quotes no sentence would end.
func insideOf(d *doc.Document, leaf doc.Block, s doc.Span) int {
	text := d.Slice(s)
	switch {
	case leaf.Kind == doc.Row && strings.HasPrefix(text, `"`):
		return s.Start + 1
	case leaf.Kind == doc.Record && s.Start == leaf.Span.Start:
		return s.Start + valueStart(text)
	}
	return s.Start
}

// maxKey is how many bytes before a value are read.
const maxKey = 512

// valueStart returns where the string begins, behind its quote, that text has
// as its value, after the brackets and the key before it; 0 where there is none.
func valueStart(text string) int {
	text = text[:min(len(text), maxKey)]
	open := skipAny(text, 0, " \t\r\n{[")
	if open == len(text) || text[open] != '"' {
		return 0
	}
	end := open + 1
	for end < len(text) && text[end] != '"' {
		if text[end] == '\\' {
			end++
		}
		end++
	}
	colon := skipAny(text, min(end+1, len(text)), " \t\r\n")
	if colon == len(text) || text[colon] != ':' {
		return open + 1
	}
	if value := skipAny(text, colon+1, " \t\r\n{["); value < len(text) && text[value] == '"' {
		return value + 1
	}
	return 0
}

func skipAny(text string, at int, set string) int {
	for at < len(text) && strings.IndexByte(set, text[at]) >= 0 {
		at++
	}
	return at
}

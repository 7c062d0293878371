// Package doc holds what every other package speaks about: a document's text,
// the blocks it is built of, and the way back to its source.
//
// A [Document] is one source read into UTF-8 text. It is immutable once a
// reader has returned it: spans, blocks and origins index its Text in bytes,
// so a changed text would make all of them lie. Slices of the text share its
// memory; nothing here copies it.
//
// A [Span] is a half-open byte range of Document.Text. A [Block] is a
// structural piece (heading, paragraph, list, table …) with a span; blocks
// nest, stand in document order, and a parent comes before its children. An
// [Origin] leads from a span of the text back to the source, where the text is
// not the source byte for byte.
package doc

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Document is one source as text with structure. The zero value is an empty
// document. Readers fill it; nobody changes it afterwards.
type Document struct {
	// URI names the source: a slash path, a URL, or "-" for standard input.
	URI string
	// Media is the media type of the source, e.g. "text/markdown".
	Media string
	// Title is the document's title from metadata, front matter or its first
	// level-1 heading; empty where it has none.
	Title string
	// Language is a BCP 47 primary tag ("es", "en"), or empty if unknown.
	Language string
	// Summary says in at most three lines what the document is about. It is
	// its author's, or is set before the document is cut.
	Summary string
	// Text is valid UTF-8. For formats that are text themselves it is the
	// source byte for byte, byte order mark included.
	Text string
	// Blocks are in document order, parents before their children.
	Blocks []Block
	// Origins lead back to the source, ordered by Text.Start. Empty means that
	// Text is the source, byte for byte.
	Origins []Origin
	// Meta holds metadata as text: the source's own (front matter, properties),
	// and what is known of it otherwise. Lists are as [JoinList] writes them.
	Meta map[string]string
	// Said is what was known of the document before rules of the settings set
	// Title, Language or Meta; nil where no rule is about it.
	Said *Known
	// Warnings say what the reader had to put up with: bad bytes replaced, a
	// charset guessed. A person reads them; nothing depends on them.
	Warnings []string

	lazy lazily // what is derived of Blocks
}

// Known is what is known of a document besides its text.
type Known struct {
	Title    string            `json:"title,omitempty"`
	Language string            `json:"language,omitempty"`
	Meta     map[string]string `json:"meta,omitempty"`
}

// Origin ties a span of the text to the place in the source it came from.
type Origin struct {
	Text, Source Span
	Page         int        // from 1; 0 where the format has no pages
	Box          [4]float32 // left, bottom, right, top in points; zero if unknown
	Part         string     // sheet!cells, slide, XML part, attachment
	Time         [2]time.Duration
}

// WithSummary returns the document with another summary. It shares everything
// else with d.
func (d *Document) WithSummary(summary string) *Document {
	c := &Document{URI: d.URI, Media: d.Media, Title: d.Title, Language: d.Language, Summary: summary, Text: d.Text,
		Blocks: d.Blocks, Origins: d.Origins, Meta: d.Meta, Said: d.Said, Warnings: d.Warnings}
	c.lazy.p.Store(d.derive())
	return c
}

// Slice returns the text of s without copying it. It panics if s lies outside
// the text, as slicing does.
func (d *Document) Slice(s Span) string { return d.Text[s.Start:s.End] }

// Whole returns the span of the whole text.
func (d *Document) Whole() Span { return Span{0, len(d.Text)} }

// BOM is the byte order mark in UTF-8. It counts in offsets but is never part
// of a body.
const BOM = "\ufeff"

// Body narrows s to what a chunk shows and is measured by: without leading
// blank lines, without trailing white space, without a byte order mark. The
// first line keeps its indentation where s reaches back to the start of that
// line, and a blank stays that carries a combining mark. The result is empty
// where s holds nothing but white space.
func (d *Document) Body(s Span) Span { return Trim(d.Text, s) }

// maxIndent is the longest run of blanks, in bytes, that counts as the
// indentation of a first line; a longer one is padding and is trimmed.
const maxIndent = 64

// Trim is [Document.Body] over a bare text.
func Trim(text string, s Span) Span {
	body := strings.TrimRightFunc(text[s.Start:s.End], isBlank)
	if body == "" {
		return Span{s.Start, s.Start}
	}
	end := s.Start + len(body)
	start := end - len(strings.TrimLeftFunc(body, isBlank))
	start -= carrier(text[s.Start:start], text[start:end])
	// Give back the indentation of the first line.
	line := start
	for line > s.Start && (text[line-1] == ' ' || text[line-1] == '\t') && start-line < maxIndent+1 {
		line--
	}
	if start-line <= maxIndent && atLineStart(text, line) {
		start = line
	}
	return Span{start, end}
}

// carrier is the length of the blank at the end of blanks that a mark at the
// start of text is written on: the two are one grapheme cluster.
func carrier(blanks, text string) int {
	r, width := utf8.DecodeLastRuneInString(blanks)
	if width == 0 || !unicode.Is(unicode.Zs, r) {
		return 0 // a line end or a tab carries nothing
	}
	first, _ := utf8.DecodeRuneInString(text)
	if unicode.Is(unicode.M, first) || unicode.Is(unicode.Other_Grapheme_Extend, first) ||
		unicode.Is(unicode.Sk, first) && first > 0x1f000 || first == zeroWidthJoiner {
		return width
	}
	return 0
}

const zeroWidthJoiner = '\u200d'

func atLineStart(text string, i int) bool {
	return i == 0 || text[i-1] == '\n' || text[i-1] == '\r' || strings.HasSuffix(text[:i], BOM)
}

package markdown

import (
	"strings"

	"github.com/pildora/pildora/doc"
)

// admonitionIndent is the indentation of an admonition's lines, in columns.
const admonitionIndent = 4

// openAdmonition opens a block of Python-Markdown's: "!!! note "Title"", one that
// folds ("???", "???+"), or a tab (`=== "Title"`), with its content indented
// below.
func (s *scanner) openAdmonition(matched int) bool {
	text := s.content()
	if s.dialect == CommonMark || len(text) < 4 || !isRun(text[:3]) || s.depth(matched) >= maxDepth {
		return false
	}
	names, quoted, titled := strings.Cut(text[3:], `"`)
	if titled && !strings.HasSuffix(quoted, `"`) {
		return false
	}
	if text[0] != '!' {
		names = strings.TrimLeft(names, "+!")
	}
	name, ok := admonitionName(names)
	if text[0] == '=' {
		name, ok = "tab", titled && trim(names) == ""
	}
	if !ok || !s.indentedBelow(matched) {
		return false
	}
	kind := calloutKind(name)
	if text[0] == '?' {
		kind = doc.Detail
	}
	s.begin(matched)
	s.push(container{kind: doc.Footnote, need: admonitionIndent, end: s.line.end}, s.from(), doc.Block{Kind: kind, Label: name})
	var t title
	if titled && quoted != `"` {
		t = title(strings.IndexByte(text, '"'))
	}
	s.takeTitle(t)
	return true
}

// admonitionName is the first of some words that are the classes of a block.
func admonitionName(words string) (name string, ok bool) {
	for word := range strings.FieldsSeq(words) {
		if nameLength(word) != len(word) {
			return "", false
		}
		if name == "" {
			name = word
		}
	}
	return name, name != "" && words != "" && isBlank(words[0])
}

// indentedBelow reports whether the next line with text is indented enough to
// belong to an admonition. In quotes it isn't asked.
func (s *scanner) indentedBelow(matched int) bool {
	if s.quotesIn(min(matched, len(s.stack))) > 0 {
		return true
	}
	need := s.needed(min(matched, len(s.stack))) + admonitionIndent
	for at, lines := s.line.next, 0; at < len(s.src) && lines < 3; lines++ {
		line, _, next := cutLine(s.src, at)
		if n := blanksAt(line); n < len(line) {
			return columns(line[:n]) >= need
		}
		at = next
	}
	return false
}

// takeCallout reads the first line of a quote that is a callout of GitHub's or
// Obsidian's: "[!note]", "[!faq]- Title".
func (s *scanner) takeCallout() {
	text := s.content()
	if s.dialect == CommonMark || !strings.HasPrefix(text, "[!") {
		return
	}
	end := strings.IndexByte(text, ']')
	if end < 0 {
		return
	}
	name, _, _ := strings.Cut(text[2:end], "|")
	rest := text[end+1:]
	if rest != "" && (rest[0] == '+' || rest[0] == '-') {
		rest = rest[1:]
	}
	if nameLength(name) != len(name) || name == "" || rest != "" && !isBlank(rest[0]) {
		return
	}
	s.blocks[len(s.blocks)-1].Label = strings.ToLower(name)
	var t title
	if rest = trimLeft(rest); rest != "" {
		t = title(len(text) - len(rest))
	}
	s.takeTitle(t)
}

package html

import (
	"bytes"
	"strings"

	"github.com/pildora/pildora/doc"
)

// pre writes preformatted text between fences.
func (p *page) pre(n int32) {
	r := &p.run
	r.reset()
	p.preformatted(r, n, true)
	defer r.reset()
	end := len(bytes.TrimRight(r.text, " \t\n"))
	from := 0
	for i := bytes.IndexByte(r.text[:end], '\n'); i >= 0 && len(bytes.TrimSpace(r.text[from:from+i])) == 0; i = bytes.IndexByte(r.text[from:end], '\n') {
		from += i + 1
	}
	if from >= end || doc.IsBlank(string(r.text[from:end])) {
		return
	}
	src := p.tree.nodes[n].span()
	fence := fenceFor(r.text[from:end])
	language := p.language(n)
	leaf := p.w.leaf(doc.Block{Kind: doc.Code, Label: language})
	p.w.put(fence+language, src)
	c := copier{w: &p.w, run: r}
	for from <= end {
		line := end
		if i := bytes.IndexByte(r.text[from:end], '\n'); i >= 0 {
			line = from + i
		}
		p.w.newline(line == from)
		c.copy(from, line)
		from = line + 1
	}
	p.w.newline(false)
	p.w.put(fence, src)
	p.w.end(leaf)
}

// preformatted gathers the text of a node with its white space.
func (p *page) preformatted(r *run, n int32, first bool) {
	for c := p.tree.nodes[n].first; c != 0 && p.going(); c = p.tree.nodes[c].next {
		t := p.tree.nodes[c]
		switch {
		case p.skips(c):
		case t.el == text:
			r.verbatim(p.tree.text(c), int(t.start), first, t.flags&literal != 0)
		case t.el == elBr:
			r.add("\n", t.span(), false)
		case p.tree.isBlock(c):
			p.freshLine(r, t)
			p.preformatted(r, c, false)
			p.freshLine(r, t)
		default:
			p.preformatted(r, c, first)
		}
		first = false
	}
}

// freshLine ends the line, where there is anything on it.
func (p *page) freshLine(r *run, t node) {
	if len(r.text) > 0 && r.text[len(r.text)-1] != '\n' {
		r.add("\n", t.span(), false)
	}
}

// fenceFor is a fence that no line of the text can be.
func fenceFor(s []byte) string {
	longest, now := 2, 0
	for _, c := range s {
		now++
		if c != '`' {
			now = 0
		}
		longest = max(longest, now)
	}
	return strings.Repeat("`", longest+1)
}

// languagePrefixes are how classes name the language of code.
var languagePrefixes = [...]string{"language-", "lang-", "highlight-source-", "highlight-text-", "highlight-", "brush:", "sourceCode-"}

// language is the language that a pre, the code in it or what is around it
// names, or nothing.
func (p *page) language(n int32) string {
	candidates := []int32{n}
	for c := p.tree.nodes[n].first; c != 0; c = p.tree.nodes[c].next {
		if p.tree.nodes[c].el == elCode {
			candidates = append(candidates, c)
			break
		}
	}
	parent := p.tree.nodes[n].parent
	candidates = append(candidates, parent, p.tree.nodes[parent].parent)
	for i, c := range candidates {
		for _, name := range [...]string{"data-lang", "data-language"} {
			if l := languageName(p.tree.value(c, name)); l != "" {
				return l
			}
		}
		if l := languageOfClass(p.tree.value(c, "class"), i < len(candidates)-2); l != "" {
			return l
		}
	}
	return ""
}

// languageOfClass finds the language in a class. In that of code itself, the
// word beside sourceCode, src or prettyprint is one.
func languageOfClass(class string, own bool) string {
	words := strings.Fields(class)
	for i, word := range words {
		for _, prefix := range languagePrefixes {
			if l, ok := strings.CutPrefix(word, prefix); ok {
				if l == "" && i+1 < len(words) { // "brush: js"
					l = words[i+1]
				}
				if l = languageName(strings.TrimRight(l, ";")); l != "" && l != "text" && l != "none" && l != "default" && l != "notranslate" {
					return l
				}
			}
		}
	}
	for i, word := range words {
		if own && (word == "sourceCode" || word == "src" || word == "hljs") {
			for _, other := range append(words[i+1:], words[:i]...) {
				if l := languageName(strings.TrimPrefix(other, "src-")); l != "" && !strings.Contains(l, "number") {
					return l
				}
			}
		}
	}
	return ""
}

// languageName is a name that can stand behind a fence, in lower case, or
// nothing.
func languageName(s string) string {
	if len(s) > 32 {
		return ""
	}
	for i := range len(s) {
		if !isAlnum(s[i]) && strings.IndexByte("+-#._", s[i]) < 0 {
			return ""
		}
	}
	return strings.ToLower(s)
}

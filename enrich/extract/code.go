package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lex/cue"
	"github.com/pildora/pildora/lex/sentence"
)

// code is the first sentence of the comment that a source file opens with, and the
// names that it declares.
func (p *page) code() []string {
	var lines []string
	if about := p.about(); about != "" {
		lines = append(lines, about)
	}
	var names []string
	for i := range p.doc.Blocks {
		if b := &p.doc.Blocks[i]; b.Kind == doc.Decl && b.Parent < 0 {
			if name := declared(b.Label); name != "" {
				names = append(names, name)
			}
		}
		if len(names) == maxLooked {
			break
		}
	}
	return append(lines, nonEmpty(joined(names, separator))...)
}

// headBytes is in how much of a source file the comment about it is sought.
const headBytes = 4 << 10

// about is the first sentence of the first comment that is no licence.
func (p *page) about() string {
	text := p.doc.Text[:min(len(p.doc.Text), headBytes)]
	for _, said := range comments(text) {
		if p.cues.Contains(said)&cue.Notice != 0 || p.cues.Opens(said)&cue.Label != 0 || strings.Count(said, " ") < 2 || strings.HasPrefix(said, "Code generated") {
			continue
		}
		end := len(said)
		for at := range sentence.New(p.doc.Language).Ends(said) {
			end = at
			break
		}
		return clipped(strings.TrimSpace(said[:end]), lineChars)
	}
	return ""
}

// comments are the paragraphs of the comments in a source text, each in one line.
func comments(text string) []string {
	var out []string
	var words []string
	end := func() {
		if len(words) > 0 {
			out = append(out, strings.Join(words, " "))
			words = nil
		}
	}
	closer := "" // of the block comment that is open
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		said, ok := "", closer != ""
		if ok {
			said = line
			if i := strings.Index(line, closer); i >= 0 {
				said, closer = line[:i], ""
			}
			said = strings.TrimLeft(said, "* ")
		} else {
			said, closer, ok = commented(line)
		}
		if said = strings.TrimSpace(said); !ok || said == "" {
			end()
			continue
		}
		words = append(words, strings.Fields(said)...)
	}
	end()
	return out
}

// commented is what the comment says that a line opens with, and what closes it
// where that is on another line.
func commented(line string) (said, closer string, ok bool) {
	if raw := strings.TrimLeft(line, "rRuUbB"); strings.HasPrefix(raw, `"""`) || strings.HasPrefix(raw, "'''") {
		line = raw // Python
	}
	for _, c := range [...]struct{ open, end string }{{"/*", "*/"}, {`"""`, `"""`}, {"'''", "'''"}, {"<!--", "-->"}, {"{-", "-}"}} {
		rest, found := strings.CutPrefix(line, c.open)
		if !found {
			continue
		}
		if before, _, closed := strings.Cut(rest, c.end); closed {
			return strings.Trim(before, "*! "), "", true
		}
		return strings.TrimLeft(rest, "*! "), c.end, true
	}
	if strings.HasPrefix(line, "#!") || strings.HasPrefix(line, "#include") || strings.HasPrefix(line, "#define") || strings.HasPrefix(line, "#[") || strings.HasPrefix(line, "//go:") {
		return "", "", false
	}
	for _, mark := range [...]string{"//", "#", "--", ";", "%"} {
		if strings.HasPrefix(line, mark) {
			return strings.TrimLeft(line, "/#-;%! "), "", true
		}
	}
	return "", "", false
}

// declared is the name that a signature declares: what stands before its
// parameters, its body or its value.
func declared(label string) string {
	if rest, ok := strings.CutPrefix(label, "func ("); ok { // of a method
		if _, after, closed := strings.Cut(rest, ") "); closed {
			label = "func " + after
		}
	}
	if i := strings.IndexAny(label, "({=:<[;"); i >= 0 {
		label = label[:i]
	}
	name := ""
	for word := range strings.FieldsSeq(label) {
		if r, _ := utf8.DecodeRuneInString(word); !unicode.IsLetter(r) && r != '_' {
			continue
		}
		if word == "extends" || word == "implements" || word == "for" || word == "where" {
			break
		}
		last := name
		if name = word; precedes(last) == typed {
			break
		}
	}
	switch precedes(name) {
	case typed, bare:
		return ""
	}
	return name
}

type role uint8

const (
	named role = iota
	typed      // its name follows, and then more
	bare       // it may stand without a name
)

// precedes says what a word of a signature is: part of it, or the name.
func precedes(word string) role {
	switch word {
	case "func", "type", "class", "interface", "struct", "enum", "trait", "impl", "fn", "def", "module", "namespace", "record", "object", "const", "var", "let":
		return typed
	case "import", "package", "export", "public", "private", "static":
		return bare
	}
	return named
}

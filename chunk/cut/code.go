package cut

import (
	"context"
	"iter"
	"slices"
	"strings"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/doc"
)

// Code cuts source code between its outermost declarations, and asked about
// one of those, between the statements in it, ever deeper. At one level it
// cuts at blank lines first, then before every line that begins something. A
// comment, an annotation or a decorator stays with what stands below it, and a
// line that only closes ("}", "end", "else:") with what stands above.
//
// The level of a line is its indentation and the brackets open before it; what
// stands in strings and comments, as far as the language's marks tell, opens
// none. A reader that found the declarations is believed. Else it reads the code blocks of a document, or the whole of one that has no
// blocks or is plain text.
var Code chunk.Nester = code{}

type code struct{}

// Nests marks Code as a Nester.
func (code) Nests() {}

// Cuts yields the cuts of the outermost level that has any in s.
func (code) Cuts(_ context.Context, d *doc.Document, s doc.Span) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		if len(d.Blocks) == 0 || d.Media == "text/plain" {
			for _, at := range codeCuts(d.Text, s, d.Whole(), LanguageOf(d)) {
				if !yield(at, nil) {
					return
				}
			}
			return
		}
		if declared(d) {
			chunk.Walk(Blocks, d, s)(yield)
			return
		}
		for _, b := range leaves(d, s) {
			if b.Kind != doc.Code {
				continue
			}
			for _, at := range codeCuts(d.Text, b.Span.Intersect(s), b.Span, b.Label) {
				if !yield(at, nil) {
					return
				}
			}
		}
	}
}

// declared reports whether a document is a file of source code with blocks:
// then its declarations are what it is cut between first.
func declared(d *doc.Document) bool {
	k := d.Blocks[0].Kind
	return d.Meta["language"] != "" && (k == doc.Decl || k == doc.Code)
}

// candidate is a line of code, or a tag, that may begin a piece.
type candidate struct {
	at     int  // its first byte
	level  int  // of indentation and open brackets
	blank  bool // stands behind a blank line, its own comments included
	begins bool // may begin a piece
}

// codeCuts returns the best cuts in the part in of a code block. A fence is not
// parted from the line next to it.
func codeCuts(text string, in, block doc.Span, lang string) []int {
	cuts := outermost(codeLines(text, in, block, lang), in)
	first, _ := codeFences(text, block)
	for first > block.Start && len(cuts) > 0 && cuts[0] <= first {
		cuts = cuts[1:]
	}
	return cuts
}

// outermost returns the cuts of the least level that has any. Where in is long
// and they leave one piece nearly as long, those of the next level are added, so that a
// tower of brackets isn't gone through once for each of its floors.
func outermost(lines []candidate, in doc.Span) []int {
	var cuts []int
	floor := 0
	for range floors {
		least := -1
		for _, l := range lines {
			if l.begins && l.at > in.Start && l.level > floor && (least < 0 || l.level < least) {
				least = l.level
			}
		}
		if least < 0 {
			return cuts
		}
		level := atLevel(lines, in, least, true)
		if len(level) == 0 {
			level = atLevel(lines, in, least, false)
		}
		cuts = append(cuts, level...)
		slices.Sort(cuts)
		if in.Len() <= short || longest(cuts, in) <= in.Len()/8*7 {
			return cuts
		}
		floor = least
	}
	for _, l := range lines {
		if l.begins && l.at > in.Start && l.level > floor {
			cuts = append(cuts, l.at)
		}
	}
	slices.Sort(cuts)
	return cuts
}

const (
	floors = 8       // how many levels are looked at one by one
	short  = 1 << 12 // the length in bytes up to which a tower may be gone through floor by floor
)

// atLevel returns where lines of a level begin; of those only the ones behind
// a blank line, where blank is set.
func atLevel(lines []candidate, in doc.Span, level int, blank bool) []int {
	var cuts []int
	for _, l := range lines {
		if l.begins && l.level == level && l.at > in.Start && (l.blank || !blank) {
			cuts = append(cuts, l.at)
		}
	}
	return cuts
}

// longest is the length of the longest piece between cuts.
func longest(cuts []int, in doc.Span) int {
	n, start := 0, in.Start
	for _, at := range append(cuts[:len(cuts):len(cuts)], in.End) {
		n, start = max(n, at-start), at
	}
	return n
}

// codeLines reads the lines of in. The fences of a block begin nothing.
func codeLines(text string, in, block doc.Span, lang string) []candidate {
	s := codeScanner{marks: marksOf(lang)}
	first, last := codeFences(text, block)
	var lines []candidate
	blank, attached := false, -1 // attached: index of the first comment line that waits for what it is about
	for at := in.Start; at < in.End; {
		end := in.End
		if i := strings.IndexByte(text[at:in.End], '\n'); i >= 0 {
			end = at + i + 1
		}
		line := text[at:end]
		trimmed := strings.TrimSpace(line)
		open, inside, fence := s.depth, s.inside != "", at < first || at >= last
		if !fence {
			s.line(line)
		}
		switch {
		case trimmed == "":
			blank, attached = true, -1
		case fence || inside: // or inside a string or comment
			blank = false
		default:
			l := candidate{at: at, level: (indentation(line) + 1) * (open + 1), blank: blank, begins: !closing(trimmed)}
			if attached >= 0 && l.begins {
				l.begins = false // the comment above begins the piece
				lines[attached].level = min(lines[attached].level, l.level)
			}
			if s.attaches(trimmed) {
				if attached < 0 {
					attached = len(lines)
				}
			} else {
				attached = -1
			}
			lines = append(lines, l)
			blank = false
		}
		at = end
	}
	return lines
}

// codeFences returns where the code of a block begins and ends; a file has no
// fences.
func codeFences(text string, block doc.Span) (first, last int) {
	if isFile(text, block) {
		return block.Start, block.End
	}
	return fences(&doc.Document{Text: text}, doc.Block{Kind: doc.Code, Span: block})
}

// isFile reports whether a block of code is a whole text without fences.
func isFile(text string, block doc.Span) bool {
	return block.Len() == len(text) && !strings.HasPrefix(text, "```") && !strings.HasPrefix(text, "~~~")
}

func indentation(line string) int {
	n := 0
	for i := range len(line) {
		switch line[i] {
		case ' ':
			n++
		case '\t':
			n += 4
		default:
			return n
		}
	}
	return n
}

// closing reports whether a line only goes on with what stands above it.
func closing(line string) bool {
	if strings.ContainsRune("})]", rune(line[0])) {
		return true
	}
	n := 0
	for n < len(line) && ('a' <= line[n]|0x20 && line[n]|0x20 <= 'z') {
		if n++; n > len("finally") {
			return false
		}
	}
	switch strings.ToLower(line[:n]) {
	case "else", "elif", "elsif", "elseif", "except", "finally", "catch", "rescue", "ensure", "end", "fi", "done", "esac", "then", "do", "begin":
		return true
	}
	return false
}

// attaches reports whether a line belongs to what stands below it.
func (s *codeScanner) attaches(line string) bool {
	for _, m := range s.marks.line {
		if strings.HasPrefix(line, m) {
			return true
		}
	}
	if s.marks.open != "" && strings.HasPrefix(line, s.marks.open) {
		return true
	}
	return line[0] == '@' || strings.HasPrefix(line, "#[") || strings.HasPrefix(line, "[[") || strings.HasPrefix(line, "template<")
}

// codeMarks are the marks of comments and strings of a family of languages.
type codeMarks struct {
	line        []string // open a comment up to the line end
	open, close string   // of a comment of several lines
	quotes      string   // open and close a string in one line
	long        []string // open and close a string of several lines
}

var (
	curly  = codeMarks{line: []string{"//"}, open: "/*", close: "*/", quotes: `"'`, long: []string{"`", `"""`}}
	hash   = codeMarks{line: []string{"#"}, quotes: `"'`, long: []string{`"""`, "'''"}}
	dashes = codeMarks{line: []string{"--"}, open: "/*", close: "*/", quotes: `"'`}
	lisp   = codeMarks{line: []string{";"}, quotes: `"`}
)

// marksOf chooses the marks by a language's name; unknown ones have those of
// C's family.
func marksOf(lang string) codeMarks {
	switch strings.ToLower(lang) {
	case "python", "py", "ruby", "rb", "sh", "bash", "zsh", "shell", "console", "yaml", "yml", "toml", "r", "perl", "pl", "makefile", "make", "dockerfile",
		"docker", "elixir", "ex", "julia", "jl", "nim", "cmake", "powershell", "ps1", "ini", "conf", "properties", "tcl", "awk", "fish", "hcl", "terraform":
		return hash
	case "sql", "lua", "haskell", "hs", "ada", "vhdl", "elm", "plsql", "postgresql", "mysql":
		return dashes
	case "lisp", "clojure", "clj", "scheme", "elisp", "racket":
		return lisp
	}
	return curly
}

// codeScanner counts the brackets open at the end of each line.
type codeScanner struct {
	marks  codeMarks
	depth  int
	inside string // what closes the string or comment that the line before left open
}

func (s *codeScanner) line(line string) {
	for i := 0; i < len(line); {
		if s.inside != "" {
			end := strings.Index(line[i:], s.inside)
			if end < 0 {
				return
			}
			i += end + len(s.inside)
			s.inside = ""
			continue
		}
		if !markers[line[i]] {
			i++
			continue
		}
		n, ends := s.mark(line, i)
		if ends {
			return
		}
		i += n
	}
}

// markers are the bytes that a bracket, or a mark of any family, begins with.
var markers = func() (t [256]bool) {
	for _, m := range []codeMarks{curly, hash, dashes, lisp} {
		for _, s := range append(append([]string{m.open}, m.line...), m.long...) {
			if s != "" {
				t[s[0]] = true
			}
		}
		for _, c := range []byte(m.quotes) {
			t[c] = true
		}
	}
	for _, c := range []byte("{}()[]") {
		t[c] = true
	}
	return t
}()

// mark reads what stands at i: its length, and whether the rest of the line is
// a comment.
func (s *codeScanner) mark(line string, i int) (n int, ends bool) {
	rest := line[i:]
	switch c := line[i]; c {
	case '{', '(', '[':
		s.depth++
		return 1, false
	case '}', ')', ']':
		s.depth = max(s.depth-1, 0)
		return 1, false
	}
	for _, m := range s.marks.line {
		if strings.HasPrefix(rest, m) && (m != "#" || i == 0 || line[i-1] == ' ' || line[i-1] == '\t') {
			return 0, true
		}
	}
	if s.marks.open != "" && strings.HasPrefix(rest, s.marks.open) {
		s.inside = s.marks.close
		return len(s.marks.open), false
	}
	for _, m := range s.marks.long {
		if strings.HasPrefix(rest, m) {
			s.inside = m
			return len(m), false
		}
	}
	if strings.IndexByte(s.marks.quotes, line[i]) >= 0 {
		return quoted(rest), false
	}
	return 1, false
}

// quoted is the length of the string that s begins with; of one that doesn't
// close in its line, that of its quote.
func quoted(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case s[0]:
			return i + 1
		case '\n':
			return 1
		}
	}
	return 1
}

// Enclosing returns the lines of the declarations that the line of at lies in, outermost
// first, each without its line end: those before it in the code block that are
// indented less, up to three. It looks back a bounded distance.
func Enclosing(d *doc.Document, block doc.Span, at int) []doc.Span {
	from := max(block.Start, at-lookBack)
	if from == block.Start && !isFile(d.Text, block) {
		from, _ = codeFences(d.Text, doc.Span{Start: block.Start, End: min(block.End, at+longestWrapped)})
	}
	if at <= from {
		return nil
	}
	at = from + strings.LastIndexByte(d.Text[from:at], '\n') + 1
	need := indentation(d.Text[at:min(block.End, at+longestWrapped)])
	var out []doc.Span
	for end := at; end > from && need > 0 && len(out) < 3; {
		start := from + strings.LastIndexByte(d.Text[from:end-1], '\n') + 1
		line := d.Text[start:end]
		trimmed := strings.TrimSpace(line)
		if n := indentation(line); trimmed != "" && n < need && !closing(trimmed) {
			need = n
			out = append(out, doc.Span{Start: start, End: start + len(strings.TrimRight(line, " \t\r\n"))})
		}
		end = start
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// lookBack bounds, in bytes, how far back an enclosing declaration is sought.
const lookBack = 1 << 14

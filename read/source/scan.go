package source

import (
	"context"
	"strings"

	"github.com/pildora/pildora/doc"
)

// line is a line of code as the scanner sees it.
type line struct {
	start, end   int  // without its end
	indent       int  // of its first byte that is no blank; a tab counts 4
	depth, after int  // brackets open before and after it
	inside       bool // it begins inside a string or a comment
	blank        bool
	code         bool // holds anything but comments
	directive    bool // of the preprocessor
	brace        bool // opens a curly bracket
	last         byte // the last byte of code
}

// scanner goes through a text once.
type scanner struct {
	text     string
	lang     *language
	at       int
	lines    []line
	cur      line
	depth    int
	template []int    // depths at which a template literal goes on
	heredocs []string // the marks that end the documents which begin at the next line
	branches []int    // depths at the open #if
	word     int      // where the last word of code begins
	ctx      context.Context
}

// checkEvery is how many lines are scanned between two looks at the context.
const checkEvery = 1 << 12

// scan reads the lines of text.
func scan(ctx context.Context, text string, lang *language) ([]line, error) {
	s := scanner{text: text, lang: lang, ctx: ctx}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if strings.HasPrefix(text, doc.BOM) {
		s.at = len(doc.BOM)
	}
	s.cur.start = s.at
	if lang.html {
		s.outside()
	}
	for s.at < len(text) {
		if len(s.lines)%checkEvery == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		s.step()
	}
	s.close(len(text))
	return s.lines, ctx.Err()
}

// close ends the line at end.
func (s *scanner) close(end int) {
	l := &s.cur
	l.end, l.after = end, s.depth
	text := s.text[l.start:end]
	l.end = l.start + len(strings.TrimRight(text, "\r"))
	l.blank = doc.IsBlank(text)
	l.indent = indentation(text)
	s.lines = append(s.lines, *l)
}

func indentation(text string) int {
	n := 0
	for _, c := range []byte(text) {
		switch c {
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

// newline goes over the line end at s.at.
func (s *scanner) newline(inside bool) {
	s.close(s.at)
	s.at++
	s.cur = line{start: s.at, depth: s.depth, inside: inside}
}

// over goes on to end, inside a string (code) or a comment.
func (s *scanner) over(end int, code bool) {
	for {
		s.cur.code = s.cur.code || code
		n := strings.IndexByte(s.text[s.at:end], '\n')
		if n < 0 {
			break
		}
		s.at += n
		s.newline(true)
	}
	if s.at = end; code {
		s.cur.last = '"'
	}
}

// step reads what stands at s.at.
func (s *scanner) step() {
	c := s.text[s.at]
	switch {
	case c == '\n':
		s.newline(false)
		for len(s.heredocs) > 0 {
			mark := s.heredocs[0]
			s.heredocs = s.heredocs[1:]
			s.document(mark)
		}
		return
	case c == ' ' || c == '\t' || c == '\r':
		s.at++
		return
	case s.lang.directives && c == '#' && !s.cur.code:
		s.direct()
		return
	}
	rest := s.text[s.at:]
	if s.comment(rest) || s.special(rest, c) {
		return
	}
	if strings.IndexByte(s.lang.quotes, c) >= 0 {
		s.quoted(c)
		return
	}
	s.plain(c)
}

// plain reads a byte of code, or a word.
func (s *scanner) plain(c byte) {
	s.cur.code, s.cur.last = true, c
	switch c {
	case '{', '(', '[':
		s.cur.brace = s.cur.brace || c == '{'
		s.depth++
	case '}', ')', ']':
		if n := len(s.template); c == '}' && n > 0 && s.template[n-1] == s.depth {
			s.template = s.template[:n-1]
			s.depth--
			s.at++
			s.literal()
			return
		}
		s.depth = max(s.depth-1, 0)
	}
	if !wordByte(c) {
		s.at++
		return
	}
	s.word = s.at
	for s.at < len(s.text) && wordByte(s.text[s.at]) {
		s.at++
	}
	s.cur.last = s.text[s.at-1]
}

func wordByte(c byte) bool {
	return c == '_' || c == '$' || c >= 0x80 || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// comment goes over a comment that rest begins with.
func (s *scanner) comment(rest string) bool {
	if b := s.lang.begin; b != "" && strings.HasPrefix(rest, b) && (b[0] != '=' || s.at == s.cur.start) {
		s.block(b, s.lang.end)
		return true
	}
	if s.lang.pod && s.at == s.cur.start && len(rest) > 1 && rest[0] == '=' && letter(rest[1]) {
		s.block("=", "\n=cut")
		return true
	}
	for _, m := range s.lang.line {
		if !strings.HasPrefix(rest, m) || m == "#" && s.lang.blankBeforeHash && s.at > s.cur.start && !blankByte(s.text[s.at-1]) {
			continue
		}
		if s.lang.html && strings.HasPrefix(rest, "#[") { // an attribute
			continue
		}
		n := strings.IndexByte(rest, '\n')
		if n < 0 {
			n = len(rest)
		}
		if i := strings.Index(rest[:n], "?>"); s.lang.html && i >= 0 {
			n = i
		}
		s.at += n
		return true
	}
	return false
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func blankByte(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == ';' }

// block goes over a comment of several lines.
func (s *scanner) block(begin, end string) {
	at, depth := s.at+len(begin), 1
	for depth > 0 {
		i := strings.Index(s.text[at:], end)
		if i < 0 {
			at = len(s.text)
			break
		}
		if s.lang.nested {
			depth += strings.Count(s.text[at:at+i], begin)
		}
		at += i + len(end)
		depth--
	}
	s.over(at, false)
}

// special goes over what only some languages have.
func (s *scanner) special(rest string, c byte) bool {
	for _, m := range s.lang.long {
		if strings.HasPrefix(rest, m) {
			s.until(len(m), m, m != "`")
			return true
		}
	}
	switch {
	case s.lang.html && strings.HasPrefix(rest, "?>"):
		s.outside()
	case s.lang.template && c == '`':
		s.at++
		s.literal()
	case s.lang.regex && c == '/' && s.operand():
		return s.regex()
	case s.lang.heredoc != "" && strings.HasPrefix(rest, s.lang.heredoc):
		return s.heredoc(rest)
	case s.lang.raw && (c == 'r' || c == 'R' || c == 'b' || c == '@' || c == '$'):
		return s.rawString(rest)
	case s.lang.dollar && c == '$':
		n := 1
		for n < len(rest) && n < 64 && wordByte(rest[n]) && rest[n] != '$' {
			n++
		}
		if n == len(rest) || rest[n] != '$' {
			return false
		}
		s.until(n+1, rest[:n+1], false)
	case s.lang.question && c == '?' && len(rest) > 1 && rest[1] > ' ' && rest[1] < 0x80 && (s.at == 0 || !wordByte(s.text[s.at-1])):
		n := 2
		if rest[1] == '\\' && len(rest) > 2 && rest[2] > ' ' && rest[2] < 0x80 {
			n = 3
		}
		s.over(s.at+n, true)
	case s.lang.percent && c == '%':
		return s.percent(rest)
	case s.lang.sigils && c == '~', s.lang.operators && letter(c):
		return s.marked(rest)
	case s.lang.longBrackets && c == '[':
		return s.longBracket(rest)
	case s.lang.lifetimes && c == '\'':
		return s.lifetime(rest)
	default:
		return false
	}
	return true
}

// longBracket goes over [[…]] or [==[…]==].
func (s *scanner) longBracket(rest string) bool {
	n := 1
	for n < len(rest) && n < 64 && rest[n] == '=' {
		n++
	}
	if n == len(rest) || rest[n] != '[' {
		return false
	}
	s.until(n+1, "]"+rest[1:n]+"]", false)
	return true
}

// until goes over a string whose opening is n bytes long, up to behind its end;
// one that has none goes to the end of the text.
func (s *scanner) until(n int, end string, escapes bool) {
	at := s.at + n
	for {
		i := strings.Index(s.text[at:], end)
		if i < 0 {
			at = len(s.text)
			break
		}
		from := at
		at += i
		slashes := 0
		for escapes && at-slashes > from && s.text[at-slashes-1] == '\\' {
			slashes++
		}
		if slashes%2 == 1 {
			at++
			continue
		}
		at += len(end)
		break
	}
	s.over(at, true)
}

// quoted goes over a string in quotes. Where the language has none of several
// lines, one ends with its line.
func (s *scanner) quoted(quote byte) {
	escape := s.lang.escape
	if escape == 0 {
		escape = '\\'
	}
	for i := s.at + 1; i < len(s.text); i++ {
		switch c := s.text[i]; {
		case c == escape && (!s.lang.rawSingle || quote != '\''):
			i++
		case c == quote:
			s.over(i+1, true)
			return
		case c == '\n' && !s.lang.multiline:
			s.over(i, true)
			return
		}
	}
	s.over(len(s.text), true)
}

// literal goes on in a template literal, up to its end or a value in it.
func (s *scanner) literal() {
	for i := s.at; i < len(s.text); i++ {
		switch c := s.text[i]; {
		case c == '\\':
			i++
		case c == '`':
			s.over(i+1, true)
			return
		case c == '$' && strings.HasPrefix(s.text[i:], "${"):
			s.over(i+2, true)
			s.depth++
			s.template = append(s.template, s.depth)
			return
		}
	}
	s.over(len(s.text), true)
}

// operand reports whether a value may stand at s.at, so that a slash begins a
// regular expression.
func (s *scanner) operand() bool {
	i := s.at - 1
	for i >= s.cur.start && (s.text[i] == ' ' || s.text[i] == '\t') && s.at-i < 64 {
		i--
	}
	if i < s.cur.start {
		return true
	}
	c := s.text[i]
	if wordByte(c) {
		switch s.text[min(s.word, i) : i+1] {
		case "return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else", "do", "yield", "await", "and", "or", "not", "if", "unless", "when":
			return true
		}
		return false
	}
	return strings.IndexByte(")]}\"'`", c) < 0
}

// regex goes over a regular expression, if one closes in the line.
func (s *scanner) regex() bool {
	class := false
	for i := s.at + 1; i < len(s.text) && s.text[i] != '\n' && i-s.at < 512; i++ {
		switch c := s.text[i]; {
		case c == '\\':
			i++
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '/' && !class:
			s.over(i+1, true)
			return true
		}
	}
	return false
}

// heredoc notes a document that begins with the next line.
func (s *scanner) heredoc(rest string) bool {
	i := len(s.lang.heredoc)
	if i < len(rest) && rest[i] == '<' { // a string here
		return false
	}
	for i < len(rest) && i < 8 && strings.IndexByte("-~ '\"\\", rest[i]) >= 0 {
		i++
	}
	from := i
	for i < len(rest) && i-from < 64 && wordByte(rest[i]) && rest[i] != '$' {
		i++
	}
	if i == from || rest[from] >= '0' && rest[from] <= '9' || s.lang.name == "ruby" && (rest[from] < 'A' || rest[from] > 'Z') {
		return false
	}
	s.heredocs = append(s.heredocs, rest[from:i])
	s.at += i
	if s.at < len(s.text) && (s.text[s.at] == '\'' || s.text[s.at] == '"') {
		s.at++
	}
	s.cur.code, s.cur.last = true, '"'
	return true
}

// document goes over the lines of a document in the text, up to the one that
// begins with its mark.
func (s *scanner) document(mark string) {
	for s.at < len(s.text) {
		s.cur.inside, s.cur.code, s.cur.last = true, true, '"'
		end := strings.IndexByte(s.text[s.at:], '\n')
		if end < 0 {
			end = len(s.text) - s.at
		}
		trimmed := strings.TrimLeft(s.text[s.at:s.at+end], " \t")
		if after, ok := strings.CutPrefix(trimmed, mark); ok && (after == "" || !wordByte(after[0])) {
			s.at += len(s.text[s.at:s.at+end]) - len(after)
			return
		}
		if s.at += end; s.at < len(s.text) {
			s.newline(true)
		}
	}
}

// rawString goes over r"…", r#"…"#, R"x(…)x", @"…" and their like.
func (s *scanner) rawString(rest string) bool {
	if s.at > s.cur.start && wordByte(s.text[s.at-1]) {
		return false
	}
	switch s.lang.name {
	case "rust":
		n := strings.IndexByte(rest[:min(len(rest), 3)], 'r') + 1
		if n == 0 || n == 2 && rest[0] != 'b' {
			return false
		}
		from := n
		for n < len(rest) && n < 256 && rest[n] == '#' {
			n++
		}
		if n == len(rest) || rest[n] != '"' {
			return false
		}
		s.until(n+1, `"`+rest[from:n], false)
	case "c", "c++":
		if !strings.HasPrefix(rest, `R"`) {
			return false
		}
		n := strings.IndexByte(rest[:min(len(rest), 20)], '(')
		if n < 0 {
			return false
		}
		s.until(n+1, ")"+rest[2:n]+`"`, false)
	case "csharp":
		n := 0
		for n < len(rest) && n < 2 && (rest[n] == '@' || rest[n] == '$') {
			n++
		}
		if n == 0 || n == len(rest) || rest[n] != '"' || strings.IndexByte(rest[:n], '@') < 0 {
			return false
		}
		s.until(n+1, `"`, false) // a doubled quote begins the next string
	}
	return true
}

// lifetime tells a lifetime from a character.
func (s *scanner) lifetime(rest string) bool {
	end := strings.IndexByte(rest[1:min(len(rest), 14)], '\'')
	if len(rest) > 1 && rest[1] != '\\' && (end < 0 || end > 1 && wordByte(rest[1]) && rest[1] < 0x80) {
		s.at++
		s.cur.code, s.cur.last = true, '\''
		return true
	}
	return false
}

// direct goes over a line of the preprocessor, and those that it goes on in.
// The branches of a condition begin at one depth.
func (s *scanner) direct() {
	end := s.at
	for {
		n := strings.IndexByte(s.text[end:], '\n')
		if n < 0 {
			end = len(s.text)
			break
		}
		end += n
		if !strings.HasSuffix(strings.TrimRight(s.text[max(s.at, end-2):end], "\r"), `\`) {
			break
		}
		end++
	}
	word := strings.TrimLeft(s.text[s.at+1:min(end, s.at+32)], " \t")
	switch n := len(s.branches); {
	case strings.HasPrefix(word, "if"):
		s.branches = append(s.branches, s.depth)
	case strings.HasPrefix(word, "el") && n > 0:
		s.depth = s.branches[n-1]
	case strings.HasPrefix(word, "endif") && n > 0:
		s.branches = s.branches[:n-1]
	}
	s.cur.directive = true
	s.over(end, true)
	s.cur.last = 0
}

// outside goes over what stands outside of the code, up to behind "<?php".
func (s *scanner) outside() {
	end := len(s.text)
	if i := strings.Index(s.text[s.at:], "<?"); i >= 0 {
		end = s.at + i + 2
		if strings.HasPrefix(s.text[end:], "php") {
			end += 3
		}
	}
	s.over(end, true)
	s.cur.last = ';'
}

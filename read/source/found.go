package source

import (
	"slices"
	"strings"
)

// deepest bounds how many declarations lie in each other.
const deepest = 16

// longestHead bounds, in bytes, what of a line is looked at.
const longestHead = 512

// open is a declaration whose end isn't reached.
type open struct {
	index     int // in finder.decls
	container bool
	began     bool // its curly bracket, or BEGIN, was seen
	over      bool // it ends with its last line, unless the next goes on
	ended     bool // by a line "end"
	flush     bool // what is in it isn't indented
}

// finder finds the declarations among lines.
type finder struct {
	text      string
	lines     []line
	lang      *language
	decls     []decl
	stack     []open
	pending   int // first of the lines right above that belong to what follows, or -1
	annotated int // the depth of the annotation above, or -1
	blank     bool
}

// found returns the declarations that the language's patterns find.
func found(text string, lines []line, lang *language) []decl {
	f := finder{text: text, lines: lines, lang: lang, pending: -1, annotated: -1}
	for i := range lines {
		f.line(i)
	}
	for len(f.stack) > 0 {
		f.pop(len(lines))
	}
	return f.decls
}

func (f *finder) top() *open {
	if len(f.stack) == 0 {
		return nil
	}
	return &f.stack[len(f.stack)-1]
}

// line takes the next line.
func (f *finder) line(i int) {
	l := &f.lines[i]
	switch {
	case l.blank && !l.inside:
		f.blank = true
		f.pending, f.annotated = -1, -1
		return
	case l.inside && l.code:
		f.consume(i)
		return
	case !l.code: // a comment
		if f.pending < 0 && !l.inside {
			f.pending = i
		}
		if t := f.top(); t != nil && !t.over && !f.lang.indented {
			f.consume(i)
		}
		return
	}
	head := f.head(l)
	for t := f.top(); t != nil && f.ends(t, l, head); t = f.top() {
		f.pop(i)
	}
	rest := f.lang.bare(head)
	if f.starts(l) && rest != "" && !l.directive {
		if p := f.match(i, rest); p != nil {
			f.begin(i, p.container)
		}
	}
	f.consume(i)
	f.blank = false
	f.annotate(i, rest == "" && head != "")
}

// annotate keeps the pending lines where line i is an annotation, or goes on in
// the brackets of one.
func (f *finder) annotate(i int, annotation bool) {
	l := &f.lines[i]
	switch {
	case annotation:
		if f.pending < 0 {
			f.pending = i
		}
		f.annotated = l.depth
	case f.pending < 0 || f.annotated < 0 || l.depth <= f.annotated:
		f.pending, f.annotated = -1, -1
	}
}

// head is the start of a line without its indentation.
func (f *finder) head(l *line) string {
	text := strings.TrimLeft(f.text[l.start:l.end], " \t")
	return text[:min(len(text), longestHead)]
}

// starts reports whether a declaration may begin at the depth of line l.
func (f *finder) starts(l *line) bool {
	if len(f.stack) >= deepest {
		return false
	}
	t := f.top()
	if t == nil {
		return l.depth == 0
	}
	if f.lang.indented {
		return t.container && l.depth == f.lines[f.decls[t.index].sign].depth
	}
	return t.container && t.began && l.depth == f.lines[f.decls[t.index].sign].depth+1
}

// match returns the pattern that line i matches.
func (f *finder) match(i int, head string) *pattern {
	t := f.top()
	member := t != nil && t.container
	for k := range f.lang.patterns {
		p := &f.lang.patterns[k]
		if p.member && !member || !p.re.MatchString(head) || p.not != nil && p.not.MatchString(head) {
			continue
		}
		if p.body && !f.body(i) {
			continue
		}
		return p
	}
	return nil
}

// body reports whether a body in curly brackets follows what line i begins,
// rather than a semicolon.
func (f *finder) body(i int) bool {
	depth := f.lines[i].depth
	for n := 0; i < len(f.lines) && n < 32; i, n = i+1, n+1 {
		l := &f.lines[i]
		if l.blank || n > 0 && l.depth < depth {
			return false
		}
		if l.brace {
			return true
		}
		if l.after <= depth && l.last == ';' {
			return false
		}
	}
	return false
}

// begin opens the declaration whose signature is line i.
func (f *finder) begin(i int, container bool) {
	d := decl{first: i, last: i, sign: i, parent: -1}
	if t := f.top(); t != nil {
		d.parent = t.index
	}
	if f.pending >= 0 && f.lines[f.pending].indent == f.lines[i].indent {
		d.first = f.pending
	}
	if t := f.top(); t != nil { // what a scope begins with is on its own line
		d.first = max(d.first, f.decls[t.index].sign+1)
	}
	if n := len(f.decls); n > 0 && f.decls[n-1].parent == d.parent {
		d.first = max(d.first, f.decls[n-1].last+1)
	}
	f.stack = append(f.stack, open{index: len(f.decls), container: container})
	f.decls = append(f.decls, d)
}

// consume makes line i one of the innermost open declaration.
func (f *finder) consume(i int) {
	t := f.top()
	if t == nil {
		return
	}
	f.decls[t.index].last = i
	f.settle(t, i)
}

// settle notes whether the declaration may be over behind line i.
func (f *finder) settle(t *open, i int) {
	l := &f.lines[i]
	d := &f.decls[t.index]
	closed := l.after <= f.lines[d.sign].depth
	switch {
	case f.lang.indented:
		t.over = true
	case f.lang.name == "sql":
		word := strings.ToLower(firstWord(f.head(l)))
		t.began = t.began || !l.inside && (word == "begin" || i > d.sign && word == "declare")
		t.over = closed && l.last == ';' && (!t.began || word == "end")
	default:
		t.began = t.began || l.brace
		t.over = closed && (t.began || l.last == ';' || !f.lang.semicolons)
	}
}

func firstWord(s string) string {
	n := 0
	for n < len(s) && wordByte(s[n]) {
		n++
	}
	return s[:n]
}

// ends reports whether a declaration ends before line l of code.
func (f *finder) ends(t *open, l *line, head string) bool {
	sign := &f.lines[f.decls[t.index].sign]
	if f.lang.indented {
		if l.depth > sign.depth || l.indent > sign.indent {
			return false
		}
		whole := f.lang.flush && strings.HasSuffix(strings.TrimRight(f.text[sign.start:sign.end], " \t"), "end")
		if f.lang.ends && l.indent == sign.indent && !t.ended && !whole {
			switch firstWord(head) {
			case "end":
				t.ended = true
				return false
			case "rescue", "ensure", "else", "elseif", "catch", "finally", "after":
				return false
			}
			if d := &f.decls[t.index]; f.lang.flush && t.container && d.last == d.sign {
				t.flush = true
			}
			if t.flush {
				return false
			}
		}
		return true
	}
	if l.depth < sign.depth {
		return true
	}
	if f.lang.name == "sql" {
		return t.over || firstWord(strings.ToLower(head)) == "go"
	}
	if !t.over {
		return f.lang.semicolons && !t.began && f.blank && l.depth <= sign.depth && head[0] != '{'
	}
	last := f.lines[f.decls[t.index].last].last
	if !t.began && last != ';' {
		if head[0] == '{' || !f.lang.semicolons && l.indent > sign.indent {
			return false
		}
	}
	return strings.IndexByte(f.lang.goesOn, head[0]) < 0 || last == ';'
}

// pop ends the innermost declaration before line i.
func (f *finder) pop(i int) {
	n := len(f.stack) - 1
	t := f.stack[n]
	f.stack = f.stack[:n]
	d := &f.decls[t.index]
	if f.lang.indented { // the comments below it that are indented as its body
		for k := d.last + 1; k < i && !f.lines[k].code && (f.lines[k].blank || f.lines[k].indent > f.lines[d.sign].indent); k++ {
			if !f.lines[k].blank {
				d.last = k
			}
		}
	}
	if n > 0 {
		outer := &f.stack[n-1]
		f.decls[outer.index].last = max(f.decls[outer.index].last, d.last)
		f.settle(outer, d.last)
		if f.lang.indented {
			outer.over = true
		}
	}
}

// byMedia returns the language of a media type, or nil.
func byMedia(media string) *language {
	for i := range languages {
		if slices.Contains(languages[i].media, media) {
			return &languages[i]
		}
	}
	return nil
}

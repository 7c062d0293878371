package onig

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// node is a part of a parsed expression.
type node interface{}

type (
	literal struct{ set ranges } // one character of a set
	list    []node               // one after the other
	choice  []node               // the first that leads on
	repeat  struct {
		of       node
		min, max int // max < 0: no limit
		lazy     bool
		atomic   bool   // gives nothing back; of is a literal
		text     string // as written
	}
	look struct {
		of              node
		behind, negated bool
		text            string // as written
	}
	atomic struct {
		of   node
		text string // as written
	}
	anchor struct{ kind anchorKind }
)

type anchorKind uint8

const (
	lineStart anchorKind = iota
	lineEnd
	textStart
	textEnd
	textEndNewline
	wordBorder
	noWordBorder
)

// mostRepeats bounds the counts of {n,m}, which are written out.
const mostRepeats = 1000

type parser struct {
	text    string
	at      int
	classes Classes
	fold    bool // (?i)
	dotAll  bool // (?m)
	free    bool // (?x)
	depth   int
}

func (p *parser) errorf(format string, args ...any) error {
	return fmt.Errorf("regular expression %q, byte %d: %s", p.text, p.at, fmt.Sprintf(format, args...))
}

func (p *parser) more() bool { return p.at < len(p.text) }

func (p *parser) peek() rune {
	c, _ := utf8.DecodeRuneInString(p.text[p.at:])
	return c
}

func (p *parser) next() rune {
	c, n := utf8.DecodeRuneInString(p.text[p.at:])
	p.at += n
	return c
}

func (p *parser) take(s string) bool {
	if strings.HasPrefix(p.text[p.at:], s) {
		p.at += len(s)
		return true
	}
	return false
}

// choice parses alternatives up to a closing bracket or the end.
func (p *parser) choice() (node, error) {
	if p.depth++; p.depth > 200 {
		return nil, p.errorf("nested too deep")
	}
	defer func() { p.depth-- }()
	fold, dot, free := p.fold, p.dotAll, p.free
	var c choice
	for {
		l, err := p.list()
		if err != nil {
			return nil, err
		}
		c = append(c, l)
		if !p.take("|") {
			break
		}
	}
	p.fold, p.dotAll, p.free = fold, dot, free
	if len(c) == 1 {
		return c[0], nil
	}
	return c, nil
}

func (p *parser) list() (node, error) {
	var l list
	for p.more() {
		if c := p.peek(); c == '|' || c == ')' {
			break
		}
		if p.free && p.skipFree() {
			continue
		}
		start := p.at
		n, err := p.atom()
		if err != nil {
			return nil, err
		}
		if n == nil {
			continue
		}
		if n, err = p.repeats(n, start); err != nil {
			return nil, err
		}
		l = append(l, n)
	}
	if err := p.checkFold(l); err != nil {
		return nil, err
	}
	return l, nil
}

func (p *parser) skipFree() bool {
	switch c := p.peek(); {
	case c == '#':
		for p.more() && p.next() != '\n' {
		}
	case c == ' ' || c >= '\t' && c <= '\r':
		p.at++
	default:
		return false
	}
	return true
}

// checkFold refuses letters that together are the fold of another letter, such
// as ss of ß: without regard to case the reference takes one for the other.
func (p *parser) checkFold(l list) error {
	if !p.fold {
		return nil
	}
	var b strings.Builder
	for _, n := range l {
		c := rune(' ')
		if x, ok := n.(literal); ok && len(x.set) > 0 {
			c = unicode.ToLower(x.set[0].Lo)
		}
		b.WriteRune(c)
	}
	for _, s := range []string{"ss", "st", "ff", "fi", "fl"} {
		if strings.Contains(b.String(), s) {
			return p.errorf("%q without regard to case is not supported", s)
		}
	}
	return nil
}

// repeats parses what says how often a part matches, which begins at start.
func (p *parser) repeats(n node, start int) (node, error) {
	for p.more() {
		if p.free && p.skipFree() {
			continue
		}
		r := repeat{of: n}
		interval := false
		switch p.peek() {
		case '?':
			r.max = 1
		case '*':
			r.max = -1
		case '+':
			r.min, r.max = 1, -1
		case '{':
			ok, err := p.interval(&r)
			if err != nil {
				return nil, err
			}
			if !ok {
				return n, nil
			}
			interval = true
		default:
			return n, nil
		}
		if !interval {
			p.at++
		}
		switch {
		case p.take("?"):
			if interval && r.min == r.max {
				return nil, p.errorf("a fixed count with ? is not supported")
			}
			r.lazy = true
		case !interval && p.take("+"):
			r.atomic = true
		}
		r.text = p.text[start:p.at]
		n = possessive(r)
	}
	return n, nil
}

// possessive makes an atomic group of a repeat that gives nothing back, unless
// what it repeats is but a set.
func possessive(r repeat) node {
	if _, ok := r.of.(literal); ok || !r.atomic {
		return r
	}
	r.atomic = false
	return atomic{r, r.text}
}

// interval parses {n}, {n,}, {,m} or {n,m}; anything else is a plain brace.
func (p *parser) interval(r *repeat) (bool, error) {
	end := strings.IndexByte(p.text[p.at:], '}')
	if end < 0 {
		return false, nil
	}
	low, high, comma := strings.Cut(p.text[p.at+1:p.at+end], ",")
	a, okA := number(low)
	b, okB := number(high)
	if low == "" && high == "" || low != "" && !okA || high != "" && !okB {
		return false, nil
	}
	r.min, r.max = a, a
	if comma {
		r.max = b
		if high == "" {
			r.max = -1
		}
	}
	if r.min > mostRepeats || r.max > mostRepeats || r.max >= 0 && r.max < r.min {
		return false, p.errorf("repeat {%d,%d} is out of range", r.min, r.max)
	}
	p.at += end + 1
	return true, nil
}

func number(s string) (int, bool) {
	n := 0
	for _, c := range s {
		if c < '0' || c > '9' || n > mostRepeats {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return n, s != ""
}

// atom parses one character, class, group or anchor; nil where it is none.
func (p *parser) atom() (node, error) {
	switch c := p.next(); c {
	case '(':
		return p.group()
	case '[':
		s, err := p.class()
		return literal{s}, err
	case '.':
		if p.dotAll {
			return literal{ranges{{0, unicode.MaxRune}}}, nil
		}
		return literal{ranges{{'\n', '\n'}}.negate()}, nil
	case '^':
		return anchor{lineStart}, nil
	case '$':
		return anchor{lineEnd}, nil
	case '*', '+', '?':
		return nil, p.errorf("nothing to repeat")
	case '\\':
		return p.escape()
	default:
		return p.char(c), nil
	}
}

func (p *parser) char(c rune) literal {
	s := ranges{{c, c}}
	if p.fold {
		s = s.fold()
	}
	return literal{s}
}

func (p *parser) group() (node, error) {
	start := p.at - len("(")
	wrap := func(n node, _ string) node { return n }
	switch {
	case p.take("?#"):
		end := strings.IndexByte(p.text[p.at:], ')')
		if end < 0 {
			return nil, p.errorf("comment without end")
		}
		p.at += end + 1
		return nil, nil
	case p.take("?:"):
	case p.take("?>"):
		wrap = func(n node, text string) node { return atomic{n, text} }
	case p.take("?="):
		wrap = func(n node, text string) node { return look{of: n, text: text} }
	case p.take("?!"):
		wrap = func(n node, text string) node { return look{of: n, negated: true, text: text} }
	case p.take("?<="):
		wrap = func(n node, text string) node { return look{of: n, behind: true, text: text} }
	case p.take("?<!"):
		wrap = func(n node, text string) node { return look{of: n, behind: true, negated: true, text: text} }
	case p.take("?<"), p.take("?'"):
		end := strings.IndexAny(p.text[p.at:], ">'")
		if end < 0 {
			return nil, p.errorf("name without end")
		}
		p.at += end + 1
	case p.take("?"):
		return p.options()
	}
	n, err := p.choice()
	if err != nil {
		return nil, err
	}
	if !p.take(")") {
		return nil, p.errorf("missing )")
	}
	return wrap(n, p.text[start:p.at]), nil
}

// options parses (?imx-imx) and (?imx-imx:…).
func (p *parser) options() (node, error) {
	fold, dot, free := p.fold, p.dotAll, p.free
	on := true
	for p.more() {
		switch c := p.next(); c {
		case '-':
			on = false
		case 'i':
			p.fold = on
		case 'm':
			p.dotAll = on
		case 'x':
			p.free = on
		case ')':
			// holds for the rest of the group, other alternatives included
			n, err := p.choice()
			return n, err
		case ':':
			n, err := p.choice()
			if err == nil && !p.take(")") {
				err = p.errorf("missing )")
			}
			p.fold, p.dotAll, p.free = fold, dot, free
			return n, err
		default:
			return nil, p.errorf("option %q is not supported", c)
		}
	}
	return nil, p.errorf("missing )")
}

func (p *parser) escape() (node, error) {
	if !p.more() {
		return nil, p.errorf("ends in a backslash")
	}
	switch c := p.peek(); c {
	case 'A':
		p.at++
		return anchor{textStart}, nil
	case 'z':
		p.at++
		return anchor{textEnd}, nil
	case 'Z':
		p.at++
		return anchor{textEndNewline}, nil
	case 'b':
		p.at++
		return anchor{wordBorder}, nil
	case 'B':
		p.at++
		return anchor{noWordBorder}, nil
	}
	s, err := p.escapedSet()
	if err != nil {
		return nil, err
	}
	if p.fold {
		s = s.fold()
	}
	return literal{s}, nil
}

// escapedSet parses what follows a backslash, as a set.
func (p *parser) escapedSet() (ranges, error) {
	if !p.more() {
		return nil, p.errorf("ends in a backslash")
	}
	switch c := p.next(); c {
	case 's', 'w':
		return p.named(string(c))
	case 'S', 'W':
		s, err := p.named(string(unicode.ToLower(c)))
		return s.negate(), err
	case 'd':
		return p.named("Nd")
	case 'D':
		s, err := p.named("Nd")
		return s.negate(), err
	case 'h', 'H':
		s := ranges{{'0', '9'}, {'A', 'F'}, {'a', 'f'}}
		if c == 'H' {
			s = s.negate()
		}
		return s, nil
	case 'p', 'P':
		return p.property(c == 'P')
	default:
		r, err := p.escapedRune(c)
		return ranges{{r, r}}, err
	}
}

// escapedRune parses an escape that is one character, whose first letter c has
// been read.
func (p *parser) escapedRune(c rune) (rune, error) {
	switch c {
	case 't':
		return '\t', nil
	case 'n':
		return '\n', nil
	case 'r':
		return '\r', nil
	case 'f':
		return '\f', nil
	case 'v':
		return '\v', nil
	case 'a':
		return '\a', nil
	case 'e':
		return 0x1b, nil
	case 'x':
		if p.take("{") {
			end := strings.IndexByte(p.text[p.at:], '}')
			if end < 0 {
				return 0, p.errorf("missing }")
			}
			r, err := p.hex(end)
			p.at++
			return r, err
		}
		return p.hex(2)
	case 'u':
		return p.hex(4)
	}
	if c < utf8.RuneSelf && (unicode.IsLetter(c) || unicode.IsDigit(c)) {
		return 0, p.errorf("\\%c is not supported", c)
	}
	return c, nil
}

func (p *parser) hex(n int) (rune, error) {
	r := rune(0)
	for range n {
		if !p.more() {
			return 0, p.errorf("too few hexadecimal digits")
		}
		i := strings.IndexByte("0123456789abcdef", byte(unicode.ToLower(p.peek())))
		if p.peek() >= utf8.RuneSelf || i < 0 || r > unicode.MaxRune>>4 {
			return 0, p.errorf("bad hexadecimal number")
		}
		p.at++
		r = r<<4 | rune(i)
	}
	return r, nil
}

func (p *parser) property(negated bool) (ranges, error) {
	if !p.take("{") {
		return nil, p.errorf("\\p without {")
	}
	end := strings.IndexByte(p.text[p.at:], '}')
	if end < 0 {
		return nil, p.errorf("\\p without }")
	}
	name := p.text[p.at : p.at+end]
	if strings.HasPrefix(name, "^") {
		negated, name = !negated, name[1:]
	}
	s, err := p.named(name)
	if err != nil {
		return nil, err
	}
	p.at += end + 1
	if negated {
		s = s.negate()
	}
	return s, nil
}

func (p *parser) named(name string) (ranges, error) {
	rs, ok := p.classes(name)
	if !ok {
		return nil, p.errorf("property %q is not known", name)
	}
	return ranges(rs), nil
}

// class parses what follows an opening square bracket.
func (p *parser) class() (ranges, error) {
	if p.depth++; p.depth > 200 {
		return nil, p.errorf("nested too deep")
	}
	defer func() { p.depth-- }()
	negated := p.take("^")
	var set ranges
	var both ranges // what stood before &&
	hasBoth := false
	for first := true; ; first = false {
		if !p.more() {
			return nil, p.errorf("missing ]")
		}
		if p.take("]") {
			if first {
				return nil, p.errorf("empty class")
			}
			break
		}
		if p.take("&&") {
			set = normalize(set)
			if hasBoth {
				set = intersect(both, set)
			}
			both, hasBoth, set = set, true, nil
			continue
		}
		s, err := p.classItem()
		if err != nil {
			return nil, err
		}
		set = append(set, s...)
	}
	set = normalize(set)
	if hasBoth {
		set = intersect(both, set)
	}
	if p.fold {
		set = set.fold()
	}
	if negated {
		set = set.negate()
	}
	return set, nil
}

func (p *parser) classItem() (ranges, error) {
	if p.take("[:") {
		end := strings.Index(p.text[p.at:], ":]")
		if end < 0 {
			return nil, p.errorf("missing :]")
		}
		return nil, p.errorf("[:%s:] is not supported", p.text[p.at:p.at+end])
	}
	if p.take("[") {
		return p.class()
	}
	c := p.next()
	low := ranges{{c, c}}
	if c == '\\' {
		var err error
		if low, err = p.escapedSet(); err != nil {
			return nil, err
		}
	}
	single := len(low) == 1 && low[0].Lo == low[0].Hi
	if !single || !strings.HasPrefix(p.text[p.at:], "-") || strings.HasPrefix(p.text[p.at:], "-]") {
		return low, nil
	}
	p.at++
	if !p.more() {
		return nil, p.errorf("missing ]")
	}
	if p.peek() == '[' {
		return nil, p.errorf("a range to a class is not supported")
	}
	high := p.next()
	if high == '\\' {
		s, err := p.escapedSet()
		if err != nil {
			return nil, err
		}
		if len(s) != 1 || s[0].Lo != s[0].Hi {
			return nil, p.errorf("a range to a class is not supported")
		}
		high = s[0].Lo
	}
	if high < low[0].Lo {
		return nil, p.errorf("range %q-%q is empty", low[0].Lo, high)
	}
	return ranges{{low[0].Lo, high}}, nil
}

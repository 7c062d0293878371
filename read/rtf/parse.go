package rtf

import (
	"context"
	"errors"
	"strconv"

	"github.com/pildora/pildora/doc"
)

const (
	// maxGroups is how deep groups nest; word processors stay below a hundred.
	maxGroups = 10_000
	// checkEvery is how many tokens are read between two looks at the context.
	checkEvery = 4096
	// maxNote is how deep footnotes and text boxes nest in each other.
	maxNote = 32
)

var errDepth = errors.New("groups nest deeper than " + strconv.Itoa(maxGroups) + ": damaged; open it in a word processor and save it anew")

// parser makes blocks of tokens.
type parser struct {
	lex     lexer
	group   group   // the innermost
	groups  []group // around it
	stream  *stream
	streams []*stream // around it
	text    []byte    // of all pieces
	raw     raw
	skip    int  // characters that a \u made needless
	high    rune // the first half of a surrogate pair
	highAt  doc.Span

	page     int // \ansicpg
	font     int // \deff
	tongue   int // \deflang
	fonts    map[int]font
	styles   map[int]styleEntry
	lists    lists
	links    []string
	style    styleEntry // being read
	fontNow  int        // likewise
	fontName []byte
	row      row // as \trowd and \cellx say
	bound    bound
	saved    []row // of the tables around a nested one
	footnote [][]block
	tongues  map[int]int // bytes of text by language
	info     info
	shape    shape
	warnings []string
}

// raw are bytes that wait to be decoded.
type raw struct {
	bytes []byte
	page  int
	font  string // its name
	span  doc.Span
}

func newParser(data []byte, start int) *parser {
	return &parser{lex: lexer{data: data, at: start}, group: group{skipped: 1, letter: letter{style: style{size: defaultSize}}}, stream: &stream{start: -1}, page: 1252,
		fonts: map[int]font{}, styles: map[int]styleEntry{}, tongues: map[int]int{}, lists: newLists(), info: info{values: map[string]string{}}}
}

// run reads the file to its end, or to the end of its outermost group.
func (p *parser) run(ctx context.Context) error {
	for n := 0; ; n++ {
		if n%checkEvery == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		t := p.lex.next()
		switch t.kind {
		case end:
			p.warnings = append(p.warnings, "the file ends in the middle of a group: something of it is missing")
			for len(p.groups) > 0 {
				p.close()
			}
			p.finish()
			return nil
		case open:
			if len(p.groups) == maxGroups {
				return errDepth
			}
			p.open()
		case closed:
			if p.close(); len(p.groups) == 0 {
				p.finish()
				return nil
			}
		default:
			p.take(t)
		}
	}
}

// finish ends the body.
func (p *parser) finish() {
	p.settle()
	if len(p.stream.pieces) > 0 || len(p.stream.cell) > 0 && len(p.stream.cells) == 0 {
		p.group.cell = false
		p.endParagraph()
	}
	p.endRow()
	p.endTable()
}

func (p *parser) open() {
	p.settle()
	p.groups = append(p.groups, p.group)
	p.group.fresh, p.group.starred, p.group.own = true, false, body
	p.skip = 0
}

// close ends the innermost group and what it stood for.
func (p *parser) close() {
	p.settle()
	p.skip = 0
	p.leave()
	if n := len(p.groups); n > 0 {
		p.group, p.groups = p.groups[n-1], p.groups[:n-1]
	}
}

// take reads a token inside of a group.
func (p *parser) take(t token) {
	fresh := p.group.fresh
	p.group.fresh = false
	switch t.kind {
	case plain:
		p.addBytes(t.text, t.span)
	case char:
		p.addChar(t.code, t.span)
	case controlSymbol:
		p.addSymbol(t, fresh)
	case word:
		p.addWord(t, fresh)
	}
}

// addWord does what a control word says.
func (p *parser) addWord(t token, fresh bool) {
	name := string(t.text)
	if fresh || p.group.starred {
		starred := p.group.starred
		p.group.starred = false
		if p.enter(name, starred) {
			return
		}
	}
	if p.group.to == skipped {
		return
	}
	if name == "u" {
		p.addUnicode(t)
		return
	}
	if p.skip > 0 {
		p.skip-- // a control word counts as one character
		return
	}
	if act, ok := actions[name]; ok {
		act(p, t)
	}
}

// addSymbol does what a control symbol says.
func (p *parser) addSymbol(t token, fresh bool) {
	if len(t.text) == 0 || p.group.to == skipped {
		return
	}
	switch t.text[0] {
	case '*':
		p.group.starred = fresh
	case '~':
		p.addRunes("\u00a0", t.span)
	case '_':
		p.addRunes("-", t.span)
	case '{', '}', '\\':
		p.addBytes(t.text, doc.Span{Start: t.span.Start + 1, End: t.span.End})
	case '\t':
		p.addRunes("\t", t.span)
	case '\n', '\r':
		p.endParagraph()
	}
}

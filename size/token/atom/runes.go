package atom

import (
	"sync/atomic"
	"unicode/utf8"
)

// Kind is how a pipeline treats a rune.
type Kind uint8

const (
	Odd    Kind = iota // perhaps not apart from its neighbours: the pipeline must be asked about the whole atom
	Letter             // becomes Text, wherever it stands
	Mark               // becomes Text, which may change places with marks beside it
	Border             // parts atoms, and makes Tokens tokens by itself
)

// Rune is what a pipeline makes of a rune.
type Rune struct {
	Kind   Kind
	Tokens int    // of a Border
	Text   string // of a Letter and a Mark
}

// Runes is what a pipeline makes of every rune. It asks for each rune once,
// when one of its page is first met. It is safe for concurrent use.
type Runes struct {
	ask   func(r rune) Rune
	pages [(utf8.MaxRune + 1) / pageSize]atomic.Pointer[page]
}

const pageSize = 64

type page [pageSize]Rune

// NewRunes makes the table of what ask answers.
func NewRunes(ask func(r rune) Rune) *Runes { return &Runes{ask: ask} }

// At is the entry of the rune.
func (rs *Runes) At(r rune) *Rune {
	p := rs.pages[r/pageSize].Load()
	if p == nil {
		p = rs.learn(r / pageSize)
	}
	return &p[r%pageSize]
}

func (rs *Runes) learn(n rune) *page {
	p := new(page)
	for i := range p {
		if r := n*pageSize + rune(i); utf8.ValidRune(r) {
			p[i] = rs.ask(r)
		}
	}
	rs.pages[n].Store(p)
	return p
}

package text

import (
	"slices"
	"strings"

	"github.com/pildora/pildora/lex/cue"
)

// decide gives a level to each piece that is a heading by all that the text
// shows; those that could have been one and are not become prose or items.
func decide(text string, pieces []piece) {
	dismissRepeated(text, pieces)
	names := decideNamed(text, pieces)
	above := uint8(min(len(names), 5))
	decideNumbered(text, pieces, above)
	decideCapitals(pieces, above+1)
	decideShort(pieces, above+1)
	for i := range pieces {
		p := &pieces[i]
		if p.level > 6 {
			p.level = 6
		}
		if p.level == 0 && p.form != ruled {
			p.form = prose
			if p.mark.width > 0 {
				p.form = item
			}
		}
	}
}

// dismissRepeated makes prose of lines that stand there again and again but for
// their numbers, as the headers and footers of pages do.
func dismissRepeated(text string, pieces []piece) {
	const often = 3
	repeats := func(p piece) bool { return p.form == capitals || p.form == short }
	seen := map[string]int{}
	for _, p := range pieces {
		if repeats(p) {
			seen[furnitureKey(text[p.span.Start:p.span.End])]++
		}
	}
	for i := range pieces {
		if p := &pieces[i]; repeats(*p) && seen[furnitureKey(text[p.span.Start:p.span.End])] >= often {
			p.form = prose
		}
	}
}

// name is the word of a named heading, without case.
type name struct {
	rank cue.Mark
	word string
}

// decideNamed decides on headings by a word and a number. A single one must be
// in capitals. Parts stand above articles, those above their clauses, and of
// each the word that comes first above the others.
func decideNamed(text string, pieces []piece) (names []name) {
	count, inCapitals := 0, false
	for _, p := range pieces {
		if p.form == named {
			count++
			inCapitals = inCapitals || isCapitals(text[p.label.Start:p.label.End])
		}
	}
	if count == 0 || count == 1 && !inCapitals {
		return nil
	}
	of := func(p piece) name {
		line := trim(text[p.label.Start:p.label.End])
		word, _, _ := strings.Cut(line, " ")
		mark := headingMark(line)
		for _, rank := range []cue.Mark{cue.Part, cue.Article, cue.Clause} {
			if mark&rank != 0 {
				return name{rank, strings.ToLower(word)}
			}
		}
		return name{}
	}
	for _, p := range pieces {
		if p.form == named && len(names) < 6 {
			if n := of(p); !slices.Contains(names, n) {
				names = append(names, n)
			}
		}
	}
	order := map[cue.Mark]int{cue.Part: 0, cue.Article: 1, cue.Clause: 2}
	slices.SortStableFunc(names, func(a, b name) int { return order[a.rank] - order[b.rank] })
	for i := range pieces {
		if p := &pieces[i]; p.form == named {
			if p.level = uint8(slices.Index(names, of(*p)) + 1); p.level == 0 {
				p.level = uint8(len(names))
			}
		}
	}
	return names
}

// decideNumbered decides on headings by numbers. They must go on, from 1 or from
// the number above, and most must have something else than the next number below
// them: else they are items of a list. Underlined ones with numbers count too,
// and say what level a number has.
func decideNumbered(text string, pieces []piece, above uint8) {
	var accepted []int
	last, led := number{}, 0
	for i, p := range pieces {
		switch {
		case p.form == named && p.level > 0:
			last = number{}
		case p.form == underlined:
			if n, ok := numberOf(trim(text[p.label.Start:p.label.End])); ok {
				last, led = n, led+1
				if p.level >= n.depth {
					above = max(above, p.level-n.depth)
				}
			}
		case p.form == numbered && follows(last, p.number):
			last = p.number
			accepted = append(accepted, i)
			if i+1 < len(pieces) && (pieces[i+1].form != numbered || pieces[i+1].number.depth > p.number.depth) {
				led++
			}
		}
	}
	if len(accepted) == 0 || led < 2 || 2*led < len(accepted) {
		return
	}
	for _, i := range accepted {
		pieces[i].level = above + pieces[i].number.depth
	}
}

// follows reports whether a number goes on after the last one: the first part
// that differs is larger by one, or by two where a heading wasn't seen, and what
// is below it begins.
func follows(last, n number) bool {
	for i := range n.depth {
		from := last.parts[i]
		if i >= last.depth {
			from = 0
		}
		if i < last.depth && n.parts[i] == from {
			continue
		}
		zero := last.depth == 0 && i == 0 && n.parts[0] == 0
		if n.parts[i] <= from && !zero || n.parts[i] > from+2 {
			return false
		}
		for _, below := range n.parts[i+1 : n.depth] {
			if below > 2 {
				return false
			}
		}
		return true
	}
	return false
}

// decideCapitals decides on lines in capitals: there are two at least, most of
// the text is something else, and no more than two follow each other.
func decideCapitals(pieces []piece, level uint8) {
	count := 0
	for _, p := range pieces {
		if p.form == capitals {
			count++
		}
	}
	if count < 2 || 5*count > 2*len(pieces) {
		return
	}
	for i := 0; i < len(pieces); {
		end := i
		for end < len(pieces) && pieces[end].form == capitals {
			end++
		}
		if run := end - i; run > 0 && run <= 2 && end < len(pieces) {
			for j := i; j < end; j++ {
				pieces[j].level = level
			}
		}
		i = max(end, i+1)
	}
}

// decideShort decides on short lines at the margin: in a text whose prose is
// indented they are headings where such prose follows.
func decideShort(pieces []piece, level uint8) {
	indented, all := 0, 0
	for _, p := range pieces {
		if p.form == prose || p.form == item {
			all++
			if p.indent >= 2 {
				indented++
			}
		}
	}
	if all < 5 || 5*indented < 3*all {
		return
	}
	for i := range pieces {
		if pieces[i].form == short && i+1 < len(pieces) && pieces[i+1].indent >= 2 && pieces[i+1].form != ruled {
			pieces[i].level = level
		}
	}
}

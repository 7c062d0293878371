package rule

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lex/cue"
)

const (
	maxParties   = 6
	maxName      = 100 // bytes of a party's name
	maxDescribed = 900 // bytes of what is said of one party before the next
)

// parties is one line of those that a contract is between and of its date, as
// they stand at its start; of a policy, the words that say since when it
// applies.
func parties(r *reading) finder {
	if !r.lawful() {
		return nil
	}
	head := r.head()
	spans := r.parties(head)
	if len(spans) > 0 {
		spans = append(spans, r.date(head))
	} else {
		spans = append(spans, r.since(head))
	}
	var said []string
	for _, s := range spans {
		if name := flat(r.doc.Slice(s)); name != "" && !slices.ContainsFunc(said, func(o string) bool { return strings.EqualFold(o, name) }) {
			said = append(said, name)
		}
	}
	if len(said) == 0 {
		return nil
	}
	lines := []string{r.shortened(strings.Join(said, "; "))}
	return func(int) []string { return lines }
}

// lawful reports whether the document is by its title, or by what it calls
// itself, one of law.
func (r *reading) lawful() bool {
	title := cut(r.doc.Title, 0, len(r.doc.Title))
	return r.words.Contains(title)&cue.Legal != 0 || !r.contract().Empty()
}

// parties are the names of those that a contract is between: at the first place
// that names several, else one of whom a short name is given.
func (r *reading) parties(head doc.Span) (found []doc.Span) {
	text := r.doc.Text
	for at := nextWord(text, head.Start, head.End); at < head.End; at = nextWord(text, wordEnd(text, at), head.End) {
		end := r.phrases.at(between, text, at)
		if end == at {
			continue
		}
		names := r.listed(end, min(len(text), end+maxParties*maxDescribed/2))
		if len(names) > 1 {
			return names
		}
		if len(names) == 1 && len(found) == 0 && r.shortNamed(names[0].End) {
			found = names
		}
	}
	return found
}

// listed are the names that stand one after the other from at on, before end.
// From the third on each must have a short name: what follows the last party
// may look like another.
func (r *reading) listed(at, end int) (names []doc.Span) {
	for len(names) < maxParties {
		name := r.name(at, end)
		if name.Empty() || len(names) > 1 && !r.shortNamed(name.End) {
			return names
		}
		names = append(names, name)
		if at = r.further(name.End, min(end, name.End+maxDescribed)); at < 0 {
			return names
		}
	}
	return names
}

// maxToShort is how far after a name its short name stands, in bytes.
const maxToShort = 400

// shortNamed reports whether a short name is given of what ends at at: in
// brackets and quotation marks, or after "hereinafter".
func (r *reading) shortNamed(at int) bool {
	text := r.doc.Text[at:min(len(r.doc.Text), at+maxToShort)]
	for rest := text; ; {
		_, inner, ok := strings.Cut(rest, "(")
		if !ok {
			break
		}
		if inner, rest, _ = strings.Cut(inner, ")"); strings.ContainsAny(inner, "\"“«") {
			return true
		}
	}
	for w := nextWord(text, 0, len(text)); w < len(text); w = nextWord(text, wordEnd(text, w), len(text)) {
		if r.phrases.at(hereafter, text, w) > w {
			return true
		}
	}
	return false
}

// name is the name that begins at at, if one does: words that begin with
// capitals, and small ones between them.
func (r *reading) name(at, end int) (name doc.Span) {
	text := r.doc.Text
	at = r.named(at, end)
	for last := at; at < end && (name.Empty() || last-name.Start <= maxName); {
		next := min(wordEnd(text, at), end)
		if next <= at || r.phrases.is(stop, text[at:next]) {
			break
		}
		word := text[at:next]
		capital := strings.IndexFunc(word, unicode.IsUpper) >= 0 // iShip
		switch {
		case name.Empty():
			if !r.begins(at) {
				return doc.Span{}
			}
			name = doc.Span{Start: at, End: next}
		case !r.continues(last, at, word):
			return r.closed(name)
		case capital || at == last+1 && text[last] != ' ' || unicode.IsNumber(firstRune(word)):
			name.End = next
		case !r.phrases.is(link, word):
			return r.closed(name)
		}
		last = next
		at = nextWord(text, next, min(end, next+maxIndent))
	}
	return r.closed(name)
}

// maxIndent is how many bytes of blanks may stand between the words of a name
// that goes on in the next line.
const maxIndent = 24

// begins reports whether the word at at may begin a name.
func (r *reading) begins(at int) bool {
	end := wordEnd(r.doc.Text, at)
	return strings.IndexFunc(r.doc.Text[at:end], unicode.IsUpper) >= 0 || r.glued(end)
}

// glued reports whether a word in small letters goes on as names on the web do:
// i-on, theglobe.com.
func (r *reading) glued(at int) bool {
	return at+1 < len(r.doc.Text) && (r.doc.Text[at] == '.' || r.doc.Text[at] == '-') && isWord(r.doc.Text, at+1)
}

func isWord(text string, at int) bool { return at < len(text) && wordEnd(text, at) > at }

func firstRune(text string) rune {
	r, _ := utf8.DecodeRuneInString(text)
	return r
}

// continues reports whether a name goes on over what stands between its last
// word and the next one.
func (r *reading) continues(last, at int, word string) bool {
	text := r.doc.Text
	between := text[last:at]
	switch {
	case strings.ContainsAny(between, "(\"“«;:"):
		return false
	case strings.Contains(between, "\n"):
		line := strings.LastIndexByte(text[:last], '\n')
		if strings.Count(between, "\n") > 1 || last-line < wrapped {
			return false
		}
	case strings.Contains(between, "   "):
		return false
	}
	if strings.Contains(between, ",") {
		return r.phrases.at(company, text, at) > at
	}
	if strings.HasPrefix(between, ". ") && r.stops(last) {
		return r.phrases.at(company, text, at) > at
	}
	return !r.phrases.is(other, word)
}

// stops reports whether a full stop ends a name whose last word ends at at: that
// word says what form a company has, or is too long to be shortened.
func (r *reading) stops(at int) bool {
	from := max(0, at-maxWord)
	word := r.doc.Text[from+strings.LastIndexAny(r.doc.Text[from:at], " \n.,(")+1 : at]
	return len(word) > maxAcronym || r.phrases.is(company, word)
}

// wrapped is the length of a line, in bytes, from which its text goes on in the
// next one.
const wrapped = 50

// named skips what may stand before a name: marks, a number in brackets, a form
// of address.
func (r *reading) named(at, end int) int {
	text := r.doc.Text
	for range 4 {
		for at < end && !isWord(text, at) {
			_, n := utf8.DecodeRuneInString(text[at:])
			at += n
		}
		next := r.phrases.at(before, text, at)
		if next == at {
			if stop := wordEnd(text, at); stop-at <= 3 && stop < len(text) && text[stop] == ')' { // (i), (1)
				next = stop
			}
		}
		if next == at {
			return at
		}
		at = next
	}
	return at
}

// closed is a name with the full stop of the abbreviation that it ends with.
func (r *reading) closed(name doc.Span) doc.Span {
	text := r.doc.Text
	if name.Len() < 3 {
		return doc.Span{}
	}
	if name.End >= len(text) || text[name.End] != '.' {
		return name
	}
	for at := nextWord(text, name.Start, name.End); at < name.End; at = nextWord(text, wordEnd(text, at), name.End) {
		if r.phrases.at(company, text, at) == name.End || name.End-at == 1 {
			name.End++
			break
		}
	}
	return name
}

// further is where the next party begins, after what is said of the last one
// from at on; -1 where none follows.
func (r *reading) further(at, end int) int {
	text := r.doc.Text
	depth := 0
	for i := at; i < end; {
		c := text[i]
		switch {
		case c == '(':
			depth++
		case c == ')':
			depth = max(0, depth-1)
		case c == '\n' && strings.HasPrefix(strings.TrimLeft(text[i+1:min(len(text), i+40)], " \t\r"), "\n") && i-at > 200:
			return -1
		case c == '.' && depth == 0 && i+1 < len(text) && (text[i+1] == ' ' || text[i+1] == '\n') && len(lastWord(text[at:i])) > 4:
			if next := nextWord(text, i, end); r.phrases.at(other, text, next) == next {
				return -1
			}
		}
		if !isWord(text, i) {
			_, n := utf8.DecodeRuneInString(text[i:])
			i += n
			continue
		}
		stop := wordEnd(text, i)
		if depth == 0 {
			if next := r.phrases.at(other, text, i); next > i {
				if name := r.named(next, end); name < end && r.begins(name) {
					return next
				}
			}
		}
		i = stop
	}
	return -1
}

func lastWord(text string) string {
	return text[strings.LastIndexAny(text, " \n.,")+1:]
}

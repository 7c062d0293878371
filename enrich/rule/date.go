package rule

import (
	"strings"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lex/cue"
)

// maxToDate is how far from the start of "in force from" the date stands, in bytes.
const maxToDate = 72

// since is the first place in a span that says since when the text applies, with
// the date.
func (r *reading) since(s doc.Span) doc.Span {
	text := r.doc.Text
	for at := nextWord(text, s.Start, s.End); at < s.End; at = nextWord(text, wordEnd(text, at), s.End) {
		if r.words.Opens(text[at:min(len(text), at+maxToDate)])&cue.Validity == 0 {
			continue
		}
		if d := r.date(doc.Span{Start: at, End: min(s.End, at+maxToDate)}); !d.Empty() {
			return doc.Span{Start: at, End: d.End}
		}
	}
	return doc.Span{}
}

// date is the first date in a span.
func (r *reading) date(s doc.Span) doc.Span {
	text := r.doc.Text
	for at := nextWord(text, s.Start, s.End); at < s.End; {
		end := min(wordEnd(text, at), s.End)
		if r.phrases.is(month, text[at:end]) {
			if d := r.dated(doc.Span{Start: at, End: end}); !d.Empty() {
				return d
			}
		}
		at = nextWord(text, end, s.End)
	}
	return doc.Span{}
}

// dated is a month with the day and the year around it, where there is a year.
func (r *reading) dated(m doc.Span) doc.Span {
	text := r.doc.Text
	line := text[m.End:min(len(text), m.End+24)]
	end := 0
	for at := nextWord(line, 0, len(line)); at < len(line); {
		stop := wordEnd(line, at)
		if stop-at == 4 && line[at] >= '1' && line[at] <= '2' && allDigits(line[at:stop]) {
			end = stop
			break
		}
		if !allDigits(line[at:stop]) && !r.phrases.is(link, line[at:stop]) && line[at:stop] != "th" {
			return doc.Span{}
		}
		at = nextWord(line, stop, len(line))
	}
	if end == 0 {
		return doc.Span{}
	}
	return doc.Span{Start: r.day(m.Start), End: m.End + end}
}

// day is where the day before a month begins: "6th day of April", "3 de marzo";
// without one, the month.
func (r *reading) day(month int) int {
	text := r.doc.Text
	at := month
	for range 3 {
		end := len(strings.TrimRight(text[max(0, at-maxBetween):at], " ")) + max(0, at-maxBetween)
		start := end
		for start > 0 && end-start < maxBetween && text[start-1] < utf8.RuneSelf && inWord[text[start-1]] {
			start--
		}
		word := text[start:end]
		switch {
		case word == "":
			return month
		case '0' <= word[0] && word[0] <= '9':
			if start > 0 && !isBlankByte(text[start-1]) {
				return month
			}
			return start
		case word != "day" && !r.phrases.is(link, word):
			return month
		}
		at = start
	}
	return month
}

func isBlankByte(c byte) bool { return c == ' ' || c == '\n' || c == '\t' }

func allDigits(text string) bool {
	return strings.Trim(text, "0123456789") == ""
}

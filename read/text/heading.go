package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pildora/pildora/lex/cue"
)

// longHeading is how long a line is, in runes, that can be no heading.
const longHeading = 100

// number is the number of a heading: its parts, outermost first.
type number struct {
	parts [maxParts]uint16
	depth uint8
}

const maxParts = 6

// numberOf is the number that a line begins with, if a title follows it: "1.
// Scope", "2.3 Alcance".
func numberOf(line string) (n number, ok bool) {
	at := 0
	for {
		start, value := at, 0
		for at < len(line) && at-start < 3 && isDigit(line[at]) {
			value = value*10 + int(line[at]-'0')
			at++
		}
		if at == start || n.depth == maxParts {
			break
		}
		n.parts[n.depth] = uint16(value)
		n.depth++
		if at+1 >= len(line) || line[at] != '.' || !isDigit(line[at+1]) {
			break
		}
		at++
	}
	if at < len(line) && (line[at] == '.' || line[at] == ')') {
		at++
	}
	title := strings.TrimLeft(line[at:], " \t")
	if stopped, ok := strings.CutSuffix(title, "."); ok && isTitleCase(stopped) {
		title = stopped
	}
	return n, n.depth > 0 && len(title) < len(line)-at && isTitle(title)
}

// isTitleCase reports whether all words of more than four letters begin with
// capitals, as in English titles, and no comma parts them: then a title may end
// with a stop.
func isTitleCase(line string) bool {
	for word := range strings.FieldsSeq(line) {
		start, _ := utf8.DecodeRuneInString(word)
		if unicode.IsLower(start) && utf8.RuneCountInString(word) > 4 || strings.HasSuffix(word, ",") {
			return false
		}
	}
	return true
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// isTitle reports whether a line begins and ends as a title does and a sentence
// doesn't: with a capital (or in a script without them), and without a stop; a
// title in capitals may have one.
func isTitle(line string) bool {
	if line == "" || utf8.RuneCountInString(line) > longHeading || isForm(line) {
		return false
	}
	start, _ := utf8.DecodeRuneInString(strings.TrimLeft(line, `¿¡"'«“([`))
	if !unicode.IsLetter(start) || unicode.IsLower(start) {
		return false
	}
	end, _ := utf8.DecodeLastRuneInString(line)
	if strings.ContainsRune(".", end) {
		return isCapitals(strings.TrimSuffix(line, "."))
	}
	return !strings.ContainsRune(",;:…。、，；：-", end)
}

// isCapitals reports whether a line is a title in capitals: three letters or
// more, none of them small, and more letters than anything else.
func isCapitals(line string) bool {
	letters, others := 0, 0
	for _, r := range line {
		switch {
		case unicode.IsLower(r) || unicode.Is(unicode.Lo, r):
			return false
		case unicode.IsUpper(r):
			letters++
		case !unicode.IsSpace(r):
			others++
		}
	}
	line = trim(line)
	end, _ := utf8.DecodeLastRuneInString(line)
	return !isForm(line) && letters >= 3 && letters > others && !strings.ContainsRune(".,;", end)
}

// isForm reports whether a line has gaps, as signatures side by side have, or
// places to fill in.
func isForm(line string) bool {
	return strings.Contains(line, "    ") || strings.Contains(line, "___") || strings.Contains(line, "[ ]") || strings.Contains(line, "\t")
}

// isContents reports whether a line is one of a table of contents: it ends with
// a page number behind dots or a gap.
func isContents(line string) bool {
	rest := strings.TrimRight(line, "0123456789")
	if rest == line {
		return false
	}
	gap := strings.TrimRight(rest, " .\t\u00a0")
	return strings.Count(rest[len(gap):], ".") >= 3 || len(rest)-len(gap) >= 2 && !strings.Contains(rest[len(gap):], ".")
}

const headingMarks = cue.Part | cue.Article | cue.Clause

// headingMark is the mark of the word, with its number, that a line opens with
// as a heading does: with a capital.
func headingMark(line string) cue.Mark {
	start, _ := utf8.DecodeRuneInString(line)
	if !unicode.IsUpper(start) {
		return 0
	}
	return cue.For("").Opens(line) & headingMarks
}

// isNamed reports whether a line is a heading by its word and number, and maybe
// a title: "CAPÍTULO II", "Artículo 5. Objeto".
func isNamed(line string) bool {
	if headingMark(line) == 0 {
		return false
	}
	title := strings.TrimLeft(afterName(line), " \t.:-–—)º°ª")
	return title == "" || isTitle(strings.TrimSuffix(title, ".")) && len(strings.Fields(title)) <= maxWords
}

// maxWords is how many words the title of a named heading has at most; more are
// a sentence.
const maxWords = 12

// isBareName reports whether a line is a word with its number and no more.
func isBareName(line string) bool {
	return headingMark(line) != 0 && strings.Trim(afterName(line), " \t.:-–—º°ª") == ""
}

// afterName is what stands behind the word and the number that a line opens
// with.
func afterName(line string) string {
	_, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimLeft(rest, " \t")
	return rest[cue.Number(rest):]
}

// isRule reports whether a line is one mark again and again.
func isRule(line string) bool {
	mark := first(line)
	return len(line) >= 3 && strings.IndexByte("-=_*~#", mark) >= 0 && strings.Trim(line, string(rune(mark))+" ") == ""
}

// isUnderline reports whether a line is a run of one mark.
func isUnderline(line string) bool {
	line = trim(line)
	return isRule(line) && !strings.Contains(line, " ")
}

// isUnderlined reports whether a line is a heading underlined by the next: as
// long as it, nearly.
func isUnderlined(line, under string) bool {
	if !isUnderline(under) || isUnderline(line) {
		return false
	}
	line = trim(line)
	if strings.Contains(line, "  ") || strings.Contains(line, "\t") {
		return false // the head of a table
	}
	width, long := utf8.RuneCountInString(line), len(trim(under))
	return width > 0 && width <= longHeading && long >= 3 && 3*long >= 2*width && long <= width+width/2+4
}

// underlineLevel is the level of headings underlined with a mark.
func underlineLevel(mark byte) uint8 {
	switch mark {
	case '=', '#', '*':
		return 1
	case '-', '_':
		return 2
	}
	return 3
}

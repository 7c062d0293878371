package pill

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pildora/pildora/lex/cue"
)

// utterance is a place where somebody begins to speak.
type utterance struct {
	at    int
	name  string // in lower case
	said  string // the name as it is written
	clock bool   // with the time of day or a date, as chats have, not with an offset
	empty bool   // with nothing after the name on its line
}

const (
	maxName  = 48 // bytes of a speaker's name
	maxStamp = 32 // bytes of a time or date in brackets
	maxWords = 4  // of a name
)

// Speaker is the name of who speaks in a line, as it stands there; empty where
// nobody does. Words are the phrases of the line's language.
func Speaker(line string, words *cue.Lexicon) string { return speaker(line, words).said }

// speaker reads who speaks in a line: "Ana:", "**Ana Ruiz:**", "ANA (10:32):",
// "[10:32] Ana:", "12/3/24, 10:32 - Ana:". Name is empty where nobody does.
func speaker(line string, words *cue.Lexicon) (u utterance) {
	s := past(line, " \t>*_")
	s, u.clock = cutStamp(s)
	if s = past(s, " *_<-"); s != "" && s[0] >= utf8.RuneSelf {
		s = strings.TrimLeft(s, "–— ")
	}
	n := nameEnd(s)
	name := strings.TrimRight(s[:n], " ,")
	if name == "" {
		return utterance{}
	}
	rest := past(s[n:], " ,*_>")
	after, clock := cutStamp(rest)
	u.clock = u.clock || clock
	stamped := len(after) < len(rest)
	after = past(after, "*_ ")
	switch {
	case strings.HasPrefix(after, ":"):
		if after = after[1:]; after != "" && strings.IndexByte(" *_\t\n\r", after[0]) < 0 {
			return utterance{}
		}
	case !stamped || after != "" && after[0] != '\n' && after[0] != '\r':
		return utterance{}
	}
	const none = cue.Question | cue.Answer | cue.Note | cue.Warning | cue.Caption | cue.Article | cue.Clause | cue.Step | cue.Header | cue.Label | cue.Bound | cue.Introduces
	if words.Opens(s)&none != 0 {
		return utterance{}
	}
	u.name, u.said = strings.ToLower(name), name
	after, _, _ = strings.Cut(after, "\n")
	u.empty = strings.Trim(after, " *_\t\r") == ""
	return u
}

// past is text after the bytes of a set, of few.
func past(text, set string) string {
	i := 0
	for i < len(text) && strings.IndexByte(set, text[i]) >= 0 {
		i++
	}
	return text[i:]
}

// nameEnd is where the name that s opens with ends: a few words that begin with
// capitals, or 0.
func nameEnd(s string) int {
	at, count := 0, 0
	for at < len(s) && at <= maxName {
		n := wordEnd(s[at:])
		if n == 0 {
			break
		}
		w := s[at : at+n]
		r, _ := utf8.DecodeRuneInString(w)
		switch {
		case unicode.IsUpper(r) || r == '@':
		case at > 0 && (unicode.IsDigit(r) || particles[w]):
		default:
			return 0
		}
		if count++; count > maxWords {
			return 0
		}
		at += n
		if at < len(s) && s[at] == ' ' && at+1 < len(s) && s[at+1] != '(' && s[at+1] != '[' && (s[at+1] < '0' || s[at+1] > '9' || !isTime(s[at+1:])) && s[at+1] != '*' && s[at+1] != '_' {
			at++
			continue
		}
		break
	}
	if at > maxName {
		return 0
	}
	return at
}

var particles = map[string]bool{"de": true, "del": true, "la": true, "las": true, "los": true, "y": true, "e": true, "von": true, "van": true, "der": true, "da": true, "do": true, "di": true, "and": true, "of": true}

// wordEnd is the length of a word of a name: letters, digits, and marks in it.
func wordEnd(s string) int {
	for i, r := range s {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && r != '\'' && r != '’' && r != '-' && r != '@' && !(r == '.' && i > 0) {
			return i
		}
	}
	return len(s)
}

// cutStamp cuts the time or date that s opens with, in brackets or bare, and
// says whether it is one of the day rather than an offset.
func cutStamp(s string) (rest string, clock bool) {
	if s == "" {
		return s, false
	}
	if s[0] == '[' || s[0] == '(' {
		end := strings.IndexAny(s[:min(len(s), maxStamp)], "])")
		if end < 0 || !isTime(s[1:end]) {
			return s, false
		}
		return s[end+1:], timeOfDay(s[1:end])
	}
	if s[0] < '0' || s[0] > '9' || !isTime(s) {
		return s, false
	}
	end := 0
	for end < len(s) && end < maxStamp && strings.IndexByte("0123456789:/.,- apmAPM", s[end]) >= 0 {
		end++
	}
	for end > 0 && (s[end-1] == 'A' || s[end-1] == 'P' || s[end-1] == 'M' || s[end-1] == 'a' || s[end-1] == 'p') && end < len(s) && s[end] != ' ' && s[end] != ':' {
		end-- // it is the name's first letter
	}
	if end > 0 && s[end-1] == ':' {
		end-- // it is the speaker's
	}
	return s[end:], timeOfDay(s[:end])
}

// isTime reports whether text holds digits, a colon and digits in its first
// bytes.
func isTime(text string) bool {
	text = text[:min(len(text), maxStamp)]
	i := strings.IndexByte(text, ':')
	if i <= 0 || i+1 >= len(text) || classes[text[i-1]]&digit == 0 || classes[text[i+1]]&digit == 0 {
		return false
	}
	for _, c := range []byte(text[:i]) {
		if classes[c]&digit == 0 && strings.IndexByte("/.,- T", c) < 0 {
			return false
		}
	}
	return true
}

// timeOfDay reports whether a stamp is hours and minutes, or has a date.
func timeOfDay(stamp string) bool {
	return strings.Count(stamp, ":") == 1 || strings.ContainsAny(stamp, "/") || strings.Count(stamp, "-") > 1
}

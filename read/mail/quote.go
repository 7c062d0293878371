package mail

import (
	"regexp"
	"strings"
)

// attribution is the line before a quoted answer, in the words of the programs
// that write it.
var attribution = regexp.MustCompile(`(?i)^\s*(?:` + strings.Join([]string{
	`on\s.{4,300}\swrote\s?:`,
	`el\s.{4,300}\sescribi(?:ó|o|eron)\s?:`,
	`(?:el|a)\s(?:dia|dg|dl|dt|dc|dj|dv|ds).{4,300}\s(?:va escriure|ha escrit)\s?:`,
	`(?:o|em)\s.{4,300}\sescreveu\s?:`,
	`le\s.{4,300}\sa écrit\s?:`,
	`am\s.{4,300}\sschrieb.{0,200}:`,
	`il\s.{4,300}\sha scritto\s?:`,
	`op\s.{4,300}\sschreef.{0,200}:`,
	`\d{4}-\d\d-\d\d .{4,200}<[^<>]{3,100}>\s?:`,
	`[^<>]{1,100}<[^<>\s]{3,100}@[^<>\s]{3,100}>\s(?:wrote|escribió|schrieb|a écrit)\s?:`,
}, `|`) + `)\s*$`)

// maxAttribution is over how many lines an attribution may be wrapped, and
// maxAttributionBytes how long it may be.
const (
	maxAttribution      = 4
	maxAttributionBytes = 500
)

// divider is the line before another message as a whole.
var divider = regexp.MustCompile(`(?i)^[\s>*]*(?:-{2,}|_{2,})?\s*(?:original message|mensaje original|missatge original|mensagem original|message d'origine|ursprüngliche nachricht|messaggio originale|oorspronkelijk bericht)\s*:?\s*(?:-{2,}|_{2,})?\s*$`)

// shortLine is how long a line between messages may be, in bytes.
const shortLine = 120

// forwarded is the line before a message that is passed on.
var forwarded = regexp.MustCompile(`(?i)(?:forwarded message|begin forwarded message|mensaje reenviado|inicio del mensaje reenviado|missatge reenviat|mensagem encaminhada|message transféré|message transmis|weitergeleitete nachricht|messaggio inoltrato|doorgestuurd bericht)`)

// The header lines of a message within another, as Outlook writes them.
var (
	fromLine  = regexp.MustCompile(`(?i)^\s*\*?(?:from|de|von|da|van)\s?:\*?\s*\S`)
	otherLine = regexp.MustCompile(`(?i)^\s*\*?(?:sent|date|to|cc|subject|enviado(?: el)?|fecha|para|asunto|enviat|data|per a|assumpte|envoyé|à|objet|gesendet|datum|an|betreff|inviato|a|oggetto|verzonden|aan|onderwerp|enviada(?: em)?|assunto)\s?:\*?\s*\S`)
)

// innerHeader reports whether the lines begin with the header of another
// message: who wrote it, and within the next lines two more fields.
func innerHeader(lines []line) bool {
	if len(lines[0].text) > maxAttributionBytes || !fromLine.MatchString(lines[0].text) {
		return false
	}
	n := 0
	for _, l := range lines[1:min(len(lines), 7)] {
		if otherLine.MatchString(l.text) {
			n++
		}
	}
	return n >= 2
}

// attributed is how many lines the attribution at the start takes; 0 where
// there is none.
func attributed(lines []line) int {
	text := ""
	for n := 0; n < min(len(lines), maxAttribution); n++ {
		if lines[n].blank() || lines[n].depth != lines[0].depth {
			return 0
		}
		text += " " + strings.TrimSpace(lines[n].text)
		if len(text) > maxAttributionBytes {
			return 0
		}
		if strings.HasSuffix(text, ":") && attribution.MatchString(text) {
			return n + 1
		}
	}
	return 0
}

// trim takes what a message quotes below its own text off, and its signature.
// What it forwards stays, and so do quotes that it says something below of.
// Where nothing would be left, all is.
func trim(lines []line, forward bool) []line {
	own := lines
	if !forward {
		own = own[:otherMessage(own)]
		own = withoutQuote(own)
	}
	if i := signature(own); i >= 0 {
		if short := withoutQuote(own[:i]); !forward {
			own = short
		} else {
			own = own[:i]
		}
	}
	if said(own) {
		return own
	}
	return lines
}

func said(lines []line) bool {
	for _, l := range lines {
		if !l.blank() && l.depth == 0 {
			return true
		}
	}
	return false
}

// otherMessage is where a whole message begins that is not forwarded, without
// quote marks; the number of lines where none does.
func otherMessage(lines []line) int {
	for i, l := range lines {
		switch {
		case l.depth > 0:
		case len(l.text) < shortLine && forwarded.MatchString(l.text):
			return len(lines)
		case len(l.text) < shortLine && divider.MatchString(l.text):
			return i
		case innerHeader(lines[i:]):
			if i > 0 && strings.Trim(lines[i-1].text, "_- ") == "" {
				i--
			}
			return i
		default:
			if n := attributed(lines[i:]); n > 0 && !quotedAfter(lines[i+n:]) && said(lines[:i]) {
				return i
			}
		}
	}
	return len(lines)
}

// quotedAfter reports whether the next line that isn't blank is a quote.
func quotedAfter(lines []line) bool {
	for _, l := range lines {
		if !l.blank() {
			return l.depth > 0
		}
	}
	return true
}

// withoutQuote takes off the quote at the end, and the line that says whose it
// is.
func withoutQuote(lines []line) []line {
	end, quoted := len(lines), false
	for end > 0 && (lines[end-1].blank() || lines[end-1].depth > 0) {
		quoted = quoted || lines[end-1].depth > 0
		end--
	}
	if !quoted {
		return lines
	}
	for n := 1; n <= min(maxAttribution, end); n++ {
		if attributed(lines[end-n:end]) == n {
			return lines[:end-n]
		}
	}
	return lines[:end]
}

// maxSignature is how long a signature may be, in lines; what is longer is part
// of the message.
const maxSignature = 20

// signature is where the signature begins, -1 where there is none. Below it
// may stand a quote.
func signature(lines []line) int {
	for i := len(lines) - 1; i >= 0; i-- {
		if lines[i].depth != 0 || strings.TrimRight(lines[i].text, " ") != "--" {
			continue
		}
		n := 0
		for _, l := range lines[i+1:] {
			if l.depth == 0 && !l.blank() {
				n++
			}
		}
		if n <= maxSignature {
			return i
		}
		return -1
	}
	return -1
}

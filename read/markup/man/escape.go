package man

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
)

// characters are the names of special characters.
var characters = map[string]string{
	"em": "—", "en": "–", "hy": "-", "bu": "•", "sq": "□", "aq": "'", "dq": `"`, "oq": "‘", "cq": "’", "lq": "“", "rq": "”", "Bq": "„", "Fo": "«", "Fc": "»", "fo": "‹", "fc": "›",
	"co": "©", "rg": "®", "tm": "™", "de": "°", "dg": "†", "dd": "‡", "mu": "×", "di": "÷", "+-": "±", "<=": "≤", ">=": "≥", "!=": "≠", "==": "≡", "~~": "≈", "->": "→", "<-": "←",
	"ua": "↑", "da": "↓", "<>": "↔", "rA": "⇒", "lA": "⇐", "rs": `\`, "ti": "~", "ha": "^", "ga": "`", "at": "@", "sh": "#", "Do": "$", "Eu": "€", "eu": "€", "Po": "£", "Ye": "¥",
	"ct": "¢", "ul": "_", "ru": "_", "br": "│", "ba": "|", "or": "|", "bv": "|", "sl": "/", "lB": "[", "rB": "]", "lC": "{", "rC": "}", "la": "⟨", "ra": "⟩", "sc": "§", "ps": "¶",
	"r!": "¡", "r?": "¿", "12": "½", "14": "¼", "34": "¾", "S1": "¹", "S2": "²", "S3": "³", "if": "∞", "mc": "µ", "*a": "α", "*b": "β", "*p": "π", "*m": "μ", "*S": "Σ", "*W": "Ω",
	"'a": "á", "'e": "é", "'i": "í", "'o": "ó", "'u": "ú", "'A": "Á", "'E": "É", "'I": "Í", "'O": "Ó", "'U": "Ú", "~n": "ñ", "~N": "Ñ", ":u": "ü", ":a": "ä", ":o": "ö", ":A": "Ä",
	":O": "Ö", ":U": "Ü", "ss": "ß", ",c": "ç", ",C": "Ç", "`a": "à", "`e": "è", "`i": "ì", "`o": "ò", "`u": "ù", "^a": "â", "^e": "ê", "^i": "î", "^o": "ô", "^u": "û", "oa": "å",
	"oA": "Å", "ae": "æ", "AE": "Æ", "/o": "ø", "/O": "Ø", "aa": "´", "lh": "☜", "rh": "☞", "OK": "✓", "no": "¬", "mi": "−", "pl": "+", "eq": "=", "**": "*", "Of": "ª", "Om": "º",
	"pc": "·", "ci": "○", "lz": "◊",
}

// tags are the elements of fonts.
var tags = map[byte]string{'B': "strong", 'I': "em", 'C': "code"}

// text writes a stretch of the source with its escapes.
func (p *parser) text(from, to int) {
	done := from
	flush := func(end int) {
		if done < end {
			p.write(p.src[done:end], doc.Span{Start: done, End: end})
		}
	}
	for i := from; i < to; {
		c := p.src[i]
		if c != '\\' {
			if c == '\t' && !p.pre {
				flush(i)
				p.write(" ", doc.Span{Start: i, End: i + 1})
				done = i + 1
			}
			i++
			continue
		}
		flush(i)
		shown, end := p.escape(i, to)
		if end = min(end, to); shown != "" {
			p.write(shown, doc.Span{Start: i, End: end})
		}
		i, done = end, end
	}
	flush(to)
}

// write writes text in the present font.
func (p *parser) write(s string, src doc.Span) {
	p.begin()
	p.preAny = true
	if p.pre {
		p.setTag("")
	} else {
		p.setTag(tags[p.font])
	}
	p.Put(s, src)
	p.glue = false
}

// escape reads the escape at a backslash: what it shows, and where it ends.
func (p *parser) escape(i, to int) (shown string, end int) {
	if i+1 >= to {
		return "", to
	}
	switch c := p.src[i+1]; c {
	case '-':
		return "-", i + 2
	case 'e', '\\':
		return `\`, i + 2
	case ' ', '~', '0':
		return " ", i + 2
	case '\'', '`':
		return string(c), i + 2
	case '.':
		return ".", i + 2
	case 't':
		return "\t", i + 2
	case '"', '#':
		return "", to
	case 'c':
		p.glue = true
		return "", to
	case 'f', 'F':
		name, end := p.named(i+2, to)
		if c == 'f' {
			p.setFont(name)
		}
		return "", end
	case '(', '[':
		name, end := p.named(i+1, to)
		return character(name), end
	case '*':
		name, end := p.named(i+2, to)
		return p.stringOf(name, i), end
	case 'n':
		_, end := p.named(p.afterSign(i+2, to), to)
		return "", end
	case 's':
		return "", p.size(i+2, to)
	case 'm', 'M', 'k', 'g', 'V', 'Y':
		_, end := p.named(i+2, to)
		return "", end
	case 'h', 'v', 'w', 'l', 'L', 'D', 'X', 'N', 'o', 'b', 'R', 'S', 'H', 'x', 'A', 'B', 'C', 'Z':
		return p.quoted(c, i+2, to)
	case 'z':
		return "", i + 2
	}
	_, n := utf8.DecodeRuneInString(p.src[i+1 : to])
	if c := p.src[i+1]; c >= utf8.RuneSelf || strings.IndexByte("&|^%:/,)adurp{}!?", c) < 0 {
		return p.src[i+1 : i+1+n], i + 1 + n
	}
	return "", i + 1 + n
}

// named reads a name of one character, of two behind a parenthesis, or of any
// length between brackets.
func (p *parser) named(i, to int) (name string, end int) {
	if i >= to {
		return "", to
	}
	switch p.src[i] {
	case '(':
		end = min(i+3, to)
		return p.src[i+1 : end], end
	case '[':
		stop := strings.IndexByte(p.src[i:min(to, i+200)], ']')
		if stop < 0 {
			return "", min(i+1, to)
		}
		return p.src[i+1 : i+stop], i + stop + 1
	}
	_, n := utf8.DecodeRuneInString(p.src[i:to])
	return p.src[i : i+n], i + n
}

func (p *parser) afterSign(i, to int) int {
	if i < to && (p.src[i] == '+' || p.src[i] == '-') {
		return i + 1
	}
	return i
}

// size is where a change of the size of the font ends.
func (p *parser) size(i, to int) int {
	i = p.afterSign(i, to)
	switch {
	case i >= to:
		return to
	case p.src[i] == '(' || p.src[i] == '[':
		_, end := p.named(i, to)
		return end
	case p.src[i] == '\'':
		_, end := p.quoted('s', i, to)
		return end
	}
	i++
	if i < to && '1' <= p.src[i-1] && p.src[i-1] <= '3' && '0' <= p.src[i] && p.src[i] <= '9' {
		i++
	}
	return i
}

// quoted reads an argument between two equal characters. A number is a
// character by its code; a distance to the right, as wide as a letter, a blank.
func (p *parser) quoted(c byte, i, to int) (shown string, end int) {
	if i >= to {
		return "", to
	}
	stop := strings.IndexByte(p.src[i+1:min(to, i+200)], p.src[i])
	if stop < 0 {
		return "", i + 1
	}
	arg := p.src[i+1 : i+1+stop]
	end = i + stop + 2
	switch c {
	case 'N':
		if n, err := strconv.Atoi(arg); err == nil && n >= ' ' && n < utf8.MaxRune && n != 0x7f {
			shown = string(rune(n))
		}
	case 'o':
		shown = arg
	case 'h':
		if arg != "" && arg[0] != '-' && strings.ContainsAny(arg, "nm") {
			shown = " "
		}
	case 'C':
		shown = character(arg)
	}
	return shown, end
}

// character is a special character by its name.
func character(name string) string {
	if s, ok := characters[name]; ok {
		return s
	}
	if hex, ok := strings.CutPrefix(name, "u"); ok {
		out := ""
		for part := range strings.SplitSeq(hex, "_") {
			v, err := strconv.ParseUint(part, 16, 21)
			if err != nil || !utf8.ValidRune(rune(v)) {
				return ""
			}
			out += string(rune(v))
		}
		return out
	}
	if number, ok := strings.CutPrefix(name, "char"); ok {
		if n, err := strconv.Atoi(number); err == nil && n > ' ' && n < utf8.MaxRune {
			return string(rune(n))
		}
	}
	return ""
}

// maxNested is how deep strings are replaced in each other, and conditions nest
// in one line.
const maxNested = 16

// stringOf is what a string stands for, with the escapes in it.
func (p *parser) stringOf(name string, at int) string {
	s := p.strings[name]
	src := doc.Span{Start: at, End: at + 1}
	if p.nested >= maxNested || !p.Spend(len(s), "a string", src) {
		return ""
	}
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	p.nested++
	defer func() { p.nested-- }()
	inner := parser{Writer: p.Writer, src: s, strings: p.strings, font: p.font, last: p.last, nested: p.nested}
	var out strings.Builder
	for i := 0; i < len(s) && p.Going(); {
		if s[i] != '\\' {
			out.WriteByte(s[i])
			i++
			continue
		}
		shown, end := inner.escape(i, len(s))
		out.WriteString(shown)
		i = max(end, i+1)
	}
	p.font, p.last = inner.font, inner.last
	return out.String()
}

// setFont changes the font by its name.
func (p *parser) setFont(name string) {
	font := byte('R')
	switch name {
	case "P", "":
		p.font, p.last = p.last, p.font
		return
	case "B", "3", "BI", "4", "CB", "CBI":
		font = 'B'
	case "I", "2", "CI":
		font = 'I'
	case "C", "CW", "CR", "CO":
		font = 'C'
	}
	p.last, p.font = p.font, font
}

// arguments splits a line at its blanks, but for those in quotes or behind a
// backslash.
func (p *parser) arguments(from, to int) []doc.Span {
	var out []doc.Span
	for i := from; i < to; {
		if p.src[i] == ' ' || p.src[i] == '\t' {
			i++
			continue
		}
		if strings.HasPrefix(p.src[i:to], `\"`) {
			break
		}
		if p.src[i] == '"' {
			start := i + 1
			for i = start; i < to && p.src[i] != '"'; i++ {
				if p.src[i] == '\\' {
					i++
				}
			}
			end := min(i, to)
			out = append(out, doc.Span{Start: start, End: end})
			i = end + 1
			continue
		}
		start := i
		for i < to && p.src[i] != ' ' && p.src[i] != '\t' {
			if p.src[i] == '\\' {
				i++
			}
			i++
		}
		i = min(i, to)
		out = append(out, doc.Span{Start: start, End: i})
	}
	return out
}

// plain is the text of a stretch without fonts.
func (p *parser) plain(s doc.Span) string {
	var b strings.Builder
	font, last, glue := p.font, p.last, p.glue
	for i := s.Start; i < s.End; {
		if p.src[i] != '\\' {
			b.WriteByte(p.src[i])
			i++
			continue
		}
		shown, end := p.escape(i, s.End)
		b.WriteString(shown)
		i = max(end, i+1)
	}
	p.font, p.last, p.glue = font, last, glue
	return b.String()
}

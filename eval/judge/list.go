package judge

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// parseList reads a list of texts as JSON or Python's repr writes it. The
// result isn't nil.
func parseList(text string) ([]string, error) {
	list := []string{}
	if json.Unmarshal([]byte(text), &list) == nil && list != nil {
		return list, nil
	}
	p := python{rest: strings.TrimSpace(text)}
	list = []string{}
	if !p.take("[") {
		return nil, fmt.Errorf("%.40q is not a list", text)
	}
	for !p.take("]") {
		item, err := p.text()
		if err != nil {
			return nil, err
		}
		list = append(list, item)
		if !p.take(",") && !strings.HasPrefix(p.rest, "]") {
			return nil, fmt.Errorf("neither , nor ] at %.20q", p.rest)
		}
	}
	if p.rest != "" {
		return nil, fmt.Errorf("%.20q follows the list", p.rest)
	}
	return list, nil
}

// python reads literals from the front of a text.
type python struct{ rest string }

// take takes a sign and the blanks behind it, if the sign comes next.
func (p *python) take(sign string) bool {
	rest, ok := strings.CutPrefix(p.rest, sign)
	if ok {
		p.rest = strings.TrimLeft(rest, " \t\r\n")
	}
	return ok
}

// text takes a string in single or double quotes.
func (p *python) text() (string, error) {
	if p.rest == "" || p.rest[0] != '\'' && p.rest[0] != '"' {
		return "", fmt.Errorf("no text in quotes at %.20q", p.rest)
	}
	quote := p.rest[0]
	var b strings.Builder
	for i := 1; i < len(p.rest); {
		switch c := p.rest[i]; c {
		case quote:
			p.rest = strings.TrimLeft(p.rest[i+1:], " \t\r\n")
			return b.String(), nil
		case '\\':
			r, n, err := escape(p.rest[i+1:])
			if err != nil {
				return "", err
			}
			b.WriteRune(r)
			i += 1 + n
		default:
			b.WriteByte(c)
			i++
		}
	}
	return "", fmt.Errorf("no closing quote behind %.20q", p.rest)
}

// simple are the escapes of one letter.
var simple = map[byte]rune{'\\': '\\', '\'': '\'', '"': '"', 'n': '\n', 'r': '\r', 't': '\t', 'a': '\a', 'b': '\b', 'f': '\f', 'v': '\v'}

// digits are how many hexadecimal digits the other escapes have.
var digits = map[byte]int{'x': 2, 'u': 4, 'U': 8}

// escape reads what stands behind a backslash, and how long it is.
func escape(s string) (rune, int, error) {
	if s == "" {
		return 0, 0, fmt.Errorf("nothing behind the last backslash")
	}
	if r, ok := simple[s[0]]; ok {
		return r, 1, nil
	}
	n := digits[s[0]]
	if n == 0 || len(s) <= n {
		return 0, 0, fmt.Errorf("unknown escape \\%.9s", s)
	}
	v, err := strconv.ParseUint(s[1:1+n], 16, 32)
	if err != nil || v > utf8.MaxRune {
		return 0, 0, fmt.Errorf("unknown escape \\%.9s", s)
	}
	return rune(v), 1 + n, nil
}

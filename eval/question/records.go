package question

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"strings"
	"unicode"
)

// values yields the JSON values of r one by one: those of an array, those that
// follow each other (JSON Lines), or the one there is.
func (c *conversion) values(r io.Reader) iter.Seq2[json.RawMessage, error] {
	return func(yield func(json.RawMessage, error) bool) {
		in := bufio.NewReader(r)
		first, err := firstByte(in)
		if err == io.EOF {
			return
		}
		dec := json.NewDecoder(in)
		array := err == nil && first == '['
		if array {
			_, err = dec.Token()
		}
		for n := 1; err == nil; n++ {
			if array && !dec.More() {
				_, err = dec.Token()
				break
			}
			var v json.RawMessage
			if err = dec.Decode(&v); err == io.EOF && !array {
				return
			}
			if err == nil && !yield(v, nil) {
				return
			}
		}
		if err != nil {
			yield(nil, c.errorf("after byte %d: %s", dec.InputOffset(), jsonFault(err)))
		}
	}
}

// firstByte passes over a byte order mark and white space and returns the byte
// after them without taking it.
func firstByte(in *bufio.Reader) (byte, error) {
	for {
		r, _, err := in.ReadRune()
		if err != nil {
			return 0, err
		}
		if r == '\ufeff' || unicode.IsSpace(r) {
			continue
		}
		if err := in.UnreadRune(); err != nil {
			return 0, err
		}
		b, err := in.Peek(1)
		if err != nil {
			return 0, err
		}
		return b[0], nil
	}
}

// rows yields the rows of a table with a header: cells by column name, in
// lower case. Comma, semicolon and tab divide cells, whichever the header has
// most of.
func (c *conversion) rows(r io.Reader) iter.Seq2[map[string]string, error] {
	return func(yield func(map[string]string, error) bool) {
		in := bufio.NewReaderSize(r, 1<<16)
		first, err := firstByte(in)
		if err == io.EOF {
			return
		}
		if first == '{' {
			yield(nil, c.errorf("this is JSON, where a table with a line of column names is wanted"))
			return
		}
		head, _ := in.Peek(1 << 12)
		table := csv.NewReader(in)
		table.Comma = divider(string(head))
		table.FieldsPerRecord = -1
		table.LazyQuotes = true
		header, err := table.Read()
		for err == nil {
			var cells []string
			if cells, err = table.Read(); err != nil {
				break
			}
			row := make(map[string]string, len(header))
			for i, name := range header {
				cell := "" // a row may end before the last columns
				if i < len(cells) {
					cell = cells[i]
				}
				row[strings.ToLower(strings.TrimSpace(name))] = strings.ToValidUTF8(cell, "\ufffd")
			}
			if !yield(row, nil) {
				return
			}
		}
		if err != io.EOF {
			yield(nil, c.errorf("%v", err))
		}
	}
}

func divider(head string) rune {
	line, _, _ := strings.Cut(head, "\n")
	best, most := ',', 0
	for _, d := range []rune{',', ';', '\t'} {
		if n := strings.Count(line, string(d)); n > most {
			best, most = d, n
		}
	}
	return best
}

// errList is returned for a cell that isn't a list.
var errList = errors.New("not a list")

// list reads a cell that holds a list of texts: JSON, or as Python prints it.
func list(cell string) ([]string, error) {
	cell = strings.TrimSpace(cell)
	var out []string
	if json.Unmarshal([]byte(cell), &out) == nil {
		return out, nil
	}
	if len(cell) < 2 || cell[0] != '[' || cell[len(cell)-1] != ']' {
		return nil, errList
	}
	for rest := strings.TrimSpace(cell[1 : len(cell)-1]); rest != ""; {
		item, after, ok := literal(rest)
		if !ok {
			return nil, errList
		}
		out = append(out, item)
		rest = strings.TrimSpace(after)
		rest = strings.TrimSpace(strings.TrimPrefix(rest, ","))
	}
	return out, nil
}

// literal reads the Python string at the start of text.
func literal(text string) (value, rest string, ok bool) {
	if text[0] != '\'' && text[0] != '"' {
		return "", "", false
	}
	escapes := map[byte]string{'n': "\n", 't': "\t", 'r': "\r", '\\': `\`, '\'': `'`, '"': `"`}
	var b strings.Builder
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == text[0]:
			return b.String(), text[i+1:], true
		case c == '\\' && i+1 < len(text):
			i++
			if to, known := escapes[text[i]]; known {
				b.WriteString(to)
			} else if r, n, ok := hexadecimal(text[i:]); ok {
				b.WriteRune(r)
				i += n
			} else {
				b.WriteString(text[i-1 : i+1])
			}
		default:
			b.WriteByte(c)
		}
	}
	return "", "", false
}

// hexadecimal reads what follows a backslash: x, u or U and that many digits.
// n is how many there are.
func hexadecimal(text string) (r rune, n int, ok bool) {
	n, ok = map[byte]int{'x': 2, 'u': 4, 'U': 8}[text[0]]
	if !ok || len(text) < n+1 {
		return 0, 0, false
	}
	for _, d := range text[1 : n+1] {
		v := strings.IndexRune("0123456789abcdef", unicode.ToLower(d))
		if v < 0 {
			return 0, 0, false
		}
		r = r<<4 | rune(v)
	}
	return r, n, true
}

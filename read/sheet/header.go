package sheet

import "strings"

// maxLabel is the longest label of a column, in bytes; what is longer is prose.
const maxLabel = 100

// hasHeader reports whether the first of rows, given by their cells, holds the
// labels of the columns. It does where something in a column tells them apart
// from what is below: numbers or dates under a word. It doesn't where a column
// has the same kind of thing at its top: a number over numbers (years apart,
// which label columns often), or a value that comes again below. Where nothing
// tells, short words with no end of a sentence are labels.
func hasHeader(cells [][]string) bool {
	if len(cells) == 0 {
		return false
	}
	apart, alike := 0, 0
	for i, label := range cells[0] {
		if len(label) > maxLabel || strings.ContainsAny(label, "\n\r") || endsSentence(label) {
			alike++
			continue
		}
		n, numbers, again := 0, 0, false
		for _, row := range cells[1:] {
			if i >= len(row) || row[i] == "" {
				continue
			}
			n++
			if isTyped(row[i]) {
				numbers++
			}
			again = again || row[i] == label
		}
		mostly := n > 0 && 10*numbers >= 8*n
		switch {
		case label == "":
		case !isTyped(label) && mostly:
			apart++
		case isTyped(label) && !isYear(label) && (mostly || n == 0), again:
			alike++
		}
	}
	return apart > 0 && apart >= alike || alike == 0
}

func endsSentence(s string) bool {
	return strings.HasSuffix(s, ".") || strings.HasSuffix(s, "?") || strings.HasSuffix(s, "!")
}

// isTyped reports whether a cell is a number, an amount, a date or a time.
func isTyped(cell string) bool {
	digits := false
	for _, c := range cell {
		switch {
		case '0' <= c && c <= '9':
			digits = true
		case !strings.ContainsRune("+-.,/:' %€$£TZeE\u00a0\u202f", c):
			return false
		}
	}
	return digits
}

func isYear(cell string) bool { return len(cell) == 4 && "1900" <= cell && cell <= "2100" }

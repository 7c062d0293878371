package xlsx

import (
	"strconv"
	"strings"
)

// The size of a sheet.
const (
	maxRow    = 1 << 20
	maxColumn = 1 << 14
)

// area is a rectangle of cells, from 1, both ends in it.
type area struct{ top, left, bottom, right int }

// parseCell reads a cell's address: AB12, with or without dollar signs.
func parseCell(s string) (row, column int, ok bool) {
	i := 0
	for ; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '$':
			continue
		case 'a' <= c && c <= 'z':
			c -= 'a' - 'A'
		}
		if c < 'A' || c > 'Z' {
			break
		}
		if column = column*26 + int(c-'A') + 1; column > maxColumn {
			return 0, 0, false
		}
	}
	row, err := strconv.Atoi(s[i:])
	return row, column, err == nil && row >= 1 && row <= maxRow && column >= 1
}

// parseArea reads the address of an area or of one cell.
func parseArea(s string) (area, bool) {
	first, last, two := strings.Cut(s, ":")
	top, left, ok := parseCell(first)
	if !two {
		return area{top, left, top, left}, ok
	}
	bottom, right, okToo := parseCell(last)
	return area{min(top, bottom), min(left, right), max(top, bottom), max(left, right)}, ok && okToo
}

// String is the address of the area.
func (a area) String() string {
	if a.top == a.bottom && a.left == a.right {
		return address(a.top, a.left)
	}
	return address(a.top, a.left) + ":" + address(a.bottom, a.right)
}

func address(row, column int) string {
	var letters [4]byte
	i := len(letters)
	for ; column > 0; column = (column - 1) / 26 {
		i--
		letters[i] = byte('A' + (column-1)%26)
	}
	return string(letters[i:]) + strconv.Itoa(row)
}

// quoted is the name of a sheet as formulas write it: between quotes, unless it
// is a plain word.
func quoted(sheet string) string {
	plain := sheet != ""
	for i, c := range sheet {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c > 0x7f
		if !letter && !(i > 0 && (c >= '0' && c <= '9' || c == '.')) {
			plain = false
		}
	}
	if plain {
		return sheet
	}
	return "'" + strings.ReplaceAll(sheet, "'", "''") + "'"
}

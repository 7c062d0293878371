package grid

import (
	"strconv"
	"strings"
)

// The size of a sheet, as Excel and LibreOffice have it.
const (
	MaxRow    = 1 << 20
	MaxColumn = 1 << 14
)

// Area is a rectangle of cells, from 1, both ends in it.
type Area struct{ Top, Left, Bottom, Right int }

// ParseCell reads a cell's address: AB12, with or without dollar signs.
func ParseCell(s string) (row, column int, ok bool) {
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
		if column = column*26 + int(c-'A') + 1; column > MaxColumn {
			return 0, 0, false
		}
	}
	row, err := strconv.Atoi(s[i:])
	return row, column, err == nil && row >= 1 && row <= MaxRow && column >= 1
}

// ParseArea reads the address of an area or of one cell.
func ParseArea(s string) (Area, bool) {
	first, last, two := strings.Cut(s, ":")
	top, left, ok := ParseCell(first)
	if !two {
		return Area{top, left, top, left}, ok
	}
	bottom, right, okToo := ParseCell(last)
	return Area{min(top, bottom), min(left, right), max(top, bottom), max(left, right)}, ok && okToo
}

// String is the address of the area.
func (a Area) String() string {
	if a.Top == a.Bottom && a.Left == a.Right {
		return address(a.Top, a.Left)
	}
	return address(a.Top, a.Left) + ":" + address(a.Bottom, a.Right)
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

func key(row, column int) int64 { return int64(row)<<32 | int64(column) }

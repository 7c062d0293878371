// Package ordinal writes numbers as word processors number items.
package ordinal

import (
	"strconv"
	"strings"
)

const (
	latin    = "abcdefghijklmnopqrstuvwxyz"
	cyrillic = "абвгдежзиклмнопрстуфхцчшщыэюя"
	// maxRepeated is how often a letter is repeated at most; Word ends at 30.
	maxRepeated = 30
)

// Letters counts a … z, aa, bb … zz, aaa, as Word does. What letters can't
// count is decimal.
func Letters(n int) string { return letters(n, latin) }

// Cyrillic counts by the letters of the Russian alphabet, as [Letters] does.
func Cyrillic(n int) string { return letters(n, cyrillic) }

func letters(n int, alphabet string) string {
	signs := []rune(alphabet)
	if n < 1 {
		return strconv.Itoa(n)
	}
	times := (n-1)/len(signs) + 1
	if times > maxRepeated {
		return strconv.Itoa(n)
	}
	return strings.Repeat(string(signs[(n-1)%len(signs)]), times)
}

var romans = [...]struct {
	value int
	text  string
}{{1000, "m"}, {900, "cm"}, {500, "d"}, {400, "cd"}, {100, "c"}, {90, "xc"}, {50, "l"}, {40, "xl"}, {10, "x"}, {9, "ix"}, {5, "v"}, {4, "iv"}, {1, "i"}}

// Roman is a number in lower case Roman, decimal beyond 32,767, where Word
// ends, and below one.
func Roman(n int) string {
	if n < 1 || n > 32767 {
		return strconv.Itoa(n)
	}
	var b strings.Builder
	for _, r := range romans {
		for ; n >= r.value; n -= r.value {
			b.WriteString(r.text)
		}
	}
	return b.String()
}

// Countable reports whether a number with something behind it is one that
// Markdown counts items with, nearly enough: 1. or 1) or 1.-
func Countable(behind string) bool {
	switch behind {
	case "", ".", ")", ".-", "-", ".)":
		return true
	}
	return false
}

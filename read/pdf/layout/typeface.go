package layout

import (
	"strings"

	"github.com/pildora/pildora/read/pdf/page"
)

// typefaces counts the typefaces of a document, from 1. Fonts that differ in
// their weight or slant only are of one typeface. What is negative is a font of
// signs, whose letters aren't letters.
type typefaces map[string]int32

// of are the typefaces of a page's fonts.
func (t typefaces) of(fonts []page.Font) []int32 {
	out := make([]int32, len(fonts))
	for i, f := range fonts {
		family := family(f.Name)
		n := t[family]
		if n == 0 {
			n = int32(len(t)) + 1
			if isSigns(family) {
				n = -n
			}
			t[family] = n
		}
		out[i] = n
	}
	return out
}

// family is a font's name without what says how it is weighted and slanted.
func family(name string) string {
	name, _, _ = strings.Cut(name, "-")
	name, _, _ = strings.Cut(name, ",")
	name = strings.ToLower(name)
	for _, s := range []string{"psmt", "mt", "ps", "bold", "italic", "oblique", "regular"} {
		name = strings.TrimSuffix(name, s)
	}
	return name
}

func isSigns(family string) bool {
	for _, s := range []string{"wingdings", "webdings", "dingbats", "symbol"} {
		if strings.Contains(family, s) {
			return true
		}
	}
	return false
}

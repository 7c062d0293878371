package hf

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/pildora/pildora/size/token/hf/onig"
)

//go:embed tables.txt
var tableText string

// tables are the reference's opinions of characters, which testdata/tables.py
// asks it for: they are of several versions of Unicode, none of them Go's.
type tables struct {
	named   map[string][]onig.Range
	scripts [][]onig.Range // sets of one script; the first belongs to none

	white       *onig.Set // white space, as Rust has it
	numeric     *onig.Set
	punctuation *onig.Set
	control     *onig.Set // what cleaning of text removes
	nonspacing  *onig.Set // what BERT takes for accents
	mark        *onig.Set // what StripAccents removes
	chinese     *onig.Set
	word        *onig.Set // \w of Rust's regex
	space       *onig.Set // \s of Rust's regex
	normal      *onig.Set // what takes part in normal forms
	lower       []caseRange
	special     map[rune][]rune // lower case of more than one character
}

// caseRange is count characters from first on, step apart, whose lower case is
// at a distance.
type caseRange struct{ first, count, step, distance rune }

var loadTables = sync.OnceValues(func() (*tables, error) { return parseTables(tableText) })

func parseTables(text string) (*tables, error) {
	t := &tables{named: map[string][]onig.Range{}, special: map[rune][]rune{}}
	for line := range strings.Lines(text) {
		name, rest, _ := strings.Cut(strings.TrimRight(line, "\n"), " ")
		if name == "lower" {
			if err := t.parseLower(rest); err != nil {
				return nil, fmt.Errorf("character tables: lower: %w", err)
			}
			continue
		}
		rs, err := parseRanges(rest)
		if err != nil {
			return nil, fmt.Errorf("character tables: %s: %w", name, err)
		}
		if name == "script" {
			t.scripts = append(t.scripts, rs)
		} else {
			t.named[name] = rs
		}
	}
	for _, x := range []struct {
		set  **onig.Set
		name string
	}{
		{&t.white, "white"}, {&t.numeric, "numeric"}, {&t.punctuation, "punctuation"}, {&t.control, "control"},
		{&t.nonspacing, "nonspacing"}, {&t.mark, "mark"}, {&t.chinese, "chinese"}, {&t.word, "word"},
		{&t.space, "space"}, {&t.normal, "normal"},
	} {
		rs, ok := t.named[x.name]
		if !ok {
			return nil, fmt.Errorf("character tables: no line %q", x.name)
		}
		*x.set = onig.NewSet(rs)
		delete(t.named, x.name)
	}
	return t, nil
}

func parseRanges(text string) ([]onig.Range, error) {
	var rs []onig.Range
	for _, f := range strings.Fields(text) {
		a, b, two := strings.Cut(f, "-")
		if !two {
			b = a
		}
		lo, err := strconv.ParseUint(a, 16, 21)
		if err != nil {
			return nil, err
		}
		hi, err := strconv.ParseUint(b, 16, 21)
		if err != nil {
			return nil, err
		}
		if lo > hi || hi > unicode.MaxRune {
			return nil, fmt.Errorf("bad range %q", f)
		}
		rs = append(rs, onig.Range{Lo: rune(lo), Hi: rune(hi)})
	}
	return rs, nil
}

func (t *tables) parseLower(text string) error {
	for _, f := range strings.Fields(text) {
		if from, to, ok := strings.Cut(f, "="); ok {
			var low []rune
			for _, x := range strings.Split(from+"+"+to, "+") {
				r, err := strconv.ParseUint(x, 16, 21)
				if err != nil {
					return err
				}
				low = append(low, rune(r))
			}
			t.special[low[0]] = low[1:]
			continue
		}
		var c caseRange
		if _, err := fmt.Sscanf(f, "%x,%x,%x,%d", &c.first, &c.count, &c.step, &c.distance); err != nil {
			return fmt.Errorf("%q: %w", f, err)
		}
		t.lower = append(t.lower, c)
	}
	return nil
}

// classes answers a regular expression's \p{…}, \s and \w.
func (t *tables) classes(name string) ([]onig.Range, bool) {
	key := strings.Map(func(r rune) rune {
		if r == '_' || r == ' ' || r == '-' {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
	if key == "any" {
		return []onig.Range{{Lo: 0, Hi: unicode.MaxRune}}, true
	}
	var rs []onig.Range
	found := false
	for n, r := range t.named {
		// A category of one letter holds those of two that begin with it; but "s" and "w" are classes of their own.
		low := strings.ToLower(strings.ReplaceAll(n, "_", ""))
		if n == name || len(n) > 1 && low == key || len(n) == 2 && len(name) == 1 && n[0] == name[0] {
			rs, found = append(rs, r...), true
		}
	}
	if long, ok := longNames[key]; ok && !found {
		return t.classes(long)
	}
	if key == "c" && found { // surrogates are no characters
		return rs, true
	}
	return rs, found
}

// longNames are the general categories written out.
var longNames = map[string]string{
	"letter": "L", "uppercaseletter": "Lu", "lowercaseletter": "Ll", "titlecaseletter": "Lt",
	"modifierletter": "Lm", "otherletter": "Lo", "mark": "M", "nonspacingmark": "Mn", "spacingmark": "Mc",
	"enclosingmark": "Me", "number": "N", "decimalnumber": "Nd", "letternumber": "Nl", "othernumber": "No",
	"punctuation": "P", "connectorpunctuation": "Pc", "dashpunctuation": "Pd", "openpunctuation": "Ps",
	"closepunctuation": "Pe", "initialpunctuation": "Pi", "finalpunctuation": "Pf", "otherpunctuation": "Po",
	"symbol": "S", "mathsymbol": "Sm", "currencysymbol": "Sc", "modifiersymbol": "Sk", "othersymbol": "So",
	"separator": "Z", "spaceseparator": "Zs", "lineseparator": "Zl", "paragraphseparator": "Zp",
	"other": "C", "control": "Cc", "format": "Cf", "unassigned": "Cn", "privateuse": "Co",
}

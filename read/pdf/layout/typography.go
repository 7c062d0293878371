package layout

import (
	"slices"
	"strings"
	"unicode"
)

// typography is what is usual in the document: what most of its text is set in.
type typography struct {
	size   float32 // of most characters
	bold   bool    // most are
	mono   bool    // most are
	caps   bool    // most are
	font   int32   // the typeface of most
	color  uint32  // the colour of most
	spaces map[int]float32
	words  map[string]bool // every word that no line end parts
}

// typeOf looks at all lines.
func typeOf(sheets []*sheet) *typography {
	t := &typography{size: usualSize, spaces: map[int]float32{}, words: map[string]bool{}}
	sizes, fonts, colors := map[int]int{}, map[int]int{}, map[int]int{}
	bold, mono, upper, lower := 0, 0, 0, 0
	distances := map[int][]float32{}
	look := func(l *line) {
		n := len(l.glyphs)
		sizes[sizeKey(l.size)] += n
		fonts[int(l.font)] += n
		colors[int(l.color)] += n
		if l.bold {
			bold += n
		}
		if l.mono {
			mono += n
		}
		u, w := cases(l.text)
		upper, lower = upper+u, lower+w
		t.learn(l.text)
	}
	for _, s := range sheets {
		for _, c := range s.columns {
			for i, l := range c.lines {
				look(l)
				if i == 0 {
					continue
				}
				last := c.lines[i-1]
				if d := last.base - l.base; sizeKey(last.size) == sizeKey(l.size) && d > 0.5*l.size && d < 4*l.size && width(last.box) > 0.5*width(c.box) {
					distances[sizeKey(l.size)] = append(distances[sizeKey(l.size)], d)
				}
			}
		}
		for _, tab := range s.tables {
			for i := range tab.cells {
				for _, l := range tab.cells[i].lines {
					look(l)
				}
			}
		}
	}
	best, all := most(sizes)
	if best > 0 {
		t.size = float32(best) / 4
	}
	font, _ := most(fonts)
	t.font = int32(font)
	color, _ := most(colors)
	t.color = uint32(color)
	t.bold, t.mono, t.caps = bold*2 > all, mono*2 > all, upper > lower
	const fewest = 4
	for k, ds := range distances {
		if len(ds) < fewest {
			continue
		}
		slices.Sort(ds)
		t.spaces[k] = usualDistance(ds)
	}
	return t
}

// most is the key with the highest count, the least of several, and the sum of
// all counts.
func most(counts map[int]int) (key, all int) {
	highest := 0
	for k, n := range counts {
		all += n
		if n > highest || n == highest && k < key {
			key, highest = k, n
		}
	}
	return key, all
}

// sizeKey is a size of type up to a quarter of a point.
func sizeKey(size float32) int { return int(size*4 + 0.5) }

// usualDistance is the most frequent of sorted distances of baselines, the
// smallest where several are about as frequent.
func usualDistance(ds []float32) float32 {
	const grain = 0.75
	best, most := ds[0], 0
	for start, end := 0, 0; start < len(ds); start++ {
		for end < len(ds) && ds[end]-ds[start] <= grain {
			end++
		}
		if n := end - start; n*3 > most*4 {
			best, most = ds[(start+end)/2], n
		}
	}
	return best
}

// leading is the usual distance of baselines for a size.
func (t *typography) leading(size float32) float32 {
	if d := t.spaces[sizeKey(size)]; d > 0 {
		return d
	}
	return 1.25 * size
}

func cases(text string) (upper, lower int) {
	for _, r := range text {
		switch {
		case unicode.IsUpper(r):
			upper++
		case unicode.IsLower(r):
			lower++
		}
	}
	return upper, lower
}

// maxWords bounds the words that are remembered.
const maxWords = 200_000

// learn remembers the words of a line, but for its first and last.
func (t *typography) learn(line string) {
	if len(t.words) > maxWords {
		return
	}
	fields := strings.Fields(line)
	for i := 1; i+1 < len(fields); i++ {
		t.words[bare(fields[i])] = true
	}
}

// bare is a word without what stands around it, in lower case.
func bare(word string) string {
	return strings.ToLower(strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }))
}

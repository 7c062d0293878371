package layout

import (
	"cmp"
	"slices"
)

// setLevels gives headings levels that agree over the document. What the file
// tells goes first; other headings take the level of those set alike, and come
// else in the order of their type, then of the depth of their numbers.
func setLevels(found []candidate) {
	toldLevel := map[style]int{}
	toldMax, largest := 0, 0
	for _, c := range found {
		if c.certainty == told {
			if toldLevel[c.style] == 0 {
				toldLevel[c.style] = c.level
			}
			toldMax, largest = max(toldMax, c.level), max(largest, c.style.size)
		}
	}
	if toldMax == 0 {
		rankLevels(found)
		return
	}
	// What is set in larger type than everything that is told stands over it.
	var larger []candidate
	for _, c := range found {
		if c.certainty < told && c.style.size > largest {
			larger = append(larger, c)
		}
	}
	shift := 0
	levels := levelsOf(larger, func(c *candidate) rank { return rank{style: c.style} })
	for _, level := range levels {
		shift = max(shift, level)
	}
	for i := range found {
		c := &found[i]
		switch {
		case c.certainty == told:
			c.level += shift
		case c.style.size > largest:
			c.level = levels[rank{style: c.style}]
		case toldLevel[c.style] > 0:
			c.level = toldLevel[c.style] + shift
		default:
			c.level = toldMax + shift + 1
		}
		c.level = min(c.level, 6)
	}
}

// titled reports whether the first heading is the document's title although
// others are set stronger: it begins the first page, and no other is set so.
func titled(found []candidate) bool {
	if len(found) < 2 || found[0].at > 1 || found[0].depth > 0 || found[0].block.sheet.number != 1 {
		return false
	}
	first := found[0].style
	stronger := false
	const smallest = 0.85 // of the largest

	for _, c := range found[1:] {
		if c.style == first || float32(first.size) < smallest*float32(c.style.size) {
			return false
		}
		stronger = stronger || compareStyles(c.style, first) < 0
	}
	return stronger
}

// rank is what headings without a told level are ordered by.
type rank struct {
	style style
	depth int
}

func rankLevels(found []candidate) {
	title := titled(found)
	least := map[style]int{}
	for _, c := range found {
		if c.depth > 0 && (least[c.style] == 0 || c.depth < least[c.style]) {
			least[c.style] = c.depth
		}
	}
	of := func(c *candidate) rank { return rank{c.style, max(c.depth, least[c.style])} }
	level := levelsOf(found, of)
	for i := range found {
		c := &found[i]
		c.level = max(level[of(c)], min(c.depth, 6))
		if title {
			c.level = min(6, c.level+1)
		}
	}
	if title {
		found[0].level = 1
	}
}

// levelsOf are the levels of ranks, in their order. Where there are many, those
// that occur once and aren't numbered, as on a cover page, have none of their
// own: they stand with the next smaller ones.
func levelsOf(found []candidate, of func(*candidate) rank) map[rank]int {
	const few = 4
	counts := map[rank]int{}
	var ranks []rank
	for i := range found {
		r := of(&found[i])
		if counts[r] == 0 {
			ranks = append(ranks, r)
		}
		counts[r]++
	}
	slices.SortFunc(ranks, func(a, b rank) int {
		if c := compareStyles(a.style, b.style); c != 0 {
			return c
		}
		return cmp.Compare(a.depth, b.depth)
	})
	level := map[rank]int{}
	now := 1
	for i, r := range ranks {
		level[r] = min(6, now)
		if len(ranks) <= few || i == 0 || counts[r] > 1 || r.depth > 0 {
			now++
		}
	}
	return level
}

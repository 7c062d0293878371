package html

import "strings"

// stat is what the rules know of a node and all that is below it.
type stat struct {
	text, linked int32 // bytes of text without white space, and how many of them in links
	links        int32
	end          int32 // index after the last node below it
	has          has
}

type has uint16

const (
	hasBlock has = 1 << iota
	hasMath
	hasH1
	hasHeading
	hasMain
	hasTable
	hasPre
	hasInput
	hasProse // a paragraph or an item of some length
	hasTh
)

// proseBytes is how long a paragraph is at least that is no label.
const proseBytes = 60

// measure gathers the stats of all nodes, children before parents.
func (t *tree) measure() []stat {
	stats := make([]stat, len(t.nodes))
	for i := len(t.nodes) - 1; i >= 0; i-- {
		n, s := t.nodes[i], &stats[i]
		s.end = max(s.end, int32(i)+1)
		own := hasOf(n.el)
		switch n.el {
		case text:
			s.text = visibleBytes(t.text(int32(i)))
		case elA:
			s.linked = s.text
			s.links++
		case elMain, elArticle:
			own |= hasMain
		case elP, elLi:
			if s.text >= proseBytes {
				own |= hasProse
			}
		case elInput:
			if typ := strings.ToLower(t.value(int32(i), "type")); typ != "checkbox" && typ != "hidden" {
				own |= hasInput
			}
		}
		if t.value(int32(i), "role") == "main" {
			own |= hasMain
		}
		if n.el.is(dropped) || n.flags&hidden != 0 {
			*s = stat{end: s.end, has: s.has & hasMath}
			own &= hasMath
		}
		if i == 0 {
			s.has |= own
			break
		}
		if t.isBlock(int32(i)) {
			own |= hasBlock
		}
		up := &stats[n.parent]
		up.text += s.text
		up.linked += s.linked
		up.links += s.links
		up.end = max(up.end, s.end)
		up.has |= s.has | own
	}
	return stats
}

func hasOf(el element) has {
	switch el {
	case elMath:
		return hasMath
	case elH1:
		return hasH1 | hasHeading
	case elH2, elH3, elH4, elH5, elH6:
		return hasHeading
	case elTable:
		return hasTable
	case elPre:
		return hasPre
	case elTh:
		return hasTh
	}
	return 0
}

func visibleBytes(s string) int32 {
	n := int32(0)
	for i := range len(s) {
		if byteClass[s[i]] != spaceByte {
			n++
		}
	}
	return n
}

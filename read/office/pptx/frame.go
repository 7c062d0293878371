package pptx

import (
	"slices"
	"strings"

	"github.com/pildora/pildora/read/office/flow"
)

// A line of text that stands on so many slides is a footer, whatever it is in.
const (
	repeats   = 4
	longFrame = 200 // bytes
)

// withoutFrames takes away the boxes of text that say the same on at least
// repeats slides and on half of all.
func withoutFrames(pages []*page) {
	on := map[string]int{}
	for _, p := range pages {
		seen := map[string]bool{}
		for _, sh := range p.shapes {
			if text := sh.frame(); text != "" && !seen[text] {
				seen[text] = true
				on[text]++
			}
		}
	}
	for _, p := range pages {
		p.shapes = slices.DeleteFunc(p.shapes, func(sh *shape) bool {
			n := on[sh.frame()]
			return n >= repeats && 2*n >= len(pages)
		})
	}
}

// frame is the text of a box that may stand on every slide, or nothing.
func (sh *shape) frame() string {
	if !sh.free {
		return ""
	}
	text := ""
	for i := range sh.blocks {
		text += sh.blocks[i].Plain() + "\n"
		if len(text) > longFrame || sh.blocks[i].Kind == flow.Table {
			return ""
		}
	}
	return strings.TrimSpace(text)
}

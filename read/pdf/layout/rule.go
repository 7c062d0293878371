package layout

import (
	"slices"

	"github.com/pildora/pildora/read/pdf/page"
)

// rule is a ruling line: at is its place across, from and to its ends along.
type rule struct{ at, from, to float32 }

const (
	ruleTolerance = 2.5  // points within which rules count as one, or as touching
	maxRules      = 3000 // of a page; more are a drawing
)

// rulesOf are the horizontal and the vertical rules among lines, pieces of one
// joined. Sides of shaded areas that touch count too where withAreas is set.
func rulesOf(lines []page.Line) (across, down []rule) {
	for _, l := range lines {
		if width(l.Box) >= height(l.Box) {
			across = append(across, rule{middleY(l.Box), l.Box.Left, l.Box.Right})
		} else {
			down = append(down, rule{middleX(l.Box), l.Box.Bottom, l.Box.Top})
		}
	}
	return joined(across), joined(down)
}

// joined puts pieces of one rule together.
func joined(rules []rule) []rule {
	slices.SortFunc(rules, func(a, b rule) int {
		if c := compareFloat(a.at, b.at); c != 0 {
			return c
		}
		if c := compareFloat(a.from, b.from); c != 0 {
			return c
		}
		return compareFloat(a.to, b.to)
	})
	// Rules at one place up to the tolerance, then along them.
	var out []rule
	for start := 0; start < len(rules); {
		end := start + 1
		for end < len(rules) && rules[end].at-rules[start].at <= ruleTolerance {
			end++
		}
		group := rules[start:end]
		slices.SortStableFunc(group, func(a, b rule) int { return compareFloat(a.from, b.from) })
		now := group[0]
		for _, r := range group[1:] {
			if r.from <= now.to+ruleTolerance {
				now.to = max(now.to, r.to)
				continue
			}
			out = append(out, now)
			now = r
		}
		out = append(out, now)
		start = end
	}
	return out
}

// crossing parts rules into those that hang together: each group crosses or
// touches in itself and none crosses another. Groups without a horizontal or
// without a vertical rule are left out.
func crossing(across, down []rule) []ruled {
	n := len(across)
	u := newForest(n + len(down))
	for i, a := range across {
		for j, d := range down {
			if a.from-ruleTolerance <= d.at && d.at <= a.to+ruleTolerance && d.from-ruleTolerance <= a.at && a.at <= d.to+ruleTolerance {
				u.join(i, n+j)
			}
		}
	}
	at := make([]int, n+len(down)) // of a root: its group + 1
	var groups []ruled
	group := func(i int) *ruled {
		root := u.root(i)
		if at[root] == 0 {
			groups = append(groups, ruled{})
			at[root] = len(groups)
		}
		return &groups[at[root]-1]
	}
	for i, a := range across {
		g := group(i)
		g.across = append(g.across, a)
	}
	for j, d := range down {
		g := group(n + j)
		g.down = append(g.down, d)
	}
	return slices.DeleteFunc(groups, func(g ruled) bool { return len(g.across) == 0 || len(g.down) == 0 })
}

// ruled is a group of rules that hang together.
type ruled struct{ across, down []rule }

// forest is a union-find.
type forest []int

func newForest(n int) forest {
	f := make(forest, n)
	for i := range f {
		f[i] = i
	}
	return f
}

func (f forest) root(i int) int {
	for f[i] != i {
		f[i] = f[f[i]]
		i = f[i]
	}
	return i
}

// join makes two trees one; the root is the one that comes first.
func (f forest) join(a, b int) {
	a, b = f.root(a), f.root(b)
	f[max(a, b)] = min(a, b)
}

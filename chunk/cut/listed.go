package cut

import "sort"

// listed is a cursor over cuts that are known, in order, and the end of what
// was asked about.
type listed struct {
	cuts []int
	end  int
}

func (c listed) Next(after int) int {
	if i := sort.SearchInts(c.cuts, after+1); i < len(c.cuts) {
		return c.cuts[i]
	}
	return c.end
}

func (c listed) Last(after, most int) int {
	if i := sort.SearchInts(c.cuts, most+1); i > 0 && c.cuts[i-1] > after {
		return c.cuts[i-1]
	}
	return after
}

package tune

import "fmt"

// rival names what the proposal is compared with.
func (d *decision) rival() string {
	if d.over != nil && d.over.adopted {
		return "the recipe of all documents"
	}
	return "the default"
}

func (d *decision) why() string {
	stays := d.rival() + " stays"
	if d.arena.few != "" {
		return stays + ": " + d.arena.few
	}
	words := d.against.Words("the tuned recipe", d.rival())
	switch largest := d.observed(); {
	case d.adopted:
		return fmt.Sprintf("on %s held out of the choice %s%s%s", count(d.against.N, "question"), words, d.losses(), d.edge())
	case d.proposal() == d.standing():
		return fmt.Sprintf("%s: it is the best of %s tried", stays, count(len(d.t.candidates), "recipe"))
	case d.against.Significant() && d.against.Diff > 0:
		return fmt.Sprintf("%s: on held-out questions %s; but they come from %s, and with whole documents drawn it could be chance (p = %.2g)",
			stays, words, count(d.drawn.N, "document"), d.drawn.Adjusted)
	case !d.against.Significant() && largest < d.against.Detectable:
		return fmt.Sprintf("%s: on held-out questions %s; no recipe differs from it by more than %.1f points", stays, words, 100*largest)
	default:
		return fmt.Sprintf("%s: on held-out questions %s", stays, words)
	}
}

// losses warns of measures that the tuned recipe makes worse.
func (d *decision) losses() string {
	out := ""
	for _, m := range d.t.metrics()[1:] {
		if o := d.others[m]; o.Significant() && o.Diff < 0 {
			out += fmt.Sprintf("; but in %s %s", m, o.Words("it", d.rival()))
		}
	}
	return out
}

// edge warns where the proposal has the smallest or largest of the sizes
// tried: a better one may lie beyond.
func (d *decision) edge() string {
	least, most := d.t.Base.Max, d.t.Base.Max
	for _, c := range d.t.candidates {
		n := c.recipe().Max
		least, most = min(least, n), max(most, n)
	}
	n := d.t.candidates[d.proposal()].recipe().Max
	switch {
	case least == most:
		return ""
	case n == least:
		return fmt.Sprintf("; max %d is the smallest that was tried, and a smaller one may be better still", n)
	case n == most:
		return fmt.Sprintf("; max %d is the largest that was tried, and a larger one may be better still", n)
	}
	return ""
}

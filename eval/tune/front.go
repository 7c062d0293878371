package tune

import (
	"cmp"
	"slices"
)

// front finds the recipes that no other beats: none is at least as good in
// both measures of quality, delivered tokens and number of chunks, and better
// in one. In each fold that is decided on the training questions among that
// fold's finalists; the figures are of the questions held out.
func (t *tuning) front() error {
	all := t.arenas[0]
	credited := map[int][]int{0: nil} // held-out questions by candidate
	folds := map[int]int{}
	for _, k := range all.tracks[min(1, len(all.tracks)):] {
		for _, c := range t.unbeaten(k.alive, training(t.fold, k.fold, all.questions)) {
			credited[c] = append(credited[c], heldOut(t.fold, k.fold, all.questions)...)
			folds[c]++
		}
	}
	credited[0] = all.questions
	for c, qs := range credited {
		row := t.table.rows[c]
		figures, err := t.intervals(func(m string) []float64 {
			out := make([]float64, len(qs))
			for i, q := range qs {
				out[i] = row.values[m][q]
			}
			return out
		})
		if err != nil {
			return err
		}
		t.result.Front = append(t.result.Front, Point{Name: t.candidates[c].name, Default: c == 0, Folds: folds[c], Questions: len(qs),
			Figures: figures, Delivered: average(row.delivered, qs), Chunks: row.chunks, Tokens: row.tokens})
	}
	slices.SortFunc(t.result.Front, func(a, b Point) int {
		return cmp.Or(cmp.Compare(a.Delivered, b.Delivered), cmp.Compare(a.Name, b.Name))
	})
	return nil
}

// unbeaten are the candidates that no other of them beats.
func (t *tuning) unbeaten(cs, qs []int) []int {
	goods := make([][4]float64, len(cs))
	for i, c := range cs {
		r := t.table.rows[c]
		goods[i] = [4]float64{average(r.values["auc"], qs), average(r.values[t.whole()], qs), -average(r.delivered, qs), -float64(r.chunks)}
	}
	var out []int
	for i, c := range cs {
		if !slices.ContainsFunc(goods, func(other [4]float64) bool { return beats(other, goods[i]) }) {
			out = append(out, c)
		}
	}
	return out
}

// beats reports whether a is nowhere below b and somewhere above.
func beats(a, b [4]float64) bool {
	above := false
	for i := range a {
		if a[i] < b[i]-same {
			return false
		}
		above = above || a[i] > b[i]+same
	}
	return above
}

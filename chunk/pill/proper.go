package pill

// Proper returns the pills without the containers: a section or FAQ entry that
// only holds others which stand for themselves answers no question of its own.
// Parents are indexes in what is returned.
func (f *Forest) Proper() []Pill {
	next := f.after()
	out := make([]Pill, 0, len(f.Pills))
	place := make([]int32, len(f.Pills)) // in out; of a container: that of its parent
	for i, p := range f.Pills {
		if p.Parent >= 0 {
			p.Parent = place[p.Parent]
		}
		if place[i] = p.Parent; !f.container(next, i) {
			place[i] = int32(len(out))
			out = append(out, p)
		}
	}
	return out
}

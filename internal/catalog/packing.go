package catalog

import "github.com/pildora/pildora/chunk"

// Packing is a way to choose among the places where the strategy cascade may
// cut what holds no pill that fits, by name.
type Packing struct {
	Name  string
	Doc   string // one sentence, for help and reference
	build func(chunk.Limits, []chunk.Cutter) chunk.Splitter
}

// Packings returns all ways to pack, the default first.
func Packings() []Packing {
	return []Packing{
		{"ahead", "the cuts that cost least over the whole piece: no runts, no worse cut for a fuller chunk",
			func(l chunk.Limits, cs []chunk.Cutter) chunk.Splitter {
				return chunk.Ahead(l, chunk.DefaultCosts, cs...)
			}},
		{"greedy", "each chunk as full as it gets, one after the other",
			func(l chunk.Limits, cs []chunk.Cutter) chunk.Splitter { return chunk.Pack(l, cs...) }},
	}
}

// PackingNames lists the names of all ways to pack.
func PackingNames() []string { return names(Packings(), func(p Packing) string { return p.Name }) }

// packerOf is the packing of a name; of none the default.
func packerOf(name string) (Packing, error) {
	for _, p := range Packings() {
		if p.Name == name || name == "" {
			return p, nil
		}
	}
	return Packing{}, unknown("packing", name, PackingNames())
}

package config

import (
	"fmt"
	"strconv"
	"strings"
)

// Merge says which sections under one heading may share a chunk. The zero
// value is none.
type Merge struct {
	Siblings bool // any that fit together
	Under    int  // those that measure less than this by themselves, in the unit of max
}

// String writes the merge so that [ParseMerge] reads it back.
func (m Merge) String() string {
	switch {
	case m.Siblings:
		return "siblings"
	case m.Under > 0:
		return underPrefix + strconv.Itoa(m.Under)
	}
	return "never"
}

const underPrefix = "under:"

// ParseMerge reads "never", "siblings" or "under:40". The error says what is
// wanted.
func ParseMerge(text string) (Merge, error) {
	t := strings.TrimSpace(text)
	switch t {
	case "never":
		return Merge{}, nil
	case "siblings":
		return Merge{Siblings: true}, nil
	}
	if digits, ok := strings.CutPrefix(t, underPrefix); ok {
		if n, err := strconv.Atoi(strings.TrimSpace(digits)); err == nil && n > 0 && n <= many {
			return Merge{Under: n}, nil
		}
	}
	return Merge{}, fmt.Errorf("%q is no way to merge; wanted %s", text, Joining.Wants())
}

func merge(at func(*Settings) *Merge) binding {
	return binding{
		set: func(_ Field, s *Settings, items []Item) error {
			m, err := ParseMerge(one(items))
			if err == nil {
				*at(s) = m
			}
			return err
		},
		get: func(s Settings) []Item { return []Item{{Text: at(&s).String()}} },
	}
}

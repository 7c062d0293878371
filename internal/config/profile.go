package config

import (
	"maps"
	"slices"
)

// AutoProfile is the name that asks for the profile to be found out of each
// document.
const AutoProfile = "auto"

// DefaultProfile is the profile of documents that are of no kind, or of
// several: it sets nothing.
const DefaultProfile = "default"

// Profile is a named set of recipe keys for one kind of source. It sets what
// nothing else sets: the settings file, variables and flags win. The reasons
// for the numbers are in docs/profiles.md.
type Profile struct {
	Name string
	Doc  string // one sentence, for help and reference
	Sets []Preset
}

// Preset is one key of a profile with its value, as text.
type Preset struct{ Key, Value string }

// Profiles returns all profiles: those for kinds of sources, then the ways to
// cut that textbooks teach, to compare with.
func Profiles() []Profile {
	return []Profile{
		{"faq", "questions with their answers, glossaries", []Preset{{"max", "512"}, {"target", "256"}}},
		{"legal", "laws, contracts, policies: articles and numbered clauses", []Preset{{"max", "512"}, {"target", "384"}}},
		{"manual", "instructions and reference: sections with steps, lists, code, tables", []Preset{{"max", "384"}, {"target", "256"}, {"merge", "under:40"}}},
		{"narrative", "prose that goes on: reports, articles, stories", []Preset{{"max", "384"}, {"target", "256"}}},
		{"conversation", "messages, threads, transcripts", []Preset{{"max", "384"}, {"target", "256"}, {"frame", "breadcrumb"}}},
		{"code", "source code: declarations with their comments", []Preset{{"max", "512"}}},
		{"table", "tables and records", []Preset{{"max", "512"}, {"target", "256"}}},
		{"slides", "presentations: one slide, one idea", []Preset{{"max", "384"}}},
		{DefaultProfile, "anything else, and what is of several kinds: the settings' own defaults", nil},
		{"textbook-characters", "control: windows of 150 characters that repeat 20", []Preset{{"strategy", "fixed"}, {"unit", "chars"}, {"max", "150"}, {"overlap", "20"}, {"frame", "none"}}},
		{"textbook-sentences", "control: five sentences that repeat one", []Preset{{"strategy", "sentence"}, {"unit", "sentences"}, {"max", "5"}, {"overlap", "1s"}, {"frame", "none"}}},
		{"textbook-paragraphs", "control: whole paragraphs up to 1,500 characters that repeat the last one", []Preset{{"strategy", "paragraph"}, {"unit", "chars"}, {"max", "1500"}, {"overlap", "1p"}, {"frame", "none"}}},
		{"textbook-recursive", "control: the best separator within 512 tokens that repeat an eighth", []Preset{{"strategy", "recursive"}, {"max", "512"}, {"overlap", "64"}, {"frame", "none"}}},
	}
}

// ProfileNames lists the names of all profiles, and auto.
func ProfileNames() []string {
	names := []string{AutoProfile}
	for _, p := range Profiles() {
		names = append(names, p.Name)
	}
	return names
}

// ProfileOf returns the profile with a name.
func ProfileOf(name string) (Profile, bool) {
	all := Profiles()
	i := slices.IndexFunc(all, func(p Profile) bool { return p.Name == name })
	if i < 0 {
		return Profile{}, false
	}
	return all[i], true
}

// Value is what the profile sets a key to; ok is false where it doesn't.
func (p Profile) Value(key string) (value string, ok bool) {
	for _, set := range p.Sets {
		if set.Key == key {
			return set.Value, true
		}
	}
	return "", false
}

// As returns the recipe of a rule, -1 for that of the settings, for a document
// whose profile was found to be name.
func (s Settings) As(rule int, name string) Recipe {
	s = s.plain()
	if rule >= 0 {
		s = s.ruled(s.Profiles[rule])
	}
	s.Profile = name
	return s.profiled().Recipe
}

// profiled returns the settings with what their profile sets. [Settings.plain]
// takes it back.
func (s Settings) profiled() Settings {
	own := s.Recipe
	s.own = &own
	p, ok := ProfileOf(s.Profile)
	if !ok || len(p.Sets) == 0 {
		return s
	}
	s.from = maps.Clone(s.from)
	if s.from == nil {
		s.from = map[string]Place{}
	}
	given := func(key string) bool { return s.from[key].Layer > FromProfile }
	asked := s.unitOf(p)
	for _, set := range p.Sets {
		f, known := s.Table().Field(set.Key)
		if !known || given(set.Key) || f.sized() && given("unit") && s.Unit != asked {
			continue
		}
		if f.Set(&s, f.parseItems(set.Value)) == nil { // a test holds that it never fails
			s.from[set.Key] = Place{Layer: FromProfile, Name: "profile " + p.Name}
		}
	}
	s.proportion(p)
	return s
}

// unitOf is the unit that a profile's numbers are in.
func (s Settings) unitOf(p Profile) string {
	if unit, ok := p.Value("unit"); ok {
		return unit
	}
	f, _ := s.Table().Field("unit")
	return f.Default
}

// sized reports whether a field is a number in the unit of max.
func (f Field) sized() bool {
	switch f.Key {
	case "max", "target", "merge", "overlap", "parent":
		return true
	}
	return false
}

// proportion fits the sizes that a profile set to a max that it didn't set.
func (s *Settings) proportion(p Profile) {
	scale := func(n int) int { return n }
	most := s.profileMax(p)
	if s.from["max"].Layer != FromProfile && most > 0 {
		scale = func(n int) int { return int(int64(n) * int64(s.Max) / int64(most)) }
	}
	by := func(key string) bool { return s.from[key].Layer == FromProfile }
	if by("target") {
		s.Target = scale(s.Target)
	}
	if by("merge") && s.Merge.Under > 0 {
		if s.Merge.Under = scale(s.Merge.Under); s.Merge.Under == 0 {
			s.Merge = Merge{}
		}
	}
	if by("overlap") && s.Overlap.Unit == OverlapUnits {
		if s.Overlap.N = scale(s.Overlap.N); s.Overlap.N == 0 {
			s.Overlap = Overlap{}
		}
	}
}

// profileMax is the max that a profile's other sizes go with.
func (s Settings) profileMax(p Profile) int {
	f, _ := s.Table().Field("max")
	value, ok := p.Value("max")
	if !ok {
		value = f.Default
	}
	scratch := Settings{}
	if f.Set(&scratch, []Item{{Text: value}}) != nil {
		return 0
	}
	return scratch.Max
}

// plain returns the settings as they were before [Settings.profiled].
func (s Settings) plain() Settings {
	if s.own == nil {
		return s
	}
	s.Recipe, s.own = *s.own, nil
	s.from = maps.Clone(s.from)
	maps.DeleteFunc(s.from, func(_ string, p Place) bool { return p.Layer == FromProfile })
	return s
}

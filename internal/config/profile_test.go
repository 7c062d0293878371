package config

import (
	"errors"
	"testing"
)

// TestProfilesAreValid sets every key of every profile, alone and over each
// size that a person may give.
func TestProfilesAreValid(t *testing.T) {
	seen := map[string]bool{AutoProfile: true}
	for _, p := range Profiles() {
		if seen[p.Name] || p.Doc == "" {
			t.Errorf("%s: twice, or without a sentence", p.Name)
		}
		seen[p.Name] = true
		for _, set := range p.Sets {
			f, ok := Fields().Field(set.Key)
			if !ok || f.Group != RecipeGroup {
				t.Fatalf("%s sets %s, which is no recipe key", p.Name, set.Key)
			}
			if set.Value != "paragraph" { // the catalog knows it
				if err := f.Set(&Settings{}, f.parseItems(set.Value)); err != nil {
					t.Errorf("%s: %s: %v", p.Name, set.Key, err)
				}
			}
		}
		for _, size := range []string{"", "1", "7", "64", "256", "1000", "1000000"} {
			args := []string{"--profile", p.Name}
			if size != "" {
				args = append(args, "--max", size)
			}
			s, warnings, err := loadAll(t, "", nil, args...)
			if err != nil || len(warnings) > 0 && size != "1000000" {
				t.Errorf("%s with max %q: %v %v", p.Name, size, warnings, err)
			}
			if size == "" && s.Profile != p.Name {
				t.Errorf("%s became %s", p.Name, s.Profile)
			}
		}
	}
}

// loadAll is load with the strategies that the catalog has.
func loadAll(t *testing.T, text string, env []string, args ...string) (Settings, []Warning, error) {
	t.Helper()
	return loadWith(t, Fields().With("strategy", []string{"cascade", "structural", "recursive", "paragraph", "sentence", "fixed"}), text, env, args...)
}

func TestAProfileSetsWhatNothingElseSets(t *testing.T) {
	for _, tt := range []struct {
		name, file string
		env, args  []string
		want       Recipe // Max, Target, Min, Unit, Merge
	}{
		{"alone", "", nil, []string{"--profile", "manual"}, Recipe{Max: 384, Target: 256, Unit: "tokens", Merge: Merge{Under: 40}}},
		{"the file wins", "profile: manual\nmin: 0\nmerge: never\n", nil, nil, Recipe{Max: 384, Target: 256, Unit: "tokens"}},
		{"a variable wins", "profile: manual\n", []string{"PILDORA_TARGET=300"}, nil, Recipe{Max: 384, Target: 300, Unit: "tokens", Merge: Merge{Under: 40}}},
		{"sizes go with the max that was given", "", nil, []string{"--profile", "manual", "--max", "192"}, Recipe{Max: 192, Target: 128, Unit: "tokens", Merge: Merge{Under: 20}}},
		{"numbers are left out where the unit is another", "", nil, []string{"--profile", "manual", "--unit", "words"}, Recipe{Max: 256, Unit: "words"}},
		{"a target that was given stays", "", nil, []string{"--profile", "manual", "--target", "20"}, Recipe{Max: 384, Target: 20, Unit: "tokens", Merge: Merge{Under: 40}}},
		{"default sets nothing", "", nil, []string{"--profile", "default"}, Recipe{Max: 256, Unit: "tokens"}},
		{"auto waits for the document", "", nil, []string{"--profile", "auto"}, Recipe{Max: 256, Unit: "tokens"}},
	} {
		s, _, err := loadAll(t, tt.file, tt.env, tt.args...)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		r := s.Recipe
		if got := (Recipe{Max: r.Max, Target: r.Target, Min: r.Min, Unit: r.Unit, Merge: r.Merge}); got.Max != tt.want.Max || got.Target != tt.want.Target ||
			got.Min != tt.want.Min || got.Unit != tt.want.Unit || got.Merge != tt.want.Merge {
			t.Errorf("%s: got %+v, want %+v", tt.name, got, tt.want)
		}
	}
}

// TestARuleHasItsOwnProfile: it takes back what the settings' profile set, but
// not what a person did.
func TestARuleHasItsOwnProfile(t *testing.T) {
	s, _, err := loadAll(t, "profile: manual\ntarget: 200\nprofiles:\n- {match: {glob: a.md}, profile: legal}\n"+
		"- {match: {glob: b.md}, profile: default}\n- {match: {glob: c.md}, profile: auto, max: 300}\n- {match: {glob: d.md}, min: 7}\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		uri              string
		max, target, min int
		merge            Merge
	}{
		{"other.md", 384, 200, 0, Merge{Under: 40}},
		{"a.md", 512, 200, 0, Merge{}},
		{"b.md", 256, 200, 0, Merge{}},
		{"d.md", 384, 200, 7, Merge{Under: 40}},
	} {
		r, _ := s.For(tt.uri, "", nil)
		if r.Max != tt.max || r.Target != tt.target || r.Min != tt.min || r.Merge != tt.merge {
			t.Errorf("%s: got %+v", tt.uri, r)
		}
	}
}

func TestAsTakesTheProfileOfADocument(t *testing.T) {
	s, _, err := loadAll(t, "profile: auto\nprofiles:\n- {match: {glob: c.md}, profile: auto, max: 192}\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	if r := s.As(-1, "manual"); r.Max != 384 || r.Target != 256 || r.Profile != "manual" {
		t.Errorf("got %+v", r)
	}
	if r := s.As(0, "manual"); r.Max != 192 || r.Target != 128 || r.Profile != "manual" {
		t.Errorf("got %+v", r)
	}
	if r := s.As(0, "default"); r.Max != 192 || r.Target != 0 {
		t.Errorf("got %+v", r)
	}
	if r := s.Recipe; r.Resolve().Profile != "" {
		t.Errorf("auto is no profile of a record: %+v", r)
	}
}

func TestMerge(t *testing.T) {
	for text, want := range map[string]Merge{"never": {}, "siblings": {Siblings: true}, "under:40": {Under: 40}, " under: 7 ": {Under: 7}} {
		got, err := ParseMerge(text)
		if err != nil || got != want {
			t.Errorf("%q: got %+v, %v", text, got, err)
		}
		if again, err := ParseMerge(got.String()); err != nil || again != want {
			t.Errorf("%q: written %q, read back %+v, %v", text, got, again, err)
		}
	}
	for _, text := range []string{"", "under", "under:", "under:0", "under:-1", "under:x", "under:99999999999999999999", "sibling", "40"} {
		if m, err := ParseMerge(text); err == nil {
			t.Errorf("%q: %+v", text, m)
		}
	}
	for _, file := range []string{"merge: under:40\n", "merge: {under: 40}\n", "merge:\n  under: 40\n"} {
		s, _, err := load(t, file, nil)
		if err != nil || s.Merge.Under != 40 {
			t.Errorf("%q: %+v, %v", file, s.Merge, err)
		}
	}
	for _, file := range []string{"merge: {over: 40}\n", "merge: {under: 40, siblings: true}\n", "merge: {under: [1]}\n", "merge: [never]\n", "merge: {under: 0}\n"} {
		var e *Error
		if _, _, err := load(t, file, nil); !errors.As(err, &e) || e.Key != "merge" || e.Place.Line == 0 {
			t.Errorf("%q: %v", file, err)
		}
	}
}

package config

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Validate checks each setting's form and how they go together, of the
// settings and of each rule over them. The error joins an [*Error] for each
// thing that is wrong.
func (s Settings) Validate() ([]Warning, error) {
	errs := s.checkForms()
	warnings, more := s.checkRecipe("")
	errs = append(errs, more...)
	errs = append(errs, s.checkRules()...)
	if len(errs) > 0 {
		return warnings, errors.Join(errs...)
	}
	for i, r := range s.Profiles {
		doubts, more := s.under(r).checkRecipe(r.title(i) + ": ")
		errs = append(errs, more...)
		for _, w := range doubts {
			if !slices.ContainsFunc(warnings, func(o Warning) bool { return o.Place == w.Place }) {
				warnings = append(warnings, w)
			}
		}
	}
	return warnings, errors.Join(errs...)
}

// checkForms matters for settings made by code; Load has done it already.
func (s Settings) checkForms() []error {
	var errs []error
	for _, f := range s.Table() {
		if f.Kind.isRules() {
			continue
		}
		scratch := Settings{}
		if err := f.Set(&scratch, f.Get(s)); err != nil {
			errs = append(errs, &Error{Place: s.from[f.Key], Key: f.Key, Message: err.Error(), Err: err})
		}
	}
	return errs
}

func (s Settings) checkRules() []error {
	var errs []error
	for i, r := range s.Profiles {
		for _, a := range r.sets {
			scratch := Settings{}
			if err := a.field.Set(&scratch, a.items); err != nil {
				errs = append(errs, &Error{Place: a.place, Key: r.title(i) + "." + a.field.Key, Message: err.Error(), Err: err})
			}
		}
		if len(r.sets) == 0 {
			errs = append(errs, &Error{Place: r.place, Key: r.title(i), Message: "sets nothing; give it recipe keys such as max: or strategy:"})
		}
	}
	return errs
}

// roomy is the most tokens of a chunk without a summary that go without a word.
const roomy = 1024

// checkRecipe checks what depends on several settings. in begins messages
// about a rule.
func (s Settings) checkRecipe(in string) (warnings []Warning, errs []error) {
	fail := func(message string, keys ...string) {
		key := s.blame(keys...)
		errs = append(errs, &Error{Place: s.from[key], Key: key, Message: in + message})
	}
	warn := func(message string, keys ...string) {
		key := s.blame(keys...)
		warnings = append(warnings, Warning{Place: s.from[key], Key: key, Message: in + message})
	}
	if s.Target > s.Max {
		fail(fmt.Sprintf("target %d is above max %d; it must be max or less", s.Target, s.Max), "target", "max")
	}
	if s.Target > 0 && s.Min > s.Target {
		fail(fmt.Sprintf("min %d is above target %d; it must be target or less", s.Min, s.Target), "min", "target")
	}
	if s.Min > s.Max {
		fail(fmt.Sprintf("min %d is above max %d; it must be max or less", s.Min, s.Max), "min", "max")
	}
	if n, bounded := s.Overlap.limit(s.Max); bounded && s.Max > 0 {
		switch {
		case n >= s.Max:
			fail(fmt.Sprintf("overlap %s is not below max %d; 10%% is common, none the default", s.Overlap, s.Max), "overlap", "max")
		case s.Overlap.Unit == OverlapPercent && s.Overlap.N > 25 || s.Overlap.Unit == OverlapUnits && n > s.Max/4:
			warn(fmt.Sprintf("overlap %s is above 25 %% of max %d: much is embedded twice and found twice", s.Overlap, s.Max), "overlap", "max")
		}
	}
	if s.Unit == "tokens" && s.Max > roomy && !slices.Contains(s.Frames(), "summary") {
		warn(fmt.Sprintf("max %d is above %d tokens: such chunks answer many questions at once, and one vector blurs them; add summary to the frame, or lower max",
			s.Max, roomy), "max", "frame")
	}
	if len(s.Separators) > 0 && s.Strategy != "recursive" {
		warn(fmt.Sprintf("separators are for the strategy recursive; %s does not use them", s.Strategy), "separators", "strategy")
	}
	if s.Strategy == "parent-child" && s.Parent > 0 && s.Parent <= s.Max {
		fail(fmt.Sprintf("parent %d is not above max %d; a parent holds several chunks of at most max", s.Parent, s.Max), "parent", "max")
	}
	for _, of := range [...]struct{ key, strategy string }{{"parent", "parent-child"}, {"around", "sentence-window"}} {
		f, _ := s.Table().Field(of.key)
		if s.Strategy != of.strategy && s.from[of.key].Layer > FromProfile && one(f.Get(s)) != f.Default {
			warn(fmt.Sprintf("%s is for the strategy %s; %s does not use it", of.key, of.strategy, s.Strategy), of.key, "strategy")
		}
	}
	for _, key := range []string{"packing", "merge", "ideas"} {
		if !s.cascades() && s.from[key].Layer > FromProfile {
			warn(fmt.Sprintf("%s is for the strategy cascade; %s does not use it", key, s.Strategy), key, "strategy")
		}
	}
	if !driftPattern.MatchString(s.Drift) {
		fail(fmt.Sprintf("drift %q is no threshold; percentile, deviation, interquartile, gradient or absolute, and a number after a colon, such as percentile:90", s.Drift), "drift")
	}
	for _, sep := range s.Separators {
		if !sep.Regex && strings.Contains(sep.Pattern, `\n`) {
			warn(fmt.Sprintf(`separator %q holds a backslash and an n, no line break; in a shell write $'\n', in YAML "\n"`, sep.Pattern), "separators")
		}
	}
	return warnings, errs
}

var driftPattern = regexp.MustCompile(`^(percentile|deviation|interquartile|gradient|absolute)(:[0-9]+(\.[0-9]+)?)?$`)

// blame returns the key that was set by the strongest layer, the first of
// equals: the one that the user last had a hand in.
func (s Settings) blame(keys ...string) string {
	best := keys[0]
	for _, k := range keys[1:] {
		if s.from[k].Layer > s.from[best].Layer {
			best = k
		}
	}
	return best
}

package config

import (
	"fmt"
	"strings"
)

// lookup returns the last value of a variable, "" if it isn't set.
func lookup(env []string, name string) string {
	value := ""
	for _, e := range env {
		if v, ok := strings.CutPrefix(e, name+"="); ok {
			value = v
		}
	}
	return value
}

// applyEnv sets what variables say. A PILDORA_… variable that is no setting is
// a warning, not an error: other programs may use the prefix.
func (s *Settings) applyEnv(env []string) ([]Warning, []error) {
	var errs []error
	known := []string{"PILDORA_CONFIG", "PILDORA_HUB", "PILDORA_EMBEDDER_URL", "PILDORA_EMBEDDER_KEY", "PILDORA_LLM_KEY"}
	for _, f := range s.table {
		known = append(known, f.Env())
		value := lookup(env, f.Env())
		if value == "" {
			continue
		}
		place := Place{Layer: FromEnv, Name: f.Env()}
		if f.Kind.isRules() {
			rules, ruleErrs := decodeRules(s.table, f, place, []byte(value))
			s.takeRules(f, rules)
			errs = append(errs, ruleErrs...)
			continue
		}
		errs = append(errs, s.applyAll([]assignment{{f, f.parseItems(value), place}})...)
	}
	return strangers(env, known), errs
}

func strangers(env, known []string) []Warning {
	isKnown := make(map[string]bool, len(known))
	for _, k := range known {
		isKnown[k] = true
	}
	var warnings []Warning
	for _, e := range env {
		name, _, _ := strings.Cut(e, "=")
		if !strings.HasPrefix(name, "PILDORA_") || isKnown[name] {
			continue
		}
		message := "is no setting and is ignored"
		if n := Nearest(name, known); n != "" {
			message += fmt.Sprintf("; did you mean %s?", n)
		}
		warnings = append(warnings, Warning{Place: Place{Layer: FromEnv, Name: name}, Message: message})
	}
	return warnings
}

// parseItems makes items of one text, as variables and defaults give it. A
// list is written with commas between its entries, or in YAML with brackets,
// which entries with commas of their own need.
func (f Field) parseItems(value string) []Item {
	if !f.Kind.IsList() {
		return []Item{{Text: value}}
	}
	if v := strings.TrimSpace(value); strings.HasPrefix(v, "[") && strings.HasSuffix(v, "]") {
		if items, ok := decodeItems(f, v); ok {
			return items
		}
	}
	if value == "" {
		return nil
	}
	var items []Item
	for v := range strings.SplitSeq(value, ",") {
		items = append(items, Item{Text: v})
	}
	return items
}

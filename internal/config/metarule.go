package config

import (
	"fmt"

	"github.com/goccy/go-yaml/ast"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/ingest"
)

// ruleSet is what the settings hold besides fields: lists of rules.
type ruleSet struct {
	profiles []Rule
	meta     ingest.MetaRules
}

// rulesOf decodes the rules of a field into set.
func (d *decoder) rulesOf(f Field, n ast.Node, set *ruleSet) {
	if f.Kind == MetaRules {
		set.meta = entries(d, f, n, d.metaRule)
		return
	}
	set.profiles = entries(d, f, n, d.rule)
}

// takeRules sets the rules of a field.
func (s *Settings) takeRules(f Field, set ruleSet) {
	if f.Kind == MetaRules {
		s.Meta = set.meta
		return
	}
	s.Profiles = set.profiles
}

// entries decodes a list of rules, each by one; errors name the entry.
func entries[R any](d *decoder, f Field, n ast.Node, one func(n ast.Node, section string) R) []R {
	seq, ok := n.(*ast.SequenceNode)
	if !ok {
		d.fail(n, f.Key, fmt.Sprintf("given %s, wanted %s", kindOf(n), f.Kind.Wants()))
		return nil
	}
	var rules []R
	for i, entry := range seq.Values {
		section := fmt.Sprintf("%s[%d]", f.Key, i)
		v := d.value(entry)
		if v == nil {
			d.fail(entry, section, "has no value; wanted "+f.Kind.entry())
			continue
		}
		rules = append(rules, one(v, section))
	}
	return rules
}

// metaRule decodes a rule about metadata.
func (d *decoder) metaRule(n ast.Node, section string) (r ingest.MetaRule) {
	for _, p := range d.pairs(n, section) {
		switch {
		case p.name != "match" && p.name != "set" && p.name != "override":
			d.fail(p.key, section, unknown("key", p.name, []string{"match", "set", "override"}))
		case p.value == nil:
		case p.name == "match":
			r.Match = d.match(p.value, section+".match")
		case p.name == "set":
			r.Set = d.values(p.value, section+".set")
		default:
			text, _ := scalar(p.value)
			if r.Override = text == "true"; text != "true" && text != "false" {
				d.fail(p.value, section+".override", "wanted true or false")
			}
		}
	}
	if len(r.Set) == 0 {
		d.fail(n, section, "sets nothing; give it set: with keys such as author: or tags:")
	}
	return r
}

// values decodes metadata: texts, and lists of them.
func (d *decoder) values(n ast.Node, section string) map[string]string {
	m := map[string]string{}
	for _, p := range d.pairs(n, section) {
		text, ok := scalarOf(p.value)
		if seq, isList := p.value.(*ast.SequenceNode); isList {
			text, ok = d.listText(seq)
		}
		if m[p.name] = text; !ok || text == "" {
			d.fail(p.key, join(section, p.name), "wanted a text or a list of texts")
		}
	}
	return m
}

// listText is a list of texts as metadata hold it.
func (d *decoder) listText(seq *ast.SequenceNode) (string, bool) {
	var list []string
	for _, entry := range seq.Values {
		text, ok := scalarOf(d.value(entry))
		if !ok {
			return "", false
		}
		list = append(list, text)
	}
	return doc.JoinList(list), true
}

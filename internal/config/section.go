package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/pildora/pildora/ingest"
)

// pair is one key of a mapping with its value.
type pair struct {
	name  string
	key   ast.Node
	value ast.Node // nil is null
}

// pairs returns the keys of a mapping in order. Merge keys and keys that
// aren't texts are errors, and so is a key that stands twice.
func (d *decoder) pairs(n ast.Node, section string) []pair {
	m, ok := n.(ast.MapNode)
	if !ok {
		d.fail(n, section, fmt.Sprintf("given %s, wanted keys with values", kindOf(n)))
		return nil
	}
	var list []pair
	lines := map[string]int{}
	for it := m.MapRange(); it.Next(); {
		key := it.Key()
		name, ok := keyName(key)
		if !ok {
			d.fail(key, section, "a key must be a plain text; merge keys (<<) are not known here, write the keys out")
			continue
		}
		if line, twice := lines[name]; twice {
			d.fail(key, join(section, name), fmt.Sprintf("is set twice, first in line %d; keep one", line))
			continue
		}
		lines[name] = d.at(key).Line
		list = append(list, pair{name, key, d.value(it.Value())})
	}
	return list
}

func keyName(key ast.MapKeyNode) (string, bool) {
	if k, ok := key.(*ast.MappingKeyNode); ok {
		return scalarOf(k.Value)
	}
	return scalarOf(key)
}

func scalarOf(n ast.Node) (string, bool) {
	if n == nil {
		return "", false
	}
	return scalar(n)
}

func join(section, name string) string { return strings.TrimPrefix(section+"."+name, ".") }

// section decodes the keys under a section, "" the top. A key without a value
// leaves its default.
func (d *decoder) section(n ast.Node, section string) (as []assignment, rules ruleSet) {
	for _, p := range d.pairs(n, section) {
		key := join(section, p.name)
		f, known := d.table.Field(key)
		switch {
		case known && p.name == f.name() && p.value == nil, d.table.isSection(key) && p.value == nil:
		case d.table.isSection(key):
			more, _ := d.section(p.value, key)
			as = append(as, more...)
		case !known || p.name != f.name():
			d.fail(p.key, "", d.unknownKey(section, p.name))
		case f.Kind.isRules():
			d.rulesOf(f, p.value, &rules)
		default:
			if items, ok := d.items(f, p.value); ok {
				as = append(as, assignment{f, items, d.at(p.value)})
			}
		}
	}
	return as, rules
}

// unknownKey is the message for a key that is none: the nearest one here, else
// one of that name on another level.
func (d *decoder) unknownKey(section, name string) string {
	message := fmt.Sprintf("unknown key %q", join(section, name))
	prefix := section
	if section != "" {
		prefix += "."
	}
	here := d.table.keys(prefix)
	if n := Nearest(name, here); n != "" {
		return fmt.Sprintf("%s; did you mean %s?", message, join(section, n))
	}
	for _, f := range d.table {
		if f.name() == name || f.Key == join(section, name) {
			return fmt.Sprintf("%s; did you mean %s (%s under %s)?", message, f.Key, f.name(), levelOf(f.Key))
		}
	}
	return fmt.Sprintf("%s (known: %s)", message, strings.Join(here, ", "))
}

func levelOf(key string) string {
	if level, _, ok := strings.Cut(key, "."); ok {
		return level + ":"
	}
	return "the top level"
}

// items makes items of a value; ok is false where an error was noted.
func (d *decoder) items(f Field, n ast.Node) (items []Item, ok bool) {
	if text, single := scalar(n); single {
		if f.Kind == Names {
			return f.parseItems(text), true
		}
		return []Item{{Text: text}}, true
	}
	seq, isList := n.(*ast.SequenceNode)
	if !isList || !f.Kind.IsList() {
		switch f.Kind {
		case Separate:
			return d.item(f, n)
		case Joining:
			return d.under(f, n)
		}
		d.fail(n, f.Key, fmt.Sprintf("given %s, wanted %s", kindOf(n), f.wants()))
		return nil, false
	}
	for _, v := range seq.Values {
		more, ok := d.item(f, v)
		if !ok {
			return nil, false
		}
		items = append(items, more...)
	}
	return items, true
}

// under makes an item of {under: 40}.
func (d *decoder) under(f Field, n ast.Node) ([]Item, bool) {
	if _, isMap := n.(ast.MapNode); isMap {
		if ps := d.pairs(n, f.Key); len(ps) == 1 && ps[0].name == "under" {
			if text, ok := scalarOf(ps[0].value); ok {
				return []Item{{Text: underPrefix + text}}, true
			}
		}
	}
	d.fail(n, f.Key, "wanted "+f.wants())
	return nil, false
}

// item makes an item of one entry of a list.
func (d *decoder) item(f Field, entry ast.Node) ([]Item, bool) {
	n := d.value(entry)
	if n == nil {
		d.fail(entry, f.Key, fmt.Sprintf("an entry has no value; wanted %s", f.wants()))
		return nil, false
	}
	if text, ok := scalar(n); ok {
		return []Item{{Text: text}}, true
	}
	if _, isMap := n.(ast.MapNode); f.Kind == Separate && isMap {
		if ps := d.pairs(n, f.Key); len(ps) == 1 && ps[0].name == "regex" && ps[0].value != nil {
			if text, ok := scalar(ps[0].value); ok {
				return []Item{{Text: text, Regex: true}}, true
			}
		}
		d.fail(n, f.Key, `wanted a text, or {regex: "…"} with nothing else`)
		return nil, false
	}
	d.fail(n, f.Key, fmt.Sprintf("given %s, wanted %s", kindOf(n), f.wants()))
	return nil, false
}

// rule decodes a profile rule.
func (d *decoder) rule(n ast.Node, section string) Rule {
	r := Rule{place: d.at(n)}
	known := []string{"name", "match"}
	for _, f := range d.table {
		if f.Group == RecipeGroup {
			known = append(known, f.Key)
		}
	}
	for _, p := range d.pairs(n, section) {
		f, _ := d.table.Field(p.name)
		switch {
		case !slices.Contains(known, p.name):
			d.fail(p.key, section, unknown("key", p.name, known))
		case p.value == nil:
		case p.name == "name":
			r.Name, _ = scalar(p.value)
		case p.name == "match":
			r.Match = d.match(p.value, section+".match")
		default:
			if items, ok := d.items(f, p.value); ok {
				r.sets = append(r.sets, assignment{f, items, d.at(p.value)})
			}
		}
	}
	return r
}

func (d *decoder) match(n ast.Node, section string) ingest.Match {
	var m ingest.Match
	for _, p := range d.pairs(n, section) {
		list := Field{Key: join(section, p.name), Kind: List}
		switch {
		case p.value == nil:
		case p.name == "glob":
			m.Glob = d.globs(list, p.value)
		case p.name == "media":
			m.Media = d.globs(list, p.value)
		case p.name == "meta":
			m.Meta = d.meta(p.value, list.Key)
		default:
			d.fail(p.key, section, unknown("key", p.name, []string{"glob", "media", "meta"}))
		}
	}
	return m
}

func (d *decoder) globs(f Field, n ast.Node) []string {
	items, _ := d.items(f, n)
	var list []string
	for _, i := range items {
		if err := f.checkItem(i.Text, nil); err != nil {
			d.fail(n, f.Key, err.Error())
		}
		list = append(list, i.Text)
	}
	return list
}

func (d *decoder) meta(n ast.Node, section string) map[string]string {
	m := map[string]string{}
	for _, p := range d.pairs(n, section) {
		text, ok := scalarOf(p.value)
		if !ok {
			d.fail(p.key, join(section, p.name), "wanted one text")
		}
		m[p.name] = text
	}
	return m
}

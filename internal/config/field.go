package config

import (
	"slices"
	"strings"
)

// Kind is the type of a setting.
type Kind uint8

// The kinds.
const (
	Text       Kind = iota // one text
	Number                 // a whole number, as a number or as text
	Bytes                  // a number of bytes, also "64MiB"
	Amount                 // an Overlap
	Names                  // a list of allowed names; a text is split at commas
	List                   // a list of texts
	Separate               // a list of Separators
	Rules                  // the list of profile rules
	Tag                    // a language tag or "auto"
	Path                   // a path; in a file relative to the file's folder
	NameOrPath             // an allowed name, or a path as above
	Joining                // a Merge
	Duration               // a time.Duration
	Decimal                // a number from 0, with a fraction
	MetaRules              // the list of rules about metadata
)

var kindWants = [...]string{"a text", "a whole number", "a number of bytes, such as 1048576 or 64MiB", "an overlap, such as none, 10%, 64, 2s or 1p",
	"a list of names", "a list of texts", "a list of texts or {regex: …}", "a list of rules with match: and recipe keys", "a language tag, such as es", "a path", "a name or the path of a file",
	"never, siblings or under:N, such as under:40", "a time, such as 90s or 2m", "a number, such as 2.5", "a list of rules with match: and set:"}

// Wants says in words what a value of the kind is.
func (k Kind) Wants() string { return kindWants[k] }

// IsList reports whether a setting of the kind holds several values.
func (k Kind) IsList() bool { return k == Names || k == List || k == Separate || k.isRules() }

// isRules reports whether a setting of the kind is a list of rules, which only
// the file and a variable give.
func (k Kind) isRules() bool { return k == Rules || k == MetaRules }

// entry says what one entry of a list of rules is.
func (k Kind) entry() string { return strings.TrimPrefix(k.Wants(), "a list of rules with ") }

// Group says what a setting is about, and so which commands have its flag.
type Group uint8

// The groups.
const (
	IndexGroup  Group = iota // where the index is
	RecipeGroup              // how one document is cut; what rules can set
	InputGroup               // which sources, how many at once
	LLMGroup                 // which language model, and how it is asked
	SearchGroup
	FieldGroup // which parts go where
	RuleGroup
)

// Field is the specification of one setting.
type Field struct {
	Key     string // as in the file, dots between levels
	Kind    Kind
	Group   Group
	Default string   // as text; lists comma-separated
	Doc     string   // one sentence
	Allowed []string // the names that it may have; nil if any
	Example string   // a value in YAML
	Flag    string   // long name, "" where it has no flag
	Short   string   // one letter, or ""
	Lowest  int64    // of a Number or Bytes
	Highest int64

	bind binding
}

// Env is the name of the variable that sets the field.
func (f Field) Env() string {
	return "PILDORA_" + strings.ToUpper(strings.ReplaceAll(f.Key, ".", "_"))
}

// name is the last level of the key.
func (f Field) name() string { return f.Key[strings.LastIndexByte(f.Key, '.')+1:] }

// what names the field in a message about an unknown name.
func (f Field) what() string {
	n := strings.ReplaceAll(f.Key, "_", " ")
	if f.Kind == Names && f.Group == FieldGroup {
		return n + " part"
	}
	return n
}

// Table is a list of settings. It is a value: With makes another one.
type Table []Field

// With returns a table in which the field key allows exactly names: how the
// catalog of components tells the settings what there is. Unknown keys change
// nothing.
func (t Table) With(key string, names []string) Table {
	t = slices.Clone(t)
	for i := range t {
		if t[i].Key == key {
			t[i].Allowed = slices.Clone(names)
		}
	}
	return t
}

// Field returns the field with a key.
func (t Table) Field(key string) (Field, bool) {
	i := slices.IndexFunc(t, func(f Field) bool { return f.Key == key })
	if i < 0 {
		return Field{}, false
	}
	return t[i], true
}

// keys returns the names directly under a section ("" is the top), sections
// included, in the order of the table.
func (t Table) keys(section string) []string {
	var names []string
	for _, f := range t {
		rest, ok := strings.CutPrefix(f.Key, section)
		if !ok {
			continue
		}
		name, _, _ := strings.Cut(rest, ".")
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// isSection reports whether fields lie under key.
func (t Table) isSection(key string) bool {
	return slices.ContainsFunc(t, func(f Field) bool { return strings.HasPrefix(f.Key, key+".") })
}

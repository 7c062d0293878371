package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

// Flags collects what the command line sets, the strongest layer. A nil *Flags
// has set nothing.
type Flags struct {
	table Table
	items map[string][]Item
	names map[string]string // the flag that set the key, by key
}

// NewFlags returns flags of a table with nothing set; nil is Fields().
func NewFlags(t Table) *Flags {
	if t == nil {
		t = Fields()
	}
	return &Flags{table: t, items: map[string][]Item{}, names: map[string]string{}}
}

// Add defines a flag on fs for each field of the groups that has one. Repeating
// a flag of a list adds to the list; of the others the last one counts. The
// separators have a second flag, for regular expressions. A text that isn't of
// the field's form is refused as the flags are parsed.
func (fl *Flags) Add(fs *pflag.FlagSet, groups ...Group) {
	for _, f := range fl.table {
		if f.Flag == "" || !slices.Contains(groups, f.Group) {
			continue
		}
		fs.VarP(&flag{flags: fl, field: f, name: f.Flag}, f.Flag, f.Short, f.Usage())
		if f.Kind == Separate {
			usage := "The same for a regular expression (RE2): cut where it matches; repeatable."
			fs.Var(&flag{flags: fl, field: f, name: f.Flag + "-regex", regex: true}, f.Flag+"-regex", usage)
		}
	}
}

// Usage is the help of the field's flag: its sentence, its names, whether it
// may be repeated, its variable.
func (f Field) Usage() string {
	usage := f.Doc
	if len(f.Allowed) > 0 {
		usage += " One of " + strings.Join(f.Allowed, ", ") + "."
	}
	switch f.Kind {
	case Names:
		usage = strings.Replace(usage, " One of ", " Of ", 1) + " Comma-separated."
	case List, Separate:
		usage += " Repeatable."
	}
	return usage
}

// Set sets a key as if a flag of that name had; later calls for a list add to
// it. For callers that are no command line, such as a server with settings of
// one request.
func (fl *Flags) Set(key, name string, items ...Item) error {
	f, ok := fl.table.Field(key)
	if !ok || f.Kind.isRules() {
		return &Error{Place: Place{Layer: FromFlag, Name: name}, Message: unknown("setting", key, fl.table.settable())}
	}
	all := items
	if f.Kind.IsList() {
		all = append(slices.Clip(fl.items[key]), items...)
	}
	if err := f.Set(&Settings{}, all); err != nil {
		return &Error{Place: Place{Layer: FromFlag, Name: name}, Key: key, Message: err.Error(), Err: err}
	}
	fl.items[key], fl.names[key] = all, name
	return nil
}

// Replace is Set after which nothing remains of what was set before.
func (fl *Flags) Replace(key, name string, items ...Item) error {
	delete(fl.items, key)
	delete(fl.names, key)
	return fl.Set(key, name, items...)
}

// Clone returns a copy: what is set on it later isn't set on fl. A nil *Flags
// has a copy with nothing set, of Fields().
func (fl *Flags) Clone() *Flags {
	if fl == nil {
		return NewFlags(nil)
	}
	return &Flags{table: fl.table, items: maps.Clone(fl.items), names: maps.Clone(fl.names)}
}

func (t Table) settable() []string {
	var keys []string
	for _, f := range t {
		if !f.Kind.isRules() {
			keys = append(keys, f.Key)
		}
	}
	return keys
}

func (fl *Flags) assignments() []assignment {
	if fl == nil {
		return nil
	}
	var as []assignment
	for _, f := range fl.table {
		if items, ok := fl.items[f.Key]; ok {
			as = append(as, assignment{f, items, Place{Layer: FromFlag, Name: fl.names[f.Key]}})
		}
	}
	return as
}

// flag is a pflag.Value that writes into Flags.
type flag struct {
	flags *Flags
	field Field
	name  string
	regex bool
}

var _ pflag.Value = (*flag)(nil)

// String is the value set so far, else the default, as the help shows it.
func (v *flag) String() string {
	if v.flags == nil || v.regex {
		return "" // pflag asks a zero value too
	}
	items, ok := v.flags.items[v.field.Key]
	if !ok {
		return v.field.Default
	}
	parts := make([]string, len(items))
	for i, it := range items {
		parts[i] = it.Text
	}
	return strings.Join(parts, ",")
}

// Set takes one occurrence of the flag.
func (v *flag) Set(value string) error {
	items := []Item{{Text: value, Regex: v.regex}}
	if v.field.Kind == Names {
		items = v.field.parseItems(value)
	}
	err := v.flags.Set(v.field.Key, "--"+v.name, items...)
	if e, ok := err.(*Error); ok {
		return fmt.Errorf("%s", e.Message) // pflag names the flag itself
	}
	return err
}

// Type is what the help shows for the flag's argument.
func (v *flag) Type() string {
	switch v.field.Kind {
	case Number:
		return "N"
	case Bytes:
		return "SIZE"
	case Names:
		return "LIST"
	case List:
		return "GLOB"
	case Separate:
		if v.regex {
			return "REGEX"
		}
		return "TEXT"
	case Path:
		return "DIR"
	case NameOrPath:
		return "NAME"
	case Amount:
		return "AMOUNT"
	case Joining:
		return "WHICH"
	case Duration:
		return "TIME"
	case Decimal:
		return "N"
	}
	return "NAME"
}

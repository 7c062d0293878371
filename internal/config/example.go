package config

import (
	"fmt"
	"strings"
)

// Example is the commented pildora.yaml that init writes: every setting with
// its sentence, its names, its variable and its default, commented out, so
// that a later default reaches whoever didn't change it. Lines that begin with
// # and no blank, or with # and two, are settings; the # alone turns them off.
func Example() []byte { return Fields().Example() }

// Example is the example file of a table.
func (t Table) Example() []byte {
	var b strings.Builder
	b.WriteString("# Settings of pildora. Every line below that begins with # and a key is a default:\n" +
		"# take the # away and change the value. An environment variable wins over this\n" +
		"# file, a flag over both. pildora config check says what is wrong.\n")
	section := ""
	for _, f := range t {
		indent := ""
		if s, _, ok := strings.Cut(f.Key, "."); ok {
			if s != section {
				fmt.Fprintf(&b, "\n#%s:\n", s)
			}
			section, indent = s, "  "
		} else {
			section = ""
			b.WriteByte('\n')
		}
		for _, line := range wrap(f.Doc+f.hints(), 78) {
			fmt.Fprintf(&b, "# %s\n", line)
		}
		fmt.Fprintf(&b, "#%s%s: %s\n", indent, f.name(), f.exampleDefault())
	}
	return []byte(b.String())
}

func (f Field) hints() string {
	hint := ""
	if len(f.Allowed) > 0 {
		hint = " Names: " + strings.Join(f.Allowed, ", ") + "."
	}
	return fmt.Sprintf("%s Example: %s. Variable: %s.", hint, f.Example, f.Env())
}

// exampleDefault is the default in YAML.
func (f Field) exampleDefault() string {
	switch {
	case f.Kind.IsList():
		return "[" + strings.ReplaceAll(f.Default, ",", ", ") + "]"
	case f.Default == "":
		return `""`
	}
	return f.Default
}

// wrap breaks a text at blanks into lines of at most width bytes, where words
// allow.
func wrap(text string, width int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && len(line)+1+len(word) > width {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	return append(lines, line)
}

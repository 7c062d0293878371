package cli

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/eval"
	"github.com/pildora/pildora/eval/tune"
)

// grouping makes the kinds of source that --by asks for: one for each value
// that some document has. Without a corpus it only checks the flag.
func grouping(by string, c *eval.Corpus) ([]tune.Group, error) {
	key, isMeta := strings.CutPrefix(by, "meta:")
	var value func(*doc.Document) string
	var match func(string) string
	switch {
	case by == "none":
		return nil, nil
	case by == "folder":
		value, match = topFolder, func(v string) string { return "{glob: " + strconv.Quote(literal(v)+"/**") + "}" }
	case by == "media":
		value, match = func(d *doc.Document) string { return d.Media }, func(v string) string { return "{media: " + strconv.Quote(v) + "}" }
	case isMeta && key != "":
		value = func(d *doc.Document) string { return d.Meta[key] }
		match = func(v string) string { return "{meta: {" + strconv.Quote(key) + ": " + strconv.Quote(v) + "}}" }
	default:
		return nil, usagef("--by %q is none of none, folder, media, meta:KEY", by)
	}
	if c == nil {
		return nil, nil
	}
	var names []string
	for _, d := range c.Documents {
		if v := value(d); v != "" {
			names = append(names, v)
		}
	}
	slices.Sort(names)
	var out []tune.Group
	for _, name := range slices.Compact(names) {
		out = append(out, tune.Group{Name: name, Match: match(name), Holds: func(d *doc.Document) bool { return value(d) == name }})
	}
	return out, nil
}

// topFolder is the first folder of a document's path, "" where it lies in none.
func topFolder(d *doc.Document) string {
	if strings.Contains(d.URI, "://") {
		return ""
	}
	folder, _, ok := strings.Cut(path.Clean(d.URI), "/")
	if !ok {
		return ""
	}
	return folder
}

// literal is a glob that means a name and nothing else.
func literal(name string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(name)
}

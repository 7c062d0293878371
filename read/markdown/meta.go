package markdown

import (
	"errors"
	"fmt"
	"iter"
	"strings"
	"time"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/pelletier/go-toml/v2"

	"github.com/pildora/pildora/doc"
)

// How much front matter is parsed, in bytes: altogether, of one scalar, and of
// one collection, of which only lists of scalars are kept. People write a
// page at most, and the YAML parser takes quadratic time for what nobody writes
// (half a minute for 60 KB of open brackets).
const (
	maxMeta       = 32 << 10
	maxScalar     = 8 << 10
	maxCollection = 1 << 10
)

// maxBad is how many entries that don't parse are warned of.
const maxBad = 5

// readMeta reads the front matter's scalars at the top level, and lists of them
// (see [doc.JoinList]), into Meta. What can't be read becomes a warning.
func readMeta(d *doc.Document) {
	if len(d.Blocks) == 0 || d.Blocks[0].Kind != doc.FrontMatter {
		return
	}
	b := d.Blocks[0]
	_, _, start := cutLine(d.Text, b.Span.Start)
	body := d.Text[start:b.Span.End]
	body = body[:strings.LastIndexAny(body, "\n\r")+1] // without the closing fence
	if len(body) > maxMeta {
		d.Warnings = append(d.Warnings, fmt.Sprintf("front matter of %d bytes is not read, the limit is %d", len(body), maxMeta))
		return
	}
	meta := map[string]string{}
	if b.Label == "toml" {
		if err := guard(addTOML, meta, body); err != nil {
			d.Warnings = append(d.Warnings, "front matter is not valid TOML: "+firstLine(err))
		}
	} else {
		d.Warnings = append(d.Warnings, readYAML(meta, body)...)
	}
	if len(meta) > 0 {
		d.Meta = meta
	}
}

// readYAML reads the entries one by one and returns what is wrong with them.
func readYAML(meta map[string]string, body string) (warnings []string) {
	for entry := range yamlEntries(body) {
		if err := guard(addYAML, meta, entry); err != nil && len(warnings) < maxBad {
			warnings = append(warnings, fmt.Sprintf("front matter is not valid YAML at %q: %s", yamlKey(entry), firstLine(err)))
		}
	}
	return warnings
}

// guard turns a panic of a parser, which is not ours, into an error: no input
// may bring a reader down.
func guard(add func(meta map[string]string, text string) error, meta map[string]string, text string) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("parser panicked: %v", r)
		}
	}()
	return add(meta, text)
}

// firstLine is the message of a parser without the place, which it counts from
// elsewhere, and without the drawing of it.
func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	if _, message, ok := strings.Cut(line, "] "); ok && strings.HasPrefix(line, "[") {
		return message
	}
	return line
}

var (
	errNoMapping = errors.New("not a mapping")
	errTwice     = errors.New("stands there twice, the first counts")
	errTooLong   = fmt.Errorf("a value of more than %d bytes", maxScalar)
)

// yamlEntries yields the entries of a mapping at the top level with the lines
// that belong to them, so that a bad one spoils no other.
func yamlEntries(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		start := 0
		for at := 0; at < len(text); {
			line, _, next := cutLine(text, at)
			if _, key := yamlLine(trimRight(line)); key && at > start {
				if !yield(text[start:at]) {
					return
				}
				start = at
			}
			at = next
		}
		if start < len(text) {
			yield(text[start:])
		}
	}
}

func yamlKey(entry string) string {
	key, _, _ := strings.Cut(entry, ":")
	return key[strings.LastIndexAny(key, "\n\r")+1:]
}

// addYAML reads one entry. A scalar is kept as it is written, so that a date or
// a version number stays what it is; only quotes and folding are undone.
func addYAML(meta map[string]string, entry string) error {
	if limit := yamlLimit(entry); len(entry) > limit {
		if limit == maxScalar {
			return errTooLong
		}
		return nil
	}
	file, err := parser.ParseBytes([]byte(entry), 0)
	if err != nil {
		return err
	}
	for _, d := range file.Docs {
		switch body := d.Body.(type) {
		case nil, *ast.CommentGroupNode:
		case *ast.MappingNode:
			for _, v := range body.Values {
				err = errors.Join(err, setYAML(meta, v))
			}
		case *ast.MappingValueNode:
			err = errors.Join(err, setYAML(meta, body))
		default:
			return errNoMapping
		}
	}
	return err
}

// yamlLimit returns how long an entry may be: more for a scalar.
func yamlLimit(entry string) int {
	_, value, _ := strings.Cut(entry, ":")
	value = trimLeft(value)
	if value == "" || strings.IndexByte("[{*&!?-\r\n#", value[0]) >= 0 {
		return maxCollection
	}
	return maxScalar
}

func setYAML(meta map[string]string, v *ast.MappingValueNode) error {
	key, ok := yamlScalar(v.Key)
	if !ok {
		return nil
	}
	value, ok := yamlScalar(v.Value)
	if !ok {
		value, ok = yamlList(v.Value)
	}
	if !ok {
		return nil
	}
	if _, twice := meta[key]; twice {
		return errTwice
	}
	meta[key] = value
	return nil
}

// yamlScalar returns the text of a scalar; null is none.
func yamlScalar(n ast.Node) (string, bool) {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.LiteralNode:
		return strings.TrimSuffix(n.Value.Value, "\n"), true
	case *ast.MappingKeyNode:
		return yamlScalar(n.Value)
	case *ast.TagNode:
		return yamlScalar(n.Value)
	case *ast.AnchorNode:
		return yamlScalar(n.Value)
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.InfinityNode, *ast.NanNode:
		return strings.TrimSpace(n.GetToken().Value), true
	}
	return "", false
}

// yamlList returns a list of scalars as metadata hold it. One that is empty, or
// holds anything else, is none.
func yamlList(n ast.Node) (string, bool) {
	seq, ok := n.(*ast.SequenceNode)
	if !ok {
		return "", false
	}
	var list []string
	for _, v := range seq.Values {
		text, ok := yamlScalar(v)
		if !ok {
			return "", false
		}
		list = append(list, text)
	}
	text := doc.JoinList(list)
	return text, text != ""
}

// addTOML reads scalars in TOML's own notation, strings without quotes, and
// lists of them.
func addTOML(meta map[string]string, text string) error {
	var fields map[string]any // the parser's own types, read below and let go
	if err := toml.Unmarshal([]byte(text), &fields); err != nil {
		return err
	}
	for key, value := range fields {
		if text, ok := tomlScalar(value); ok {
			meta[key] = text
			continue
		}
		if text, ok := tomlList(value); ok {
			meta[key] = text
		}
	}
	return nil
}

func tomlScalar(value any) (string, bool) {
	switch v := value.(type) {
	case string:
		return v, true
	case time.Time:
		return v.Format(time.RFC3339), true
	case bool, int64, float64, toml.LocalDate, toml.LocalDateTime, toml.LocalTime:
		return fmt.Sprint(v), true
	}
	return "", false
}

// tomlList is yamlList for TOML.
func tomlList(value any) (string, bool) {
	values, ok := value.([]any)
	if !ok {
		return "", false
	}
	var list []string
	for _, v := range values {
		text, ok := tomlScalar(v)
		if !ok {
			return "", false
		}
		list = append(list, text)
	}
	text := doc.JoinList(list)
	return text, text != ""
}

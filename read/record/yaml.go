package record

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
)

// ErrYAML is wrapped by the errors for what is no YAML.
var ErrYAML = errors.New("no valid YAML")

// maxYAML is the longest YAML read where no other limit is set, in bytes: the
// parser needs up to a hundred times as much memory.
const maxYAML = 64 << 20

// yamlSource makes blocks of the documents in a stream of YAML. The parser gives
// the places where values begin; a value ends where the next one begins.
type yamlSource struct {
	builder
	ctx   context.Context
	text  string
	place ruler
}

// yamlBlocks reads a stream of YAML.
func yamlBlocks(ctx context.Context, d *doc.Document, limit int64) (err error) {
	if limit == 0 {
		limit = maxYAML
	}
	if int64(len(d.Text)) > limit {
		return fmt.Errorf("%w: YAML of %d bytes, the limit is %d", read.ErrTooLarge, len(d.Text), limit)
	}
	defer func() {
		if p := recover(); p != nil { // the parser isn't ours: no input may bring us down
			err = fmt.Errorf("%w: its parser gave up: %v", ErrYAML, p)
		}
	}()
	y := yamlSource{ctx: ctx, text: d.Text, place: newRuler(d.Text)}
	docs, err := y.parse()
	if err != nil {
		return err
	}
	end := len(strings.TrimRight(d.Text, " \t\r\n"))
	for i := range docs {
		last := end
		if i+1 < len(docs) {
			last = trimmed(y.text, docs[i+1].start)
		}
		y.document(docs[i], last, i, len(docs))
	}
	if d.Blocks = y.blocks; len(docs) == 1 {
		d.Title = y.title
	}
	return ctx.Err()
}

// yamlDocument is a document of the stream, and where it begins.
type yamlDocument struct {
	start int
	root  *yaml.Node
}

// parse returns the documents that hold something.
func (y *yamlSource) parse() ([]yamlDocument, error) {
	var docs []yamlDocument
	text := newer.ReplaceAllString(y.text, "%YAML 1.1")
	dec := yaml.NewDecoder(&cancelled{y.ctx, strings.NewReader(text)})
	for n := 0; ; n++ {
		var node yaml.Node
		err := dec.Decode(&node)
		switch {
		case y.ctx.Err() != nil:
			return nil, y.ctx.Err()
		case errors.Is(err, io.EOF):
			return docs, nil
		case err != nil:
			return nil, fmt.Errorf("%w: %s", ErrYAML, near(err))
		}
		start := len(y.text) - len(strings.TrimPrefix(y.text, doc.BOM))
		if n > 0 {
			start = lead(y.text, y.place.at(node.Line, node.Column), 0)
		}
		if len(node.Content) == 1 && !(node.Content[0].Tag == "!!null" && node.Content[0].Value == "") {
			docs = append(docs, yamlDocument{start, node.Content[0]})
		}
	}
}

// near is the parser's message with the line, which may be that where something
// began, or the one before; it leaves out the first.
func near(err error) string {
	message := strings.TrimPrefix(err.Error(), "yaml: ")
	if !strings.HasPrefix(message, "line ") {
		message = "line 1: " + message
	}
	return "near " + message
}

// newer finds the versions of YAML that the parser refuses, though it reads
// them. What takes their place is as long.
var newer = regexp.MustCompile(`(?m)^%YAML 1\.[02-9]`)

// cancelled ends with the context.
type cancelled struct {
	ctx context.Context
	r   io.Reader
}

func (c *cancelled) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.r.Read(p)
}

// document adds the blocks of the n-th document of several.
func (y *yamlSource) document(d yamlDocument, end, n, of int) {
	block := len(y.blocks)
	if d.root.Kind != yaml.MappingNode && d.root.Kind != yaml.SequenceNode {
		y.blocks = append(y.blocks, doc.Block{Kind: doc.Record, Parent: -1, Span: doc.Span{Start: d.start, End: end}})
	} else {
		y.collection(d.root, "", d.start, end, of == 1)
	}
	switch {
	case block == len(y.blocks): // a list without items
		y.blocks = append(y.blocks, doc.Block{Kind: doc.Record, Parent: -1, Span: doc.Span{Start: d.start, End: end}})
	case of == 1 && d.root.Kind == yaml.MappingNode:
		y.blocks[block].Label = "" // paths begin with its keys
	case of > 1:
		if name := resource(d.root); name != "" {
			y.blocks[block].Label = name
		} else if y.blocks[block].Label == "" {
			y.blocks[block].Label = index(n)
		}
	}
}

// resource is the kind and name of a document that describes a resource of
// Kubernetes: "Service/web".
func resource(root *yaml.Node) string {
	kind, name := member(root, "kind"), member(member(root, "metadata"), "name")
	if kind == nil || name == nil || kind.Value == "" || name.Value == "" || len(kind.Value)+len(name.Value) > longestLabel {
		return ""
	}
	return kind.Value + "/" + name.Value
}

func member(n *yaml.Node, key string) *yaml.Node {
	if n == nil || n.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}

// collection adds a mapping or sequence, whose text reaches from start to end,
// and what is in it.
func (y *yamlSource) collection(n *yaml.Node, key string, start, end int, bare bool) {
	y.begin(start, start, key, n.Kind == yaml.MappingNode, bare)
	entries := y.entries(n, start, end)
	for i, e := range entries {
		top := &y.open[len(y.open)-1]
		top.parts++
		last := y.closed(n, end)
		if i+1 < len(entries) {
			last = max(e.start, y.between(n, entries[i+1].start))
		}
		last = max(last, e.start)
		v := e.value
		if (v.Kind == yaml.MappingNode || v.Kind == yaml.SequenceNode) && len(y.open) < maxDepth {
			y.collection(v, e.key, e.start, last, false)
			continue
		}
		y.leaf(e.start, last, e.key)
		if v.Kind == yaml.ScalarNode && v.Tag != "!!null" && y.names(e.key) {
			y.label(e.key, v.Value, v.Tag == "!!str")
		}
	}
	y.close(end)
}

// entry is a member of a mapping or an item of a sequence.
type entry struct {
	key   string
	value *yaml.Node
	start int
}

// entries are those of n. The first begins where n does; none begins before the
// one above it.
func (y *yamlSource) entries(n *yaml.Node, start, end int) []entry {
	step := 1
	if n.Kind == yaml.MappingNode {
		step = 2
	}
	out := make([]entry, 0, len(n.Content)/step)
	floor := start
	for i := 0; i+step <= len(n.Content); i += step {
		e := entry{value: n.Content[i+step-1], start: start}
		if step == 2 {
			e.key = y.key(n.Content[i])
		}
		if i > 0 {
			at := y.place.at(n.Content[i].Line, n.Content[i].Column)
			if n.Style&yaml.FlowStyle == 0 {
				at = lead(y.text, y.mark(n, at, floor), floor)
			}
			e.start = min(max(at, floor), end)
		}
		floor = e.start
		out = append(out, e)
	}
	return out
}

// longestKey is up to how many bytes of a key that is no scalar are its name.
const longestKey = 60

// key is the text of a key.
func (y *yamlSource) key(n *yaml.Node) string {
	switch n.Kind {
	case yaml.ScalarNode:
		return n.Value
	case yaml.AliasNode:
		return "*" + n.Value
	}
	at := y.place.at(n.Line, n.Column)
	line, _, _ := strings.Cut(y.text[at:min(at+longestKey, len(y.text))], "\n")
	return strings.TrimSpace(strings.ToValidUTF8(line, ""))
}

// mark goes back from what stands at a byte of a collection in block style to
// the dash or question mark that it belongs to. Between the two are blanks and
// comments only; the search ends at the one before.
func (y *yamlSource) mark(n *yaml.Node, at, floor int) int {
	want := byte('?')
	if n.Kind == yaml.SequenceNode {
		want = '-'
	}
	for line := lineStart(y.text, at); ; line = lineStart(y.text, line-1) {
		if dash := line + n.Column - 1; dash < at && dash < len(y.text) && y.text[dash] == want {
			return dash
		}
		if line <= floor || want == '?' {
			return at
		}
	}
}

// between is where the entry ends that stands before the one at byte next.
func (y *yamlSource) between(n *yaml.Node, next int) int {
	end := trimmed(y.text, next)
	if n.Style&yaml.FlowStyle != 0 && end > 0 && y.text[end-1] == ',' {
		return trimmed(y.text, end-1)
	}
	return end
}

// closed is where the last entry ends of what ends at byte end.
func (y *yamlSource) closed(n *yaml.Node, end int) int {
	if n.Style&yaml.FlowStyle != 0 && end > 0 && (y.text[end-1] == ']' || y.text[end-1] == '}') {
		end = trimmed(y.text, end-1)
		if end > 0 && y.text[end-1] == ',' {
			end = trimmed(y.text, end-1)
		}
	}
	return end
}

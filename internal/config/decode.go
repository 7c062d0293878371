package config

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// decoder walks one YAML document. It collects every error instead of ending
// at the first: a person mends a file in one go.
type decoder struct {
	table   Table
	place   Place // of the file or variable; its lines come from the nodes
	anchors map[string]ast.Node
	left    int // nodes that may still be visited: aliases can multiply
	errs    []error
}

const mostNodes = 100_000

func newDecoder(t Table, place Place) *decoder {
	return &decoder{table: t, place: place, anchors: map[string]ast.Node{}, left: mostNodes}
}

func decodeFile(t Table, place Place, data []byte) ([]assignment, ruleSet, []error) {
	d := newDecoder(t, place)
	root := d.parse(data)
	if root == nil {
		return nil, ruleSet{}, d.errs
	}
	as, rules := d.section(root, "")
	return as, rules, d.errs
}

func decodeRules(t Table, f Field, place Place, data []byte) (set ruleSet, errs []error) {
	d := newDecoder(t, place)
	if root := d.parse(data); root != nil {
		d.rulesOf(f, root, &set)
	}
	return set, d.errs
}

// decodeItems reads a list in YAML's flow form; ok is false if it is none.
func decodeItems(f Field, text string) (items []Item, ok bool) {
	d := newDecoder(Table{f}, Place{})
	root := d.parse([]byte(text))
	if root == nil {
		return nil, false
	}
	items, ok = d.items(f, root)
	return items, ok && len(d.errs) == 0
}

// parse returns the root of the only document, nil if it is empty or wrong.
func (d *decoder) parse(data []byte) ast.Node {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	file, err := parser.ParseBytes(data, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		d.errs = append(d.errs, d.syntax(err))
		return nil
	}
	var root ast.Node
	for _, doc := range file.Docs {
		if doc == nil || doc.Body == nil || doc.Body.Type() == ast.CommentType {
			continue
		}
		if root != nil {
			d.fail(doc.Body, "", "a second YAML document; the settings are one")
			return nil
		}
		root = doc.Body
	}
	if root == nil {
		return nil
	}
	return d.value(root)
}

func (d *decoder) syntax(err error) error {
	e := &Error{Place: d.place, Message: "no valid YAML: " + err.Error(), Err: err}
	var ye yaml.Error
	if errors.As(err, &ye) {
		e.Message = "no valid YAML: " + ye.GetMessage()
		if t := ye.GetToken(); t != nil && t.Position != nil {
			e.Place.Line, e.Place.Column = t.Position.Line, t.Position.Column
		}
	}
	return e
}

// at returns the place of a node.
func (d *decoder) at(n ast.Node) Place {
	p := d.place
	if n == nil {
		return p
	}
	if t := n.GetToken(); t != nil && t.Position != nil && p.Layer == FromFile {
		p.Line, p.Column = t.Position.Line, t.Position.Column
	}
	return p
}

func (d *decoder) fail(n ast.Node, key, message string) {
	d.errs = append(d.errs, &Error{Place: d.at(n), Key: key, Message: message})
}

// value looks through anchors, aliases and tags; nil is null or an error that
// has been noted.
func (d *decoder) value(n ast.Node) ast.Node {
	const deepest = 32 // an alias of itself would go on for ever
	for range deepest {
		if d.left--; d.left < 0 {
			if d.left == -1 {
				d.fail(n, "", "too many values; aliases multiply them")
			}
			return nil
		}
		switch v := n.(type) {
		case *ast.AnchorNode:
			d.anchors[v.Name.GetToken().Value] = v.Value
			n = v.Value
		case *ast.AliasNode:
			target, ok := d.anchors[v.Value.GetToken().Value]
			if !ok {
				d.fail(v, "", fmt.Sprintf("alias *%s has no anchor before it", v.Value.GetToken().Value))
				return nil
			}
			n = target
		case *ast.TagNode:
			n = v.Value
		case *ast.NullNode, nil:
			return nil
		default:
			return n
		}
	}
	d.fail(n, "", "an alias of itself")
	return nil
}

// kindOf says in words what a node is.
func kindOf(n ast.Node) string {
	switch n.Type() {
	case ast.SequenceType:
		return "a list"
	case ast.MappingType, ast.MappingValueType:
		return "keys with values"
	}
	text, _ := scalar(n)
	return fmt.Sprintf("%q", text)
}

// scalar returns the text of a node that is one value.
func scalar(n ast.Node) (string, bool) {
	switch v := n.(type) {
	case *ast.StringNode:
		return v.Value, true
	case *ast.LiteralNode:
		return v.Value.Value, true
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.InfinityNode, *ast.NanNode:
		return n.GetToken().Value, true
	}
	return "", false
}

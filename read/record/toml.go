package record

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/record/jsontree"
)

// ErrTOML is wrapped by the errors for what is no TOML.
var ErrTOML = errors.New("no valid TOML")

// deepestTOML is how many brackets may be open at once: the parser calls itself
// for each.
const deepestTOML = 10_000

// tomlBlocks reads TOML. The tables are records by their whole names; what is
// in an inline table or an array is part of its key.
func tomlBlocks(ctx context.Context, d *doc.Document) (err error) {
	if at := tooDeep(d.Text, deepestTOML); at >= 0 {
		return fmt.Errorf("%w: %s: more than %d brackets are open", ErrTOML, jsontree.Place(d.Text, at), deepestTOML)
	}
	defer func() {
		if p := recover(); p != nil { // the parser isn't ours: no input may bring us down
			err = fmt.Errorf("%w: its parser gave up: %v", ErrTOML, p)
		}
	}()
	var p unstable.Parser
	skipped := len(d.Text) - len(strings.TrimPrefix(d.Text, doc.BOM))
	p.Reset([]byte(d.Text[skipped:]))
	var settings []setting
	counts := map[string]int{} // of the tables in each array
	for n := 0; p.NextExpression(); n++ {
		if n%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		s := tomlSetting(p.Expression(), counts)
		s.at += skipped
		if s.section {
			s.at = lineStart(d.Text, s.at)
		}
		settings = append(settings, s)
	}
	if err := p.Error(); err != nil {
		at := len(d.Text)
		message := err.Error()
		if wrong, ok := errors.AsType[*unstable.ParserError](err); ok {
			at, message = skipped+int(p.Range(wrong.Highlight).Offset), wrong.Message
		}
		return fmt.Errorf("%w: %s: %s", ErrTOML, jsontree.Place(d.Text, at), message)
	}
	sections(d, settings)
	return ctx.Err()
}

// tomlSetting is what an expression of the parser says.
func tomlSetting(e *unstable.Node, counts map[string]int) setting {
	s := setting{section: e.Kind != unstable.KeyValue}
	var keys []string
	for it := e.Key(); it.Next(); {
		if len(keys) == 0 {
			s.at = int(it.Node().Raw.Offset)
		}
		keys = append(keys, string(it.Node().Data))
	}
	s.key = strings.Join(keys, ".")
	if e.Kind == unstable.ArrayTable {
		counts[s.key]++
		s.key += index(counts[s.key] - 1)
	}
	if !s.section {
		s.value, s.quoted = string(e.Value().Data), e.Value().Kind == unstable.String
	}
	return s
}

// tooDeep is the byte at which more than limit brackets are open, counted
// without regard to strings and comments, or -1.
func tooDeep(text string, limit int) int {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '[', '{':
			if depth++; depth > limit {
				return i
			}
		case ']', '}':
			depth = max(0, depth-1)
		}
	}
	return -1
}

// Package jsontree parses JSON into values that know their place: for formats
// that are written in JSON and converted to something else, so that what was
// made of a string can lead back to the bytes that it was made of.
//
// A [Value] shares the memory of the text that it was parsed from. A string is
// decoded only when it is asked for, whole ([Value.String]) or piece by piece
// ([Value.Pieces]).
package jsontree

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
)

// Kind says what a value is.
type Kind uint8

// The kinds of values. The zero Value is Missing: what an object doesn't have.
const (
	Missing Kind = iota
	Null
	Bool
	Number
	String
	Array
	Object
)

// Value is a JSON value. Elements are those of an array, Members those of an
// object, in their order.
type Value struct {
	Kind     Kind
	Span     doc.Span // in the text that was parsed, quotes and brackets included
	Elements []Value
	Members  []Member

	raw string // as it is written; of arrays and objects nothing
}

// Member is a key of an object with its value.
type Member struct {
	Key   string
	Value Value
}

// ErrSyntax is wrapped by the errors for what is no JSON.
var ErrSyntax = errors.New("no valid JSON")

// Parse parses text, which holds one value and blanks. A byte order mark before
// it is passed over. Errors wrap [ErrSyntax] and give line and column in code
// points, or ctx's error. Values nest as deep as encoding/json lets them, which
// is 10,000.
func Parse(ctx context.Context, text string) (Value, error) {
	start := len(text) - len(strings.TrimPrefix(text, doc.BOM))
	if err := check(text, start); err != nil {
		return Value{}, err
	}
	p := parser{ctx: ctx, text: text, at: start}
	return p.value()
}

// check lets the standard library judge the text, and names the place of what
// it finds.
func check(text string, start int) error {
	data := []byte(text[start:])
	if json.Valid(data) {
		return nil
	}
	var raw json.RawMessage
	err := json.Unmarshal(data, &raw)
	at := len(text)
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		at = min(start+max(0, int(syntax.Offset)-1), len(text))
	}
	return fmt.Errorf("%w: %s: %w", ErrSyntax, Place(text, at), err)
}

// Place writes a place of text as line and column, in code points from 1.
func Place(text string, at int) string {
	line := 1 + strings.LastIndexByte(text[:at], '\n')
	return fmt.Sprintf("line %d, column %d", 1+strings.Count(text[:at], "\n"), 1+utf8.RuneCountInString(strings.TrimPrefix(text[line:at], doc.BOM)))
}

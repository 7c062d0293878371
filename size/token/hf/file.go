package hf

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"unicode/utf8"
)

// file is a tokenizer.json.
type file struct {
	Version       *string         `json:"version"`
	Truncation    *truncation     `json:"truncation"`
	AddedTokens   []namedToken    `json:"added_tokens"`
	Normalizer    json.RawMessage `json:"normalizer"`
	PreTokenizer  json.RawMessage `json:"pre_tokenizer"`
	PostProcessor json.RawMessage `json:"post_processor"`
	Model         json.RawMessage `json:"model"`
}

type truncation struct {
	MaxLength int `json:"max_length"`
}

// mostFile bounds the bytes of a file.
const mostFile = 256 << 20

func readFile(data []byte) (*file, error) {
	if len(data) > mostFile {
		return nil, fmt.Errorf("%d bytes are more than the %d of the largest tokenizer.json", len(data), mostFile)
	}
	if !utf8.Valid(data) {
		return nil, errors.New("not UTF-8: not a tokenizer.json")
	}
	var f file
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, jsonError(data, err)
	}
	if f.Version == nil || *f.Version != "1.0" {
		return nil, errors.New(`version: want "1.0": not a tokenizer.json, or one of a format to come`)
	}
	if missing(f.Model) {
		return nil, errors.New("model: missing")
	}
	if f.Truncation != nil && f.Truncation.MaxLength < 0 {
		return nil, fmt.Errorf("truncation: max_length is %d", f.Truncation.MaxLength)
	}
	return &f, nil
}

// jsonError says where a file ends too early or isn't JSON.
func jsonError(data []byte, err error) error {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		if int(syntax.Offset) >= len(data) {
			return fmt.Errorf("the file is cut off after %d bytes: %w", len(data), err)
		}
		return fmt.Errorf("byte %d: not JSON: %w", syntax.Offset, err)
	}
	return wrongType(err)
}

// wrongType says where a JSON value of another type stands than is due; other
// errors it leaves as they are.
func wrongType(err error) error {
	var e *json.UnmarshalTypeError
	if !errors.As(err, &e) {
		return err
	}
	due := "a number"
	switch e.Type.Kind() {
	case reflect.String:
		due = "a string"
	case reflect.Bool:
		due = "true or false"
	case reflect.Struct, reflect.Map:
		due = "an object"
	case reflect.Slice:
		due = "an array"
	case reflect.Int:
		due = "a whole number"
	}
	at := strings.TrimPrefix(e.Field, ".")
	if at != "" {
		at += ": "
	}
	return fmt.Errorf("%swant %s, not %s", at, due, e.Value)
}

func missing(raw json.RawMessage) bool {
	return len(raw) == 0 || bytes.Equal(bytes.TrimSpace(raw), []byte("null"))
}

// part is one part of a pipeline: its type, and the rest of it.
type part struct {
	kind string
	raw  json.RawMessage
}

func readPart(raw json.RawMessage) (part, error) {
	var p struct {
		Type *string `json:"type"`
	}
	if err := json.Unmarshal(raw, &p); err != nil {
		return part{}, wrongType(err)
	}
	if p.Type == nil {
		return part{}, errors.New("no type")
	}
	return part{*p.Type, raw}, nil
}

// read fills v; all fields of v that are pointers and named in need must be there.
func (p part) read(v any) error {
	if err := json.Unmarshal(p.raw, v); err != nil {
		return fmt.Errorf("%s: %w", p.kind, wrongType(err))
	}
	return nil
}

// need reports the first of the fields that a part lacks.
func (p part) need(fields ...string) error {
	var m map[string]json.RawMessage
	if err := json.Unmarshal(p.raw, &m); err != nil {
		return fmt.Errorf("%s: %w", p.kind, wrongType(err))
	}
	for _, f := range fields {
		if missing(m[f]) {
			return fmt.Errorf("%s: %s is missing", p.kind, f)
		}
	}
	return nil
}

func unknownType(kind string, known ...string) error {
	return fmt.Errorf("type %q is not known: known are %s", kind, strings.Join(known, ", "))
}

// mostID bounds the ids of a vocabulary.
const mostID = math.MaxInt32 - 1

func checkVocab(vocab map[string]int) error {
	owner := make(map[int]string, len(vocab))
	for token, id := range vocab {
		if id < 0 || id > mostID {
			return fmt.Errorf("vocab: token %q has the id %d, out of range", token, id)
		}
		if other, ok := owner[id]; ok {
			return fmt.Errorf("vocab: tokens %q and %q share the id %d", min(token, other), max(token, other), id)
		}
		owner[id] = token
	}
	return nil
}

// mergeList is the merges of BPE: pairs, or texts of two tokens with a blank.
type mergeList [][2]string

// UnmarshalJSON reads either form.
func (l *mergeList) UnmarshalJSON(data []byte) error {
	if bytes.Equal(data, []byte("null")) {
		return nil
	}
	var pairs [][]string
	if err := json.Unmarshal(data, &pairs); err == nil {
		*l = make(mergeList, 0, len(pairs))
		for i, p := range pairs {
			if len(p) != 2 {
				return fmt.Errorf("merges: merge %d has %d tokens, not 2", i, len(p))
			}
			*l = append(*l, [2]string{p[0], p[1]})
		}
		return nil
	}
	var lines []string
	if err := json.Unmarshal(data, &lines); err != nil {
		return fmt.Errorf("merges: neither pairs nor texts: %w", wrongType(err))
	}
	*l = make(mergeList, 0, len(lines))
	for i, s := range lines {
		if strings.HasPrefix(s, "#version") {
			continue
		}
		a, b, ok := strings.Cut(s, " ")
		if !ok || strings.Contains(b, " ") {
			return fmt.Errorf("merges: merge %d, %q, is not two tokens with a blank between them", i, s)
		}
		*l = append(*l, [2]string{a, b})
	}
	return nil
}

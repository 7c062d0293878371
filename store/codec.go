package store

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Encode writes a record or a manifest entry as one JSON object, without a
// line end and without escaping what only HTML cares about. Vectors are not
// part of it.
func Encode[T Record | DocState](v T) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// Decode reads what Encode wrote; anything else is ErrCorrupt.
func Decode[T Record | DocState](data []byte) (T, error) {
	var v T
	if err := json.Unmarshal(data, &v); err != nil {
		return v, fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	return v, nil
}

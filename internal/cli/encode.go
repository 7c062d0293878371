package cli

import (
	"encoding/json"
	"io"
)

// encode writes a value as one line of JSON, without escaping what only HTML
// would need escaped.
func encode[T any](w io.Writer, v T) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

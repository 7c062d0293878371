package catalog

import (
	"errors"
	"fmt"
	"strings"
)

// ErrUnknown is wrapped by every error about a name that is not in a list.
var ErrUnknown = errors.New("unknown")

func unknown(what, name string, known []string) error {
	return fmt.Errorf("%w %s %q; known: %s", ErrUnknown, what, name, strings.Join(known, ", "))
}

func names[T any](list []T, name func(T) string) []string {
	out := make([]string, len(list))
	for i, v := range list {
		out[i] = name(v)
	}
	return out
}

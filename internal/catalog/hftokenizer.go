package catalog

import "errors"

// openJSON reads a tokenizer.json, or that of a folder.
func openJSON(path string) (*Tokenizer, error) {
	return nil, errors.New(path + ": a tokenizer.json can't be read yet")
}

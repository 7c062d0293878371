package hf

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// fileName is what a tokenizer's file is called.
const fileName = "tokenizer.json"

// Open reads a tokenizer.json, or that of a folder. How many tokens the model
// takes is looked for in the files beside it, in this order: max_seq_length of
// sentence_bert_config.json; the lesser of model_max_length of
// tokenizer_config.json and the positions of config.json; else the truncation
// of the file itself. A file there that can't be read is an error.
func Open(path string) (*Tokenizer, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		path = filepath.Join(path, fileName)
	}
	data, err := readUpTo(path, mostFile)
	if err != nil {
		return nil, err
	}
	t, err := Parse(path, data)
	if err != nil {
		return nil, err
	}
	window, err := windowBeside(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	if window > 0 {
		t.window = window
	}
	return t, nil
}

func readUpTo(path string, limit int64) ([]byte, error) {
	if info, err := os.Stat(path); err != nil {
		return nil, err
	} else if info.Mode()&fs.ModeNamedPipe != 0 {
		return nil, fmt.Errorf("%s: a pipe, not a file", path) // to open it could wait for ever
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = fmt.Errorf("%s: more than %d bytes: too large", path, limit)
	}
	return data, err
}

// mostConfig bounds the bytes of a file beside the tokenizer.
const mostConfig = 64 << 20

// beside reads a JSON file of a folder; one that isn't there leaves v as it is.
func beside(dir, name string, v any) error {
	path := filepath.Join(dir, name)
	data, err := readUpTo(path, mostConfig)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		if err = json.Unmarshal(data, v); err != nil {
			err = fmt.Errorf("%s: %w", path, wrongType(err))
		}
	}
	return err
}

// unboundedLength is from where on a length says that there is no limit: an
// unset model_max_length is written as 10 to the power of 30.
const unboundedLength = 1e15

func windowBeside(dir string) (int, error) {
	var sentence struct {
		Max *float64 `json:"max_seq_length"`
	}
	var tokenizer struct {
		Max *float64 `json:"model_max_length"`
	}
	var model struct {
		Type string   `json:"model_type"`
		Max  *float64 `json:"max_position_embeddings"`
	}
	err := errors.Join(beside(dir, "sentence_bert_config.json", &sentence),
		beside(dir, "tokenizer_config.json", &tokenizer), beside(dir, "config.json", &model))
	if err != nil {
		return 0, err
	}
	if n := length(sentence.Max); n > 0 {
		return n, nil
	}
	a, b := length(tokenizer.Max), length(model.Max)
	if b > 2 && strings.Contains(strings.ReplaceAll(model.Type, "camembert", "roberta"), "roberta") {
		b -= 2 // positions of RoBERTa and its kin start behind the padding index
	}
	switch {
	case a == 0:
		return b, nil
	case b == 0:
		return a, nil
	}
	return min(a, b), nil
}

func length(x *float64) int {
	if x == nil || *x < 1 || *x > unboundedLength {
		return 0
	}
	return int(*x)
}

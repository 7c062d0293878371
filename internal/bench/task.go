package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/internal/catalog"
	"github.com/pildora/pildora/lex/sentence"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/markdown"
	"github.com/pildora/pildora/size"
)

// task is one thing of ours that is timed.
type task struct {
	name, about string
	// make gets everything ready that a program does once. It fails where a
	// file that the task needs isn't there.
	make func() (work, error)
}

// work does a task over a file's bytes.
type work func(ctx context.Context, data []byte) (output, error)

// output is what a task made: chunks, or a count of something.
type output struct {
	doc    *doc.Document
	chunks []chunk.Chunk
	limits chunk.Limits
	n      int
}

// tasks lists all tasks.
func tasks() []task {
	return []task{
		cutting("structural", "structural, 1500 runes", recipe("structural", "chars", 1500, ""), "text/markdown"),
		cutting("cascade", "cascade, 1500 runes", recipe("cascade", "chars", 1500, ""), "text/markdown"),
		records("records", "structural, 1500 runes, with the records that are stored: ids, headings, lines, digests, token counts",
			recipe("structural", "chars", 1500, "")),
		cutting("recursive", "recursive, 1500 runes, of a text without blocks", recipe("recursive", "chars", 1500, ""), ""),
		cutting("sentence", "sentence, 1500 runes, of a text without blocks", recipe("sentence", "chars", 1500, ""), ""),
		cutting("fixed", "fixed, 1500 runes, of a text without blocks", recipe("fixed", "chars", 1500, ""), ""),
		cutting("fixed_bytes", "fixed, 1500 bytes, of a text without blocks", recipe("fixed", "bytes", 1500, ""), ""),
		cutting("structural_cl100k", "structural, 512 tokens of cl100k", recipe("structural", "tokens", 512, "cl100k"), "text/markdown"),
		cutting("structural_o200k", "structural, 512 tokens of o200k", recipe("structural", "tokens", 512, "o200k"), "text/markdown"),
		cutting("cascade_cl100k", "cascade, 512 tokens of cl100k", recipe("cascade", "tokens", 512, "cl100k"), "text/markdown"),
		cutting("recursive_file", "recursive, 1500 runes, of a file read as plain text", recipe("recursive", "chars", 1500, ""), "text/plain"),
		cutting("recursive_cl100k", "recursive, 512 tokens of cl100k", recipe("recursive", "tokens", 512, "cl100k"), ""),
		cutting("structural_wordpiece", "structural, 512 tokens of an uncased BERT", recipe("structural", "tokens", 512, "bert-base-cased.json"), "text/markdown"),
		counting("count_cl100k", "tokens of cl100k", "cl100k"),
		counting("count_o200k", "tokens of o200k", "o200k"),
		counting("count_wordpiece", "tokens of an uncased BERT (WordPiece)", "bert-base-cased.json"),
		counting("count_unigram", "tokens of a Unigram model", "unigram.json"),
		counting("count_bytelevel", "tokens of cl100k as tokenizer.json", "cl100k_hf.json"),
		sentences("sentences_en", "sentences, rules of English", "en"),
		sentences("sentences_all", "sentences, rules of all languages merged", ""),
		{"markdown", "Markdown into blocks with spans", func() (work, error) { return parse, nil }},
	}
}

func taskOf(name string) (task, error) {
	for _, t := range tasks() {
		if t.name == name {
			return t, nil
		}
	}
	return task{}, fmt.Errorf("unknown task %q: bench list names them", name)
}

func recipe(strategy, unit string, most int, tokenizer string) ingest.Recipe {
	return ingest.Recipe{Strategy: strategy, Unit: unit, Max: most, Tokenizer: tokenizer}
}

// ready builds a recipe; a tokenizer that is a file's name is looked for in
// the peers' folder.
func ready(r ingest.Recipe) (ingest.Cutting, error) {
	var err error
	if r.Tokenizer, err = vocabulary(r.Tokenizer); err != nil {
		return ingest.Cutting{}, err
	}
	return catalog.Cutting(r, "")
}

func vocabulary(name string) (string, error) {
	if !strings.HasSuffix(name, ".json") {
		return name, nil
	}
	path := filepath.Join(os.Getenv("PEERS_HOME"), "vocab", name)
	if !exists(path) {
		return "", fmt.Errorf("%s isn't in the vocab folder of PEERS_HOME", name)
	}
	return path, nil
}

// cutting is the way from bytes to the spans of chunks.
func cutting(name, about string, r ingest.Recipe, media string) task {
	return task{name, about, func() (work, error) {
		c, err := ready(r)
		if err != nil {
			return nil, err
		}
		return func(ctx context.Context, data []byte) (output, error) {
			d, err := document(ctx, data, media)
			if err != nil {
				return output{}, err
			}
			out := output{doc: d, limits: c.Limits}
			for ch, err := range c.Splitter.Split(ctx, d, d.Whole()) {
				if err != nil {
					return output{}, err
				}
				out.chunks = append(out.chunks, ch)
			}
			out.n = len(out.chunks)
			return out, nil
		}, nil
	}}
}

// records is the way from bytes to what is stored.
func records(name, about string, r ingest.Recipe) task {
	return task{name, about, func() (work, error) {
		c, err := ready(r)
		if err != nil {
			return nil, err
		}
		return func(ctx context.Context, data []byte) (output, error) {
			d, err := document(ctx, data, "text/markdown")
			if err != nil {
				return output{}, err
			}
			rs, err := c.Records(ctx, d, "bench.md")
			return output{n: len(rs)}, err
		}, nil
	}}
}

// document reads data; with no media type it is taken as the text that a
// caller has in hand, as the peers are given it: its encoding is checked, and
// nothing is read out of it.
func document(ctx context.Context, data []byte, media string) (*doc.Document, error) {
	if media == "" {
		if !utf8.Valid(data) {
			return nil, errors.New("not UTF-8")
		}
		return &doc.Document{Text: string(data)}, nil
	}
	return ingest.Reading{Reader: catalog.Reader}.Document(ctx, read.Source{URI: "bench", Media: media, Data: data})
}

func counting(name, about, tokenizer string) task {
	return task{name, about, func() (work, error) {
		path, err := vocabulary(tokenizer)
		if err != nil {
			return nil, err
		}
		m, err := catalog.Measure("tokens", path)
		if err != nil {
			return nil, err
		}
		return counter(m), nil
	}}
}

func counter(m size.Measure) work {
	return func(_ context.Context, data []byte) (output, error) {
		return output{n: m.Size(string(data))}, nil
	}
}

func sentences(name, about, lang string) task {
	return task{name, about, func() (work, error) {
		s := sentence.New(lang)
		return func(_ context.Context, data []byte) (output, error) {
			n := 1
			for range s.Ends(string(data)) {
				n++
			}
			return output{n: n}, nil
		}, nil
	}}
}

func parse(_ context.Context, data []byte) (output, error) {
	return output{n: len(markdown.Scan(string(data)))}, nil
}

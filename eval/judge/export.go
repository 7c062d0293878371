package judge

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
)

// columns are RAGAS's names, in the order in which [WriteCSV] writes them.
var columns = []string{"user_input", "retrieved_contexts", "response", "reference"}

// WriteJSONL writes samples as RAGAS reads them (EvaluationDataset.from_jsonl):
// an object a line with user_input, retrieved_contexts, response and
// reference; what a sample doesn't have is left out.
func WriteJSONL(w io.Writer, samples iter.Seq[Sample]) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for s := range samples {
		if err := enc.Encode(s); err != nil {
			return fmt.Errorf("writing samples: %w", err)
		}
	}
	return nil
}

// ReadJSONL yields the samples of a file of RAGAS's form. Other columns are
// left out; conversations of several turns are an error. The sequence ends
// after its first error, which names the line.
func ReadJSONL(r io.Reader) iter.Seq2[Sample, error] {
	return func(yield func(Sample, error) bool) {
		in := bufio.NewReaderSize(r, 1<<16)
		for line := 1; ; line++ {
			data, err := in.ReadBytes('\n')
			if err != nil && err != io.EOF {
				yield(Sample{}, fmt.Errorf("samples, line %d: %w", line, err))
				return
			}
			if line == 1 {
				data = bytes.TrimPrefix(data, []byte("\ufeff"))
			}
			if len(bytes.TrimSpace(data)) > 0 {
				s, bad := parse(data)
				if bad != nil {
					yield(Sample{}, fmt.Errorf("samples, line %d: %w", line, bad))
					return
				}
				if !yield(s, nil) {
					return
				}
			}
			if err == io.EOF {
				return
			}
		}
	}
}

// parse reads one object of JSON Lines.
func parse(line []byte) (Sample, error) {
	var s Sample
	if err := json.Unmarshal(line, &s); err != nil {
		var kind *json.UnmarshalTypeError
		if errors.As(err, &kind) && kind.Field == columns[0] && kind.Value == "array" {
			return s, errors.New("user_input is a conversation; only questions of one turn are judged")
		}
		return s, err
	}
	if blank(s.Question) {
		return s, errors.New("user_input is missing or empty")
	}
	return s, nil
}

// WriteCSV writes samples with RAGAS's columns. The contexts are a JSON list
// in their cell, which is a list in Python too (ast.literal_eval); RAGAS's own
// from_csv leaves it a text, so prefer JSON Lines where there is a choice.
// Reading CSV makes "\r\n" in other cells "\n".
func WriteCSV(w io.Writer, samples iter.Seq[Sample]) error {
	out := csv.NewWriter(w)
	_ = out.Write(columns) // Error says what failed
	for s := range samples {
		contexts := ""
		if s.Contexts != nil {
			list, err := encode(s.Contexts)
			if err != nil {
				return fmt.Errorf("writing samples: %w", err)
			}
			contexts = list
		}
		_ = out.Write([]string{s.Question, contexts, s.Answer, s.Reference})
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return fmt.Errorf("writing samples: %w", err)
	}
	return nil
}

// ReadCSV yields the samples of a table with RAGAS's columns in any order;
// only user_input must be there. Contexts are a list as JSON or Python writes
// it. The sequence ends after its first error, which names the line.
func ReadCSV(r io.Reader) iter.Seq2[Sample, error] {
	return func(yield func(Sample, error) bool) {
		in := csv.NewReader(r)
		head, err := in.Read()
		if err == io.EOF {
			return
		}
		if err != nil {
			yield(Sample{}, fmt.Errorf("samples: %w", err))
			return
		}
		head[0] = strings.TrimPrefix(head[0], "\ufeff")
		at := make([]int, len(columns)) // where each column stands, or -1
		for i, name := range columns {
			at[i] = slices.Index(head, name)
		}
		if at[0] < 0 {
			yield(Sample{}, fmt.Errorf("samples: no column user_input among %q", head))
			return
		}
		for {
			row, err := in.Read()
			if err == io.EOF {
				return
			}
			var s Sample
			if err == nil {
				if s, err = fromRow(row, at); err != nil {
					line, _ := in.FieldPos(0)
					err = fmt.Errorf("line %d: %w", line, err)
				}
			}
			if err != nil {
				yield(Sample{}, fmt.Errorf("samples: %w", err))
				return
			}
			if !yield(s, nil) {
				return
			}
		}
	}
}

func fromRow(row []string, at []int) (Sample, error) {
	cell := func(i int) string {
		if at[i] < 0 {
			return ""
		}
		return row[at[i]]
	}
	s := Sample{Question: cell(0), Answer: cell(2), Reference: cell(3)}
	if blank(s.Question) {
		return s, errors.New("user_input is empty")
	}
	if list := cell(1); !blank(list) {
		var err error
		if s.Contexts, err = parseList(list); err != nil {
			return s, fmt.Errorf("retrieved_contexts: %w", err)
		}
	}
	return s, nil
}

package whole

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
)

// Mark is a pill that a person marked in a document.
type Mark struct {
	Kind   string
	Span   doc.Span
	Series int // marks with the same number, if not 0, may share a chunk
	line   int
}

// Marked are the marks of one document.
type Marked struct {
	SHA256 string // of the document's text, in hex; "" where it isn't known
	Marks  []Mark
}

// Errors that reading and using marks wraps.
var (
	ErrMarks   = errors.New("unusable marks")
	ErrChanged = errors.New("the document is not the one that was marked")
)

// maxMark is the longest line of marks that is read.
const maxMark = 1 << 20

// ReadMarks reads marks by document: JSON Lines of {doc, kind, start, end,
// series}, byte offsets in the document's text, half open, and of {doc,
// sha256}, the digest of that text. Errors wrap ErrMarks and name the line.
func ReadMarks(r io.Reader) (map[string]*Marked, error) {
	out := map[string]*Marked{}
	in := bufio.NewScanner(r)
	in.Buffer(nil, maxMark)
	for n := 1; in.Scan(); n++ {
		text := bytes.TrimSpace(bytes.TrimPrefix(in.Bytes(), []byte(doc.BOM)))
		if len(text) == 0 {
			continue
		}
		if err := readMark(out, n, text); err != nil {
			return nil, fmt.Errorf("%w: line %d: %w", ErrMarks, n, err)
		}
	}
	if err := in.Err(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrMarks, err)
	}
	return out, nil
}

func readMark(all map[string]*Marked, n int, text []byte) error {
	var line struct {
		Doc    string `json:"doc"`
		Kind   string `json:"kind"`
		Start  int    `json:"start"`
		End    int    `json:"end"`
		Series int    `json:"series"`
		SHA256 string `json:"sha256"`
	}
	in := json.NewDecoder(bytes.NewReader(text))
	in.DisallowUnknownFields()
	if err := in.Decode(&line); err != nil {
		return err
	}
	if line.Doc == "" {
		return errors.New("no doc")
	}
	m := all[line.Doc]
	if m == nil {
		m = &Marked{}
		all[line.Doc] = m
	}
	if line.SHA256 != "" {
		m.SHA256 = line.SHA256
	}
	if line.Kind != "" {
		m.Marks = append(m.Marks, Mark{line.Kind, doc.Span{Start: line.Start, End: line.End}, line.Series, n})
	} else if line.SHA256 == "" {
		return errors.New("neither kind nor sha256")
	}
	return nil
}

// Pills makes the marks pills of d. fits says whether a span would fit one
// chunk; it is asked about marks with their first line's indentation and the
// headings right before them. Errors
// wrap ErrChanged or ErrMarks and name the line: a mark lies outside the text,
// within a character or on blanks, or crosses another.
func (m *Marked) Pills(d *doc.Document, fits func(doc.Span) bool) ([]Pill, error) {
	if m.SHA256 != "" {
		if sum := sha256.Sum256([]byte(d.Text)); hex.EncodeToString(sum[:]) != m.SHA256 {
			return nil, fmt.Errorf("%s: %w", d.URI, ErrChanged)
		}
	}
	marks := slices.Clone(m.Marks)
	slices.SortStableFunc(marks, func(a, b Mark) int {
		return cmp.Or(a.Span.Start-b.Span.Start, b.Span.End-a.Span.End)
	})
	out := make([]Pill, 0, len(marks))
	open := -1
	for _, k := range marks {
		if err := k.check(d); err != nil {
			return nil, err
		}
		k.Span = solid(d, k.Span)
		for open >= 0 && out[open].Span.End <= k.Span.Start {
			open = out[open].Parent
		}
		if open >= 0 && out[open].Span.End < k.Span.End {
			return nil, fmt.Errorf("%w: line %d: %s, %d:%d crosses another mark", ErrMarks, k.line, d.URI, k.Span.Start, k.Span.End)
		}
		out = append(out, Pill{k.Kind, k.Span, open, k.Series, fits(doc.Span{Start: head(d, indented(d, k.Span.Start)), End: k.Span.End})})
		open = len(out) - 1
	}
	return out, nil
}

func (k Mark) check(d *doc.Document) error {
	s, wrong := k.Span, ""
	switch {
	case s.Start < 0 || s.End > len(d.Text) || s.Start >= s.End:
		wrong = "lies outside the text"
	case !utf8.RuneStart(d.Text[s.Start]) || s.End < len(d.Text) && !utf8.RuneStart(d.Text[s.End]):
		wrong = "cuts a character"
	case doc.IsBlank(d.Slice(s)):
		wrong = "is blank"
	default:
		return nil
	}
	return fmt.Errorf("%w: line %d: %s, %d:%d %s", ErrMarks, k.line, d.URI, s.Start, s.End, wrong)
}

// head is where the headings begin that stand right before start.
func head(d *doc.Document, start int) int {
	i := d.BlockFrom(start)
	for i < len(d.Blocks) && d.Blocks[i].Span.Start >= start {
		prev := d.LeafBefore(i)
		if prev < 0 || d.Blocks[prev].Kind != doc.Heading || d.Blocks[prev].Span.End > start {
			break
		}
		i, start = prev, d.Blocks[prev].Span.Start
	}
	return start
}

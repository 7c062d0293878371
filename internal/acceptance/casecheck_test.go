package acceptance

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
)

// expectation is one check with its arguments.
type expectation struct {
	Check    string          `json:"check"`
	N        int             `json:"n"`
	Seconds  int             `json:"seconds"`
	Text     string          `json:"text"`
	Texts    []string        `json:"texts"`
	Needle   string          `json:"needle"`
	Path     []string        `json:"path"`
	Words    []string        `json:"words"`
	Headings []string        `json:"headings"`
	Header   []string        `json:"header"`
	Rows     []string        `json:"rows"`
	Marks    []string        `json:"marks"`
	Names    []string        `json:"names"`
	Options  [][]expectation `json:"options"`
}

// failures are the checks that are asked where cutting failed.
var failures = map[string]bool{"error": true, "error_for_each": true, "no_error": true, "one_of": true, "terminates": true}

// checks say what is wrong, nothing where it holds.
func checks() map[string]func(result, expectation) string {
	return map[string]func(result, expectation) string{
		"max_len": maxLen, "cover": cover, "span_slice": spanSlice, "no_dup": noDup, "no_blank": noBlank,
		"starts_increase": startsIncrease, "no_contained_chunk": noContained, "overlap_max": overlapMax,
		"starts_at_word": startsAtWord, "count_eq": count, "count_min": count, "count_max": count,
		"keep_together": keepTogether, "no_boundary_inside": noBoundaryInside, "contains": contains, "not_contains": contains,
		"heading_path": headingPath, "heading_path_contains": headingPathContains, "headings_eq": headingsEqual,
		"no_empty_heading": noEmptyHeading, "rows_have_header": rowsHaveHeader, "chunks_end_with": endWith,
		"no_leading_mark": noLeadingMark, "valid_utf8": validUTF8, "line_numbers": lineNumbers,
		"offset_units_agree": unitsAgree, "error": fails, "error_for_each": fails, "no_error": noError, "one_of": oneOf,
		"terminates": terminates, "linear": terminates,
	}
}

// seconds is how long a case may take: what it says, and more, for machines
// differ and what is wrong takes far longer.
func (s sample) seconds() time.Duration {
	for _, e := range s.Expect {
		if e.Check == "terminates" {
			return 6 * time.Duration(e.Seconds) * time.Second
		}
	}
	return time.Minute
}

func maxLen(r result, _ expectation) string {
	for _, p := range r.pieces {
		if n := r.cutting.Limits.Measure.Size(p.text); n > r.cutting.Limits.Max {
			return fmt.Sprintf("%q measures %d, max is %d", p.text, n, r.cutting.Limits.Max)
		}
	}
	return ""
}

func cover(r result, _ expectation) string {
	at := 0
	for _, p := range append(r.pieces[:len(r.pieces):len(r.pieces)], piece{span: doc.Span{Start: len(r.doc.Text), End: len(r.doc.Text)}}) {
		if p.span.Start > at && !doc.IsBlank(r.doc.Text[at:p.span.Start]) {
			return fmt.Sprintf("lost: %q", r.doc.Text[at:p.span.Start])
		}
		at = max(at, p.span.End)
	}
	return ""
}

func spanSlice(r result, _ expectation) string {
	source := r.sample.data(generatedBytes)
	for _, p := range r.pieces {
		if got := string(source[p.rec.Start:p.rec.End]); got != p.rec.Text {
			return fmt.Sprintf("the source has %q, text is %q", got, p.rec.Text)
		}
	}
	return ""
}

// neighbours asks about each chunk and the one before.
func neighbours(r result, wrong func(a, b piece) bool) string {
	for i := 1; i < len(r.pieces); i++ {
		if a, b := r.pieces[i-1], r.pieces[i]; wrong(a, b) {
			return fmt.Sprintf("%v %q and %v %q", a.span, a.text, b.span, b.text)
		}
	}
	return ""
}

func noDup(r result, _ expectation) string {
	return neighbours(r, func(a, b piece) bool { return b.span.Start < a.span.End })
}

func startsIncrease(r result, _ expectation) string {
	return neighbours(r, func(a, b piece) bool { return b.span.Start <= a.span.Start })
}

func noContained(r result, _ expectation) string {
	return neighbours(r, func(a, b piece) bool { return b.span.Start >= a.span.Start && b.span.End <= a.span.End })
}

func overlapMax(r result, e expectation) string {
	return neighbours(r, func(a, b piece) bool {
		return b.span.Start < a.span.End && r.cutting.Limits.Measure.Size(r.doc.Text[b.span.Start:a.span.End]) > e.N
	})
}

func noBlank(r result, _ expectation) string {
	for _, p := range r.pieces {
		if strings.TrimSpace(p.text) == "" {
			return fmt.Sprintf("%q", p.text)
		}
	}
	return ""
}

func inWord(c rune) bool { return unicode.IsLetter(c) || unicode.IsNumber(c) }

func startsAtWord(r result, _ expectation) string {
	for _, p := range r.pieces {
		before, _ := utf8.DecodeLastRuneInString(r.doc.Text[:p.span.Start])
		first, _ := utf8.DecodeRuneInString(p.text)
		if inWord(before) && inWord(first) {
			return fmt.Sprintf("%q begins inside a word", p.text)
		}
	}
	return ""
}

func count(r result, e expectation) string {
	n := len(r.pieces)
	if e.Check == "count_eq" && n == e.N || e.Check == "count_min" && n >= e.N || e.Check == "count_max" && n <= e.N {
		return ""
	}
	return fmt.Sprintf("%d chunks, not %d: %q", n, e.N, texts(r))
}

func texts(r result) []string {
	var out []string
	for _, p := range r.pieces {
		out = append(out, p.text)
	}
	return out
}

func keepTogether(r result, e expectation) string {
	for _, p := range r.pieces {
		if strings.Contains(p.text, e.Text) {
			return ""
		}
	}
	return fmt.Sprintf("%q is cut: %q", e.Text, texts(r))
}

func noBoundaryInside(r result, e expectation) string {
	for _, text := range e.Texts {
		for at := 0; ; {
			i := strings.Index(r.doc.Text[at:], text)
			if i < 0 {
				break
			}
			from, to := at+i, at+i+len(text)
			at = to
			for _, p := range r.pieces {
				if from < p.span.Start && p.span.Start < to || from < p.span.End && p.span.End < to {
					return fmt.Sprintf("%q is cut: %q", text, texts(r))
				}
			}
		}
	}
	return ""
}

func contains(r result, e expectation) string {
	for _, text := range e.Texts {
		found := slices.ContainsFunc(r.pieces, func(p piece) bool { return strings.Contains(p.text, text) })
		if found != (e.Check == "contains") {
			return fmt.Sprintf("%q in %q", text, texts(r))
		}
	}
	return ""
}

// rowsHaveHeader cuts again with the table header in the frame.
func rowsHaveHeader(r result, e expectation) string {
	s := r.cutting.Recipe
	s.Frame = []string{"header"}
	framed, err := recut(r, s)
	if err != nil {
		return err.Error()
	}
	seen := false
	for _, rec := range framed {
		for _, row := range e.Rows {
			if !strings.Contains(rec.Text, row) {
				continue
			}
			seen = true
			for _, h := range e.Header {
				if !strings.Contains(rec.EmbedText, h) {
					return fmt.Sprintf("%q lacks the header %q", rec.EmbedText, h)
				}
			}
		}
	}
	if !seen {
		return fmt.Sprintf("no chunk holds one of %q", e.Rows)
	}
	return ""
}

func endWith(r result, e expectation) string {
	for _, p := range r.pieces {
		ends := func(mark string) bool { return strings.HasSuffix(strings.TrimSpace(p.text), mark) }
		if !slices.ContainsFunc(e.Marks, ends) {
			return fmt.Sprintf("%q ends with none of %q", p.text, e.Marks)
		}
	}
	return ""
}

func noLeadingMark(r result, _ expectation) string {
	for _, p := range r.pieces {
		if first, _ := utf8.DecodeRuneInString(strings.TrimSpace(p.text)); unicode.Is(unicode.M, first) {
			return fmt.Sprintf("%q begins with a mark", p.text)
		}
	}
	return ""
}

func validUTF8(r result, _ expectation) string {
	allowed := 0
	for _, c := range string(r.sample.data(generatedBytes)) {
		if c == utf8.RuneError {
			allowed++
		}
	}
	for _, p := range r.pieces {
		if !utf8.ValidString(p.text) || strings.Count(p.text, "\ufffd") > allowed {
			return fmt.Sprintf("%q", p.text)
		}
	}
	return ""
}

func lineNumbers(r result, _ expectation) string {
	for _, p := range r.pieces {
		if want := 1 + strings.Count(r.doc.Text[:p.span.Start], "\n"); p.rec.StartLine != want {
			return fmt.Sprintf("%q begins in line %d, not %d", p.rec.Text, want, p.rec.StartLine)
		}
	}
	return ""
}

func unitsAgree(r result, _ expectation) string {
	runes := []rune(r.doc.Text)
	for _, p := range r.pieces {
		if got := string(runes[p.rec.StartRune:p.rec.EndRune]); got != r.doc.Text[p.rec.Start:p.rec.End] {
			return fmt.Sprintf("code points %d:%d are %q, bytes %q", p.rec.StartRune, p.rec.EndRune, got, p.rec.Text)
		}
	}
	return ""
}

func fails(r result, e expectation) string {
	if r.err == nil {
		return fmt.Sprintf("no error under %+v", r.cutting.Recipe)
	}
	for _, names := range e.Names {
		if !regexp.MustCompile(names).MatchString(strings.ToLower(r.err.Error())) {
			return fmt.Sprintf("%q names none of %s", r.err, names)
		}
	}
	return ""
}

func noError(r result, _ expectation) string {
	if r.err != nil {
		return r.err.Error()
	}
	return ""
}

func oneOf(r result, e expectation) string {
	for _, option := range e.Options {
		holds := func(x expectation) bool {
			return (r.err == nil || failures[x.Check]) && checks()[x.Check](r, x) == ""
		}
		if !slices.ContainsFunc(option, func(x expectation) bool { return !holds(x) }) {
			return ""
		}
	}
	return fmt.Sprintf("no option holds of %q (%v)", texts(r), r.err)
}

// terminates holds by the deadline that cutting runs under.
func terminates(r result, _ expectation) string {
	if r.err != nil && strings.Contains(r.err.Error(), "deadline") {
		return r.err.Error()
	}
	return ""
}

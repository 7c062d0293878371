package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"

	"github.com/pildora/pildora/eval"
)

// Table writes a result for a terminal: a row for each run, the best figure of
// each column marked with a star, and in words which runs differ.
func Table(w io.Writer, r eval.Result) error {
	if err := whole(&r); err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s\n\n", facts(&r))
	rows := [][]string{{"", "chunks", "tokens", "max", "cut"}}
	cols := columns(&r)
	for _, c := range cols {
		rows[0] = append(rows[0], c.label)
	}
	for i := range r.Runs {
		t := &r.Runs[i]
		row := []string{name(t), fmt.Sprint(t.Chunks), fmt.Sprint(t.Sizes.P50), fmt.Sprint(t.Sizes.Max), percent(t.Sizes.Cut)}
		for _, c := range cols {
			row = append(row, figure(t.Metrics[c.key].Mean)+star(t, &r, c.key))
		}
		rows = append(rows, row)
	}
	align(out, rows)
	out.WriteString("\ntokens: median; cut: answers that no chunk holds whole; *: best of its column\n")
	for _, c := range headlines(&r) {
		words(out, &r, c)
	}
	judgedTable(out, &r)
	for _, line := range omissions(&r) {
		fmt.Fprintf(out, "\n%s", shown(line))
	}
	if len(omissions(&r)) > 0 {
		out.WriteString("\n")
	}
	return out.Flush()
}

// star marks the best figure of a column, and those that look the same.
func star(t *eval.Trial, r *eval.Result, key string) string {
	if len(r.Runs) > 1 && figure(t.Metrics[key].Mean) == figure(best(r, key).Metrics[key].Mean) {
		return "*"
	}
	return " "
}

func figure(v float64) string  { return fmt.Sprintf("%.3f", v) }
func percent(v float64) string { return fmt.Sprintf("%.1f%%", 100*v) }

// shown makes a text from elsewhere safe for a terminal: control characters
// would move the cursor.
func shown(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 || r == utf8.RuneError || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 {
			return '·'
		}
		return r
	}, text)
}

// name is a run's name, at a length that leaves room for figures.
func name(t *eval.Trial) string { return clip(shown(t.Name), 40) }

// align writes rows with their columns under each other, the first to the
// left and the others to the right.
func align(w io.Writer, rows [][]string) {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], runewidth.StringWidth(cell))
		}
	}
	for _, row := range rows {
		var b strings.Builder
		for i, cell := range row {
			pad := strings.Repeat(" ", widths[i]-runewidth.StringWidth(cell))
			if i == 0 {
				b.WriteString(cell + pad)
			} else {
				b.WriteString("  " + pad + cell)
			}
		}
		fmt.Fprintln(w, strings.TrimRight(b.String(), " "))
	}
}

// words tells, for one metric, how the others compare with the best.
func words(w io.Writer, r *eval.Result, c column) {
	order := ranked(r, c.key)
	first := order[0]
	m := first.Metrics[c.key]
	fmt.Fprintf(w, "\n%s: %s\n  %s has %s (95 %% from %s to %s).\n", c.label, c.doc, name(first), figure(m.Mean), figure(m.Lo), figure(m.Hi))
	for _, t := range order[1:] {
		d, ok := compared(r, t.Name, first.Name, c.key)
		if !ok {
			continue
		}
		fmt.Fprintf(w, "  %s: %s (95 %% from %s to %s, %s), %s.\n", name(t), Signed(d.Diff), Signed(d.Lo), Signed(d.Hi), pValue(d.PHolm), verdict(d))
	}
}

package tune

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/pildora/pildora/eval/stat"
	"github.com/pildora/pildora/ingest"
)

// setting is a key of the settings file with its value in YAML.
type setting struct{ key, value string }

// settings are what a recipe sets, in the order of the settings file. They are
// always the same keys.
func settings(r ingest.Recipe) []setting {
	frame := "none"
	if len(r.Frame) > 0 {
		frame = "[" + strings.Join(r.Frame, ", ") + "]"
	}
	return []setting{
		{"strategy", r.Strategy}, {"max", strconv.Itoa(r.Max)}, {"target", strconv.Itoa(r.Target)}, {"min", strconv.Itoa(r.Min)},
		{"overlap", overlapText(r.Overlap)}, {"frame", frame},
	}
}

// fixedSettings are what a recipe sets that isn't tuned, as far as it isn't empty.
func fixedSettings(r ingest.Recipe) []setting {
	var out []setting
	add := func(key, value string) {
		if value != "" {
			out = append(out, setting{key, value})
		}
	}
	quoted := func(s string) string {
		if s == "" {
			return ""
		}
		return strconv.Quote(s)
	}
	add("unit", r.Unit)
	add("tokenizer", quoted(r.Tokenizer))
	add("format", quoted(r.Format))
	add("html", quoted(r.HTML))
	add("quotes", quoted(r.Quotes))
	add("lang", quoted(r.Lang))
	add("profile", quoted(r.Profile))
	var seps []string
	for _, s := range r.Separators {
		if s.Regexp != "" {
			seps = append(seps, "{regex: "+strconv.Quote(s.Regexp)+"}")
		} else {
			seps = append(seps, strconv.Quote(s.Text))
		}
	}
	if len(seps) > 0 {
		add("separators", "["+strings.Join(seps, ", ")+"]")
	}
	return out
}

// WriteYAML writes the settings file: the recipe of all documents, and a rule
// for each group that got one of its own, with a comment for each choice.
func (r *Result) WriteYAML(w io.Writer) error {
	var b strings.Builder
	r.preamble(&b)
	b.WriteByte('\n')
	comment(&b, "", "All documents. "+sentenceOf(r.Overall.Why))
	r.figures(&b, "", &r.Overall)
	r.keys(&b, "", &r.Overall, nil)
	comment(&b, "", "Not tuned.")
	for _, s := range fixedSettings(r.Overall.Recipe) {
		fmt.Fprintf(&b, "%s: %s\n", s.key, s.value)
	}
	tuned := 0
	for i := range r.Groups {
		g := &r.Groups[i]
		if !g.Tuned {
			fmt.Fprintf(&b, "\n")
			comment(&b, "", fmt.Sprintf("%s, %s: %s", g.Group, count(g.Questions, "question"), sentenceOf(g.Why)))
			continue
		}
		if tuned++; tuned == 1 {
			b.WriteString("\nprofiles:\n")
			if r.Together != nil {
				comment(&b, "  ", "All recipes together, on held-out questions: "+sentenceOf(r.Together.AgainstDefault.Words))
			}
		}
		comment(&b, "  ", sentenceOf(g.Why))
		r.figures(&b, "  ", g)
		fmt.Fprintf(&b, "  - name: %s\n    match: %s\n", strconv.Quote(g.Group), g.Match)
		r.keys(&b, "    ", g, settings(r.Overall.Recipe))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// preamble says what the figures rest on.
func (r *Result) preamble(b *strings.Builder) {
	by := "by question"
	if r.ByDocument {
		by = "by document"
	}
	comment(b, "", fmt.Sprintf("Found by pildora tune: %s over %s, %s tried, seed %d, searcher %s. Figures of tuned recipes are of questions that were held out of the choice (%s, %s). Lengths are in %s.",
		count(r.Questions, "question"), count(r.Corpus.Documents, "document"), count(r.Recipes, "recipe"), r.Seed, r.Settings.Searcher, count(r.Folds, "fold"), by, r.Settings.Tokenizer))
	if r.Drafted > 0 {
		comment(b, "", fmt.Sprintf("%d OF %d QUESTIONS WERE DRAFTED BY A PROGRAM. They repeat the words of their answers and flatter lexical search; questions of people may choose otherwise.", r.Drafted, r.Questions))
	}
}

// figures are those of a choice in a comment.
func (r *Result) figures(b *strings.Builder, indent string, c *Choice) {
	var parts []string
	for _, m := range metricsOf(c.Figures, r.Metric) {
		parts = append(parts, fmt.Sprintf("%s %s (instead: %.3f)", m, intervalText(c.Figures[m]), c.Instead[m].Mean))
	}
	if !c.Tuned {
		parts = nil
		for _, m := range metricsOf(c.Figures, r.Metric) {
			parts = append(parts, fmt.Sprintf("%s %s", m, intervalText(c.Figures[m])))
		}
	}
	comment(b, indent, fmt.Sprintf("%s: %s.", count(c.Questions, "question"), strings.Join(parts, ", ")))
}

// keys writes the settings of a choice, each with its votes; those that are as
// in but are left out.
func (r *Result) keys(b *strings.Builder, indent string, c *Choice, but []setting) {
	for i, s := range settings(c.Recipe) {
		if but != nil && but[i].value == s.value || but == nil && s.value == "0" {
			continue // 0 is what the program does anyway
		}
		why := ""
		switch {
		case c.Tuned && c.Search != nil:
			why = fmt.Sprintf(" # chosen in %d of %d folds", c.Search.Votes[i].Folds, c.Search.Folds)
		case c.Search != nil:
			why = " # the default, kept"
		default:
			why = " # the default; too few questions to choose"
		}
		fmt.Fprintf(b, "%s%s: %s%s\n", indent, s.key, s.value, why)
	}
}

// metricsOf orders the metrics of figures: the one that is tuned first.
func metricsOf(figures map[string]stat.Interval, first string) []string {
	out := []string{first}
	for _, m := range sortedKeys(figures) {
		if m != first {
			out = append(out, m)
		}
	}
	return out
}

func intervalText(i stat.Interval) string {
	return fmt.Sprintf("%.3f [%.3f, %.3f]", i.Mean, i.Lo, i.Hi)
}

// sentenceOf begins with a capital and ends with a full stop.
func sentenceOf(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + strings.TrimSuffix(s[1:], ".") + "."
}

// comment writes a text as comment lines.
func comment(b *strings.Builder, indent, text string) {
	line := ""
	flush := func() {
		fmt.Fprintf(b, "%s# %s\n", indent, line)
		line = ""
	}
	for word := range strings.FieldsSeq(text) {
		if line != "" && len(line)+len(word) > 96 {
			flush()
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	flush()
}

func sortedKeys(m map[string]stat.Interval) []string { return slices.Sorted(maps.Keys(m)) }

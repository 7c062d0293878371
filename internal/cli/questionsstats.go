package cli

import (
	"bufio"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pildora/pildora/eval/question"
	"github.com/pildora/pildora/internal/config"
)

func questionsStatsCommand(a *app) *cobra.Command {
	var (
		flags  = config.NewFlags(only("tokenizer", "format", "lang", "include", "exclude", "gitignore", "hidden", "urls", "url_addresses", "workers", "max_file_bytes", "password", "ocr", "ocr_lang"))
		asJSON bool
	)
	c := &cobra.Command{
		Use:   "stats FILE.jsonl [PATH…]",
		Short: "Describe a question set",
		Long: "Counts the questions of a set by kind, category, language and document, and says how long the answers are,\n" +
			"in characters and in tokens. With PATH the questions are checked against their documents first, and only\n" +
			"those that hold are counted; without it the answers are taken as the file gives them.",
		Example: "  pildora questions stats questions.jsonl\n  pildora questions stats --json questions.jsonl examples/en",
		Args:    args("FILE.jsonl", 1, -1),
		RunE: func(c *cobra.Command, given []string) error {
			s, err := a.settings(flags)
			if err != nil {
				return err
			}
			return a.describe(c.Context(), s, given[0], given[1:], asJSON)
		},
	}
	addFlags(c, flags, config.RecipeGroup, config.InputGroup)
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return c
}

func (a *app) describe(ctx context.Context, s config.Settings, file string, roots []string, asJSON bool) error {
	tokens, err := a.tokenizer(s)
	if err != nil {
		return err
	}
	qs, err := a.questions(file)
	if err != nil {
		return err
	}
	var missed error
	if len(roots) > 0 {
		c, m, err := a.corpus(ctx, s, roots)
		if err != nil {
			return err
		}
		find, ids := lookup(c)
		good, problems := question.Check(qs, find, ids...)
		a.tell(problems)
		qs, missed = good, m
	}
	if len(qs) == 0 {
		return usagef("%s: no questions; an empty set has nothing to describe", file)
	}
	st := question.Stats(qs, tokens)
	if asJSON {
		err = encode(a.out, asStats(st))
	} else {
		err = a.printStats(st)
	}
	if err != nil {
		return err
	}
	return missed
}

// statsJSON is what stats --json prints.
type statsJSON struct {
	Questions        int              `json:"questions"`
	Drafted          int              `json:"drafted"`
	Spans            int              `json:"spans"`
	Kinds            []shareJSON      `json:"kinds"`
	Categories       []shareJSON      `json:"categories"`
	Languages        []shareJSON      `json:"languages"`
	Docs             []shareJSON      `json:"docs"`
	SpansPerQuestion distributionJSON `json:"spans_per_question"`
	Chars            distributionJSON `json:"span_chars"`
	Tokens           distributionJSON `json:"span_tokens"`
}

// shareJSON counts the questions with one value, "" for those with none.
type shareJSON struct {
	Value string `json:"value"`
	Count int    `json:"count"`
}

type distributionJSON struct {
	Count int     `json:"count"`
	Mean  float64 `json:"mean"`
	Min   int     `json:"min"`
	P10   int     `json:"p10"`
	P25   int     `json:"p25"`
	P50   int     `json:"p50"`
	P75   int     `json:"p75"`
	P90   int     `json:"p90"`
	P95   int     `json:"p95"`
	P99   int     `json:"p99"`
	Max   int     `json:"max"`
}

func asStats(s question.Statistics) statsJSON {
	shares := func(list []question.Share) []shareJSON {
		out := []shareJSON{}
		for _, x := range list {
			out = append(out, shareJSON(x))
		}
		return out
	}
	dist := func(d question.Distribution) distributionJSON {
		return distributionJSON{Count: d.Count, Mean: d.Mean, Min: d.Min, P10: d.P10, P25: d.P25, P50: d.P50, P75: d.P75, P90: d.P90,
			P95: d.P95, P99: d.P99, Max: d.Max}
	}
	return statsJSON{s.Questions, s.Drafted, s.Spans, shares(s.Kinds), shares(s.Categories), shares(s.Languages), shares(s.Docs),
		dist(s.SpansPerQuestion), dist(s.Runes), dist(s.Tokens)}
}

func (a *app) printStats(s question.Statistics) error {
	w := bufio.NewWriter(a.out)
	fmt.Fprintf(w, "%s on %s, %s", count(s.Questions, "question"), count(len(s.Docs), "document"), count(s.Spans, "answer span"))
	if s.Drafted > 0 {
		fmt.Fprintf(w, "; %d drafted by a program", s.Drafted)
	}
	fmt.Fprintln(w)
	for _, part := range []struct {
		what string
		list []question.Share
	}{{"languages", s.Languages}, {"kinds", s.Kinds}, {"categories", s.Categories}, {"documents", s.Docs}} {
		if line := mostFrequent(part.list); line != "" {
			fmt.Fprintf(w, "%-11s %s\n", part.what, line)
		}
	}
	for _, d := range []struct {
		what string
		of   question.Distribution
	}{{"spans a question", s.SpansPerQuestion}, {"characters a span", s.Runes}, {"tokens a span", s.Tokens}} {
		fmt.Fprintf(w, "%-18s mean %.1f, min %d, p10 %d, p25 %d, p50 %d, p75 %d, p90 %d, p95 %d, p99 %d, max %d\n", d.what, d.of.Mean,
			d.of.Min, d.of.P10, d.of.P25, d.of.P50, d.of.P75, d.of.P90, d.of.P95, d.of.P99, d.of.Max)
	}
	return w.Flush()
}

// mostFrequent lists values with their counts; "" where no question has any.
func mostFrequent(list []question.Share) string {
	const most = 10
	if len(list) == 1 && list[0].Value == "" {
		return ""
	}
	var parts []string
	for i, x := range list {
		if i == most {
			parts = append(parts, fmt.Sprintf("%d more", len(list)-most))
			break
		}
		name := x.Value
		if name == "" {
			name = "(none)"
		}
		parts = append(parts, fmt.Sprintf("%s %d", label(name), x.Count))
	}
	return strings.Join(parts, ", ")
}

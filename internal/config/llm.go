package config

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// LLM is which language model is asked, and how.
type LLM struct {
	Name        string // PROVIDER:MODEL; "" is none
	URL         string // "" is where the provider is
	Price       string // IN/OUT[/CACHED[/WRITTEN]] for a million tokens; "" is unknown
	Concurrency int    // calls at once
	Timeout     time.Duration
	MaxCost     float64 // of one run, in the money of Price; 0 is no bound
	MaxTokens   int     // of one run; 0 is no bound
	Cache       string  // yes or no
	Thinking    int     // tokens beside those of an answer
	Window      int     // tokens of a document that one call shows
}

func llmFields() Table {
	return Table{
		{Key: "llm", Kind: Text, Group: LLMGroup, Flag: "llm", Example: "ollama:qwen3",
			Doc:  "Language model, PROVIDER:MODEL, of a provider that docs/llm.md names; empty means that none is asked.",
			bind: text(func(s *Settings) *string { return &s.LLM.Name })},
		{Key: "llm_url", Kind: Text, Group: LLMGroup, Flag: "llm-url", Example: "http://localhost:8080/v1",
			Doc:  "Where the language model's server is; empty means where its provider is.",
			bind: text(func(s *Settings) *string { return &s.LLM.URL })},
		{Key: "llm_price", Kind: Text, Group: LLMGroup, Flag: "llm-price", Example: "0.15/0.6/0.075",
			Doc:  "What a million tokens cost, IN/OUT, IN/OUT/CACHED or IN/OUT/CACHED/WRITTEN in any money; empty means unknown.",
			bind: text(func(s *Settings) *string { return &s.LLM.Price })},
		{Key: "llm_concurrency", Kind: Number, Group: LLMGroup, Default: "4", Flag: "llm-concurrency", Example: "8", Lowest: 1, Highest: 1024,
			Doc:  "Calls to the language model at once.",
			bind: number(func(s *Settings) *int { return &s.LLM.Concurrency })},
		{Key: "llm_timeout", Kind: Duration, Group: LLMGroup, Default: "2m", Flag: "llm-timeout", Example: "90s",
			Doc:  "How long one call to the language model may take.",
			bind: duration(func(s *Settings) *time.Duration { return &s.LLM.Timeout })},
		{Key: "llm_max_cost", Kind: Decimal, Group: LLMGroup, Default: "0", Flag: "max-cost", Example: "2.5",
			Doc:  "Most that a run's calls to the language model may cost, in the money of llm_price; 0 means no bound.",
			bind: decimal(func(s *Settings) *float64 { return &s.LLM.MaxCost })},
		{Key: "llm_max_tokens", Kind: Number, Group: LLMGroup, Default: "0", Flag: "llm-max-tokens", Example: "1000000", Highest: many,
			Doc:  "Most tokens of a run's calls to the language model, in and out; 0 means no bound.",
			bind: number(func(s *Settings) *int { return &s.LLM.MaxTokens })},
		{Key: "llm_thinking", Kind: Number, Group: LLMGroup, Default: "0", Flag: "llm-thinking", Example: "4000", Highest: many,
			Doc:  "Tokens that a model which reasons may think with before each answer, beside those of the answer; 0 tells it not to think, where it can be told.",
			bind: number(func(s *Settings) *int { return &s.LLM.Thinking })},
		{Key: "llm_window", Kind: Number, Group: LLMGroup, Default: "16000", Flag: "llm-window", Example: "6000", Lowest: 2000, Highest: many,
			Doc:  "How much of a document one call shows the language model, in tokens, counted as a third of the bytes; leave some thousand of what the model can take for the question and the answer.",
			bind: number(func(s *Settings) *int { return &s.LLM.Window })},
		{Key: "llm_cache", Kind: Text, Group: LLMGroup, Default: "yes", Flag: "llm-cache", Example: "no", Allowed: []string{"yes", "no"},
			Doc:  "Whether the language model's answers are kept in your cache folder, so that nothing is paid for twice.",
			bind: text(func(s *Settings) *string { return &s.LLM.Cache })},
	}
}

// longest bounds a duration: beyond it a slip is likelier than a wish.
const longest = 24 * time.Hour

func duration(at func(*Settings) *time.Duration) binding {
	return binding{
		set: func(f Field, s *Settings, items []Item) error {
			v := strings.TrimSpace(one(items))
			d, err := time.ParseDuration(v)
			if n, numberErr := strconv.Atoi(v); numberErr == nil && n <= int(longest/time.Second) {
				d, err = time.Duration(n)*time.Second, nil
			}
			if err != nil || d <= 0 || d > longest {
				return fmt.Errorf("%q is no time up to %v; wanted e.g. %s", one(items), longest, f.Example)
			}
			*at(s) = d
			return nil
		},
		get: func(s Settings) []Item { return []Item{{Text: formatDuration(*at(&s))}} },
	}
}

// formatDuration is Duration.String without the zeros at its end.
func formatDuration(d time.Duration) string {
	text := d.String()
	for _, zero := range []string{"m0s", "h0m"} {
		if rest, ok := strings.CutSuffix(text, zero); ok {
			text = rest + zero[:1]
		}
	}
	return text
}

func decimal(at func(*Settings) *float64) binding {
	return binding{
		set: func(f Field, s *Settings, items []Item) error {
			v, err := strconv.ParseFloat(strings.TrimSpace(one(items)), 64)
			if err == nil && (v < 0 || f.Highest > 0 && v > float64(f.Highest) || math.IsInf(v, 0) || math.IsNaN(v)) {
				err = errors.New("out of range")
			}
			if err != nil {
				to := ""
				if f.Highest > 0 {
					to = fmt.Sprintf(" to %d", f.Highest)
				}
				return fmt.Errorf("%q is no number from 0%s; wanted e.g. %s", one(items), to, f.Example)
			}
			*at(s) = v
			return nil
		},
		get: func(s Settings) []Item { return []Item{{Text: strconv.FormatFloat(*at(&s), 'g', -1, 64)}} },
	}
}

package config

import (
	"strconv"
	"strings"

	"github.com/pildora/pildora/ingest"
)

// Resolve is the recipe that decides how a document is cut: none and all of
// the frame resolved, detection of format and language left empty.
func (r Recipe) Resolve() ingest.Recipe {
	out := ingest.Recipe{
		Version: ingest.Version, Strategy: r.Strategy, Max: r.Max, Target: r.Target, Min: r.Min, Unit: r.Unit,
		Tokenizer: r.Tokenizer, Frame: r.Frames(), Profile: r.Profile,
	}
	if r.Profile == AutoProfile {
		out.Profile = "" // what is cut without being looked at
	}
	if r.Strategy == "cascade" {
		out.Packing, out.Merge = r.Packing, ingest.Merge{Siblings: r.Merge.Siblings, Under: r.Merge.Under}
	}
	if r.Strategy == "semantic" || r.Strategy == "cascade" && r.Ideas == "vectors" {
		kind, value, _ := strings.Cut(r.Drift, ":")
		number, _ := strconv.ParseFloat(value, 64) // checked with the settings
		out.Drift = &ingest.Drift{Embedder: r.Embedder, Threshold: kind, Value: number, Window: r.Window, Smooth: r.Smooth}
	}
	if r.Tables != "rows" {
		out.Tables = r.Tables
	}
	if r.Format != "auto" {
		out.Format = r.Format
	}
	if r.Quotes != "trim" {
		out.Quotes = r.Quotes
	}
	if r.HTML != "content" {
		out.HTML = r.HTML
	}
	if r.Lang != "auto" {
		out.Lang = r.Lang
	}
	switch n := r.Overlap.N; r.Overlap.Unit {
	case OverlapUnits:
		out.Overlap.Size = n
	case OverlapPercent:
		out.Overlap.Percent = float64(n)
	case OverlapSentences:
		out.Overlap.Sentences = n
	case OverlapParagraphs:
		out.Overlap.Paragraphs = n
	}
	for _, s := range r.Separators {
		if s.Regex {
			out.Separators = append(out.Separators, ingest.Separator{Regexp: s.Pattern})
		} else {
			out.Separators = append(out.Separators, ingest.Separator{Text: s.Pattern})
		}
	}
	return out
}

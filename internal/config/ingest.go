package config

import (
	"slices"
	"strconv"
	"strings"

	"github.com/pildora/pildora/ingest"
)

// parentOfMax is how many times as much as a chunk a parent holds where nothing
// is said.
const parentOfMax = 4

// cascades reports whether the strategy cuts as cascade does, on some level.
func (r Recipe) cascades() bool { return r.Strategy == "cascade" || r.Strategy == "parent-child" }

// enriched writes what is added to documents, as far as the frame shows it.
func (r Recipe) enriched(out *ingest.Recipe) {
	if slices.Contains(out.Frame, "summary") && r.Summary != "author" {
		out.Summary = r.Summary
	}
	if slices.Contains(out.Frame, "context") {
		out.Context = r.Context
	}
	if !slices.Equal(r.Derive, []string{"none"}) {
		out.Derive = r.Derive
	}
	all := append(slices.Clone(out.Frame), "overlap", "text")
	embed := slices.DeleteFunc(slices.Clone(all), func(part string) bool { return !slices.Contains(r.Embed, part) })
	if len(embed) < len(all) && len(embed) > 0 {
		out.Embed = embed
	}
	// What the frame doesn't have can't be searched.
	lexical := slices.DeleteFunc(slices.Sorted(slices.Values(r.Lexical)), func(part string) bool {
		return slices.Contains(frameParts, part) && !slices.Contains(out.Frame, part)
	})
	if !slices.Equal(lexical, []string{"headings", "text"}) {
		out.Lexical = lexical
	}
}

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
	if r.cascades() {
		out.Packing, out.Merge = r.Packing, ingest.Merge{Siblings: r.Merge.Siblings, Under: r.Merge.Under}
	}
	r.enriched(&out)
	if r.Strategy == "semantic" || r.cascades() && r.Ideas == "vectors" {
		kind, value, _ := strings.Cut(r.Drift, ":")
		number, _ := strconv.ParseFloat(value, 64) // checked with the settings
		out.Drift = &ingest.Drift{Embedder: r.Embedder, Threshold: kind, Value: number, Window: r.Window, Smooth: r.Smooth}
	}
	switch r.Strategy {
	case "parent-child":
		if out.Parent = r.Parent; out.Parent == 0 {
			out.Parent = parentOfMax * r.Max
		}
	case "sentence-window":
		out.Window = r.Around
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

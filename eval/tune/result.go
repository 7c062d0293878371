package tune

import (
	"github.com/pildora/pildora/eval"
	"github.com/pildora/pildora/eval/stat"
	"github.com/pildora/pildora/ingest"
)

// Result is what was found.
type Result struct {
	Settings  eval.Settings  `json:"settings"`
	Corpus    eval.Facts     `json:"corpus"`
	Questions int            `json:"questions"`
	Drafted   int            `json:"drafted"` // of them made by a program
	Skipped   []eval.Problem `json:"skipped,omitempty"`
	Metric    string         `json:"metric"`
	Seed      uint64         `json:"seed"`
	// Folds is how many parts were held out in turn; ByDocument says that all
	// questions about one document were in one of them.
	Folds      int  `json:"folds"`
	ByDocument bool `json:"folds_by_document"`
	// Recipes were tried; each of Runs is one recipe asked some questions.
	Recipes int      `json:"recipes"`
	Runs    int      `json:"runs"`
	Refused []string `json:"refused,omitempty"` // recipes that can't be made, with the reason
	// Overall is the recipe of all documents, Groups are those of each group
	// that has questions.
	Overall Choice   `json:"overall"`
	Groups  []Choice `json:"groups,omitempty"`
	// Together is what all the choices give together, where a group got a recipe
	// of its own: each fold cut as the choices without it say.
	Together *Together `json:"together,omitempty"`
	// Front are the recipes that no other beats in quality and cost at once.
	Front []Point `json:"front"`
}

// Choice is the recipe of an arena.
type Choice struct {
	Group     string `json:"group,omitempty"`
	Match     string `json:"match,omitempty"`
	Questions int    `json:"questions"`
	Documents int    `json:"documents"` // that the questions are about
	// Tuned says that the proposal is in force; else the recipe is the default
	// or, of a group, that of all.
	Tuned  bool          `json:"tuned"`
	Name   string        `json:"name"`
	Recipe ingest.Recipe `json:"recipe"`
	// Why says in words why this recipe is in force.
	Why string `json:"why"`
	// Figures are of the recipe in force, by metric. Where it was tuned, they
	// are of questions held out of each choice. Instead are the figures of what
	// would be in force without it, on the same questions.
	Figures map[string]stat.Interval `json:"figures"`
	Instead map[string]stat.Interval `json:"instead"`
	// Search is what was searched, nil where there were too few questions.
	Search *Search `json:"search,omitempty"`
	// Pill is how long the answers are, and what they stand in.
	Pill Pill `json:"pill"`
}

// Search is how a choice was made and how sure it is.
type Search struct {
	// Proposed is the best on all questions of the arena, Runner the second.
	Proposed string `json:"proposed"`
	Runner   string `json:"runner_up"`
	// WonFolds of Folds choices without a fold were the proposal too.
	WonFolds int `json:"won_folds"`
	Folds    int `json:"folds"`
	// WonResamples is the share of bootstrap resamples of the questions in
	// which the proposal is the best of the finalists.
	WonResamples float64 `json:"won_resamples"`
	Finalists    int     `json:"finalists"`
	// AgainstDefault and AgainstRunner compare what was chosen without a fold,
	// on that fold, with what would be in force instead, and with the second of
	// the same choice.
	AgainstDefault Comparison `json:"against_default"`
	// ByDocument is the p-value of AgainstDefault where whole documents are drawn
	// instead of questions, corrected alike; both must be below 0.05.
	ByDocument    float64    `json:"p_by_document"`
	AgainstRunner Comparison `json:"against_runner_up"`
	// Others compare with what would be in force instead in the metrics that
	// weren't tuned: what is won in one may be lost in another.
	Others map[string]Comparison `json:"others"`
	// Observed is the largest difference to the default of a finalist's mean.
	Observed float64 `json:"largest_observed"`
	Votes    []Vote  `json:"votes"`
	Chosen   []Fold  `json:"chosen"`
}

// Comparison is a difference with its words.
type Comparison struct {
	stat.Difference
	Words string `json:"words"`
}

// Vote says how many of the folds' choices have the value that the proposal
// has for a setting.
type Vote struct {
	Key   string `json:"key"`
	Value string `json:"value"`
	Folds int    `json:"folds"`
}

// Fold is a choice that was made without some questions, and what it and the
// default gave on them in the metric that is tuned.
type Fold struct {
	Held    []string `json:"held_out"` // ids of the questions
	Choice  string   `json:"choice"`
	Score   float64  `json:"score"`
	Default float64  `json:"default"`
}

// Together is the whole of the choices against the default.
type Together struct {
	Figures        map[string]stat.Interval `json:"figures"` // on questions held out
	AgainstDefault Comparison               `json:"against_default"`
}

// Point is a recipe on the front, with what it costs.
type Point struct {
	Name    string `json:"name"`
	Default bool   `json:"default"`
	// Folds is in how many folds the recipe was on the front of the training
	// questions; the figures are of the questions held out there. The default is
	// listed in any case, with the figures of all questions.
	Folds     int                      `json:"folds"`
	Questions int                      `json:"questions"`
	Figures   map[string]stat.Interval `json:"figures"`
	Delivered float64                  `json:"delivered_tokens"` // of the first K passages, context included
	Chunks    int                      `json:"chunks"`
	Tokens    int                      `json:"index_tokens"` // of all chunks, context included
}

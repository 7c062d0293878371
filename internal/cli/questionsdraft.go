package cli

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/eval/question"
	"github.com/pildora/pildora/internal/config"
)

func questionsDraftCommand(a *app) *cobra.Command {
	var (
		flags = config.NewFlags(only("format", "lang", "include", "exclude", "gitignore", "hidden", "urls", "url_addresses", "workers", "max_file_bytes", "password", "ocr", "ocr_lang",
			"llm", "llm_url", "llm_price", "llm_concurrency", "llm_timeout", "llm_max_cost", "llm_max_tokens", "llm_thinking", "llm_cache"))
		opts question.DraftOptions
		out  string
		by   string
	)
	c := &cobra.Command{
		Use:   "draft PATH…",
		Short: "Draft questions from documents, by rules or through a language model",
		Long: "Makes questions of what documents say: of headings that ask, of questions and answers, glossary entries and\n" +
			"definitions, procedures, table rows and stated values, in Spanish and English. Each has its answer's exact\n" +
			"span and says that it is drafted.\n\n" +
			"Drafted questions repeat the words of their answers, so they flatter search by words. They serve to compare\n" +
			"settings, and as a draft for a person to reword; they don't tell how well people's questions are answered.\n\n" +
			"With --by llm the language model of the settings words them, in the documents' language, and quotes the answers,\n" +
			"of which only those are kept that stand in the document to the letter.",
		Example: "  pildora questions draft examples/en -o questions.jsonl\n" +
			"  pildora questions draft --by llm --llm ollama:qwen3 --llm-dry-run examples/en\n" +
			"  pildora questions draft --per-document 3 --kinds faq,table examples/es",
		Args: args("PATH", 1, -1),
		RunE: func(c *cobra.Command, roots []string) error {
			if err := draftable(opts); err != nil {
				return err
			}
			if by != "rules" && by != "llm" {
				return usagef("--by %q is neither rules nor llm", by)
			}
			if by == "llm" && len(opts.Kinds) > 0 {
				return usagef("--kinds are those of --by rules; a language model chooses its own")
			}
			s, err := a.settings(flags)
			if err != nil {
				return err
			}
			if by == "llm" {
				return a.draftByLLM(c.Context(), s, roots, opts, out)
			}
			return a.draft(c.Context(), s, roots, opts, out)
		},
	}
	addFlags(c, flags, config.RecipeGroup, config.InputGroup)
	a.addLLMFlags(c, flags)
	f := c.Flags()
	f.StringVar(&by, "by", "rules", "`WHO` drafts: rules, or llm, the language model of the settings")
	f.StringVarP(&out, "out", "o", "", "write to `FILE` instead of standard output")
	f.IntVar(&opts.PerDocument, "per-document", 12, "at most `N` questions of one document, the better kinds first")
	f.IntVar(&opts.MaxAnswer, "max-answer", 1500, "answers of at most `N` characters")
	f.StringSliceVar(&opts.Kinds, "kinds", nil, "only questions of these `KINDS`: "+strings.Join(question.DraftKinds(), ", ")+" (default all)")
	_ = c.RegisterFlagCompletionFunc("by", cobra.FixedCompletions([]string{"rules", "llm"}, cobra.ShellCompDirectiveNoFileComp))
	_ = c.RegisterFlagCompletionFunc("kinds", cobra.FixedCompletions(question.DraftKinds(), cobra.ShellCompDirectiveNoFileComp))
	return c
}

// draftable refuses options that nothing could be drafted with.
func draftable(o question.DraftOptions) error {
	if o.PerDocument < 1 {
		return usagef("--per-document is %d; must be 1 or more", o.PerDocument)
	}
	if o.MaxAnswer < 1 {
		return usagef("--max-answer is %d; must be 1 or more", o.MaxAnswer)
	}
	known := question.DraftKinds()
	for _, k := range o.Kinds {
		if !slices.Contains(known, k) {
			return usagef("unknown kind %q%s (known: %s)", k, didYouMean("", k, known), strings.Join(known, ", "))
		}
	}
	return nil
}

func (a *app) draft(ctx context.Context, s config.Settings, roots []string, opts question.DraftOptions, out string) error {
	if err := a.writable(out); err != nil {
		return err
	}
	var docs []*doc.Document
	failed, of, err := a.each(ctx, s, roots, func(d *doc.Document) { docs = append(docs, d) })
	if err != nil {
		return err
	}
	var qs []question.Question
	for q, err := range question.Draft(slices.Values(docs), opts) {
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		qs = append(qs, q)
	}
	if err := a.drafted(out, qs, len(docs)); err != nil {
		return err
	}
	return unread(failed, of)
}

// drafted writes what was drafted and says how much that is.
func (a *app) drafted(out string, qs []question.Question, docs int) error {
	if err := a.writeQuestions(out, qs); err != nil {
		return err
	}
	if len(qs) == 0 {
		a.say("no question could be drafted of %s", count(docs, "document"))
	} else {
		a.say("drafted %s of %s: %s", count(len(qs), "question"), count(docs, "document"), mostFrequent(question.Stats(qs, nil).Kinds))
	}
	return nil
}

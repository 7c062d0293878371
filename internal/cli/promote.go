package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/pildora/pildora/eval"
	"github.com/pildora/pildora/internal/config"
	"github.com/pildora/pildora/manifest"
	"github.com/pildora/pildora/store"
	"github.com/pildora/pildora/store/sqlite"
)

// promoteOptions are the flags of promote that are no settings.
type promoteOptions struct {
	force     bool
	questions string
}

func promoteCommand(a *app) *cobra.Command {
	var opt promoteOptions
	flags := config.NewFlags(table())
	c := &cobra.Command{
		Use:   "promote [GENERATION]",
		Short: "Make a generation the live one",
		Long: "Puts a generation that rebuild has built in the place of the live one, in one step: searches that began before\n" +
			"end on the old one, those after begin on the new one. Without a name it is the newest that never was live. It\n" +
			"must hold every document that the live one holds, of the same bytes. With --if-eval-not-worse both are asked\n" +
			"the questions of a file first, and a significant drop leaves everything as it was (exit code 1).",
		Example: "  pildora promote\n  pildora promote 2 --if-eval-not-worse examples/questions/es.jsonl",
		Args:    args("GENERATION", 0, 1),
		RunE: func(c *cobra.Command, names []string) error {
			return a.withIndex(c.Context(), flags, func(s config.Settings, st *sqlite.Store) error {
				return a.promote(c.Context(), s, st, strings.Join(names, ""), opt)
			})
		},
	}
	addFlags(c, flags, config.IndexGroup, config.InputGroup)
	c.Flags().BoolVar(&opt.force, "force", false, "promote it also where documents are missing in it")
	c.Flags().StringVar(&opt.questions, "if-eval-not-worse", "", "only if the questions of `FILE.jsonl` find no significantly worse passages")
	return c
}

func (a *app) promote(ctx context.Context, s config.Settings, st *sqlite.Store, name string, opt promoteOptions) error {
	all, err := st.Generations(ctx)
	if err != nil {
		return err
	}
	if name, err = chosen(all, name); err != nil {
		return err
	}
	live, err := entries(ctx, st, "")
	if err != nil {
		return err
	}
	next, err := entries(ctx, st, name)
	if err != nil {
		return err
	}
	if behind := manifest.Behind(live, next); len(behind) > 0 && !opt.force {
		return worse{fmt.Sprintf("generation %s is behind the live one: %s; pildora rebuild --to %s brings it up to date, --force promotes it as it is",
			name, firstFew(behind), name)}
	}
	if opt.questions != "" {
		if err := a.notWorse(ctx, s, st, name, live, opt.questions); err != nil {
			return err
		}
	}
	return a.makeLive(ctx, st, name)
}

func (a *app) makeLive(ctx context.Context, st *sqlite.Store, name string) error {
	if err := st.Promote(ctx, name); err != nil {
		return err
	}
	stats, err := st.Stats(ctx, name)
	if err == nil {
		_, err = fmt.Fprintf(a.out, "generation %s is live: %s, %s\n", label(name), count(stats.Documents, "document"), count(stats.Chunks, "chunk"))
	}
	return err
}

// chosen is the generation of a name; without one the newest that never was
// live.
func chosen(all []store.Generation, name string) (string, error) {
	var names []string
	for _, g := range slices.Backward(all) {
		names = append(names, g.Name)
		switch {
		case name == "" && g.Promoted.IsZero(), name == g.Name && !g.Live:
			return g.Name, nil
		case name == g.Name:
			return "", usagef("generation %s is live already", name)
		}
	}
	if name == "" {
		return "", usagef("there is no generation that never was live; pildora rebuild builds one")
	}
	return "", usagef("no generation %q%s (there are: %s)", name, didYouMean("", name, names), strings.Join(names, ", "))
}

// firstFew are the first few of many lines, as one.
func firstFew(lines []string) string {
	const few = 3
	if len(lines) <= few {
		return strings.Join(lines, "; ")
	}
	return fmt.Sprintf("%s; and %d more", strings.Join(lines[:few], "; "), len(lines)-few)
}

// notWorse asks questions of the live generation and of another one.
func (a *app) notWorse(ctx context.Context, s config.Settings, st *sqlite.Store, name string, live []store.DocState, questions string) error {
	asked, err := a.questions(questions)
	if err != nil {
		return err
	}
	corpus, missed, err := a.corpus(ctx, s, rootsOf(live))
	if err != nil {
		return err
	}
	tokens, err := a.tokenizer(s)
	if err != nil {
		return err
	}
	spec := eval.Spec{Corpus: corpus, Questions: asked, Tokens: tokens, Workers: s.Workers}
	var results [2]eval.Result
	for i, generation := range []string{"", name} {
		spec.Contenders = []eval.Contender{indexed{st, generation}}
		if results[i], err = eval.Run(ctx, spec); err != nil {
			return errors.Join(evalError(err), missed)
		}
	}
	a.skipped(&results[0])
	return a.gate(results[0], results[1])
}

// indexed is the contender whose records a generation holds.
type indexed struct {
	store      *sqlite.Store
	generation string
}

var _ eval.Contender = indexed{}

// Name implements eval.Contender: it is the same for all generations, which are
// compared with each other.
func (i indexed) Name() string { return "the index" }

// Key implements eval.Contender. Nothing is kept of what changes.
func (i indexed) Key() (string, error) { return "index " + i.generation + time.Now().String(), nil }

// Records implements eval.Contender.
func (i indexed) Records(ctx context.Context, c *eval.Corpus) (eval.Pieces, error) {
	var p eval.Pieces
	for r, err := range i.store.All(ctx, store.Filter{Generation: i.generation}) {
		if err != nil {
			return p, err
		}
		if c.Document(r.DocID) != nil {
			p.Records = append(p.Records, r)
		}
	}
	return p, nil
}

func rollbackCommand(a *app) *cobra.Command {
	flags := config.NewFlags(only("index"))
	c := &cobra.Command{
		Use:   "rollback",
		Short: "Make the generation live that was so before",
		Long: "Puts the generation that was live before the present one back in its place, in one step. What was synced since\n" +
			"is in the present one only; the next sync brings the other up to date.",
		Example: "  pildora rollback",
		Args:    args("", 0, 0),
		RunE: func(c *cobra.Command, _ []string) error {
			return a.withIndex(c.Context(), flags, func(_ config.Settings, st *sqlite.Store) error {
				all, err := st.Generations(c.Context())
				if err != nil {
					return err
				}
				before := formerly(all)
				if len(before) == 0 {
					return usagef("no other generation was live before; there is nothing to go back to")
				}
				return a.makeLive(c.Context(), st, before[0].Name)
			})
		},
	}
	addFlags(c, flags, config.IndexGroup)
	return c
}

// formerly are the generations that were live once and aren't now, the latest
// first.
func formerly(all []store.Generation) []store.Generation {
	var out []store.Generation
	for _, g := range all {
		if !g.Live && !g.Promoted.IsZero() {
			out = append(out, g)
		}
	}
	slices.SortStableFunc(out, func(a, b store.Generation) int { return b.Promoted.Compare(a.Promoted) })
	return out
}

func gcCommand(a *app) *cobra.Command {
	keep, unfinished := 1, false
	flags := config.NewFlags(only("index"))
	c := &cobra.Command{
		Use:   "gc",
		Short: "Drop generations that are needed no more",
		Long: "Drops the generations that were live before, but for the latest --keep of them, which rollback goes back to, and\n" +
			"gives their room back. Generations that never were live are kept: they may be under construction; --unfinished\n" +
			"drops them too.",
		Example: "  pildora gc\n  pildora gc --keep 0 --unfinished",
		Args:    args("", 0, 0),
		RunE: func(c *cobra.Command, _ []string) error {
			if keep < 0 {
				return usagef("--keep is %d; must be 0 or more", keep)
			}
			return a.withIndex(c.Context(), flags, func(_ config.Settings, st *sqlite.Store) error {
				return a.gc(c.Context(), st, keep, unfinished)
			})
		},
	}
	addFlags(c, flags, config.IndexGroup)
	c.Flags().IntVar(&keep, "keep", keep, "keep the `N` generations that were live last")
	c.Flags().BoolVar(&unfinished, "unfinished", false, "drop generations that never were live")
	return c
}

func (a *app) gc(ctx context.Context, st *sqlite.Store, keep int, unfinished bool) error {
	all, err := st.Generations(ctx)
	if err != nil {
		return err
	}
	before := formerly(all)
	drop := before[min(keep, len(before)):]
	for _, g := range all {
		if unfinished && !g.Live && g.Promoted.IsZero() {
			drop = append(drop, g)
		}
	}
	for _, g := range drop {
		if err := st.Drop(ctx, g.Name); err != nil {
			return err
		}
		if _, err := fmt.Fprintf(a.out, "dropped generation %s (%s)\n", label(g.Name), count(g.Chunks, "chunk")); err != nil {
			return err
		}
	}
	if len(drop) == 0 {
		_, err := fmt.Fprintln(a.out, "nothing to drop")
		return err
	}
	return st.Compact(ctx)
}

package cli

import (
	"fmt"
	"slices"
	"sync"

	"github.com/spf13/cobra"

	"github.com/pildora/pildora/internal/catalog"
	"github.com/pildora/pildora/internal/config"
)

// table is the table of settings with the names that the catalog knows. It is
// made once for all commands: clone it to change it.
var table = sync.OnceValue(func() config.Table {
	return config.Fields().With("strategy", catalog.StrategyNames()).With("unit", catalog.UnitNames()).
		With("tokenizer", catalog.TokenizerNames()).With("packing", catalog.PackingNames())
})

// only is the part of the table with these keys: the flags of a command that
// needs no others.
func only(keys ...string) config.Table {
	return slices.DeleteFunc(slices.Clone(table()), func(f config.Field) bool { return !slices.Contains(keys, f.Key) })
}

// settings loads the settings under what flags set, and says on the log what
// is doubtful in them.
func (a *app) settings(flags *config.Flags) (config.Settings, error) {
	s, warnings, err := config.Load(config.Options{File: a.configFile, Dir: a.env.Dir, Home: a.variable("HOME"),
		Env: a.env.Vars, Flags: flags, Table: table()})
	for _, w := range warnings {
		a.log.Warn(w.String())
	}
	if err != nil {
		return s, usageError{err}
	}
	if err := inForce(s); err != nil {
		return s, err
	}
	a.readers, err = a.newReaders(s)
	return s, err
}

// withoutEffect are settings of parts that aren't there yet. Set to anything
// but their default they are refused: nothing that was asked for may be
// ignored without a word.
func withoutEffect() []struct{ key, why string } {
	return []struct{ key, why string }{
		{"embed", "chunks are not embedded yet, and embed_text always holds the whole frame; choose its parts with frame"},
		{"lexical", "the text index always holds the headings and the text of a chunk"},
	}
}

func inForce(s config.Settings) error {
	standard := config.Default(s.Table())
	for _, w := range withoutEffect() {
		f, ok := s.Table().Field(w.key)
		if ok && !slices.Equal(f.Get(s), f.Get(standard)) {
			return &config.Error{Place: s.Where(w.key), Key: w.key, Message: fmt.Sprintf("cannot be changed yet: %s; take it out", w.why)}
		}
	}
	return nil
}

// addFlags defines the flags of the groups on a command, with the completion
// of those that take names.
func addFlags(c *cobra.Command, flags *config.Flags, groups ...config.Group) {
	flags.Add(c.Flags(), groups...)
	for _, f := range table() {
		if c.Flags().Lookup(f.Flag) == nil || len(f.Allowed) == 0 {
			continue
		}
		// It fails for a flag that isn't there or has one already: neither is so.
		_ = c.RegisterFlagCompletionFunc(f.Flag, cobra.FixedCompletions(f.Allowed, cobra.ShellCompDirectiveNoFileComp))
	}
}

package cli

import (
	"slices"
	"sync"

	"github.com/spf13/cobra"

	"github.com/pildora/pildora/enrich/model"
	"github.com/pildora/pildora/internal/catalog"
	"github.com/pildora/pildora/internal/config"
	"github.com/pildora/pildora/llm"
)

// table is the table of settings with the names that the catalog knows. It is
// made once for all commands: clone it to change it.
var table = sync.OnceValue(func() config.Table {
	return config.Fields().With("strategy", catalog.StrategyNames()).With("unit", catalog.UnitNames()).
		With("tokenizer", catalog.TokenizerNames()).With("packing", catalog.PackingNames()).With("context", catalog.Contexts()).
		With("derive", append([]string{"none"}, catalog.Derivations()...))
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
	a.tokenizers.Completer = func() (llm.Completer, string, error) {
		if s.LLM.Name == "" {
			return nil, "", catalog.ErrNoCompleter
		}
		c, err := a.completer(s)
		return c, s.LLM.Name, err
	}
	a.tokenizers.Window = s.LLM.Window
	a.tokenizers.Warn = func(w model.Warning) { a.log.Warn(w.String()) }
	a.readers, err = a.newReaders(s)
	return s, err
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

package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/pildora/pildora/internal/catalog"
	"github.com/pildora/pildora/internal/config"
	"github.com/pildora/pildora/llm"
)

// addLLMFlags defines the flags of a command that asks a language model.
func (a *app) addLLMFlags(c *cobra.Command, flags *config.Flags) {
	addFlags(c, flags, config.LLMGroup)
	c.Flags().BoolVar(&a.estimate, "llm-dry-run", false, "ask no language model, and say at the end what its calls would take")
}

// completer opens the language model of the settings, once. What its calls
// took is said when the run ends.
func (a *app) completer(s config.Settings) (llm.Completer, error) {
	if c := a.completers[s.LLM]; c != nil {
		return c, nil
	}
	set := catalog.LLM{Name: s.LLM.Name, URL: s.LLM.URL, Price: s.LLM.Price, Concurrency: s.LLM.Concurrency,
		Timeout: s.LLM.Timeout, MaxCost: s.LLM.MaxCost, MaxTokens: s.LLM.MaxTokens, Thinking: s.LLM.Thinking, DryRun: a.estimate}
	open := catalog.Completers{Variable: a.variable}
	if s.LLM.Cache == "yes" {
		base, err := a.userCache()
		if err != nil {
			return nil, usagef("%w; llm_cache: no does without", err)
		}
		open.Cache = filepath.Join(base, "pildora", "answers.sqlite")
	}
	if set.MaxCost > 0 || set.MaxTokens > 0 || set.DryRun {
		t, err := a.tokenizers.Open("o200k")
		if err != nil {
			return nil, err
		}
		open.Tokens = t
	}
	c, err := open.Open(context.Background(), set)
	switch {
	case errors.Is(err, llm.ErrPrice) && s.LLM.Price == "":
		return nil, s.Fault(err, "llm_max_cost")
	case errors.Is(err, llm.ErrPrice):
		return nil, s.Fault(err, "llm_price")
	case err != nil:
		return nil, s.Fault(err, "llm", "llm_url")
	}
	if a.completers == nil {
		a.completers = map[config.LLM]*catalog.Completer{}
	}
	a.completers[s.LLM] = c
	a.closers = append(a.closers, func() error {
		a.sayAsked(c)
		return c.Close()
	})
	return c, nil
}

// wouldAsk is what language models would be asked, by their names; nil where
// they are asked, or none is.
func (a *app) wouldAsk() map[string]llm.Estimate {
	var all map[string]llm.Estimate
	for _, c := range a.completers {
		if e, dry := c.Estimate(); dry {
			if all == nil {
				all = map[string]llm.Estimate{}
			}
			all[c.ID] = e
		}
	}
	return all
}

// sayAsked says what a language model was asked. What it would be asked is all
// that a dry run is for, so that is said also where nothing else is.
func (a *app) sayAsked(c *catalog.Completer) {
	if e, dry := c.Estimate(); dry {
		fmt.Fprintf(a.env.Stderr, "pildora: %s would be asked: %s\n", label(c.ID), e)
		return
	}
	if s := c.Spent(); s.Calls > 0 {
		a.say("%s was asked: %s", c.ID, s)
	}
}

// Package cli is the command line: one file a command, over the packages that
// do the work.
//
// Results go to standard output, progress and log to standard error. [Run]
// takes all of its surroundings as an [Env], so that tests run commands in
// their own process. Exit codes: 0 all well, 1 some documents failed or a
// check found something, 2 wrong usage or settings.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"strings"
	"sync"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/pildora/pildora/embed"
	"github.com/pildora/pildora/internal/catalog"
	"github.com/pildora/pildora/internal/config"
	"github.com/pildora/pildora/read/pdf/worker"
	"github.com/pildora/pildora/read/web"
)

// Env is what surrounds a command.
type Env struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Vars           []string // environment variables, as os.Environ has them
	Dir            string   // the working folder; "" is the process's
	// Helpers says that this program may be started again to read files in a
	// process of their own. Else they are read in this one.
	Helpers bool
}

// app is one run of the program.
type app struct {
	env        Env
	out        io.Writer // results
	log        *slog.Logger
	configFile string
	verbose    bool
	quiet      bool
	screen     *screen // standard error, bars included
	tokenizers catalog.Tokenizers
	readers    catalog.Readers
	workers    *worker.Pool // of readers; nil where there are none
	inside     insides      // what verify and lint read again
	remoteOnce sync.Once
	client     *web.Client // see remote
	clientErr  error
	embedders  map[string]embed.Embedder // that were opened, by name
	completers map[config.LLM]*catalog.Completer
	estimate   bool // language models aren't asked, see completer
	closers    []func() error
}

// Run runs one command and returns its exit code. ctx interrupts it: what was
// written stays whole.
func Run(ctx context.Context, args []string, env Env) int {
	a := &app{env: env, out: env.Stdout, screen: &screen{w: env.Stderr}}
	a.env.Stderr = a.screen
	a.tokenizers.Embedder = a.embedder
	a.setLog()
	defer a.close()
	root := newRoot(a)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if ctx.Err() != nil && err != nil {
		err = errors.New("interrupted; run it again to go on")
	}
	return a.finish(err)
}

// finish says what went wrong and returns the exit code.
func (a *app) finish(err error) int {
	if err == nil || errors.Is(err, syscall.EPIPE) {
		return 0 // whoever read the results has seen enough
	}
	for line := range strings.SplitSeq(err.Error(), "\n") {
		if line != "" {
			fmt.Fprintf(a.env.Stderr, "pildora: %s\n", label(line))
		}
	}
	return exitCode(err)
}

// path is a path that the user gave, seen from the process's folder.
func (a *app) path(p string) string {
	if a.env.Dir == "" || p == "-" || filepath.IsAbs(p) || strings.Contains(p, "://") {
		return p
	}
	return filepath.Join(a.env.Dir, p)
}

// absolute is a path as it can be written into a file.
func (a *app) absolute(p string) string {
	if abs, err := filepath.Abs(a.path(p)); err == nil {
		return abs
	}
	return p
}

func (a *app) paths(ps []string) []string {
	out := make([]string, len(ps))
	for i, p := range ps {
		out[i] = a.path(p)
	}
	return out
}

// variable returns the value of an environment variable, "" if it isn't set.
func (a *app) variable(name string) string {
	value := ""
	for _, v := range a.env.Vars {
		if rest, ok := strings.CutPrefix(v, name+"="); ok {
			value = rest
		}
	}
	return value
}

// setLog makes the logger that -v and -q ask for.
func (a *app) setLog() {
	level := slog.LevelWarn
	switch {
	case a.quiet:
		level = slog.LevelError
	case a.verbose:
		level = slog.LevelDebug
	}
	a.log = slog.New(slog.NewTextHandler(a.env.Stderr, &slog.HandlerOptions{Level: level, ReplaceAttr: withoutTime}))
}

// withoutTime leaves the time out: a person who watches knows it, and runs can
// be compared.
func withoutTime(groups []string, at slog.Attr) slog.Attr {
	if len(groups) == 0 && at.Key == slog.TimeKey {
		return slog.Attr{}
	}
	return at
}

// newRoot builds the whole tree of commands.
func newRoot(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:   "pildora",
		Short: "Cut documents into chunks that answer questions, and find them again",
		Long: "Pildora reads documents, cuts them where their structure and their sentences end,\n" +
			"keeps the chunks in an index that follows the sources, and answers questions from it.",
		Example: "  pildora chunk README.md\n" +
			"  pildora search --in docs \"how many days of leave do I have?\"",
		Args:          noSuchCommand,
		SilenceErrors: true,
		SilenceUsage:  true,
		PersistentPreRunE: func(c *cobra.Command, _ []string) error {
			a.setLog()
			return exclusive(c, "verbose", "quiet")
		},
		RunE:              func(c *cobra.Command, _ []string) error { return c.Help() },
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
	}
	root.SetIn(a.env.Stdin)
	root.SetOut(a.env.Stdout)
	root.SetErr(a.env.Stderr)
	root.SetFlagErrorFunc(flagError)
	f := root.PersistentFlags()
	f.StringVar(&a.configFile, "config", "", "settings `FILE`; otherwise "+config.FileName+" here or in a folder above")
	f.BoolVarP(&a.verbose, "verbose", "v", false, "say more on standard error")
	f.BoolVarP(&a.quiet, "quiet", "q", false, "say only errors on standard error, no progress")
	root.SetHelpCommand(helpCommand())
	for _, c := range commands(a) {
		root.AddCommand(c)
	}
	return root
}

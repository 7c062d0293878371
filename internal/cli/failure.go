package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/internal/config"
)

// usageError is wrong usage or wrong settings: exit code 2.
type usageError struct{ err error }

func (e usageError) Error() string { return e.err.Error() }
func (e usageError) Unwrap() error { return e.err }

// ExitCode is 2.
func (e usageError) ExitCode() int { return 2 }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// exitCode is the code that an error asks for, else 1.
func exitCode(err error) int {
	var coded interface{ ExitCode() int }
	if errors.As(err, &coded) {
		return coded.ExitCode()
	}
	return 1
}

// flagError makes a usage error of what pflag says, in our words.
func flagError(c *cobra.Command, err error) error {
	var missing *pflag.NotExistError
	if errors.As(err, &missing) {
		name := missing.GetSpecifiedName()
		if missing.GetSpecifiedShortnames() != "" {
			return usagef("unknown flag -%s; %s --help lists them all", name, c.CommandPath())
		}
		return usagef("unknown flag --%s%s; %s --help lists them all", name, didYouMean("--", name, flagNames(c)), c.CommandPath())
	}
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		return usagef("--%s: %w", invalid.GetFlag().Name, invalid.Unwrap())
	}
	return usageError{err}
}

func flagNames(c *cobra.Command) []string {
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return names
}

// noSuchCommand refuses arguments of a command that only has subcommands.
func noSuchCommand(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, sub := range c.Commands() {
		names = append(names, sub.Name())
	}
	return usagef("unknown command %q%s; %s --help lists them all", args[0], didYouMean("", args[0], names), c.CommandPath())
}

// didYouMean is the hint at the nearest name, or "".
func didYouMean(dashes, name string, names []string) string {
	if near := config.Nearest(name, names); near != "" {
		return "; did you mean " + dashes + near + "?"
	}
	return ""
}

// args checks the number of arguments; what names them, as in the usage line.
func args(what string, least, most int) cobra.PositionalArgs {
	return func(c *cobra.Command, given []string) error {
		switch {
		case len(given) < least:
			return usagef("%s is missing: %s", what, c.UseLine())
		case most >= 0 && len(given) > most:
			return usagef("unexpected %q: %s", strings.Join(given[most:], " "), c.UseLine())
		}
		return nil
	}
}

// exclusive refuses two flags that say different things.
func exclusive(c *cobra.Command, one, other string) error {
	if c.Flags().Changed(one) && c.Flags().Changed(other) {
		return usagef("--%s and --%s can't both hold; give one of them", one, other)
	}
	return nil
}

// failures is what could not be done with some documents, while the others
// were: exit code 1. The documents were named as it happened.
type failures struct {
	failed, of int
	what       string // was not done: "chunked", "indexed"
}

func (f failures) Error() string {
	return fmt.Sprintf("%d of %d documents could not be %s", f.failed, f.of, f.what)
}

// ExitCode is 1.
func (f failures) ExitCode() int { return 1 }

// found is what a check found: exit code 1. It was printed already.
type found struct{ problems int }

func (f found) Error() string { return count(f.problems, "problem") + " found" }

// ExitCode is 1.
func (f found) ExitCode() int { return 1 }

// report names a document that failed, while the others are done.
func (a *app) report(err error) { fmt.Fprintf(a.env.Stderr, "pildora: %s\n", printable(err.Error())) }

// say tells a person something that is neither a result nor an error.
func (a *app) say(format string, args ...any) {
	if !a.quiet {
		fmt.Fprintf(a.env.Stderr, "pildora: %s\n", printable(fmt.Sprintf(format, args...)))
	}
}

// warn says what a reader had to put up with.
func (a *app) warn(d *doc.Document) {
	for _, w := range d.Warnings {
		a.log.Warn(w, "doc", d.URI)
	}
}

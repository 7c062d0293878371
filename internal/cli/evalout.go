package cli

import (
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/pildora/pildora/eval"
	"github.com/pildora/pildora/eval/report"
)

// deliver writes the reports and prints the table, or JSON.
func (a *app) deliver(r *eval.Result, c *eval.Corpus, opt evalOptions) error {
	for _, out := range opt.out {
		write := func(w io.Writer) error { return report.JSON(w, *r) }
		if strings.EqualFold(filepath.Ext(out), ".html") {
			write = func(w io.Writer) error { return report.HTML(w, *r, textsOf(c)) }
		}
		if err := whole(a.path(out), write); err != nil {
			return err
		}
		a.say("wrote %s", out)
	}
	if opt.json {
		return report.JSON(a.out, *r)
	}
	return report.Table(a.out, *r)
}

// textsOf gives a report the texts of the documents.
func textsOf(c *eval.Corpus) report.Texts {
	return func(id string) string {
		if d := c.Document(id); d != nil {
			return d.Text
		}
		return ""
	}
}

// baseline reads the result that a gate compares with; nil where there is no
// gate.
func (a *app) baseline(path string) (*eval.Result, error) {
	if path == "" {
		return nil, nil
	}
	r, err := a.result(path)
	return &r, err
}

// result reads a result that eval wrote.
func (a *app) result(path string) (eval.Result, error) {
	f, err := os.Open(a.path(path))
	if err != nil {
		return eval.Result{}, usageError{err}
	}
	defer f.Close()
	r, err := eval.Read(f)
	if err != nil {
		return r, usagef("%s: %w; give what pildora eval -o FILE.json wrote", path, err)
	}
	return r, nil
}

// worse is a gate that was not passed: exit code 1. It says why.
type worse struct{ why string }

func (w worse) Error() string { return w.why }

// ExitCode is 1.
func (worse) ExitCode() int { return 1 }

// gate says how a result compares with the baseline, and is an error where it
// must not pass.
func (a *app) gate(baseline, r eval.Result) error {
	v, err := eval.Gate(baseline, r)
	if err != nil {
		return usageError{err}
	}
	if !v.Pass {
		return worse{v.String()}
	}
	for line := range strings.Lines(v.String()) {
		a.say("%s", label(strings.TrimSuffix(line, "\n")))
	}
	return nil
}

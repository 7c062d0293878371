package cli

import (
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pildora/pildora/eval"
	"github.com/pildora/pildora/eval/judge"
	"github.com/pildora/pildora/internal/config"
)

// export is a file for RAGAS that was asked for: what one contender delivered.
type export struct{ run, file string }

// exports reads --ragas and refuses what couldn't be written, before anything
// is read.
func (a *app) exports(given []string, list []entrant, s config.Settings) ([]export, error) {
	var names []string
	for _, e := range list {
		names = append(names, e.called(s))
	}
	var out []export
	for _, text := range given {
		name, file, ok := strings.Cut(text, "=")
		e := export{strings.TrimSpace(name), file}
		ext := strings.ToLower(filepath.Ext(file))
		switch {
		case !ok || e.run == "" || file == "":
			return nil, usagef("--ragas %q is not NAME=FILE.jsonl", text)
		case !slices.Contains(names, e.run):
			return nil, usagef("--ragas: no contender is called %q%s (there are %s)", e.run, didYouMean("", e.run, names), strings.Join(names, ", "))
		case ext != ".jsonl" && ext != ".csv":
			return nil, usagef("--ragas %s: samples are written as .jsonl or .csv", file)
		case slices.ContainsFunc(out, func(x export) bool { return a.path(x.file) == a.path(file) }):
			return nil, usagef("--ragas %s: is given for two contenders; give each a file of its own", file)
		}
		if err := a.writable(file); err != nil {
			return nil, err
		}
		out = append(out, e)
	}
	return out, nil
}

// export writes the files for RAGAS.
func (a *app) export(r *eval.Result, c *eval.Corpus, files []export) error {
	for _, f := range files {
		samples, err := eval.Samples(r, c, f.run)
		if err != nil {
			return err
		}
		write := judge.WriteJSONL
		if strings.EqualFold(filepath.Ext(f.file), ".csv") {
			write = judge.WriteCSV
		}
		if err := whole(a.path(f.file), func(w io.Writer) error { return write(w, slices.Values(samples)) }); err != nil {
			return err
		}
		a.say("wrote %s", f.file)
	}
	return nil
}

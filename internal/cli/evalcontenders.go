package cli

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/eval"
	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/internal/catalog"
	"github.com/pildora/pildora/internal/config"
	"github.com/pildora/pildora/store"
)

// entrant is a way of cutting that was named on the command line.
type entrant struct {
	name     string
	strategy string // "" where another is set, or for the settings as they are
	profile  string // instead of a strategy
	max      string // digits after the @, "" where none
	file     string // of settings, or of chunks
	chunks   bool
}

// called is the entrant's name; where the command line gave none, what is in
// force is its name.
func (e entrant) called(s config.Settings) string {
	if e.name == "" {
		return fmt.Sprintf("%s@%d", s.Strategy, s.Max)
	}
	return e.name
}

// entrants reads --strategies and --chunks. Without any of them the settings
// in force are the one entrant.
func entrants(strategies, chunks []string) ([]entrant, error) {
	var list []entrant
	for _, given := range strategies {
		e, err := strategyEntrant(strings.TrimSpace(given))
		if err != nil {
			return nil, err
		}
		list = append(list, e)
	}
	for _, given := range chunks {
		name, file, ok := strings.Cut(given, "=")
		if name = strings.TrimSpace(name); !ok || name == "" || file == "" {
			return nil, usagef("--chunks %q is not NAME=FILE.jsonl", given)
		}
		e := entrant{name: name, file: file, chunks: true}
		if at := strings.LastIndexByte(name, '@'); at >= 0 && digits(name[at+1:]) {
			e.max = name[at+1:]
		}
		list = append(list, e)
	}
	if len(list) == 0 {
		list = []entrant{{}}
	}
	return list, apart(list)
}

// strategyEntrant reads one of --strategies: STRATEGY or PROFILE, each also with
// @MAX, or NAME=SETTINGS.
func strategyEntrant(given string) (entrant, error) {
	if name, file, ok := strings.Cut(given, "="); ok {
		if name = strings.TrimSpace(name); name == "" || file == "" {
			return entrant{}, usagef("--strategies %q is not NAME=FILE.yaml", given)
		}
		return entrant{name: name, file: file}, nil
	}
	e := entrant{name: given}
	var sized bool
	e.strategy, e.max, sized = strings.Cut(given, "@")
	strategies, profiles := catalog.StrategyNames(), config.ProfileNames()
	switch known := slices.Concat(strategies, profiles); {
	case slices.Contains(strategies, e.strategy):
	case slices.Contains(profiles, e.strategy):
		e.strategy, e.profile = "", e.strategy
	default:
		return e, usagef("--strategies: unknown strategy or profile %q%s (known: %s)", e.strategy, didYouMean("", e.strategy, known), strings.Join(known, ", "))
	}
	if sized && !digits(e.max) {
		return e, usagef("--strategies: %q has no size after the @; write for instance %s@256", given, e.strategy+e.profile)
	}
	return e, nil
}

func digits(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}

// apart refuses two entrants of one name.
func apart(list []entrant) error {
	seen := map[string]bool{}
	for _, e := range list {
		if seen[e.name] {
			return usagef("two contenders are called %q; give one of them another name", e.name)
		}
		seen[e.name] = true
	}
	return nil
}

// lineup makes contenders of entrants: each recipe with its settings under the
// flags that hold for all.
type lineup struct {
	app   *app
	base  config.Settings // the documents are read by these
	flags *config.Flags
	// chroma places foreign chunks as Chroma's evaluation does.
	chroma bool
	said   map[string]bool // warnings, so that each is said once
}

func (l *lineup) contenders(list []entrant, c *eval.Corpus) ([]eval.Contender, error) {
	var out []eval.Contender
	for _, e := range list {
		made := l.recipe
		if e.chunks {
			made = l.foreign
		}
		contender, err := made(e, c)
		if err != nil {
			return nil, err
		}
		out = append(out, contender)
	}
	return out, nil
}

// foreign is the contender that another program has cut.
func (l *lineup) foreign(e entrant, _ *eval.Corpus) (eval.Contender, error) {
	path := l.app.path(e.file)
	if info, err := os.Stat(path); err != nil {
		return nil, usagef("--chunks %s: %w", e.name, err)
	} else if info.IsDir() {
		return nil, usagef("--chunks %s: %s is a folder; give a file of JSON Lines", e.name, e.file)
	}
	limit := 0
	if e.max != "" {
		var err error
		if limit, err = strconv.Atoi(e.max); err != nil {
			return nil, usagef("--chunks %s: %w", e.name, err)
		}
	}
	if l.chroma {
		return eval.ForeignAsChroma(e.name, path, limit), nil
	}
	return eval.Foreign(e.name, path, limit), nil
}

// recipe is the contender of a strategy or of a settings file.
func (l *lineup) recipe(e entrant, c *eval.Corpus) (eval.Contender, error) {
	name, r, err := l.ready(e, c)
	if err != nil {
		return nil, err
	}
	if !r.varies() {
		return eval.Recipe(name, r.standard.Cutting), nil
	}
	return profiled{name, r}, nil
}

// ready makes an entrant's recipes ready to cut, and names it where the
// command line didn't.
func (l *lineup) ready(e entrant, c *eval.Corpus) (name string, r *recipes, err error) {
	s, err := l.settings(e)
	if err != nil {
		return "", nil, err
	}
	if r, err = l.app.newRecipes(s); err != nil {
		return "", nil, fmt.Errorf("%s: %w", e.name, err)
	}
	if err := l.readAlike(e, s, c); err != nil {
		return "", nil, err
	}
	return e.called(s), r, nil
}

// settings are those of an entrant.
func (l *lineup) settings(e entrant) (config.Settings, error) {
	file, flags := l.app.configFile, l.flags.Clone()
	if e.file != "" {
		if _, err := os.Stat(l.app.path(e.file)); err != nil {
			return config.Settings{}, usagef("--strategies %s=%s: %w", e.name, e.file, err)
		}
		file = e.file
	}
	for _, set := range [][2]string{{"strategy", e.strategy}, {"max", e.max}} {
		if set[1] == "" {
			continue
		}
		if err := flags.Set(set[0], "--strategies "+e.name, config.Item{Text: set[1]}); err != nil {
			return config.Settings{}, usageError{err}
		}
	}
	if e.profile != "" {
		if err := l.alone(e, flags); err != nil {
			return config.Settings{}, err
		}
	}
	s, warnings, err := config.Load(config.Options{File: file, Dir: l.app.env.Dir, Home: l.app.variable("HOME"), Env: l.app.env.Vars,
		Flags: flags, Table: table()})
	for _, w := range warnings {
		if !l.said[w.String()] {
			l.app.log.Warn(w.String())
		}
		l.said[w.String()] = true
	}
	if err != nil {
		return s, usageError{err}
	}
	return s, nil
}

// alone makes a profile that is a contender win over the settings file,
// variables and flags in all that it sets.
func (l *lineup) alone(e entrant, flags *config.Flags) error {
	by := "--strategies " + e.name
	own := config.NewFlags(table())
	sets := []string{"profile"}
	err := own.Set("profile", by, config.Item{Text: e.profile})
	if err == nil && e.max != "" {
		err = own.Set("max", by, config.Item{Text: e.max})
	}
	if err != nil {
		return usageError{err}
	}
	s, _, err := config.Load(config.Options{NoFile: true, Dir: l.app.env.Dir, Flags: own, Table: table()})
	if err != nil {
		return usageError{err}
	}
	if p, ok := config.ProfileOf(e.profile); ok {
		for _, set := range p.Sets {
			sets = append(sets, set.Key)
		}
	}
	for _, key := range sets {
		f, _ := table().Field(key)
		if err := flags.Replace(key, by, f.Get(s)...); err != nil {
			return usageError{err}
		}
	}
	return nil
}

// readAlike refuses an entrant that would read documents otherwise: all are
// asked about the same text.
func (l *lineup) readAlike(e entrant, s config.Settings, c *eval.Corpus) error {
	for _, d := range c.Documents {
		want, _ := l.base.For(d.URI, d.Media, d.Meta)
		is, _ := s.For(d.URI, d.Media, d.Meta)
		if is.Format != want.Format || is.HTML != want.HTML || is.Quotes != want.Quotes || is.Lang != want.Lang {
			return usagef("%s: would read %s as format %s, html %s, lang %s, the others as %s, %s, %s; all contenders cut the same text, so set "+
				"format, html and lang for all, as flags or in the settings", e.name, d.URI, is.Format, is.HTML, is.Lang, want.Format, want.HTML, want.Lang)
		}
	}
	return nil
}

// profiled is the contender of settings with profile rules: each document is
// cut by the recipe that is for it.
type profiled struct {
	name string
	*recipes
}

var _ eval.Contender = profiled{}

// Name implements eval.Contender.
func (p profiled) Name() string { return p.name }

// Key implements eval.Contender.
func (p profiled) Key() (string, error) {
	h := sha256.New()
	h.Write(p.file(nil))
	for i, rule := range p.settings.Profiles {
		fmt.Fprintf(h, "%q %v\n", fmt.Sprint(rule.Match.Glob, rule.Match.Media, rule.Match.Meta), p.rules[i].detected != nil)
	}
	return "profiles " + ingest.Version + " " + hex.EncodeToString(h.Sum(nil)), nil
}

// Records implements eval.Contender.
func (p profiled) Records(ctx context.Context, c *eval.Corpus) (eval.Pieces, error) {
	lists := make([][]store.Record, len(c.Documents))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(workers(p.settings))
	for i, d := range c.Documents {
		group.Go(func() (err error) {
			lists[i], err = p.cut(ctx, d)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return eval.Pieces{}, fmt.Errorf("%s: %w", p.name, err)
	}
	return eval.Pieces{Records: slices.Concat(lists...), Max: p.limit()}, nil
}

func (p profiled) cut(ctx context.Context, d *doc.Document) ([]store.Record, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return p.forDocument(d, d.Media).Records(ctx, d, d.URI)
}

// limit is the limit in tokens where all recipes have the same, else 0.
func (p profiled) limit() int {
	limit := eval.Limit(p.standard.Recipe)
	cuttings, _ := p.all()
	for _, c := range cuttings {
		if eval.Limit(c.Recipe) != limit {
			return 0
		}
	}
	return limit
}

// tokenizer counts budgets and sizes: the one in force.
func (a *app) tokenizer(s config.Settings) (eval.Tokenizer, error) {
	t, err := a.openTokenizer(s.Tokenizer)
	if err != nil {
		return nil, s.Fault(err, "tokenizer")
	}
	return t, nil
}

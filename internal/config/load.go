package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Options say where settings come from. The zero value looks for the file from
// the working folder up and takes no variables and no flags.
type Options struct {
	File   string   // the settings file; "" finds one, see Find
	NoFile bool     // neither File nor finding: no settings file
	Dir    string   // the working folder; "" is the process's
	Home   string   // where finding stops; "" is the user's home
	Env    []string // variables as in os.Environ
	Flags  *Flags   // what was set on the command line; may be nil
	Table  Table    // nil is Fields()
}

// Load reads the settings: defaults, under what the profile sets, under the
// file, under the variables, under the flags. An empty variable counts as not set. PILDORA_CONFIG names
// the file where Options.File doesn't. Relative paths in the file are relative
// to its folder, others to the working folder.
//
// The error joins an [*Error] for each thing that is wrong; the settings are
// then as far as they came and not to be used.
func Load(o Options) (Settings, []Warning, error) {
	if o.Table == nil {
		o.Table = Fields()
	}
	s := Default(o.Table)
	s.from = map[string]Place{}
	if err := s.locate(o); err != nil {
		return s, nil, err
	}
	errs := s.applyFile()
	warnings, more := s.applyEnv(o.Env)
	errs = append(errs, more...)
	errs = append(errs, s.applyAll(o.Flags.assignments())...)
	if len(errs) > 0 {
		return s, warnings, errors.Join(errs...)
	}
	s.resolve()
	s = s.profiled()
	doubts, err := s.Validate()
	return s, append(warnings, doubts...), err
}

// locate sets File and Dir.
func (s *Settings) locate(o Options) error {
	dir, err := filepath.Abs(o.Dir) // of "" it is the working folder
	if err != nil {
		return &Error{Message: "the working folder can't be found; give --config FILE", Err: err}
	}
	s.Dir = dir
	if o.NoFile {
		return nil
	}
	asked := Place{Layer: FromFlag, Name: "--config"}
	if o.File == "" {
		o.File, asked = lookup(o.Env, "PILDORA_CONFIG"), Place{Layer: FromEnv, Name: "PILDORA_CONFIG"}
	}
	if o.File == "" {
		if o.Home == "" {
			o.Home, _ = os.UserHomeDir() // without one, finding goes to the top
		}
		s.File = Find(dir, o.Home)
	} else {
		s.File = o.File
		if !filepath.IsAbs(s.File) {
			s.File = filepath.Join(dir, s.File)
		}
		if _, err := os.Stat(s.File); err != nil {
			return &Error{Place: asked, Message: fmt.Sprintf("no settings file %s; pildora init writes one", o.File), Err: err}
		}
	}
	if s.File != "" {
		s.Dir = filepath.Dir(s.File)
	}
	return nil
}

// longestFile bounds a settings file, in bytes.
const longestFile = 1 << 20

func (s *Settings) applyFile() []error {
	if s.File == "" {
		return nil
	}
	place := Place{Layer: FromFile, Name: shown(s.File)}
	info, err := os.Stat(s.File)
	if err == nil && info.Size() > longestFile {
		return []error{&Error{Place: place, Message: fmt.Sprintf("has %d bytes; a settings file has at most %d", info.Size(), longestFile)}}
	}
	data, err := os.ReadFile(s.File)
	if err != nil {
		return []error{&Error{Place: place, Message: "can't be read: " + err.Error(), Err: err}}
	}
	as, rules, errs := decodeFile(s.table, place, data)
	s.Profiles, s.Meta = rules.profiles, rules.meta
	return append(errs, s.applyAll(as)...)
}

// shown is how messages name a file: relative to the working folder where it
// lies in it, else whole.
func shown(file string) string {
	wd, err := os.Getwd()
	if err != nil {
		return file
	}
	if rel, err := filepath.Rel(wd, file); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return file
}

func (s *Settings) applyAll(as []assignment) []error {
	var errs []error
	for _, a := range as {
		if err := a.field.Set(s, a.items); err != nil {
			errs = append(errs, &Error{Place: a.place, Key: a.field.Key, Message: err.Error(), Err: err})
			continue
		}
		s.from[a.field.Key] = a.place
	}
	return errs
}

// resolve makes the file's relative paths relative to its folder.
func (s *Settings) resolve() {
	in := func(path string, p Place) string {
		if path == "" || p.Layer != FromFile || filepath.IsAbs(path) {
			return path
		}
		return filepath.Join(s.Dir, path)
	}
	s.Index = in(s.Index, s.from["index"])
	tokenizer := func(v string, p Place) string {
		return TokenizerAt(v, func(path string) string { return in(path, p) })
	}
	s.Tokenizer = tokenizer(s.Tokenizer, s.from["tokenizer"])
	for i := range s.Profiles {
		for j, a := range s.Profiles[i].sets {
			if a.field.Kind == NameOrPath && isPath(one(a.items)) {
				s.Profiles[i].sets[j].items = []Item{{Text: tokenizer(one(a.items), a.place)}}
			}
		}
	}
}

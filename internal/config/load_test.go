package config

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// load writes text as pildora.yaml into a fresh folder and loads it.
func load(t *testing.T, text string, env []string, args ...string) (Settings, []Warning, error) {
	t.Helper()
	return loadWith(t, Fields(), text, env, args...)
}

// loadWith is load by another table.
func loadWith(t *testing.T, table Table, text string, env []string, args ...string) (Settings, []Warning, error) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, FileName), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	flags := NewFlags(table)
	fs := pflag.NewFlagSet("test", pflag.ContinueOnError)
	flags.Add(fs, IndexGroup, RecipeGroup, InputGroup, SearchGroup)
	if err := fs.Parse(args); err != nil {
		t.Fatal(err)
	}
	return Load(Options{Dir: dir, Home: dir, Env: env, Flags: flags, Table: table})
}

func TestLayersWinInOrder(t *testing.T) {
	file := "max: 100\nmin: 1\ntarget: 50\nsearch:\n  k: 3\n"
	s, _, err := load(t, file, []string{"PILDORA_MIN=2", "PILDORA_TARGET=60", "PILDORA_SEARCH_K="}, "--target", "70")
	if err != nil {
		t.Fatal(err)
	}
	if s.Max != 100 || s.Min != 2 || s.Target != 70 || s.Search.K != 3 || s.Unit != "tokens" {
		t.Errorf("max %d min %d target %d k %d unit %s", s.Max, s.Min, s.Target, s.Search.K, s.Unit)
	}
	for key, want := range map[string]Layer{"max": FromFile, "min": FromEnv, "target": FromFlag, "unit": FromDefault} {
		if got := s.Where(key).Layer; got != want {
			t.Errorf("%s came from layer %d, want %d", key, got, want)
		}
	}
}

func TestEveryKindFromFile(t *testing.T) {
	s, _, err := load(t, `index: idx
collection: 2024
max: "1000"
overlap: 10%
frame: breadcrumb, header
strategy: recursive
separators: ["\n\n", {regex: "(?m)^Art"}, ","]
include: "*.md"
exclude: [a/**, b.txt]
max_file_bytes: 2MiB
lang: es-MX
tokenizer: tok/tokenizer.json
search: {k: 5, output: json}
deliver: [breadcrumb, text]
`, nil)
	if err != nil {
		t.Fatal(err)
	}
	if s.Index != filepath.Join(s.Dir, "idx") || s.IndexDir() != s.Index || s.Tokenizer != filepath.Join(s.Dir, "tok/tokenizer.json") {
		t.Errorf("paths aren't relative to the file: %q %q", s.Index, s.Tokenizer)
	}
	want := []Separator{{"\n\n", false}, {"(?m)^Art", true}, {",", false}}
	if !reflect.DeepEqual(s.Separators, want) {
		t.Errorf("separators %v", s.Separators)
	}
	if s.Collection != "2024" || s.Max != 1000 || s.Overlap != (Overlap{10, OverlapPercent}) || s.MaxFileBytes != 2<<20 || s.Lang != "es" ||
		s.Search.K != 5 || s.Search.Output != "json" {
		t.Errorf("%+v", s)
	}
	for _, l := range [][2][]string{{s.Frame, {"breadcrumb", "header"}}, {s.Include, {"*.md"}}, {s.Exclude, {"a/**", "b.txt"}}, {s.Deliver, {"breadcrumb", "text"}}} {
		if !reflect.DeepEqual(l[0], l[1]) {
			t.Errorf("list %q, want %q", l[0], l[1])
		}
	}
}

func TestErrorsNameThePlaceAndTheWayOut(t *testing.T) {
	cases := []struct {
		file string
		env  string
		want []string // all in one message line
	}{
		{file: "max: 1\nstrateggy: fixed\n", want: []string{"pildora.yaml:2:1", `"strateggy"`, "did you mean strategy?"}},
		{file: "search:\n  neighbours: 1\n", want: []string{":2:3", `"search.neighbours"`, "did you mean search.neighbors?"}},
		{file: "k: 5\n", want: []string{`"k"`, "search.k"}},
		{file: "max-file-bytes: 5\n", want: []string{"did you mean max_file_bytes?"}},
		{file: "xyzzy: 5\n", want: []string{`unknown key "xyzzy"`, "known: index, collection"}},
		{file: "max: big\n", want: []string{":1:6", "max", `"big"`, "whole number"}},
		{file: "max: 12.5\n", want: []string{"max", `"12.5"`, "whole number"}},
		{file: "max: [1, 2]\n", want: []string{"max", "given a list", "wanted a whole number"}},
		{file: "search: 5\n", want: []string{"search", `given "5"`, "wanted keys with values"}},
		{file: "strategy: {a: 1}\n", want: []string{"strategy", "given keys with values", "cascade"}},
		{file: "max: 0\n", want: []string{":1:6", "max", "is 0; must be 1 or more"}},
		{file: "max: -5\n", want: []string{"max", "is -5"}},
		{file: "max: 99999999999999999999\n", want: []string{"max", "no whole number"}},
		{file: "max: 5\nmin: 1\nmax: 6\n", want: []string{":3:1", "max", "set twice", "line 1"}},
		{file: "strategy: recursiv\n", want: []string{"strategy", `"recursiv"`, "did you mean recursive?", "fixed, recursive"}},
		{file: "unit: token\n", want: []string{"unit", "did you mean tokens?"}},
		{file: "tokenizer: cl100\n", want: []string{"tokenizer", "did you mean cl100k?"}},
		{file: "frame: [breadcrum]\n", want: []string{"frame", "did you mean breadcrumb?"}},
		{file: "frame: [none, header]\n", want: []string{"frame", "none"}},
		{file: "frame: [header, header]\n", want: []string{"frame", "twice"}},
		{file: "overlap: lots\n", want: []string{"overlap", `"lots"`, "10%", "2s"}},
		{file: "max: 100\noverlap: 100\n", want: []string{":2:10", "overlap 100 is not below max 100"}},
		{file: "overlap: 100%\n", want: []string{"overlap 100% is not below max 256"}},
		{file: "overlap: 64\n", env: "PILDORA_MAX=50", want: []string{"PILDORA_MAX: overlap 64 is not below max 50"}},
		{file: "target: 300\n", want: []string{"target 300 is above max 256"}},
		{file: "target: 30\nmin: 40\n", want: []string{"min 40 is above target 30"}},
		{file: "min: 400\n", want: []string{"min 400 is above max 256"}},
		{file: "separators: [{regex: '('}]\n", want: []string{"separators", "regular expression"}},
		{file: "separators: [{rx: 'a'}]\n", want: []string{"separators", "regex"}},
		{file: "separators: [{regex: ''}]\n", want: []string{"separators", "empty"}},
		{file: "include: ['[a']\n", want: []string{"include", "no glob"}},
		{file: "lang: spanish\n", want: []string{"lang", `"spanish"`, "es or en"}},
		{file: "max: 5\n---\nmax: 6\n", want: []string{"second YAML document"}},
		{file: "a: &x {max: 1}\n<<: *x\n", want: []string{"merge keys"}},
		{file: "max: [1\n", want: []string{"pildora.yaml:1:", "no valid YAML"}},
		{file: "- max\n", want: []string{"given a list, wanted keys with values"}},
		{file: "profiles: [{match: {glob: 'a/**'}, maxx: 5}]\n", want: []string{"profiles[0]", "did you mean max?"}},
		{file: "profiles: [{name: x, match: {globb: 'a/**'}, max: 5}]\n", want: []string{"profiles[0].match", "did you mean glob?"}},
		{file: "profiles: [{name: x, max: none}]\n", want: []string{"profiles[0] (x).max", "whole number"}},
		{file: "target: 200\nprofiles: [{name: faq, max: 100}]\n", want: []string{"profiles[0] (faq)", "target 200 is above max 100"}},
		{file: "profiles: [{match: {glob: a}}]\n", want: []string{"profiles[0]", "sets nothing"}},
		{file: "meta: [{match: {glob: a}}]\n", want: []string{"meta[0]", "sets nothing"}},
		{file: "meta: {set: {a: b}}\n", want: []string{"meta", "wanted a list of rules with match: and set:"}},
		{file: "meta:\n-\n", want: []string{"meta[0]", "wanted match: and set:"}},
		{file: "meta: [{sett: {a: b}}]\n", want: []string{"meta[0]", "did you mean set?"}},
		{file: "meta: [{set: {a: {b: c}}}]\n", want: []string{"meta[0].set.a", "a text or a list of texts"}},
		{file: "meta: [{set: {a: [b, [c]]}}]\n", want: []string{"meta[0].set.a", "a text or a list of texts"}},
		{file: "meta: [{set: {a: }}]\n", want: []string{"meta[0].set.a", "a text or a list of texts"}},
		{file: "meta: [{set: {a: b, a: c}}]\n", want: []string{"meta[0].set.a", "set twice"}},
		{file: "meta: [{set: {a: b}, override: perhaps}]\n", want: []string{"meta[0].override", "true or false"}},
		{file: "meta: [{set: {a: b}, match: {globs: x}}]\n", want: []string{"meta[0].match", "did you mean glob?"}},
		{file: "meta: [{set: {a: b}, match: {glob: 'x['}}]\n", want: []string{"meta[0].match.glob", "no glob"}},
		{env: "PILDORA_WORKERS=many", want: []string{"PILDORA_WORKERS: ", `"many"`}},
		{env: "PILDORA_PROFILES=[{maxx: 1}]", want: []string{"PILDORA_PROFILES", "did you mean max?"}},
	}
	for _, c := range cases {
		_, _, err := load(t, c.file, []string{c.env})
		var e *Error
		if !errors.As(err, &e) || e.ExitCode() != 2 {
			t.Errorf("%q %s: error %v is no *Error with exit code 2", c.file, c.env, err)
			continue
		}
		found := false
		for line := range strings.SplitSeq(err.Error(), "\n") {
			all := true
			for _, w := range c.want {
				all = all && strings.Contains(line, w)
			}
			found = found || all
		}
		if !found {
			t.Errorf("%q %s:\n got %s\nwant %q in one line", c.file, c.env, err, c.want)
		}
	}
}

func TestAllErrorsAtOnce(t *testing.T) {
	_, _, err := load(t, "maxx: 1\nmin: x\nunit: y\n", nil)
	if n := strings.Count(err.Error(), "\n") + 1; n != 3 {
		t.Errorf("%d errors, want 3:\n%v", n, err)
	}
}

func TestHarmlessFiles(t *testing.T) {
	for _, file := range []string{"", "\n\n", "# only a comment\n", "---\n", "max:\n", "search:\n", "search: {}\n", "\ufeffmax: 256\n", "max: !!str 256\n",
		"collection: &c default\ntokenizer: cl100k\nsearch: {k: &k 8}\n", "max: 256\r\nunit: tokens\r\n", "? max\n: 256\n"} {
		s, ws, err := load(t, file, nil)
		if err != nil || len(ws) > 0 {
			t.Errorf("%q: %v %v", file, ws, err)
			continue
		}
		if s.Max != 256 || s.Search.K != 8 {
			t.Errorf("%q: max %d k %d", file, s.Max, s.Search.K)
		}
	}
}

func TestWarnings(t *testing.T) {
	cases := []struct{ file, env, want string }{
		{"overlap: 26%\n", "", "above 25 %"},
		{"max: 100\noverlap: 26\n", "", "above 25 %"},
		{"separators: [a]\n", "", "separators are for the strategy recursive"},
		{"strategy: recursive\nseparators: ['\\n']\n", "", "backslash"},
		{"", "PILDORA_MAXX=3", "did you mean PILDORA_MAX?"},
		{"profiles: [{overlap: 50%}]\n", "", "profiles[0]: overlap 50%"},
	}
	for _, c := range cases {
		_, ws, err := load(t, c.file, []string{c.env})
		if err != nil || len(ws) != 1 || !strings.Contains(ws[0].String(), c.want) {
			t.Errorf("%q %s: %v %v, want one warning with %q", c.file, c.env, ws, err, c.want)
		}
	}
	for _, file := range []string{"overlap: 25%\n", "max: 100\noverlap: 25\n", "overlap: 9s\n", "overlap: 3p\n"} {
		if _, ws, err := load(t, file, nil); err != nil || len(ws) > 0 {
			t.Errorf("%q: %v %v, want nothing", file, ws, err)
		}
	}
}

func TestProfiles(t *testing.T) {
	s, _, err := load(t, `max: 200
profiles:
  - name: faq
    match: {glob: ["faq/**", "*.faq.md"], meta: {kind: faq}}
    max: 100
    unit: words
  - match: {media: text/*}
    strategy: fixed
  - max: 50
`, nil, "--unit", "chars")
	if err != nil {
		t.Fatal(err)
	}
	cases := []struct {
		uri, media, kind string
		rule, max        int
		strategy         string
	}{
		{"faq/a/b.md", "text/markdown", "faq", 0, 100, "cascade"},
		{"x/y.faq.md", "", "faq", 0, 100, "cascade"},
		{"faq/a.md", "text/markdown", "other", 1, 200, "fixed"},
		{"z.pdf", "application/pdf", "", 2, 50, "cascade"},
	}
	for _, c := range cases {
		r, rule := s.For(c.uri, c.media, map[string]string{"kind": c.kind})
		if rule != c.rule || r.Max != c.max || r.Strategy != c.strategy || r.Unit != "chars" {
			t.Errorf("%s: rule %d max %d %s %s, want rule %d max %d %s chars", c.uri, rule, r.Max, r.Strategy, r.Unit, c.rule, c.max, c.strategy)
		}
	}
	if s.Max != 200 || s.Strategy != "cascade" {
		t.Error("For changed the settings")
	}
}

func TestFind(t *testing.T) {
	top := t.TempDir()
	deep := filepath.Join(top, "repo", "a", "b")
	if err := os.MkdirAll(deep, 0o700); err != nil {
		t.Fatal(err)
	}
	write := func(path string) string {
		path = filepath.Join(top, path)
		if err := os.WriteFile(path, []byte("max: 7\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	above := write(FileName)
	if got := Find(deep, top); got != above {
		t.Errorf("found %q, want %q", got, above)
	}
	if got := Find(deep, filepath.Join(top, "repo")); got != "" {
		t.Errorf("went above home: %q", got)
	}
	if err := os.Mkdir(filepath.Join(top, "repo", ".git"), 0o700); err != nil {
		t.Fatal(err)
	}
	if got := Find(deep, top); got != "" {
		t.Errorf("went above .git: %q", got)
	}
	in := write("repo/" + FileName)
	s, _, err := Load(Options{Dir: deep})
	if err != nil || s.File != in || s.Dir != filepath.Dir(in) || s.Max != 7 {
		t.Errorf("loaded %q in %q, max %d: %v", s.File, s.Dir, s.Max, err)
	}
	s, _, err = Load(Options{Dir: deep, NoFile: true})
	if err != nil || s.File != "" || s.IndexDir() != filepath.Join(deep, ".pildora") {
		t.Errorf("NoFile: %q, index %q: %v", s.File, s.IndexDir(), err)
	}
	_, _, err = Load(Options{Dir: deep, File: "nope.yaml"})
	if err == nil || !strings.Contains(err.Error(), "--config: no settings file nope.yaml") {
		t.Errorf("missing file: %v", err)
	}
	s, _, err = Load(Options{Dir: deep, Env: []string{"PILDORA_CONFIG=../../pildora.yaml"}})
	if err != nil || s.File != in {
		t.Errorf("PILDORA_CONFIG: %q %v", s.File, err)
	}
}

func TestFlags(t *testing.T) {
	s, _, err := load(t, "strategy: recursive\n", nil, "--separator", "a,b", "--separator-regex", "c+", "--separator", "d",
		"--frame", "none", "--include", "*.md", "--include", "*.{a,b}", "-j", "3", "-k", "2", "--top", "4")
	if err != nil {
		t.Fatal(err)
	}
	if want := []Separator{{"a,b", false}, {"c+", true}, {"d", false}}; !reflect.DeepEqual(s.Separators, want) {
		t.Errorf("separators %v", s.Separators)
	}
	if len(s.Frames()) != 0 || s.Workers != 3 || s.Search.K != 4 || !reflect.DeepEqual(s.Include, []string{"*.md", "*.{a,b}"}) {
		t.Errorf("%+v", s)
	}
	fs := pflag.NewFlagSet("test", pflag.ContinueOnError)
	NewFlags(nil).Add(fs, RecipeGroup)
	if err := fs.Parse([]string{"--max", "x"}); err == nil || !strings.Contains(err.Error(), "--max") || !strings.Contains(err.Error(), "whole number") {
		t.Errorf("bad flag: %v", err)
	}
	if u := fs.FlagUsages(); !strings.Contains(u, "(default 256)") || !strings.Contains(u, "(default cascade)") {
		t.Errorf("usage lacks defaults:\n%s", u)
	}
}

func TestValidateWithoutLoad(t *testing.T) {
	s := Default(Fields())
	if _, err := s.Validate(); err != nil {
		t.Fatal(err)
	}
	s.Max, s.Strategy = -1, "cascad"
	_, err := s.Validate()
	if err == nil || !strings.Contains(err.Error(), "max: is -1") || !strings.Contains(err.Error(), "did you mean cascade") {
		t.Error(err)
	}
}

func FuzzLoad(f *testing.F) {
	for _, s := range []string{"max: 1", "a: &a [*a]", "search: {k: *x}", "profiles: [{match: {meta: {a: [b]}}}]", "meta: [{set: {a: [b, 1]}}, {override: x}]", "? [a]\n: b", "<<: {max: 1}", "max: !!int x", "\tmax: 1", "x: |\n  a", string(Example())} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := Default(Fields())
		s.from = map[string]Place{}
		as, rules, errs := decodeFile(s.table, Place{Layer: FromFile, Name: "f"}, []byte(text))
		s.Profiles, s.Meta = rules.profiles, rules.meta
		errs = append(errs, s.applyAll(as)...)
		_, err := s.Validate()
		for _, e := range append(errs, err) {
			if e != nil && !strings.HasPrefix(e.Error(), "f") && len(errs) > 0 {
				t.Errorf("error without a place: %v", e)
			}
		}
	})
}

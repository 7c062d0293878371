package ingest_test

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/internal/catalog"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/store"
	"github.com/pildora/pildora/store/mem"
)

var hr = ingest.MetaRules{
	{Match: ingest.Match{Glob: []string{"hr/**"}}, Set: map[string]string{"access": "internal", "tags": "rrhh, vacaciones", "author": "Recursos Humanos"}},
	{Match: ingest.Match{Meta: map[string]string{"tags": "vacaciones"}}, Set: map[string]string{"topic": "leave", "access": "staff"}},
	{Match: ingest.Match{Glob: []string{"hr/secret.md"}}, Set: map[string]string{"access": "board", "title": "Hidden", "language": "en"}, Override: true},
}

func TestMetaRules(t *testing.T) {
	const long = "Este documento dice a quién corresponden las vacaciones y cómo se piden cada año en la empresa.\n"
	for uri, c := range map[string]struct {
		text, title, lang string
		meta              map[string]string
		said              bool
	}{
		"hr/a.md": {"# A\n\n" + long, "A", "es", map[string]string{"access": "staff", "tags": "rrhh, vacaciones", "author": "Recursos Humanos", "topic": "leave"}, true},
		"hr/b.md": {"---\ntags: [fiestas]\nauthor: Ana\naccess: all\n---\n" + long, "", "es",
			map[string]string{"access": "all", "tags": "fiestas", "author": "Ana"}, true},
		"hr/secret.md": {"---\naccess: all\nlang: es\n---\n# Nóminas\n", "Hidden", "en",
			map[string]string{"access": "board", "tags": "rrhh, vacaciones", "author": "Recursos Humanos", "topic": "leave", "lang": "es"}, true},
		"it/c.md": {"---\ntags: [x, vacaciones]\n---\n" + long, "", "es", map[string]string{"tags": "x, vacaciones", "topic": "leave", "access": "staff"}, true},
		"it/d.md": {long, "", "es", nil, false},
	} {
		d, err := ingest.Reading{Reader: catalog.Reader, Rules: hr}.Document(t.Context(), read.Source{URI: uri, Media: "text/markdown", Data: []byte(c.text)})
		if err != nil {
			t.Fatal(err)
		}
		if d.Title != c.title || d.Language != c.lang || !maps.Equal(d.Meta, c.meta) || (d.Said != nil) != c.said {
			t.Errorf("%s: title %q, language %q, meta %q, said %+v", uri, d.Title, d.Language, d.Meta, d.Said)
		}
		if again := d.WithSummary("x"); again.Said != d.Said {
			t.Errorf("%s: what was said is lost", uri)
		}
	}
}

// TestRulesChange: a change of the rules takes in anew the documents whose
// metadata it changes, and no others, once.
func TestRulesChange(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"hr/a.md": "# A\n\nuno\n", "hr/b.md": "---\naccess: all\n---\ndos\n", "it/c.md": "# C\n\ntres\n", "it/d.txt": "Las vacaciones de este año se piden en la oficina.\n", "it/box.md": "---\nlang: en\n---\nthe box\n",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	st := mem.New()
	cutting, err := catalog.Cutting(ingest.Recipe{Strategy: "cascade", Unit: "chars", Max: 500}, "")
	if err != nil {
		t.Fatal(err)
	}
	sync := func(rules ingest.MetaRules, want string) {
		t.Helper()
		for range 2 {
			p := ingest.Pipeline{Store: st, Rules: rules, Recipe: func(store.DocState, string) string { return cutting.Recipe.Hash() },
				Document: func(ctx context.Context, s read.Source) (*doc.Document, ingest.Cutting, error) {
					d, err := ingest.Reading{Reader: catalog.Reader, Rules: rules}.Document(ctx, s)
					return d, cutting, err
				}}
			r, err := p.Sync(t.Context(), ingest.SyncOptions{}, dir)
			if err != nil || len(r.Failed) > 0 {
				t.Fatal(err, r.Failed)
			}
			if got := strings.Join(slices.Concat(r.Added, r.Replaced), " "); got != want {
				t.Errorf("%+v: %q, want %q", rules, got, want)
			}
			want = ""
		}
	}
	rule := func(glob string, override bool, set map[string]string) ingest.MetaRule {
		return ingest.MetaRule{Match: ingest.Match{Glob: []string{glob}}, Set: set, Override: override}
	}
	access := func(v string) map[string]string { return map[string]string{"access": v} }
	sync(nil, "hr/a.md hr/b.md it/box.md it/c.md it/d.txt")
	sync(ingest.MetaRules{rule("hr/**", false, access("internal"))}, "hr/a.md")
	sync(ingest.MetaRules{rule("hr/**", false, access("staff"))}, "hr/a.md")
	sync(ingest.MetaRules{rule("hr/*", false, access("staff")), rule("none/**", true, access("x"))}, "")
	sync(ingest.MetaRules{rule("hr/**", true, access("staff"))}, "hr/b.md")
	sync(ingest.MetaRules{rule("**", false, map[string]string{"title": "T"})}, "hr/a.md hr/b.md it/box.md it/d.txt")
	// Whether a language was found out or said is known once a rule was about it.
	sync(ingest.MetaRules{rule("it/**", false, map[string]string{"language": "ca"})}, "hr/b.md it/box.md it/c.md it/d.txt")
	sync(ingest.MetaRules{rule("it/**", false, map[string]string{"language": "gl"})}, "it/c.md it/d.txt")
	sync(nil, "it/c.md it/d.txt")
	for r, err := range st.All(t.Context(), store.Filter{}) {
		if err != nil || len(r.Meta) > 0 && r.DocID != "hr/b.md" && r.DocID != "it/box.md" || r.Lang == "gl" {
			t.Errorf("%s: %v %q %v", r.DocID, r.Meta, r.Lang, err)
		}
	}
}

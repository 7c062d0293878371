package prompt_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/pildora/pildora/llm"
	"github.com/pildora/pildora/llm/prompt"
)

func folder(files map[string]string) fstest.MapFS {
	fs := fstest.MapFS{}
	for name, text := range files {
		fs["p/"+name] = &fstest.MapFile{Data: []byte(text)}
	}
	return fs
}

func TestLoad(t *testing.T) {
	files := map[string]string{
		"sum.en.txt": "{{/* sum.en, version 3 */ -}}\nSum up {{.Text}}.\n",
		"sum.es.txt": "{{/* sum.es, version 2 */ -}}\nResume {{.Text}}.\n",
	}
	p, err := prompt.Load(folder(files), "p")
	if err != nil {
		t.Fatal(err)
	}
	show := struct{ Text prompt.Data }{"a"}
	for lang, want := range map[string]string{"es": "Resume <data-", "en": "Sum up <data-"} {
		if got, err := p.In("sum", lang).Write(show); err != nil || !strings.HasPrefix(got, want) || !strings.HasSuffix(got, ".") {
			t.Errorf("%s: got %q, %v", lang, got, err)
		}
	}
	if p.In("sum", "en").Version != 3 || p.In("none", "en") != nil || len(p.Names()) != 1 || p.Digest("none") != "" {
		t.Errorf("got version %d, names %v", p.In("sum", "en").Version, p.Names())
	}
	if _, err := p.In("sum", "en").Write(struct{}{}); err == nil {
		t.Error("a field is missing, and no error")
	}
	before := p.Digest("sum")
	files["sum.es.txt"] += " "
	if p, err = prompt.Load(folder(files), "p"); err != nil || p.Digest("sum") == before || before == "" {
		t.Errorf("another prompt has the digest %q, the first one %q, %v", p.Digest("sum"), before, err)
	}
}

func TestLoadRefuses(t *testing.T) {
	const first = "{{/* sum.en, version 1 */ -}}\n"
	for says, files := range map[string]map[string]string{
		"no sum.es.txt":            {"sum.en.txt": first},
		"must end in one of":       {"sum.fr.txt": first},
		"sum.en, version N":        {"sum.en.txt": "Sum up."},
		"{{/* sum.es, version N":   {"sum.es.txt": first},
		"unclosed action":          {"sum.en.txt": first + "{{.Text"},
		"{{/* other.en, version N": {"other.en.txt": first},
	} {
		if _, err := prompt.Load(folder(files), "p"); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v: got %v, want %q", files, err, says)
		}
	}
}

func TestLanguage(t *testing.T) {
	for of, want := range map[string]string{"es": "es", "es-MX": "es", "ES": "es", "en": "en", "fr": "en", "": "en"} {
		if got := prompt.Language(of); got != want {
			t.Errorf("%q is asked about in %s, not %s", of, got, want)
		}
	}
	for _, lang := range prompt.Languages() {
		if !strings.Contains(prompt.System(lang), "JSON") {
			t.Errorf("the system text in %s doesn't speak of JSON, which some models insist on", lang)
		}
	}
}

func TestRequest(t *testing.T) {
	document := []llm.Message{{Role: llm.User, Text: "document", Cache: true}}
	r := prompt.Request("en", "question", 9, document...)
	if r.System != prompt.System("en") || !r.JSON || r.MaxTokens != 9 || len(r.Messages) != 2 ||
		r.Messages[0] != document[0] || r.Messages[1] != (llm.Message{Role: llm.User, Text: "question"}) {
		t.Errorf("got %+v", r)
	}
}

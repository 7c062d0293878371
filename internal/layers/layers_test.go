// Package layers holds the rule of which package may import which.
package layers

import (
	"encoding/json"
	"io"
	"os/exec"
	"strings"
	"testing"
)

const module = "github.com/pildora/pildora"

// row is what a package (and those below it) may import of this module, and
// why no more.
type row struct{ pkg, may, why string }

// rows are the layers, lowest first. A name stands for itself and what is
// below it; the first row that matches a package holds.
var rows = []row{
	{"doc", "", "everybody speaks about documents, so they know nobody"},
	{"lex", "", "one analyser for index, questions and cohesion"},
	{"size", "doc", "a measure needs spans, nothing else"},
	{"read/markup/markuptest", "doc read read/markup read/readtest internal/cputime", "what tests of markup share"},
	{"embed", "doc size internal/post internal/blobs", "vectors are of texts and spans, counted by the model's own tokens"},
	{"read/readtest", "doc read internal/cputime", "a suite for tests"},
	{"read/watch", "", "waits for files to change, and knows nothing of documents"},
	{"read", "doc lex internal/near internal/glob", "a reader makes documents and must not know what becomes of them"},
	{"chunk/cut/semantic", "doc size lex chunk embed", "meaning is what a model sees"},
	{"chunk/cut/llm", "doc size lex chunk llm", "topics are what a model says they are"},
	{"chunk", "doc size lex", "cutting needs no store, no network, no settings"},
	{"enrich/enrichtest", "", "goldens for tests"},
	{"enrich", "doc size lex chunk embed llm", "what stands around a body is made of the document, by rules or through a model"},
	{"store", "doc lex embed internal/glob internal/near", "records are plain data for every store, and near as package embed has it"},
	{"manifest", "doc store", "a pure difference of what is and what is wanted"},
	{"ingest", "doc lex size read chunk enrich embed llm store manifest internal/glob", "the whole way, components given by the caller"},
	{"retrieve/rerank", "lex llm store retrieve internal/post", "passages are read again by a server or a language model"},
	{"retrieve", "doc size lex chunk store embed", "finding needs no cutting"},
	{"eval/question", "doc size lex chunk internal/near", "questions and their spans need documents, and drafting needs their sentences"},
	{"eval/metric", "doc size eval/question", "pure functions"},
	{"eval/stat", "", "pure functions"},
	{"eval/boundary", "doc size lex chunk", "cuts against known borders"},
	{"eval/judge", "doc lex llm", "answers judged through a model"},
	{"eval/whole", "doc chunk", "pills of documents are found by chunk/pill"},
	{"lint", "doc lex size chunk store eval/whole", "looks at documents and records"},
	{"llm", "internal/post internal/blobs", "an interface and clients"},
	{"eval", "doc size lex read chunk enrich embed store ingest retrieve llm", "components are given by the caller"},
	{"internal/bench", "doc lex size read chunk ingest internal/catalog internal/cputime", "ours beside others, timed part by part"},
	{"internal/browsertest", "", "a browser for tests"},
	{"internal/cputime", "", "a clock for tests"},
	{"internal/blobs", "", "values by digest in a file, for caches"},
	{"internal/near", "", "how alike two names are"},
	{"internal/post", "", "one question to a server in JSON, for clients"},
	{"internal/glob", "", "patterns of paths"},
	{"internal/layers", "", "a test"},
	{"internal/acceptance", "lint doc lex size read chunk enrich embed store manifest ingest retrieve internal .", "tests of the whole"},
	{"internal/catalog", "doc lex size read chunk enrich embed llm ingest store retrieve/rerank", "names for all components"},
	{"internal/config", "doc ingest retrieve internal/near internal/glob", "settings are names and numbers; the catalog gives them meaning"},
	{"internal/output", "doc store", "writers see records only"},
	{"internal/progress", "", "counts"},
	{"internal/cli", "lint doc lex size read chunk enrich embed llm store manifest ingest retrieve eval internal .", "the program may use anything"},
	{"cmd", "internal/cli", "main is thin"},
	{"examples", "", "data and its test"},
	{".", "doc lex size read chunk enrich embed llm store manifest ingest retrieve internal/catalog internal/config internal/output", "the façade, see docs/adr/0001"},
}

type pkg struct {
	ImportPath                         string
	Imports, TestImports, XTestImports []string
}

func list(t *testing.T) []pkg {
	t.Helper()
	out, err := exec.Command("go", "list", "-json", module+"/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var pkgs []pkg
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		if err := dec.Decode(&p); err == io.EOF {
			return pkgs
		} else if err != nil {
			t.Fatal(err)
		}
		pkgs = append(pkgs, p)
	}
}

func TestLayers(t *testing.T) {
	seen := 0
	for _, p := range list(t) {
		name := local(p.ImportPath)
		r, ok := find(name)
		if !ok {
			t.Errorf("%s: no row says what it may import", name)
			continue
		}
		for _, imported := range p.Imports {
			if !strings.HasPrefix(imported, module) {
				continue
			}
			seen++
			if to := local(imported); !within(to, r.pkg) && !allowed(to, r.may) {
				t.Errorf("%s imports %s, but %s may import only [%s]: %s", name, to, r.pkg, r.may, r.why)
			}
		}
	}
	if seen == 0 {
		t.Error("no import was looked at")
	}
}

// TestCoreIsPlain keeps other modules and logging out of the lowest layer.
func TestCoreIsPlain(t *testing.T) {
	for _, p := range list(t) {
		name := local(p.ImportPath)
		for _, imported := range p.Imports {
			if name == "doc" && strings.Contains(imported, ".") {
				t.Errorf("doc imports %s: it is of the standard library alone", imported)
			}
			if imported == "log/slog" && !within(name, "ingest") && !strings.HasPrefix(name, "internal") && name != "." {
				t.Errorf("%s logs: the core returns errors and warnings instead", name)
			}
		}
	}
}

func local(path string) string {
	if path == module {
		return "."
	}
	return strings.TrimPrefix(path, module+"/")
}

func within(name, parent string) bool { return name == parent || strings.HasPrefix(name, parent+"/") }

func allowed(name, list string) bool {
	for _, p := range strings.Fields(list) {
		if within(name, p) {
			return true
		}
	}
	return false
}

func find(name string) (row, bool) {
	for _, r := range rows {
		if within(name, r.pkg) {
			return r, true
		}
	}
	return row{}, false
}

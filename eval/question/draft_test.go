package question_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/eval/question"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/markdown"
	"github.com/pildora/pildora/read/text"
)

// parse reads a document of Markdown or plain text.
func parse(t *testing.T, id string, data []byte) *doc.Document {
	t.Helper()
	var r read.Reader = markdown.Reader{}
	if filepath.Ext(id) == ".txt" {
		r = text.Reader{}
	}
	d, err := r.Read(context.Background(), read.Source{URI: id, Media: read.MediaByName(id), Data: data})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// corpus reads the documents of examples/lang by id.
func corpus(t *testing.T, lang string) iter.Seq[*doc.Document] {
	t.Helper()
	dir := filepath.Join(root(t), "examples", lang)
	var ds []*doc.Document
	err := filepath.WalkDir(dir, func(p string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(p)
		id, _ := filepath.Rel(dir, p)
		ds = append(ds, parse(t, filepath.ToSlash(id), data))
		return err
	})
	if err != nil || len(ds) == 0 {
		t.Fatalf("%d documents: %v", len(ds), err)
	}
	return slices.Values(ds)
}

// TestDraftExamples holds what every draft promises, and that each kind occurs
// in both languages.
func TestDraftExamples(t *testing.T) {
	for _, lang := range []string{"es", "en"} {
		docs := corpus(t, lang)
		qs, err := question.DraftAll(docs, question.DraftOptions{})
		if err != nil {
			t.Fatal(err)
		}
		again, _ := question.DraftAll(docs, question.DraftOptions{})
		if !reflect.DeepEqual(qs, again) {
			t.Errorf("%s: the second drafts differ", lang)
		}
		byID := map[string]*doc.Document{}
		for d := range docs {
			byID[d.URI] = d
		}
		find := func(id string) (*doc.Document, bool) { d, ok := byID[id]; return d, ok }
		good, problems := question.Check(qs, find)
		if len(problems) > 0 || !reflect.DeepEqual(good, qs) {
			t.Errorf("%s: drafts aren't exact and complete: %v", lang, problems)
		}
		kinds, perDoc, texts := map[string]int{}, map[string]int{}, map[string]bool{}
		for _, q := range qs {
			kinds[q.Kind]++
			perDoc[q.Doc]++
			if texts[q.Question] || !q.Drafted || q.Language != lang || q.Passage == nil || !strings.HasSuffix(q.Question, "?") {
				t.Errorf("%+v", q)
			}
			texts[q.Question] = true
			if perDoc[q.Doc] > 12 {
				t.Errorf("%s has more than 12 questions", q.Doc)
			}
		}
		for _, kind := range question.DraftKinds() {
			if kinds[kind] == 0 {
				t.Errorf("%s: no question of kind %s in %v", lang, kind, kinds)
			}
		}
		if len(perDoc) < len(byID)*3/4 {
			t.Errorf("%s: questions about %d of %d documents", lang, len(perDoc), len(byID))
		}
	}
}

// TestDraftGolden runs testdata/draft/*.txtar: documents in, questions out.
func TestDraftGolden(t *testing.T) {
	files, _ := filepath.Glob("testdata/draft/*.txtar")
	if len(files) == 0 {
		t.Fatal("no cases")
	}
	for _, file := range files {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		in, want := *ar, ""
		in.Files = nil
		var docs []*doc.Document
		for _, f := range ar.Files {
			if f.Name == "want" {
				want = string(f.Data)
				continue
			}
			in.Files = append(in.Files, f)
			docs = append(docs, parse(t, f.Name, f.Data))
		}
		var got strings.Builder
		for q, err := range question.Draft(slices.Values(docs), question.DraftOptions{}) {
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&got, "%s [%s, %s, %d:%d] %s\n  %q\n", q.Doc, q.Kind, q.Language, q.Spans[0].Start, q.Spans[0].End, q.Question, q.Spans[0].Text)
		}
		if *update {
			in.Files = append(in.Files, txtar.File{Name: "want", Data: []byte(got.String())})
			if err := os.WriteFile(file, txtar.Format(&in), 0o644); err != nil {
				t.Fatal(err)
			}
		} else if got.String() != want {
			t.Errorf("%s:\n%s\nwant:\n%s", file, got.String(), want)
		}
	}
}

func TestDraftOptions(t *testing.T) {
	docs := corpus(t, "es")
	qs, err := question.DraftAll(docs, question.DraftOptions{PerDocument: 2, MaxAnswer: 100, Kinds: []string{"table", "faq"}})
	if err != nil || len(qs) == 0 {
		t.Fatal(len(qs), err)
	}
	perDoc := map[string]int{}
	for _, q := range qs {
		if perDoc[q.Doc]++; perDoc[q.Doc] > 2 || q.Spans[0].EndRune-q.Spans[0].StartRune > 100 || q.Kind != "table" && q.Kind != "faq" {
			t.Errorf("%+v", q)
		}
	}
	for _, err := range question.Draft(slices.Values([]*doc.Document{{URI: "bad", Text: "\xff"}}), question.DraftOptions{}) {
		if !errors.Is(err, doc.ErrInvalid) {
			t.Errorf("an invalid document: %v", err)
		}
	}
	if _, err := question.DraftAll(slices.Values([]*doc.Document{{URI: "bad", Text: "\xff"}}), question.DraftOptions{}); !errors.Is(err, doc.ErrInvalid) {
		t.Errorf("an invalid document: %v", err)
	}
}

// FuzzDraft wants exact spans of any Markdown.
func FuzzDraft(f *testing.F) {
	files, _ := filepath.Glob("testdata/draft/*.txtar")
	for _, file := range files {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, doc := range ar.Files {
			f.Add(string(doc.Data))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, lang := range []string{"", "es", "en"} {
			d := parse(t, "d.md", []byte(text))
			d.Language = lang
			qs, err := question.DraftAll(slices.Values([]*doc.Document{d}), question.DraftOptions{})
			if err != nil {
				t.Fatal(err)
			}
			good, problems := question.Check(qs, func(string) (*doc.Document, bool) { return d, true })
			if len(qs) > 0 && (len(problems) > 0 || !reflect.DeepEqual(good, qs)) || len(qs) > 12 {
				t.Fatalf("%v of %d drafts", problems, len(qs))
			}
		}
	})
}

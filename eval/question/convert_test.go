package question_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/pildora/pildora/eval/question"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestConvert runs testdata/convert/FORMAT[-what].txtar: input, corpus, qrels
// and docs/ in; questions, made documents and problems out.
func TestConvert(t *testing.T) {
	files, err := filepath.Glob("testdata/convert/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	met := map[string]bool{}
	for _, file := range files {
		format, _, _ := strings.Cut(strings.TrimSuffix(filepath.Base(file), ".txtar"), "-")
		met[format] = true
		t.Run(filepath.Base(file), func(t *testing.T) { convertCase(t, format, file) })
	}
	for _, f := range question.Formats() {
		if !met[f.Name] || f.Summary == "" {
			t.Errorf("%s has no case or no summary", f.Name)
		}
	}
}

func convertCase(t *testing.T, format, file string) {
	ar, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	given, want := *ar, map[string]string{}
	given.Files = nil
	var input string
	opts := func() question.Options {
		opts := question.Options{Docs: map[string]string{}}
		for _, f := range given.Files {
			switch id, isDoc := strings.CutPrefix(f.Name, "docs/"); {
			case isDoc:
				opts.Docs[id] = string(f.Data)
			case f.Name == "input":
				input = string(f.Data)
			case f.Name == "corpus":
				opts.Corpus = bytes.NewReader(f.Data)
			case f.Name == "qrels":
				opts.Qrels = bytes.NewReader(f.Data)
			}
		}
		return opts
	}
	for _, f := range ar.Files {
		if strings.HasPrefix(f.Name, "want") {
			want[f.Name] = string(f.Data)
		} else {
			given.Files = append(given.Files, f)
		}
	}
	o := opts()
	res, err := question.From(format, strings.NewReader(input), o)
	if err != nil {
		t.Fatal(err)
	}
	again, err := question.From(format, strings.NewReader(input), opts())
	if err != nil || !reflect.DeepEqual(res, again) {
		t.Errorf("the second run gives %+v, %v; the first %+v", again, err, res)
	}
	exact(t, res, o.Docs)
	got := wanted(t, res)
	if *update {
		given.Files = append(given.Files, got...)
		if err := os.WriteFile(file, txtar.Format(&given), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	for _, f := range got {
		if want[f.Name] != string(f.Data) {
			t.Errorf("%s:\n%s\nwant:\n%s", f.Name, f.Data, want[f.Name])
		}
		delete(want, f.Name)
	}
	if len(want) > 0 {
		t.Errorf("missing: %v", want)
	}
}

// exact wants every span to be what its document has there.
func exact(t *testing.T, res question.Result, docs map[string]string) {
	t.Helper()
	for _, q := range res.Questions {
		for _, s := range append(q.Spans[:len(q.Spans):len(q.Spans)], q.Alternatives...) {
			text, ok := res.Docs[q.DocOf(s)]
			if !ok {
				text = docs[q.DocOf(s)]
			}
			if s.End > len(text) || text[s.Start:s.End] != s.Text || s.Text == "" {
				t.Errorf("%s: %+v isn't in %s", q.ID, s, q.DocOf(s))
			}
		}
	}
}

func wanted(t *testing.T, res question.Result) []txtar.File {
	var out bytes.Buffer
	if err := question.Write(&out, res.Questions); err != nil {
		t.Fatal(err)
	}
	var problems strings.Builder
	for _, p := range res.Problems {
		fmt.Fprintln(&problems, p)
	}
	files := []txtar.File{{Name: "want.jsonl", Data: out.Bytes()}, {Name: "want.problems", Data: []byte(problems.String())}}
	var ids []string
	for id := range res.Docs {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		files = append(files, txtar.File{Name: "want/" + id, Data: []byte(res.Docs[id])})
	}
	return files
}

func TestConvertErrors(t *testing.T) {
	for _, tt := range []struct{ format, in, want string }{
		{"squad", `{"data": [`, "set: "},
		{"squad", `[{"a": 1}]`, "no question with a context"},
		{"squad", `[{"context": "c", "question": "q", "answers": {"text": ["a"], "answer_start": []}}]`, "1 texts of answers and 0 starts"},
		{"beir", `{"_id": "1", "text": "q"}`, "give the qrels"},
		{"beir", `{"id": "1"}`, "no _id"},
		{"trec", "<top><num>1", "no <top> records"},
		{"trec", "301", "expected an id, a tab and a query"},
		{"ragas", "question,contexts\na,b\n", "row 1: contexts"},
		{"ragas", `[{"question": 3}]`, "sample 1"},
		{"chroma", "question,corpus_id\na,b\n", "no column references"},
		{"chroma", "question,references,corpus_id\na,{,b\n", "row 1: references"},
		{"chroma", `{"version": "2", "data": []}`, "this is JSON, where a table"},
		{"csv", `{"question": "q"}`, "this is JSON, where a table"},
		{"legalbench", `{"queries": []}`, "no tests"},
		{"legalbench", `{"tests": [{"query": "q", "snippets": [{"file_path": "f", "span": [1]}]}]}`, "not 1 numbers"},
		{"csv", "a,b\n1,2\n", "no column for the question"},
		{"csv", "question,start\nq,one\n", `row 1: start is "one"`},
	} {
		_, err := question.From(tt.format, strings.NewReader(tt.in), question.Options{Name: "set"})
		if !errors.Is(err, question.ErrSyntax) || !strings.Contains(err.Error(), tt.want) || !strings.HasPrefix(err.Error(), "set") {
			t.Errorf("%s %q: %v, want %q", tt.format, tt.in, err, tt.want)
		}
	}
	if _, err := question.From("excel", nil, question.Options{}); !errors.Is(err, question.ErrFormat) || !strings.Contains(err.Error(), "squad, trec") {
		t.Errorf("an unknown format: %v", err)
	}
	for _, f := range question.Formats() {
		res, err := question.From(f.Name, strings.NewReader(""), question.Options{Qrels: strings.NewReader("")})
		if err != nil || len(res.Questions) != 0 || len(res.Problems) != 1 || res.Problems[0].Fault != question.EmptySet {
			t.Errorf("%s of nothing: %+v, %v", f.Name, res, err)
		}
	}
}

// A row that ends before its last columns is a row whose last cells are empty,
// not a table without those columns.
func TestConvertShortRows(t *testing.T) {
	for form, table := range map[string]string{
		"chroma": "question,corpus_id,references\nfirst\nsecond,b,\"[{\"\"content\"\":\"\"x\"\",\"\"start_index\"\":0,\"\"end_index\"\":1}]\"\n",
		"csv":    "doc,answer,question\nb\nb,x,second\n",
	} {
		res, err := question.From(form, strings.NewReader(table), question.Options{Name: "set"})
		if err != nil || len(res.Questions) != 1 || res.Questions[0].Question != "second" {
			t.Errorf("%s: %+v, %v", form, res, err)
		}
	}
}

// TestConvertAny makes each relevant passage an answer by itself.
func TestConvertAny(t *testing.T) {
	res, err := question.From("beir", strings.NewReader(`{"_id": "q", "text": "t"}`), question.Options{
		Qrels: strings.NewReader("q\ta\t1\nq\tb\t2\n"), Docs: map[string]string{"a.md": "A a", "b.md": "B b"}, Any: true,
	})
	if err != nil || len(res.Questions) != 1 {
		t.Fatalf("%+v, %v", res, err)
	}
	q := res.Questions[0]
	if q.Doc != "b.md" || len(q.Spans) != 1 || q.Spans[0].Grade != 2 || len(q.Alternatives) != 1 || q.Alternatives[0].Doc != "a.md" {
		t.Errorf("%+v", q)
	}
}

func TestConvertColumns(t *testing.T) {
	res, err := question.From("csv", strings.NewReader("Frage\tBeleg\nWann?\tum neun\n"), question.Options{
		Docs: map[string]string{"a": "Es ist um neun."}, Columns: map[string]string{"question": "Frage", "answer": "Beleg"}, Language: "de",
	})
	if err != nil || len(res.Questions) != 1 || res.Questions[0].Spans[0].Start != 7 || res.Questions[0].Language != "de" {
		t.Errorf("%+v, %v", res, err)
	}
	_, err = question.From("csv", strings.NewReader("a\n1\n"), question.Options{Columns: map[string]string{"question": "Frage"}})
	if err == nil || !strings.Contains(err.Error(), `no column "Frage"`) {
		t.Errorf("a column that isn't there: %v", err)
	}
}

func FuzzConvert(f *testing.F) {
	files, _ := filepath.Glob("testdata/convert/*.txtar")
	for _, file := range files {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for i, format := range question.Formats() {
			if strings.HasPrefix(filepath.Base(file), format.Name) {
				f.Add(uint8(i), ar.Files[0].Data)
			}
		}
	}
	docs := map[string]string{"casa.md": house, "otra.md": other}
	f.Fuzz(func(t *testing.T, n uint8, data []byte) {
		format := question.Formats()[int(n)%len(question.Formats())]
		for _, given := range []map[string]string{nil, docs} {
			res, err := question.From(format.Name, bytes.NewReader(data), question.Options{Docs: given, Qrels: strings.NewReader("1 0 casa 1\n")})
			if err == nil && (given != nil || len(res.Docs) > 0) {
				exact(t, res, given)
			}
		}
	})
}

package eval_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/pildora/pildora/eval"
)

const source = "\ufeffAño uno.\nDos  ñandúes corren.\n\nAño uno.\nFin 👩‍👩‍👧 aquí."

func foreign(t *testing.T, lines string) (eval.Pieces, error) {
	t.Helper()
	c := corpus(t, map[string]string{"d/a.txt": source, "b.txt": "otro texto"})
	return eval.Foreign("peer", file(t, lines), 0).Records(t.Context(), c)
}

// spans writes the records' places and texts.
func spans(p eval.Pieces) string {
	var out []string
	for _, r := range p.Records {
		out = append(out, fmt.Sprintf("%s %d:%d %q", r.ID, r.Start, r.End, r.Text))
	}
	return strings.Join(out, "\n")
}

func TestForeignPlaces(t *testing.T) {
	p, err := foreign(t, "\ufeff"+`{"doc":"d/a.txt","text":"Año uno.","start_rune":1,"end_rune":9}
{"doc":"./d/a.txt","text":"Dos ñandúes corren.","start_rune":null,"end_rune":null}

{"doc_id":"d/a.txt","text":"Año uno."}
{"doc":"d/a.txt","text":"👩‍👩‍👧\naquí.","start_rune":3,"end_rune":5}
{"doc":"d/a.txt","start_rune":10,"end_rune":13}
`)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Join([]string{
		`d/a.txt#1 3:12 "Año uno."`,
		`d/a.txt#2 13:35 "Dos  ñandúes corren."`,
		`d/a.txt#3 37:46 "Año uno."`, // the second one: it follows
		fmt.Sprintf(`d/a.txt#4 51:76 %q`, "👩‍👩‍👧 aquí."),
		`d/a.txt#5 13:16 "Dos"`,
	}, "\n")
	if got := spans(p); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	text := fmt.Sprint(p.Problems)
	if !strings.Contains(text, "offsets that don't hold") || !strings.Contains(text, "line 5 (d/a.txt)") || !strings.Contains(text, "document without a chunk 1 [b.txt]") {
		t.Errorf("problems %v", p.Problems)
	}
}

func TestForeignDamage(t *testing.T) {
	good := `{"doc":"b.txt","text":"otro"}` + "\n"
	for name, tt := range map[string]struct{ line, want string }{
		"no json":          {"not json", "line that is no chunk"},
		"half a line":      {`{"doc":"b.txt","te`, "line that is no chunk"},
		"a list":           {`["b.txt"]`, "line that is no chunk"},
		"offset as text":   {`{"doc":"b.txt","text":"otro","start_rune":"0"}`, "line that is no chunk"},
		"not utf-8":        {"{\"doc\":\"b.txt\",\"text\":\"\xff\"}", "line that is no chunk"},
		"no document":      {`{"text":"otro"}`, "chunk without a document"},
		"unknown document": {`{"doc":"c.txt","text":"otro"}`, "chunk of an unknown document"},
		"no text":          {`{"doc":"b.txt"}`, "chunk without text"},
		"blank text":       {`{"doc":"b.txt","text":" \n","start_rune":0,"end_rune":2}`, "chunk without text"},
		"blank place":      {`{"doc":"b.txt","start_rune":4,"end_rune":5}`, "chunk without text"},
		"lost":             {`{"doc":"b.txt","text":"nunca dicho"}`, "chunk lost"},
		"lost by offsets":  {`{"doc":"b.txt","text":"nunca","start_rune":0,"end_rune":5}`, "chunk lost"},
		"outside":          {`{"doc":"b.txt","start_rune":5,"end_rune":500}`, "chunk lost"},
		"negative":         {`{"doc":"b.txt","text":"nada","start_rune":-5,"end_rune":2}`, "chunk lost"},
		"reversed":         {`{"doc":"b.txt","text":"texto","start_rune":8,"end_rune":2}`, "offsets that don't hold"},
		"half a place":     {`{"doc":"b.txt","text":"texto","start_rune":8}`, "offsets that don't hold"},
	} {
		p, err := foreign(t, good+tt.line+"\n"+good)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		found := false
		for _, x := range p.Problems {
			found = found || strings.HasPrefix(x.What, tt.want) && x.Count == 1 && strings.Contains(x.Examples[0], "line 2")
		}
		if !found || len(p.Records) < 2 {
			t.Errorf("%s: %d records, problems %v, want %q in line 2", name, len(p.Records), p.Problems, tt.want)
		}
		if _, err := foreign(t, tt.line); !strings.HasPrefix(tt.want, "offsets") && !errors.Is(err, eval.ErrChunks) {
			t.Errorf("%s alone: got %v, want ErrChunks", name, err)
		}
	}
}

func TestForeignEmptyFile(t *testing.T) {
	if _, err := foreign(t, ""); !errors.Is(err, eval.ErrChunks) || !strings.Contains(err.Error(), "peer") {
		t.Errorf("got %v", err)
	}
}

func FuzzForeign(f *testing.F) {
	f.Add(`{"doc":"d/a.txt","text":"Año uno.","start_rune":1,"end_rune":9}` + "\n" + `{"doc":"b.txt","text":"texto"}`)
	f.Add(`{"doc":"b.txt","text":"o t r o","start_rune":9e9,"end_rune":-1}`)
	f.Fuzz(func(t *testing.T, lines string) {
		p, err := foreign(t, lines)
		if err != nil && !errors.Is(err, eval.ErrChunks) {
			t.Fatal(err)
		}
		for _, r := range p.Records {
			if r.Start >= r.End || r.Text == "" {
				t.Fatalf("record %+v", r)
			}
		}
	})
}

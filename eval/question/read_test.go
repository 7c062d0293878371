package question_test

import (
	"bytes"
	"errors"
	"io"
	"iter"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/pildora/pildora/eval/question"
)

func collect(t *testing.T, seq iter.Seq2[question.Question, error]) []question.Question {
	t.Helper()
	var qs []question.Question
	for q, err := range seq {
		if err != nil {
			t.Fatal(err)
		}
		qs = append(qs, q)
	}
	return qs
}

func TestRead(t *testing.T) {
	long := strings.Repeat("palabra ", 1<<18)
	in := "\ufeff" + `{"id": "año-1", "question": "¿Qué?", "doc": "a.md", "spans": [{"start": 1, "end": 2, "start_rune": 1, "end_rune": 2, "text": "x", "more": []}], "row": 0}` + "\r\n\n" +
		`{"id": "漢", "question": "q", "doc": "b", "spans": ["solo texto"], "passage": "p", "alternative_spans": []}` + "\n" +
		`{"id": "3", "question": "` + long + `", "doc": "c", "spans": null}`
	qs := collect(t, question.Read(strings.NewReader(in), "f"))
	if len(qs) != 3 || qs[0].ID != "año-1" || qs[0].Spans[0].Text != "x" || qs[0].Spans[0].End != 2 || qs[1].ID != "漢" {
		t.Fatalf("%d questions: %.300v", len(qs), qs)
	}
	if qs[1].Spans[0] != (question.Span{Text: "solo texto"}) || qs[1].Passage.Text != "p" {
		t.Errorf("bare texts: %+v", qs[1])
	}
	if qs[2].Question != long {
		t.Errorf("the long line has %d bytes", len(qs[2].Question))
	}
	if qs := collect(t, question.Read(strings.NewReader(""), "f")); len(qs) != 0 {
		t.Errorf("an empty file has %d questions", len(qs))
	}
}

func TestReadErrors(t *testing.T) {
	good := `{"id":"1","question":"q","doc":"d","spans":[]}` + "\n"
	for _, tt := range []struct{ in, want string }{
		{good + "\n{\"id\": ", "f.jsonl:3: "},
		{good + "[]", "f.jsonl:2: not a question file: expected a JSON object a line"},
		{"null", "f.jsonl:1: "},
		{`{"id": 7}`, "id is a JSON number"},
		{`{"id":"a","spans":[{"start":"x"}]}`, "a JSON string"},
		{"{\"id\":\"\xff\"}", "not valid UTF-8"},
		{good[:len(good)-1] + " x", "f.jsonl:1: "},
	} {
		var last error
		n := 0
		for _, err := range question.Read(strings.NewReader(tt.in), "f.jsonl") {
			if last != nil {
				t.Fatalf("%q: the sequence goes on after its error", tt.in)
			}
			if err == nil {
				n++
			}
			last = err
		}
		if last == nil || !errors.Is(last, question.ErrSyntax) || !strings.Contains(last.Error(), tt.want) {
			t.Errorf("%q: %v, want %q", tt.in, last, tt.want)
		}
		if strings.HasPrefix(tt.in, good) && n != 1 {
			t.Errorf("%q: %d questions before the error", tt.in, n)
		}
	}
	broken := iotest.ErrReader(io.ErrClosedPipe)
	for _, err := range question.Read(broken, "f") {
		if !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("an error of reading: %v", err)
		}
	}
}

func TestWriteReadsBack(t *testing.T) {
	qs := []question.Question{
		{ID: "<a>", Question: "¿Qué & \n?", Doc: "d", Spans: []question.Span{{Start: 1, End: 3, StartRune: 1, EndRune: 2, Text: "é", Doc: "e", Grade: 2}}, Passage: &question.Span{End: 9, EndRune: 8}},
		{ID: "b", Question: "q", Doc: "d", Spans: []question.Span{{Text: "t"}}, Drafted: true, Kind: "faq", Category: "c", Language: "es"},
	}
	var out bytes.Buffer
	if err := question.Write(&out, qs); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(out.String(), `\u003c`) || strings.Count(out.String(), "\n") != 2 {
		t.Errorf("written as %s", out.String())
	}
	if back := collect(t, question.Read(&out, "f")); !reflect.DeepEqual(back, qs) {
		t.Errorf("read back as %+v", back)
	}
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{"", "{}", "\ufeff{\"id\":\"a\",\"spans\":[\"x\",{}],\"passage\":\"p\"}\n\n", "null", "{\"spans\":[null]}", "[]\n{", `{"spans":[{"start":1e9}]}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var qs []question.Question
		for q, err := range question.Read(bytes.NewReader(data), "f") {
			if err != nil {
				return
			}
			qs = append(qs, q)
		}
		var out bytes.Buffer
		if err := question.Write(&out, qs); err != nil {
			t.Fatal(err)
		}
		again := collect(t, question.Read(bytes.NewReader(out.Bytes()), "f"))
		var second bytes.Buffer
		if err := question.Write(&second, again); err != nil {
			t.Fatal(err)
		}
		if second.String() != out.String() {
			t.Fatalf("written %q, read and written again %q", out.String(), second.String())
		}
		checkAnything(t, qs)
	})
}

func TestAfter(t *testing.T) {
	for _, tt := range []struct{ text, sep, want string }{
		{"Consider the lease between A and B; Who pays?", "; ", "Who pays?"},
		{"Who pays?", "; ", "Who pays?"},
		{"Consider; ", "; ", "Consider; "},
		{"a; b; c", "; ", "b; c"},
		{"abc", "", "abc"},
	} {
		if got := question.After(question.Question{Question: tt.text}, tt.sep); got != tt.want {
			t.Errorf("%q after %q: %q, want %q", tt.text, tt.sep, got, tt.want)
		}
	}
}

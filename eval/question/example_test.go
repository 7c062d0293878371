package question_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/eval/question"
)

// A span given by its text alone is found; one that is wrong is a problem that
// says where its text is.
func ExampleCheck() {
	file := `{"id": "1", "question": "¿Qué plazo hay?", "doc": "plazos.md", "spans": ["30 días"]}
{"id": "2", "question": "¿Y en agosto?", "doc": "plazos.md", "spans": [{"start": 0, "end": 6, "text": "ninguno"}]}`
	var qs []question.Question
	for q, err := range question.Read(strings.NewReader(file), "questions.jsonl") {
		if err != nil {
			fmt.Println(err)
			return
		}
		qs = append(qs, q)
	}
	docs := func(id string) (*doc.Document, bool) {
		return &doc.Document{Text: "Devolución: 30 días. En agosto, ninguno."}, id == "plazos.md"
	}
	good, problems := question.Check(qs, docs)
	for _, q := range good {
		s := q.Spans[0]
		fmt.Printf("%s: bytes %d:%d, code points %d:%d\n", q.ID, s.Start, s.End, s.StartRune, s.EndRune)
	}
	for _, p := range problems {
		fmt.Println(p)
	}
	// Output:
	// 1: bytes 13:21, code points 12:19
	// 2: span-mismatch: span 1: at bytes 0:6 stands "Devolu", not "ninguno"; the text stands at bytes 34:41 (code points 32:39)
}

func ExampleFrom() {
	set := `{"data": [{"title": "Faro", "paragraphs": [{"context": "Se encendió en 1782.",
		"qas": [{"id": "a", "question": "¿Cuándo se encendió?", "answers": [{"text": "1782", "answer_start": 15}]}]}]}]}`
	res, err := question.From("squad", strings.NewReader(set), question.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	q := res.Questions[0]
	fmt.Printf("%s %q: %q\n%q\n", q.Doc, q.Question, q.Spans[0].Text, res.Docs[q.Doc])
	// Output:
	// faro.md "¿Cuándo se encendió?": "1782"
	// "# Faro\n\nSe encendió en 1782.\n"
}

func ExampleDraft() {
	d := &doc.Document{URI: "a.txt", Language: "es", Text: "P: ¿Abre hoy?\nR: No.\n", Blocks: []doc.Block{
		{Kind: doc.Paragraph, Parent: -1, Span: doc.Span{Start: 0, End: 21}},
	}}
	for q, err := range question.Draft(slices.Values([]*doc.Document{d}), question.DraftOptions{}) {
		fmt.Println(q.Question, q.Spans[0].Text, err)
	}
	// Output: ¿Abre hoy? No. <nil>
}

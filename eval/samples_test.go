package eval_test

import (
	"bytes"
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/eval"
	"github.com/pildora/pildora/eval/judge"
	"github.com/pildora/pildora/eval/question"
	"github.com/pildora/pildora/store"
)

// framed has a frame around every body.
type framed struct{ pieces }

func (f framed) Records(ctx context.Context, c *eval.Corpus) (eval.Pieces, error) {
	p, err := f.pieces.Records(ctx, c)
	for i := range p.Records {
		p.Records[i].Frame = store.Frame{Breadcrumb: "sobre once", Header: "cabecera", Overlap: "no se entrega"}
		p.Records[i].EmbedText = "sobre once\n\ncabecera\nno se entrega" + p.Records[i].Text
	}
	return p, err
}

// Samples hold what was delivered with what stands around it, and the answer.
func TestSamples(t *testing.T) {
	s := tiny(t)
	s.Contenders = []eval.Contender{framed{pieces{name: "framed", cuts: []string{"cuatro cinco", "diez"}}}}
	s.Questions = append(s.Questions, ask("q4", "b.txt", "¿xyzzy?", "siete", "once"))
	q5 := ask("q5", "b.txt", "¿diez?")
	q5.Alternatives = []question.Span{{Text: "once"}, {Text: "nueve"}}
	s.Questions = append(s.Questions, q5)
	r := run(t, s)
	got, err := eval.Samples(&r, s.Corpus, "framed")
	if err != nil {
		t.Fatal(err)
	}
	want := []judge.Sample{
		{Question: "¿cinco?", Contexts: []string{"sobre once\n\ncabecera\n\ncuatro cinco seis."}, Reference: "cuatro cinco"},
		{Question: "¿ocho?", Contexts: []string{"sobre once\n\ncabecera\n\nsiete ocho nueve."}, Reference: "ocho"},
		{Question: "¿nada?", Contexts: []string{}, Reference: "dos"},
		{Question: "¿xyzzy?", Contexts: []string{}, Reference: "siete\nonce"},
		{Question: "¿diez?", Contexts: []string{"sobre once\n\ncabecera\n\ndiez once cuatro."}, Reference: "once"},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("samples\n%+v, want\n%+v", got, want)
	}
	var b bytes.Buffer
	if err := judge.WriteJSONL(&b, slices.Values(got)); err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(b.Bytes(), []byte(`"retrieved_contexts":[],"reference":"dos"`)) {
		t.Errorf("nothing found is no empty list: %s", b.Bytes())
	}
}

// A run that isn't there, a result of other documents.
func TestSamplesErrors(t *testing.T) {
	s := tiny(t)
	r := run(t, s)
	if _, err := eval.Samples(&r, s.Corpus, "nosuch"); !errors.Is(err, eval.ErrEmpty) {
		t.Errorf("unknown run: %v", err)
	}
	other, err := eval.NewCorpus(&doc.Document{URI: "a.txt", Text: "corto"}, &doc.Document{URI: "b.txt", Text: "corto"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := eval.Samples(&r, other, "whole"); err == nil {
		t.Error("places that the documents don't have were taken")
	}
	r.Questions = nil
	if _, err := eval.Samples(&r, s.Corpus, "whole"); !errors.Is(err, eval.ErrEmpty) {
		t.Errorf("without questions: %v", err)
	}
}

// The answer's words are looked for in what is delivered, frame included, the
// best answer counts, and an answer without words is looked for as it stands.
func TestAnswerWords(t *testing.T) {
	texts := map[string]string{"a.txt": "uno dos tres. cuatro cinco seis.", "b.txt": "siete ocho nueve. diez ¶ cuatro."}
	s := eval.Spec{Corpus: corpus(t, texts), Tokens: words{}, Budgets: []int{1, 2}, Resamples: 200}
	alternatives := ask("alternatives", "a.txt", "¿seis?")
	alternatives.Alternatives = []question.Span{{Text: "dos"}, {Text: "cinco"}}
	s.Questions = []question.Question{
		ask("half", "a.txt", "¿cinco?", "tres. cuatro"),
		ask("none", "a.txt", "¿nada?", "dos"),
		ask("sign", "b.txt", "¿diez?", "¶"),
		ask("sign missed", "b.txt", "¿ocho?", "¶"),
		alternatives,
	}
	s.Contenders = []eval.Contender{framed{pieces{name: "framed", cuts: []string{"cuatro cinco", "diez"}}}}
	want := []float64{0.5, 0, 1, 0, 1}
	r := run(t, s)
	for i, a := range r.Runs[0].PerQuestion {
		if got := a.Metrics["answer_words@5"]; got != want[i] {
			t.Errorf("%s: %v, want %v", a.ID, got, want[i])
		}
	}
	s.Questions = []question.Question{ask("frame", "b.txt", "¿siete?", "diez")}
	s.Contenders = []eval.Contender{named{framed{pieces{name: "framed", cuts: []string{"diez"}}}}}
	if got := run(t, s).Runs[0].PerQuestion[0].Metrics["answer_words@5"]; got != 1 {
		t.Errorf("in the frame: %v, want 1", got)
	}
}

// named has the answer's word in its frame.
type named struct{ framed }

func (f named) Records(ctx context.Context, c *eval.Corpus) (eval.Pieces, error) {
	p, err := f.framed.Records(ctx, c)
	for i := range p.Records {
		p.Records[i].Frame.Breadcrumb = "sobre diez"
		p.Records[i].EmbedText = "sobre diez\n\n" + p.Records[i].Text
	}
	return p, err
}

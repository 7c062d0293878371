package question_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/eval/question"
	"github.com/pildora/pildora/internal/cputime"
)

// grows fails where work grows as the square of n.
func grows(t *testing.T, what string, n int, work func(n int)) {
	t.Helper()
	const times = 8
	if err := cputime.Grows(times, func() { work(n) }, func() { work(times * n) }); err != nil {
		t.Errorf("%s: %v", what, err)
	}
}

func TestDraftGrowth(t *testing.T) {
	for what, make := range map[string]func(n int) string{
		"a question without end": func(n int) string { return "P: a\n" + strings.Repeat("b c\n", n) },
		"pairs":                  func(n int) string { return strings.Repeat("P: a\nR: b\n", n) },
		"a wide, long table": func(n int) string {
			return strings.Repeat("|a", n) + "|\n" + strings.Repeat("|-", n) + "|\n" + strings.Repeat("|x|\n", n)
		},
		"headings":  func(n int) string { return strings.Repeat("## ¿Por qué?\n\ntexto\n\n", n) },
		"entries":   func(n int) string { return strings.Repeat("**a.** b\n\n", n) },
		"sentences": func(n int) string { return strings.Repeat("El a es un b. ", n) },
		"stars":     func(n int) string { return strings.Repeat("**", n) + "a: b" },
	} {
		grows(t, what, 1500, func(n int) {
			d := parse(t, "d.md", []byte(make(n)))
			d.Language = "es"
			if _, err := question.DraftAll(slices.Values([]*doc.Document{d}), question.DraftOptions{}); err != nil {
				t.Fatal(err)
			}
		})
	}
}

func TestCheckGrowth(t *testing.T) {
	for what, make := range map[string]func(n int) (string, []question.Span){
		"a text that is everywhere": func(n int) (string, []question.Span) {
			return strings.Repeat("a", n), []question.Span{{Text: strings.Repeat("a", n/2)}}
		},
		"many spans of many places": func(n int) (string, []question.Span) {
			return strings.Repeat("a b ", n), slices.Repeat([]question.Span{{Text: "b"}}, n/100)
		},
		"nearly there": func(n int) (string, []question.Span) {
			return strings.Repeat("a ", n) + "b", []question.Span{{Text: strings.Repeat("a\n", n/2) + "c"}}
		},
	} {
		grows(t, what, 10000, func(n int) {
			text, spans := make(n)
			docs, _ := library(map[string]string{"d": text})
			question.Check([]question.Question{{ID: "1", Question: "q", Doc: "d", Spans: spans}}, docs)
		})
	}
}

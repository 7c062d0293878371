package question_test

import (
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/eval/question"
)

// library makes documents of texts by id.
func library(texts map[string]string) (func(string) (*doc.Document, bool), []string) {
	var known []string
	for id := range texts {
		known = append(known, id)
	}
	return func(id string) (*doc.Document, bool) {
		text, ok := texts[id]
		return &doc.Document{URI: id, Text: text}, ok
	}, known
}

const (
	house = "El año pasado cerró la tienda.\n\nEl plazo es de 30 días.\nSalvo en agosto.\n\nEl plazo es de 30 días.\n\nFin del año."
	other = "Otra cosa: la cláusula de cierre no se aplica."
)

// find is the exact span of the n-th occurrence of text in house.
func find(t interface{ Fatalf(string, ...any) }, in, text string, n int) question.Span {
	at := -1
	for ; n >= 0; n-- {
		next := strings.Index(in[at+1:], text)
		if next < 0 {
			t.Fatalf("%q is not there", text)
		}
		at += 1 + next
	}
	r := utf8.RuneCountInString(in[:at])
	return question.Span{Start: at, End: at + len(text), StartRune: r, EndRune: r + utf8.RuneCountInString(text), Text: text}
}

func TestCheckKeeps(t *testing.T) {
	docs, known := library(map[string]string{"casa.md": house, "otra.md": other})
	plazo := "El plazo es de 30 días."
	second := find(t, house, plazo, 1)
	noText, noBytes, noRunes := second, second, second
	noText.Text = ""
	noBytes.Start, noBytes.End = 0, 0
	noRunes.StartRune, noRunes.EndRune = 0, 0
	first := find(t, house, "El año pasado", 0)
	zero := question.Span{EndRune: 13}
	foreign := find(t, other, "cláusula", 0)
	foreign.Doc = "otra.md"
	late := find(t, house, "Salvo en agosto.\n\n"+plazo, 0)
	late.Text = ""
	for name, tt := range map[string]struct {
		give []question.Span
		pass *question.Span
		want []question.Span
	}{
		"exact":               {[]question.Span{second}, nil, []question.Span{second}},
		"no text":             {[]question.Span{noText}, nil, []question.Span{second}},
		"code points only":    {[]question.Span{noBytes}, nil, []question.Span{second}},
		"bytes only":          {[]question.Span{noRunes}, nil, []question.Span{second}},
		"from the start":      {[]question.Span{zero}, nil, []question.Span{first}},
		"text only":           {[]question.Span{{Text: "Fin del año."}}, nil, []question.Span{find(t, house, "Fin del año.", 0)}},
		"white space":         {[]question.Span{{Text: "días. Salvo  en\tagosto."}}, nil, []question.Span{find(t, house, "días.\nSalvo en agosto.", 0)}},
		"by the passage":      {[]question.Span{{Text: plazo}}, &late, []question.Span{second}},
		"by a passage's text": {[]question.Span{{Text: plazo}}, &question.Span{Text: "en agosto. " + plazo}, []question.Span{second}},
		"by the order":        {[]question.Span{{Text: "agosto"}, {Text: plazo}}, nil, []question.Span{find(t, house, "agosto", 0), second}},
		"by the order, twice": {[]question.Span{{Text: plazo}, {Text: plazo}}, nil, []question.Span{find(t, house, plazo, 0), second}},
		"passage alone":       {nil, &question.Span{Text: "Salvo en agosto."}, []question.Span{find(t, house, "Salvo en agosto.", 0)}},
		"two documents":       {[]question.Span{first, {Doc: "otra.md", Text: "cláusula"}}, nil, []question.Span{first, foreign}},
		"not in order":        {[]question.Span{second, first}, nil, []question.Span{second, first}},
	} {
		q := question.Question{ID: "1", Question: "q", Doc: "casa.md", Spans: tt.give, Passage: tt.pass}
		good, problems := question.Check([]question.Question{q}, docs, known...)
		if len(problems) > 0 || len(good) != 1 {
			t.Errorf("%s: %v", name, problems)
			continue
		}
		if !reflect.DeepEqual(good[0].Spans, tt.want) {
			t.Errorf("%s: %+v, want %+v", name, good[0].Spans, tt.want)
		}
	}
}

func TestCheckFinds(t *testing.T) {
	docs, known := library(map[string]string{"casa.md": house, "sub/otra.md": other})
	at := find(t, house, "30 días", 0)
	wrongText, shifted, units, cut := at, at, at, find(t, house, "año", 0)
	wrongText.Text = "agosto"
	shifted.Start, shifted.End, shifted.StartRune, shifted.EndRune = at.StartRune, at.EndRune, 0, 0 // code points where bytes belong
	units.StartRune, units.EndRune = at.Start, at.End
	cut.End--
	cut.End--
	cut.StartRune, cut.EndRune = 0, 0
	ok := []question.Span{at}
	q := func(id string, spans ...question.Span) question.Question {
		return question.Question{ID: id, Question: "q", Doc: "casa.md", Spans: spans}
	}
	elsewhere := q("x", at)
	elsewhere.Doc = "otra.txt"
	strange := q("x", question.Span{Text: "la tienda.\n\nEl plazo"})
	strange.Doc = "ninguno-parecido-a-esto"
	blank, alt, passage, apart := q("x", at), q("x", ok...), q("x", ok...), q("x", ok...)
	blank.Question = " \n"
	alt.Alternatives = []question.Span{{Text: "no está"}, {Text: "agosto"}}
	passage.Passage = &question.Span{Text: "no está"}
	apart.Passage = &question.Span{Text: "Fin del año."}
	for name, tt := range map[string]struct {
		q     question.Question
		fault question.Fault
		want  string
	}{
		"another text":      {q("x", wrongText), question.SpanMismatch, `the text stands at bytes 68:74 (code points 65:71)`},
		"shifted":           {q("x", shifted), question.SpanOutside, "the text stands 2 times, at bytes 49:57 (code points 47:54), "},
		"units":             {q("x", units), question.SpanUnits, "code points 47:54"},
		"inside a letter":   {q("x", cut), question.SpanOutside, "cut a character"},
		"past the end":      {q("x", question.Span{Start: 1, End: 9999}), question.SpanOutside, "no part of a text"},
		"reversed":          {q("x", question.Span{StartRune: 9, EndRune: 3}), question.SpanOutside, "9:3"},
		"negative":          {q("x", question.Span{Start: -4, End: 3}), question.SpanOutside, "-4:3"},
		"nowhere":           {q("x", question.Span{Text: "jamás dicho"}), question.NotFound, `"jamás dicho" is not in the document`},
		"other document":    {q("x", question.Span{Text: "la cláusula de cierre"}), question.NotFound, "the text is in sub/otra.md"},
		"several times":     {q("x", question.Span{Text: "30 días"}), question.Ambiguous, "occurs 2 times, at bytes 49:57 (code points 47:54), 92:100"},
		"unknown, near":     {elsewhere, question.UnknownDocument, "did you mean sub/otra.md?"},
		"unknown, far":      {strange, question.UnknownDocument, "the text of span 1 is in casa.md"},
		"no answer":         {q("x"), question.NoAnswer, "no spans"},
		"an empty answer":   {q("x", question.Span{}), question.NoAnswer, "neither offsets nor text"},
		"a blank question":  {blank, question.NoQuestion, ""},
		"bad alternative":   {alt, question.BadAlternative, "alternative 1: "},
		"bad passage":       {passage, question.BadPassage, "is not in the document"},
		"a passage apart":   {apart, question.BadPassage, "doesn't hold span 1"},
		"one of two is bad": {q("x", at, wrongText), question.SpanMismatch, "span 2: "},
	} {
		good, problems := question.Check([]question.Question{q("good", ok...), tt.q}, docs, known...)
		if len(problems) != 1 || problems[0].Fault != tt.fault || !strings.Contains(problems[0].Message, tt.want) || problems[0].ID != "x" || problems[0].Index != 1 {
			t.Errorf("%s: %v, want %s … %s", name, problems, tt.fault, tt.want)
		}
		want := 1
		if tt.fault.Kept() {
			want = 2
		}
		if len(good) != want || good[0].ID != "good" {
			t.Errorf("%s: %d good questions, want %d", name, len(good), want)
		}
	}
}

func TestCheckSet(t *testing.T) {
	docs, _ := library(map[string]string{"casa.md": house})
	if good, ps := question.Check(nil, docs); len(good) != 0 || len(ps) != 1 || ps[0].Fault != question.EmptySet {
		t.Errorf("an empty set: %v", ps)
	}
	q := question.Question{ID: "1", Question: "q", Doc: "casa.md", Spans: []question.Span{{Text: "tienda"}}}
	changed, nameless, typo := q, q, q
	changed.Question = "r"
	nameless.ID = ""
	typo.ID, typo.Doc = "t", "csa.md"
	good, ps := question.Check([]question.Question{q, q, changed, nameless, typo}, docs)
	if len(good) != 2 || good[1].ID != "q-0004" {
		t.Errorf("good: %+v", good)
	}
	if got := question.Count(ps); !reflect.DeepEqual(got, []question.Tally{{Fault: question.DuplicateID, Count: 2}, {Fault: question.UnknownDocument, Count: 1}}) {
		t.Errorf("counts: %v of %v", got, ps)
	}
	if len(ps) == 3 && (!strings.Contains(ps[0].String(), "the same question") || !strings.Contains(ps[1].String(), "another question") || !strings.Contains(ps[2].String(), "did you mean casa.md?")) {
		t.Errorf("messages: %v", ps)
	}
	if q.Spans[0].End != 0 {
		t.Error("the questions given were changed")
	}
}

// TestCheckExact draws documents and questions about slices of them, forgets
// parts of the spans, and wants back what slicing gives.
func TestCheckExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"a", "é", "漢字", " ", "\n", "uno", "😀", "."}), 1, 60).Draw(t, "text"), "")
		runes := []rune(text)
		from := rapid.IntRange(0, len(runes)-1).Draw(t, "from")
		to := rapid.IntRange(from+1, len(runes)).Draw(t, "to")
		want := question.Span{Start: len(string(runes[:from])), End: len(string(runes[:to])), StartRune: from, EndRune: to, Text: string(runes[from:to])}
		give := want
		forget := rapid.SampledFrom([]string{"nothing", "text", "bytes", "runes", "offsets"}).Draw(t, "forget")
		switch forget {
		case "text":
			give.Text = ""
		case "bytes":
			give.Start, give.End = 0, 0
		case "runes":
			give.StartRune, give.EndRune = 0, 0
		case "offsets":
			give = question.Span{Text: want.Text}
		}
		docs, _ := library(map[string]string{"d": text})
		good, ps := question.Check([]question.Question{{ID: "1", Question: "q", Doc: "d", Spans: []question.Span{give}}}, docs)
		if forget == "offsets" && (strings.TrimSpace(want.Text) == "" || len(ps) == 1 && ps[0].Fault == question.Ambiguous) {
			return
		}
		if len(good) != 1 || good[0].Spans[0] != want {
			t.Fatalf("without %s: %v %+v, want %+v", forget, ps, good, want)
		}
	})
}

// checkAnything checks questions of any shape and wants exact spans out.
func checkAnything(t *testing.T, qs []question.Question) {
	docs, known := library(map[string]string{"": house, "d": other})
	good, _ := question.Check(qs, docs, known...)
	for _, q := range good {
		for _, s := range append(q.Spans[:len(q.Spans):len(q.Spans)], q.Alternatives...) {
			d, _ := docs(q.DocOf(s))
			if d.Text[s.Start:s.End] != s.Text || string([]rune(d.Text)[s.StartRune:s.EndRune]) != s.Text {
				t.Fatalf("%s: %+v is not what stands there", q.ID, s)
			}
		}
	}
}

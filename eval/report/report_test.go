package report

import (
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/eval"
	"github.com/pildora/pildora/eval/judge"
	"github.com/pildora/pildora/eval/question"
	"github.com/pildora/pildora/size"
	"github.com/pildora/pildora/store"
)

var update = flag.Bool("update", false, "write the goldens anew")

// letters are tokens of a character each.
type letters struct{ size.Measure }

func (letters) Name() string { return "letters" }
func (letters) Offsets(text string) []int {
	var out []int
	for i := range text {
		if i > 0 {
			out = append(out, i)
		}
	}
	return append(out, len(text))
}

// every cuts documents into pieces of so many bytes, at blanks.
type every struct {
	name string
	n    int
}

func (e every) Name() string         { return e.name }
func (e every) Key() (string, error) { return fmt.Sprint(e.n), nil }

func (e every) Records(_ context.Context, c *eval.Corpus) (eval.Pieces, error) {
	p := eval.Pieces{Max: e.n}
	for _, d := range c.Documents {
		for start := 0; start < len(d.Text); {
			end := min(len(d.Text), start+e.n)
			if i := strings.LastIndexByte(d.Text[start:end], ' '); end < len(d.Text) && i > 0 {
				end = start + i + 1
			}
			s := d.Body(doc.Span{Start: start, End: end})
			p.Records = append(p.Records, store.Record{ID: fmt.Sprintf("%s#%d", d.URI, start), DocID: d.URI, Role: "chunk", Start: s.Start, End: s.End, Text: d.Slice(s), EmbedText: d.Slice(s)})
			start = end
		}
	}
	return p, nil
}

const attack = `<script>document.title="broken"</script><img src=x onerror='document.title="broken"'>`

// evaluation is one over hostile documents, questions and names.
func evaluation(t *testing.T) (eval.Result, Texts) {
	t.Helper()
	var docs []*doc.Document
	var qs []question.Question
	for i := range 24 {
		id := fmt.Sprintf(`d%02d"><b onmouseover=x>.md`, i)
		filler := strings.Repeat("Nada de interés se dice en esta línea, salvo </blockquote> y \u202e otras cosas. ", 2+i%3)
		answer := fmt.Sprintf("Clave%d abre %s la puerta verde, y también la roja & la azul", i, attack)
		docs = append(docs, &doc.Document{URI: id, Language: "es", Text: "# Título\n\n" + filler + answer + ". " + filler})
		qs = append(qs, question.Question{ID: fmt.Sprintf("q%02d</details>", i), Question: fmt.Sprintf("¿Qué abre clave%d? %s", i, attack), Doc: id,
			Category: []string{"", "x<y"}[i%2], Spans: []question.Span{{Text: answer}}})
	}
	qs = append(qs, question.Question{ID: "lost" + attack, Question: "?", Doc: "nowhere", Spans: []question.Span{{Text: "x"}}})
	c, err := eval.NewCorpus(docs...)
	if err != nil {
		t.Fatal(err)
	}
	r, err := eval.Run(t.Context(), eval.Spec{Corpus: c, Questions: qs, Tokens: letters{size.Runes}, Resamples: 400, Budgets: []int{100, 200, 400},
		Contenders: []eval.Contender{every{"large", 400}, every{"small" + attack, 60}, every{"middle", 160}, every{"again", 2000}}})
	if err != nil {
		t.Fatal(err)
	}
	for i := range r.Runs {
		r.Runs[i].Cost = eval.Cost{}
	}
	addJudged(&r)
	return r, func(id string) string { return c.Document(id).Text }
}

// addJudged adds what a hostile model could say of two runs.
func addJudged(r *eval.Result) {
	for i := range r.Runs[:2] {
		d := &eval.Judged{Model: "model" + attack, Calls: 9, Metrics: map[string]eval.Estimate{"faithfulness": {Mean: .5, Lo: .25, Hi: .75}, "context_recall": {Mean: 1, Lo: 1, Hi: 1}},
			Failures: map[string]map[judge.Failure]int{"faithfulness": {judge.NoAnswer: 1, judge.CutOff: 2}}}
		for k, q := range r.Questions {
			a := eval.JudgedAnswer{ID: q.ID, Answer: "Abre </blockquote>" + attack, Scores: map[string]judge.Score{
				"faithfulness": {Value: float64(k%2) / 2, Verdicts: []judge.Verdict{{Text: attack, Reason: "because " + attack}}}, "context_recall": {Value: 1}}}
			if k == 3 {
				a.Answer, a.Fault = "", "declined \x1b[2J"+attack
				a.Scores["faithfulness"] = judge.Score{Failure: judge.NoAnswer, Detail: attack}
			}
			d.Answers = append(d.Answers, a)
		}
		r.Runs[i].Judged = d
	}
	r.Comparisons = append(r.Comparisons, eval.Comparison{A: r.Runs[0].Name, B: r.Runs[1].Name, Metric: "faithfulness", Diff: .25, Lo: .1, Hi: .4, P: .001, PHolm: .001, Significant: true})
}

func pageOf(t *testing.T) string {
	t.Helper()
	r, texts := evaluation(t)
	var b strings.Builder
	if err := HTML(&b, r, texts); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; if that is meant, -update writes it:\n%s", path, got)
	}
}

func TestTableGolden(t *testing.T) {
	r, _ := evaluation(t)
	var b strings.Builder
	if err := Table(&b, r); err != nil {
		t.Fatal(err)
	}
	golden(t, "table.txt", b.String())
	if !strings.Contains(b.String(), "no significant difference") || !strings.Contains(b.String(), "significantly worse") {
		t.Error("the table doesn't say what differs")
	}
}

func TestTableOfOneRun(t *testing.T) {
	r, _ := evaluation(t)
	r.Runs, r.Comparisons = r.Runs[:1], nil
	var b strings.Builder
	if err := Table(&b, r); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(strings.Split(b.String(), "tokens: median")[0], "*") {
		t.Error("a single run is marked as the best")
	}
}

func TestShownIsSafeForATerminal(t *testing.T) {
	if got := shown("a\x1b[2J\u202eb\x9bc\nñ"); got != "a·[2J·b·c·ñ" {
		t.Errorf("%q", got)
	}
}

// The page loads nothing, runs nothing but its own script, and holds nothing
// of the documents as anything but text.
func TestPageIsSelfContained(t *testing.T) {
	page := pageOf(t)
	for _, bad := range []string{"http:", "https:", "<link", "<iframe", "url(", "@import", "<img", " style=", "javascript:", "onerror='", "</blockquote> y"} {
		if strings.Contains(page, bad) {
			t.Errorf("the page holds %q", bad)
		}
	}
	if n := strings.Count(page, "<script"); n != 1 {
		t.Errorf("%d scripts", n)
	}
	if strings.ContainsRune(page, '\u202e') {
		t.Error("a mark that turns the direction got through")
	}
	for _, want := range []string{"default-src 'none'", hash(pageCSS), hash(pageJS), "‹U+202E›"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q on the page", want)
		}
	}
}

// What is opened is closed.
func TestPageIsWellFormed(t *testing.T) {
	page := pageOf(t)
	var open []string
	void := map[string]bool{"meta": true, "!DOCTYPE": true, "path": true, "circle": true, "br": true}
	body := strings.Replace(strings.Replace(page, pageJS, "", 1), pageCSS, "", 1)
	for _, m := range regexp.MustCompile(`<(/?)([!a-zA-Z0-9]+)((?:"[^"]*"|[^">])*)>`).FindAllStringSubmatch(body, -1) {
		switch {
		case void[m[2]]:
		case m[1] == "":
			open = append(open, m[2])
		case len(open) == 0 || open[len(open)-1] != m[2]:
			t.Fatalf("</%s> closes nothing; open are %v", m[2], open)
		default:
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		t.Errorf("left open: %v", open)
	}
}

func TestPageShowsWinsAndCuts(t *testing.T) {
	page := pageOf(t)
	for _, want := range []string{"<mark>Clave", "class=cut", "class=\"card worse\"", "No answer was cut by", "no significant difference", "id=groups", "lost&lt;script", "unknown-document"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q on the page", want)
		}
	}
}

// The page shows what judges say, the answers that did worst first, with their
// reasons.
func TestPageShowsJudgedAnswers(t *testing.T) {
	page := pageOf(t)
	for _, want := range []string{"<section id=judged>", "<a href=#judged>", "answered from the first 5 passages", ">0.500 (21 of 24)<", "faithfulness: not judged: no answer 1, reply cut off 2",
		"the answers that did worst", "because &lt;script&gt;", "faithfulness: large against small", "significantly better"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	r, texts := evaluation(t)
	for i := range r.Runs {
		r.Runs[i].Judged = nil
	}
	var b strings.Builder
	if err := HTML(&b, r, texts); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), "id=judged") {
		t.Error("nobody judged, and there is a section")
	}
}

func TestPageWithoutTexts(t *testing.T) {
	r, _ := evaluation(t)
	var b strings.Builder
	if err := HTML(&b, r, nil); err != nil || !strings.Contains(b.String(), "The document isn't there") {
		t.Errorf("%v", err)
	}
	for what, bad := range map[string]eval.Result{"runs": {}, "questions": {Runs: r.Runs}, "all answers": {Runs: r.Runs, Questions: r.Questions[1:]}} {
		if HTML(&b, bad, nil) == nil || Table(&b, bad) == nil {
			t.Errorf("a result without %s is shown", what)
		}
	}
}

func TestMarksNest(t *testing.T) {
	text := "uno dos tres cuatro"
	got := marked(text, doc.Span{Start: 0, End: len(text)}, []doc.Span{{Start: 4, End: 12}, {Start: 8, End: 15}}, []int{7, 13})
	if want := `uno <mark>dos` + scissors + ` tres ` + scissors + `cu</mark>atro`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// A long passage is shortened to what stands around the answer, on whole
// characters.
func TestPassageShortens(t *testing.T) {
	text := strings.Repeat("ñandú ", 300) + "AQUÍ" + strings.Repeat(" ñandú", 300)
	at := strings.Index(text, "AQUÍ")
	got := passage(text, doc.Span{Start: 0, End: len(text)}, []doc.Span{{Start: at, End: at + 5}})
	if !strings.Contains(got, "<mark>AQUÍ</mark>") || len(got) > 2*window+200 || strings.ContainsRune(got, '\ufffd') {
		t.Errorf("got %s", got)
	}
	if got := passage("corto", doc.Span{Start: 0, End: 50}, nil); !strings.Contains(got, "isn't there") {
		t.Errorf("outside the text: %s", got)
	}
}

// Questions that were asked without a part that doesn't hold are named as such
// in the table and on the page, not as skipped.
func TestMendedQuestionsAreShown(t *testing.T) {
	r, texts := evaluation(t)
	r.Mended = []eval.Problem{{What: "bad-passage", Count: 7, Examples: []string{"q3: its passage stands nowhere"}}}
	var table, page strings.Builder
	if err := Table(&table, r); err != nil {
		t.Fatal(err)
	}
	if err := HTML(&page, r, texts); err != nil {
		t.Fatal(err)
	}
	for what, got := range map[string]string{"table": table.String(), "page": page.String()} {
		if !strings.Contains(got, "7 questions mended: bad-passage (q3: its passage stands nowhere, …)") {
			t.Errorf("the %s doesn't name the mended questions", what)
		}
	}
}

// What rounds to nothing is neither more nor less.
func TestSignedHasNoSignAtZero(t *testing.T) {
	for v, want := range map[float64]string{0: "0.000", math.Copysign(0, -1): "0.000", -0.0004: "0.000", 0.0004: "0.000", -0.0006: "−0.001", 0.25: "+0.250", -1: "−1.000"} {
		if got := Signed(v); got != want {
			t.Errorf("%v is written %q, want %q", v, got, want)
		}
	}
}

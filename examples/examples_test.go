// Package examples_test checks the fixture corpora: that their questions point
// at what they say, and that the forms they are kept for are still in them.
package examples_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// corpus says what a corpus must hold at least.
type corpus struct {
	language             string
	documents, questions int
	crlf                 []string
}

var corpora = []corpus{
	{language: "es", documents: 17, questions: 55, crlf: []string{"avisos/plan-de-verano.md"}},
	{language: "en", documents: 9, questions: 35, crlf: []string{"handbook/remote-work.md", "notices/east-dock-closure.txt"}},
}

var (
	categories = []string{"policy", "faq", "table", "procedure", "manual", "product", "legal", "minutes", "notice", "glossary", "guide", "narrative"}
	kinds      = []string{"fact", "list", "table", "exception", "definition", "procedure", "multi-span", "negation", "acronym"}
)

// span is half open: bytes, and the same place in code points.
type span struct {
	Start     int     `json:"start"`
	End       int     `json:"end"`
	StartRune int     `json:"start_rune"`
	EndRune   int     `json:"end_rune"`
	Text      *string `json:"text"`
}

type question struct {
	ID           string `json:"id"`
	Question     string `json:"question"`
	Language     string `json:"language"`
	Doc          string `json:"doc"`
	Spans        []span `json:"spans"`
	Alternatives []span `json:"alternative_spans"`
	Passage      *span  `json:"passage"`
	Category     string `json:"category"`
	Kind         string `json:"kind"`
}

func TestDocuments(t *testing.T) {
	for _, c := range corpora {
		docs := readDocuments(t, c.language)
		if len(docs) < c.documents {
			t.Errorf("%s: %d documents, want at least %d", c.language, len(docs), c.documents)
		}
		for name, text := range docs {
			checkDocument(t, c.language+"/"+name, text, slices.Contains(c.crlf, name))
		}
		for _, name := range c.crlf {
			if _, ok := docs[name]; !ok {
				t.Errorf("%s/%s: missing", c.language, name)
			}
		}
	}
}

func checkDocument(t *testing.T, name, text string, crlf bool) {
	t.Helper()
	if !utf8.ValidString(text) {
		t.Errorf("%s: not valid UTF-8", name)
	}
	if ext := path.Ext(name); ext != ".md" && ext != ".txt" {
		t.Errorf("%s: neither .md nor .txt", name)
	}
	if n := len(strings.Fields(text)); n < 100 {
		t.Errorf("%s: %d words, want at least 100", name, n)
	}
	lines, returns, pairs := strings.Count(text, "\n"), strings.Count(text, "\r"), strings.Count(text, "\r\n")
	if crlf && (pairs == 0 || pairs != lines || pairs != returns) {
		t.Errorf("%s: %d line feeds, %d carriage returns, %d pairs of them; every line must end in CRLF (see .gitattributes)", name, lines, returns, pairs)
	}
	if !crlf && returns > 0 {
		t.Errorf("%s: %d carriage returns in a document with LF line ends", name, returns)
	}
}

// TestForms holds what the corpora are kept for: a form that an edit removes
// would silently take the tests of that form along.
func TestForms(t *testing.T) {
	forms := map[string]*regexp.Regexp{
		"YAML front matter":        regexp.MustCompile(`\A---\r?\n(?s:.*?)\n---\r?\n`),
		"setext headings":          regexp.MustCompile(`(?m)^\S.*\r?\n(={3,}|-{3,})\r?$`),
		"a level-6 heading":        regexp.MustCompile(`(?m)^###### \S`),
		"a footnote":               regexp.MustCompile(`(?m)^\[\^\w+\]: `),
		"a block quote":            regexp.MustCompile(`(?m)^> `),
		"a fence":                  regexp.MustCompile("(?m)^```\\w+\\r?$"),
		"a fence in a list item":   regexp.MustCompile("(?m)^ {3,}```\\w+\\r?$"),
		"a nested list":            regexp.MustCompile(`(?m)^ {2,}(- |\d+\. )`),
		"a table of 40 rows":       regexp.MustCompile(`(?m)(^\|.*\n){42,}`),
		"a note under a table":     regexp.MustCompile(`(?m)^\|.*\n\n\*(Nota|Note)\.\*`),
		"question headings":        regexp.MustCompile(`(?m)(^## .*\?\n[^#]+){10,}`),
		"question and answer pair": regexp.MustCompile(`(?m)^(P|Q): .*\n(?:\S.*\n)*?(R|A): `),
		"speakers' turns":          regexp.MustCompile(`(?m)(^\*\*\pL[\pL ]+:\*\* .*\n\n){3,}`),
		"glossary entries":         regexp.MustCompile(`(?m)(^\*\*[^*]+\.\*\* .*\n\n){10,}`),
	}
	spanish := map[string]*regexp.Regexp{
		"TOML front matter":             regexp.MustCompile(`\A\+\+\+\n(?s:.*?)\n\+\+\+\n`),
		"<details>":                     regexp.MustCompile(`(?m)^<details>$`),
		"a rule and its exception":      regexp.MustCompile(`(?m)^El plazo de devolución es de 30 días\.\n\nSalvo en productos personalizados\.$`),
		"clauses":                       regexp.MustCompile(`(?m)^## Cláusula primera\. `),
		"articles":                      regexp.MustCompile(`(?m)^### Artículo 1\. `),
		"letters":                       regexp.MustCompile(`(?m)^a\) .*\n\nb\) `),
		"exceptions in running text":    regexp.MustCompile(`No obstante`),
		"exceptions that open a clause": regexp.MustCompile(`(?m)^Salvo `),
		"an answer to an exception":     regexp.MustCompile(`[Ee]n tal caso`),
	}
	for _, c := range corpora {
		docs := readDocuments(t, c.language)
		missing(t, c.language, docs, forms)
		if c.language == "es" {
			missing(t, c.language, docs, spanish)
		}
	}
}

func missing(t *testing.T, language string, docs map[string]string, forms map[string]*regexp.Regexp) {
	t.Helper()
	for form, pattern := range forms {
		found := false
		for _, text := range docs {
			found = found || pattern.MatchString(text)
		}
		if !found {
			t.Errorf("%s: no document has %s (%s)", language, form, pattern)
		}
	}
}

func TestQuestions(t *testing.T) {
	ids := map[string]bool{}
	for _, c := range corpora {
		docs, asked := readDocuments(t, c.language), map[string]bool{}
		questions := readQuestions(t, c.language)
		if len(questions) < c.questions {
			t.Errorf("%s: %d questions, want at least %d", c.language, len(questions), c.questions)
		}
		hard := 0
		for _, q := range questions {
			if ids[q.ID] {
				t.Errorf("%s: id given twice", q.ID)
			}
			ids[q.ID], asked[q.Doc] = true, true
			if q.Kind == "exception" || q.Kind == "table" {
				hard++
			}
			if err := checkQuestion(q, c.language, docs); err != nil {
				t.Errorf("%s (%s): %v", q.ID, q.Doc, err)
			}
		}
		if 3*hard < len(questions) {
			t.Errorf("%s: %d of %d questions need an exception or a table row, want a third", c.language, hard, len(questions))
		}
		for name := range docs {
			if !asked[name] {
				t.Errorf("%s/%s: no question asks about it", c.language, name)
			}
		}
	}
}

func checkQuestion(q question, language string, docs map[string]string) error {
	text, ok := docs[q.Doc]
	switch {
	case !ok:
		return errors.New("no such document")
	case !strings.HasPrefix(q.ID, "examples-"+language+"-") || q.Language != language:
		return fmt.Errorf("language %q in the questions of %q", q.Language, language)
	case strings.TrimSpace(q.Question) == "":
		return errors.New("no question")
	case !slices.Contains(kinds, q.Kind) || !slices.Contains(categories, q.Category):
		return fmt.Errorf("kind %q, category %q: not in the lists of README.md", q.Kind, q.Category)
	case len(q.Spans) == 0 || q.Passage == nil:
		return errors.New("no spans or no passage")
	case (q.Kind == "multi-span") != (len(q.Spans) > 1):
		return fmt.Errorf("kind %q with %d spans", q.Kind, len(q.Spans))
	}
	if err := checkSpan(text, *q.Passage, false); err != nil {
		return fmt.Errorf("passage: %w", err)
	}
	end := q.Passage.Start
	for i, s := range q.Spans {
		if err := checkSpan(text, s, true); err != nil {
			return fmt.Errorf("span %d: %w", i, err)
		}
		if s.Start < end || s.End > q.Passage.End {
			return fmt.Errorf("span %d [%d,%d): out of order, or outside the passage [%d,%d)", i, s.Start, s.End, q.Passage.Start, q.Passage.End)
		}
		end = s.End
	}
	for i, s := range q.Alternatives {
		if err := checkSpan(text, s, true); err != nil {
			return fmt.Errorf("alternative span %d: %w", i, err)
		}
	}
	return nil
}

// checkSpan compares both ways of counting with the text itself. Slicing by
// code points goes over []rune, so that a mistake in one count can't hide
// behind the same mistake in the other.
func checkSpan(text string, s span, withText bool) error {
	runes := []rune(text)
	if s.Start < 0 || s.Start >= s.End || s.End > len(text) {
		return fmt.Errorf("[%d,%d): not in the text of %d bytes", s.Start, s.End, len(text))
	}
	if s.StartRune < 0 || s.StartRune >= s.EndRune || s.EndRune > len(runes) {
		return fmt.Errorf("[%d,%d): not in the text of %d code points", s.StartRune, s.EndRune, len(runes))
	}
	byBytes, byRunes := text[s.Start:s.End], string(runes[s.StartRune:s.EndRune])
	if utf8.RuneCountInString(text[:s.Start]) != s.StartRune || byBytes != byRunes {
		return fmt.Errorf("bytes give %q, code points give %q", byBytes, byRunes)
	}
	if strings.TrimSpace(byBytes) != byBytes {
		return fmt.Errorf("%q: white space at an end", byBytes)
	}
	if withText && (s.Text == nil || *s.Text != byBytes) {
		return fmt.Errorf("bytes give %q, which isn't the span's text", byBytes)
	}
	return nil
}

// TestJuly holds the question at the top of README.md to its answer.
func TestJuly(t *testing.T) {
	for _, q := range readQuestions(t, "es") {
		if q.Question != "¿Cuántos días de vacaciones tengo si me incorporo en julio?" {
			continue
		}
		if q.Doc != "politicas/vacaciones.md" || len(q.Spans) == 0 || q.Spans[0].Text == nil || !strings.Contains(*q.Spans[0].Text, "12 días") {
			t.Errorf("%s: %+v doesn't say 12 días", q.ID, q.Spans)
		}
		if len(q.Alternatives) == 0 || q.Alternatives[0].Text == nil || !strings.HasPrefix(*q.Alternatives[0].Text, "| Julio | 6 | 12 |") {
			t.Errorf("%s: the row of July isn't an alternative answer", q.ID)
		}
		return
	}
	t.Error("the question of README.md is not in questions/es.jsonl")
}

// readDocuments returns the corpus by slash path relative to its folder.
func readDocuments(t *testing.T, language string) map[string]string {
	t.Helper()
	docs := map[string]string{}
	err := fs.WalkDir(os.DirFS(language), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(language, filepath.FromSlash(name)))
		docs[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatalf("documents of %s: %v", language, err)
	}
	return docs
}

func readQuestions(t *testing.T, language string) []question {
	t.Helper()
	name := filepath.Join("questions", language+".jsonl")
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatalf("questions of %s: %v", language, err)
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	var all []question
	for {
		var q question
		if err := dec.Decode(&q); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatalf("%s: question %d: %v", name, len(all)+1, err)
		}
		all = append(all, q)
	}
}

package metric_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/pildora/pildora/eval/metric"
	"github.com/pildora/pildora/eval/question"
	"github.com/pildora/pildora/size/token"
)

// The figures that Chroma's report gives for PrecisionΩ, in per cent
// (Smith and Troynikov 2024, first table). They depend on chunks and questions
// only, not on the search.
var published = map[string]string{
	"recursive 800/400": "6.7", "recursive 400/200": "13.9", "recursive 400/0": "17.7", "recursive 200/0": "29.9",
	"token 800/400": "4.7", "token 400/200": "8.4", "token 400/0": "12.5", "token 200/0": "21.0",
}

type corpus struct {
	folder    string
	texts     map[string]string
	docs      []*metric.Document
	questions []question.Question
}

func chromaCorpus(t *testing.T) corpus {
	root := shared(t, "data/chroma")
	c := corpus{folder: filepath.Join(root, "docs"), texts: map[string]string{}}
	entries, err := os.ReadDir(c.folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		text := read(t, filepath.Join(c.folder, e.Name()))
		c.texts[e.Name()] = text
		c.docs = append(c.docs, metric.NewDocument(e.Name(), text, nil))
	}
	c.questions = jsonl[question.Question](t, read(t, filepath.Join(root, "questions.jsonl")))
	return c
}

// omega returns the mean PrecisionΩ in per cent over chunks that are located as
// Chroma locates them.
func (c *corpus) omega(t *testing.T, chunks map[string][]string) string {
	t.Helper()
	var pool []metric.Passage
	for id, texts := range chunks {
		for i, text := range texts {
			span, ok := metric.ChromaLocate(c.texts[id], text)
			if !ok {
				t.Fatalf("%s: chunk %d isn't found: %.60q", id, i, text)
			}
			pool = append(pool, metric.Passage{Doc: id, Spans: []metric.Span{span}})
		}
	}
	s, err := metric.NewScorer(c.docs, metric.NewPool(pool), metric.Options{Chroma: true})
	if err != nil {
		t.Fatal(err)
	}
	at, sum := len(s.Keys())-1, 0.0
	for _, q := range c.questions {
		values, err := s.Score(metric.Of(q), nil)
		if err != nil {
			t.Fatal(q.ID, err)
		}
		sum += values[at]
	}
	return fmt.Sprintf("%.1f", 100*sum/float64(len(c.questions)))
}

// windows cuts a text every size−overlap tokens, as Chroma's FixedTokenChunker.
func windows(text string, ends []int, size, overlap int) []string {
	begin := func(i int) int {
		if i == 0 {
			return 0
		}
		return ends[i-1]
	}
	var out []string
	for at := 0; at < len(ends); at += size - overlap {
		to := min(at+size, len(ends))
		out = append(out, text[begin(at):ends[to-1]])
		if to == len(ends) {
			break
		}
	}
	return out
}

func TestChromaTokenWindows(t *testing.T) {
	c := chromaCorpus(t)
	k, err := token.New("cl100k")
	if err != nil {
		t.Fatal(err)
	}
	for _, setting := range [][2]int{{800, 400}, {400, 200}, {400, 0}, {200, 0}} {
		name := fmt.Sprintf("token %d/%d", setting[0], setting[1])
		t.Run(name, func(t *testing.T) {
			chunks := map[string][]string{}
			for id, text := range c.texts {
				chunks[id] = windows(text, k.Offsets(text), setting[0], setting[1])
			}
			if got := c.omega(t, chunks); got != published[name] {
				t.Errorf("PrecisionΩ %s, published %s", got, published[name])
			}
		})
	}
}

func TestChromaRecursive(t *testing.T) {
	c := chromaCorpus(t)
	bin := python(t, "langchain_text_splitters, tiktoken")
	settings := []string{"800/400", "400/200", "400/0", "200/0"}
	args := append([]string{"testdata/chroma_cut.py", c.folder, shared(t, "data/tokenizers/cl100k_base.tiktoken")}, settings...)
	cmd := exec.Command(bin, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	type line struct{ Setting, Doc, Text string }
	cuts := map[string]map[string][]string{}
	for _, l := range jsonl[line](t, string(out)) {
		if cuts[l.Setting] == nil {
			cuts[l.Setting] = map[string][]string{}
		}
		cuts[l.Setting][l.Doc] = append(cuts[l.Setting][l.Doc], l.Text)
	}
	for _, setting := range settings {
		name := "recursive " + setting
		t.Run(name, func(t *testing.T) {
			if got := c.omega(t, cuts[setting]); got != published[name] {
				t.Errorf("PrecisionΩ %s, published %s", got, published[name])
			}
		})
	}
}

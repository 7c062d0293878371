package metric_test

import (
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/pildora/pildora/eval/metric"
	"github.com/pildora/pildora/eval/question"
	"github.com/pildora/pildora/size/token"
	"golang.org/x/text/unicode/norm"
)

// What an independent harness found with the same definitions and the BM25
// below, in per cent: auc, whether each span of the answer is whole in one of
// five chunks, and spans that no chunk holds whole
// (../shared/data/BASELINE.md).
var baseline = []struct {
	set, peer      string
	auc, full, cut float64
}{
	{"covid-qa", "langchain-tok:128", 81.1, 71, 10.7}, {"covid-qa", "langchain-tok:256", 77.7, 78, 3.3},
	{"chroma", "langchain-tok:128", 83.2, 58, 15.6}, {"chroma", "langchain-tok:256", 84.3, 80, 5.4},
}

func TestBaseline(t *testing.T) {
	bin := python(t, "langchain_text_splitters, tiktoken")
	peers := shared(t, "peers/chunks.py")
	cache := filepath.Join(t.TempDir(), "tiktoken")
	if err := os.Mkdir(cache, 0o700); err != nil {
		t.Fatal(err)
	}
	// the name is what tiktoken looks for: the SHA-1 of where it would download
	name := filepath.Join(cache, "9b5ad71b2ce5302211f9c61530b329a4922fc6a4")
	if err := os.Symlink(shared(t, "data/tokenizers/cl100k_base.tiktoken"), name); err != nil {
		t.Fatal(err)
	}
	k, err := token.New("cl100k")
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range baseline {
		t.Run(b.set+" "+b.peer, func(t *testing.T) {
			root := shared(t, "data/"+b.set)
			cmd := exec.Command(bin, peers, b.peer, filepath.Join(root, "docs"))
			cmd.Env, cmd.Stderr = append(os.Environ(), "TIKTOKEN_CACHE_DIR="+cache), os.Stderr
			out, err := cmd.Output()
			if err != nil {
				t.Fatal(err)
			}
			auc, full, cut := searched(t, root, jsonl[peerChunk](t, string(out)), k)
			t.Logf("auc %.1f, whole@5 %.1f, cut %.1f; baseline %v, %v, %v", auc, full, cut, b.auc, b.full, b.cut)
			if math.Abs(auc-b.auc) > .2 || math.Abs(full-b.full) > 1.2 || math.Abs(cut-b.cut) > .2 {
				t.Error("differs from the baseline")
			}
		})
	}
}

type peerChunk struct {
	Doc, Text string
	Start     *int `json:"start_rune"`
	End       *int `json:"end_rune"`
}

// searched asks the questions of a set of the chunks, and returns the means of
// auc and whole@5, and the share of spans cut, in per cent.
func searched(t *testing.T, root string, chunks []peerChunk, k *token.Tokenizer) (auc, full, cut float64) {
	var docs []*metric.Document
	have := map[string]bool{}
	var all []metric.Passage
	var index bm25
	for _, c := range chunks {
		if !have[c.Doc] {
			have[c.Doc] = true
			docs = append(docs, metric.NewDocument(c.Doc, read(t, filepath.Join(root, "docs", c.Doc)), k))
		}
		p := metric.Passage{Doc: c.Doc}
		if c.Start != nil && c.End != nil {
			p.Spans = []span{{Start: *c.Start, End: *c.End}}
		} else {
			p.Unplaced = k.Size(c.Text)
		}
		all = append(all, p)
		index.add(c.Text)
	}
	s, err := metric.NewScorer(docs, metric.NewPool(all), metric.Standard())
	if err != nil {
		t.Fatal(err)
	}
	questions := jsonl[question.Question](t, read(t, filepath.Join(root, "questions.jsonl")))
	lost, spans := 0, 0
	at, whole := slices.Index(s.Keys(), "auc"), slices.Index(s.Keys(), "whole@5")
	for _, q := range questions {
		var ranked []metric.Passage
		for _, i := range index.rank(q.Question, 100) {
			ranked = append(ranked, all[i])
		}
		values, err := s.Score(metric.Of(q), ranked)
		if err != nil {
			t.Fatal(q.ID, err)
		}
		auc += values[at]
		full += values[whole]
		some, of, err := s.Cut(metric.Of(q))
		if err != nil {
			t.Fatal(q.ID, err)
		}
		lost, spans = lost+some, spans+of
	}
	n := float64(len(questions)) / 100
	return auc / n, full / n, 100 * float64(lost) / float64(spans)
}

// bm25 is a plain index: k1 1.2, b 0.75, words folded and cut to six letters.
type bm25 struct {
	postings map[string]map[int]int
	lengths  []float64
	total    float64
}

func (x *bm25) add(text string) {
	if x.postings == nil {
		x.postings = map[string]map[int]int{}
	}
	words := folded(text)
	for _, w := range words {
		if x.postings[w] == nil {
			x.postings[w] = map[int]int{}
		}
		x.postings[w][len(x.lengths)]++
	}
	x.lengths = append(x.lengths, float64(len(words)))
	x.total += float64(len(words))
}

func (x *bm25) rank(query string, limit int) []int {
	n := float64(len(x.lengths))
	scores, order := make([]float64, len(x.lengths)), make([]int, len(x.lengths))
	words := folded(query)
	slices.Sort(words)
	for _, w := range slices.Compact(words) {
		df := float64(len(x.postings[w]))
		idf := math.Log(1 + (n-df+.5)/(df+.5))
		for i, f := range x.postings[w] {
			scores[i] += idf * 2.2 * float64(f) / (float64(f) + 1.2*(.25+.75*x.lengths[i]*n/x.total))
		}
	}
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if scores[a] > scores[b] {
			return -1
		} else if scores[a] < scores[b] {
			return 1
		}
		return 0
	})
	return order[:min(limit, len(order))]
}

func folded(text string) []string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i, w := range words {
		var kept []rune
		for _, r := range norm.NFD.String(w) {
			if !unicode.Is(unicode.Mn, r) && len(kept) < 6 {
				kept = append(kept, r)
			}
		}
		words[i] = string(kept)
	}
	return words
}

package rerank_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pildora/pildora/retrieve/rerank"
)

const key = "sk-very-secret"

// server speaks all formats, strictly, and misbehaves on request. A passage's
// score is how often it holds the question.
type server struct {
	t         *testing.T
	provider  string
	asked     atomic.Int64
	misbehave func(n int64, w http.ResponseWriter) bool
}

// forms are the requests that each provider takes.
var forms = map[string]struct {
	path string
	body func() any
}{
	"tei": {"/rerank", func() any {
		return new(struct {
			Query     string
			Texts     []string
			RawScores bool `json:"raw_scores"`
			Truncate  bool
		})
	}},
	"cohere": {"/v2/rerank", func() any {
		return new(struct {
			Model, Query string
			Documents    []string
			TopN         int `json:"top_n"`
		})
	}},
	"jina": {"/rerank", func() any {
		return new(struct {
			Model, Query string
			Documents    []string
			TopN         int  `json:"top_n"`
			Return       bool `json:"return_documents"`
		})
	}},
	"voyage": {"/rerank", func() any {
		return new(struct {
			Query, Model string
			Documents    []string
			Return       bool `json:"return_documents"`
			Truncation   bool
		})
	}},
	"llamacpp": {"/v1/rerank", func() any {
		return new(struct {
			Model, Query string
			Documents    []string
			TopN         int `json:"top_n"`
		})
	}},
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	n := s.asked.Add(1)
	if s.misbehave != nil && s.misbehave(n, w) {
		return
	}
	form := forms[s.provider]
	data, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	strict := json.NewDecoder(strings.NewReader(string(data)))
	strict.DisallowUnknownFields()
	if err := strict.Decode(form.body()); err != nil || r.Method != http.MethodPost || r.URL.Path != form.path || r.Header.Get("Authorization") != "Bearer "+key {
		s.t.Errorf("%s %s: %v", r.Method, r.URL.Path, err)
		http.Error(w, `{"message":"wrong request"}`, http.StatusBadRequest)
		return
	}
	var q struct {
		Query            string
		Texts, Documents []string
	}
	if err := json.Unmarshal(data, &q); err != nil {
		s.t.Error(err)
	}
	type result struct {
		Index int      `json:"index"`
		Score *float64 `json:"score,omitempty"`
		Of    *float64 `json:"relevance_score,omitempty"`
	}
	var rs []result
	for i, p := range append(q.Texts, q.Documents...) {
		score := float64(strings.Count(p, q.Query))
		x := result{Index: i}
		if s.provider == "tei" {
			x.Score = &score
		} else {
			x.Of = &score
		}
		rs = append(rs, x)
	}
	slices.Reverse(rs) // in any order
	var out any
	switch s.provider {
	case "tei":
		out = rs
	case "voyage":
		out = map[string]any{"object": "list", "data": rs, "model": "m", "usage": map[string]int{"total_tokens": 7}}
	default:
		out = map[string]any{"results": rs, "id": "x"}
	}
	if err := json.NewEncoder(w).Encode(out); err != nil {
		s.t.Error(err)
	}
}

func ask(t *testing.T, s *server, passages ...string) ([]float64, error) {
	t.Helper()
	h := httptest.NewServer(s)
	t.Cleanup(h.Close)
	r, err := rerank.New(rerank.Options{Provider: s.provider, URL: h.URL, Model: "m", Key: key, Timeout: 5 * time.Second, Tries: 3, Longest: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	return r.Rerank(t.Context(), "pez", passages)
}

func TestServers(t *testing.T) {
	for _, p := range rerank.Providers() {
		t.Run(p, func(t *testing.T) {
			passages := make([]string, 70) // more than TEI takes at once
			for i := range passages {
				passages[i] = strings.Repeat("pez ", i%5)
			}
			got, err := ask(t, &server{t: t, provider: p}, passages...)
			if err != nil {
				t.Fatal(err)
			}
			for i, score := range got {
				if score != float64(i%5) {
					t.Fatalf("passage %d: %v", i, score)
				}
			}
			if got, err = ask(t, &server{t: t, provider: p}); err != nil || len(got) != 0 {
				t.Errorf("no passages: %v, %v", got, err)
			}
		})
	}
}

func TestMisbehaving(t *testing.T) {
	reply := func(code int, body string) func(http.ResponseWriter) {
		return func(w http.ResponseWriter) {
			w.WriteHeader(code)
			fmt.Fprint(w, body)
		}
	}
	for name, tt := range map[string]struct {
		provider string
		do       func(http.ResponseWriter)
		want     string
		asked    int64 // times; 2 where it goes well after once
	}{
		"busy":             {"cohere", reply(429, `{"message":"slow down"}`), "", 2},
		"down":             {"tei", reply(502, `<html>`), "", 2},
		"cut":              {"jina", reply(200, `{"results":[{"index":0,`), "", 2},
		"no such model":    {"voyage", reply(404, `{"detail":"no model m"}`), "no model m", 1},
		"wrong key":        {"cohere", reply(401, `{"message":"key sk-very-secret is wrong"}`), "is the key set and right?", 1},
		"too few":          {"cohere", reply(200, `{"results":[{"index":0,"relevance_score":1}]}`), "", 2},
		"one twice":        {"cohere", reply(200, `{"results":[{"index":0,"relevance_score":1},{"index":0,"relevance_score":1}]}`), "", 2},
		"without a score":  {"voyage", reply(200, `{"data":[{"index":0},{"index":1}]}`), "", 2},
		"of another shape": {"tei", reply(200, `{"results":[]}`), "", 2},
	} {
		t.Run(name, func(t *testing.T) {
			s := &server{t: t, provider: tt.provider}
			s.misbehave = func(n int64, w http.ResponseWriter) bool {
				if n == 1 {
					tt.do(w)
				}
				return n == 1
			}
			got, err := ask(t, s, "pez", "gato")
			switch {
			case s.asked.Load() != tt.asked:
				t.Errorf("asked %d times; %v", s.asked.Load(), err)
			case tt.want == "" && (err != nil || got[0] != 1):
				t.Errorf("%v, %v", got, err)
			case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), key)):
				t.Errorf("%v", err)
			}
		})
	}
	// One that stays as it is.
	s := &server{t: t, provider: "tei", misbehave: func(_ int64, w http.ResponseWriter) bool { w.WriteHeader(503); return true }}
	if _, err := ask(t, s, "pez"); err == nil || s.asked.Load() != 3 {
		t.Errorf("asked %d times; %v", s.asked.Load(), err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r, err := rerank.New(rerank.Options{Provider: "tei"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Rerank(ctx, "pez", []string{"a"}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestOptions(t *testing.T) {
	for want, o := range map[string]rerank.Options{
		"none of tei":         {Provider: "best"},
		"which model?":        {Provider: "jina"},
		"no address":          {Provider: "tei", URL: "localhost"},
		"keys come from the ": {Provider: "tei", URL: "http://me:secret@host"},
	} {
		if _, err := rerank.New(o); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

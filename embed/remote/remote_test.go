package remote_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/embed"
	"github.com/pildora/pildora/embed/embedtest"
	"github.com/pildora/pildora/embed/fake"
	"github.com/pildora/pildora/embed/remote"
)

var ctx = context.Background()

const (
	key = "sk-very-secret"
	dim = 16
)

// server speaks all formats over a fake embedder, and misbehaves on request.
type server struct {
	t        *testing.T
	provider string
	runes    bool // tokens are counted in characters
	asked    atomic.Int64
	running  atomic.Int64
	most     atomic.Int64 // requests at once
	// misbehave is asked before each answer with the number of the request,
	// from 1, and says whether it has answered.
	misbehave func(n int64, w http.ResponseWriter) bool
}

// request has the fields of all formats.
type request struct {
	Model      string          `json:"model"`
	Input      json.RawMessage `json:"input"`
	Inputs     json.RawMessage `json:"inputs"`
	Content    []string        `json:"content"`
	Texts      []string        `json:"texts"`
	InputType  string          `json:"input_type"`
	Task       string          `json:"task"`
	Late       bool            `json:"late_chunking"`
	Types      []string        `json:"embedding_types"`
	Format     string          `json:"encoding_format"`
	Normalize  *bool           `json:"normalize"`
	Dimensions int             `json:"dimensions"`
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	n := s.asked.Add(1)
	now := s.running.Add(1)
	defer s.running.Add(-1)
	for {
		most := s.most.Load()
		if now <= most || s.most.CompareAndSwap(most, now) {
			break
		}
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	if s.misbehave != nil && s.misbehave(n, w) {
		return
	}
	var q request
	d := json.NewDecoder(strings.NewReader(string(body)))
	if err := d.Decode(&q); err != nil || r.Method != http.MethodPost {
		http.Error(w, `{"error":{"message":"not JSON"}}`, http.StatusBadRequest)
		return
	}
	if r.Header.Get("Authorization") != "Bearer "+key {
		http.Error(w, `{"error":{"message":"key `+strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")+` is wrong"}}`, http.StatusUnauthorized)
		return
	}
	answer := s.answer(r.URL.Path, q)
	if answer == nil {
		http.Error(w, `{"error":"no such route"}`, http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(answer)
}

func (s *server) texts(raw json.RawMessage) []string {
	var texts []string
	if err := json.Unmarshal(raw, &texts); err != nil {
		s.t.Errorf("input %s: %v", raw, err)
	}
	return texts
}

func (s *server) vectors(texts []string) [][]float32 {
	v, err := fake.Embedder{Dim: dim}.Embed(ctx, embed.Passage, texts)
	if err != nil {
		s.t.Error(err)
	}
	for i := range v {
		for j := range v[i] {
			v[i][j] *= 3 // not all servers normalize
		}
	}
	return v
}

type object = map[string]any

// data is OpenAI's list, in another order than asked.
func data(v [][]float32) []object {
	var out []object
	for i := len(v) - 1; i >= 0; i-- {
		out = append(out, object{"object": "embedding", "index": i, "embedding": v[i]})
	}
	return out
}

func (s *server) answer(path string, q request) any {
	switch s.provider + path {
	case "openai/v1/embeddings":
		if q.Model == "" || q.Format != "float" {
			return nil
		}
		return object{"object": "list", "data": data(s.vectors(s.texts(q.Input))), "usage": object{"total_tokens": 3}}
	case "ollama/api/embed":
		return object{"model": q.Model, "embeddings": s.vectors(s.texts(q.Input))}
	case "tei/embed":
		if q.Normalize == nil {
			return nil
		}
		return s.vectors(s.texts(q.Inputs))
	case "tei/tokenize":
		var all [][]object
		for _, t := range s.texts(q.Inputs) {
			all = append(all, s.tokens(t))
		}
		return all
	case "tei/embed_all":
		var all [][][]float32
		for _, t := range s.texts(q.Inputs) {
			rows := [][]float32{make([]float32, dim)}
			rows = append(rows, s.vectors(strings.Fields(t))...)
			all = append(all, append(rows, make([]float32, dim)))
		}
		return all
	case "llamacpp/embedding":
		var all []object
		for i, v := range s.vectors(q.Content) {
			all = append(all, object{"index": i, "embedding": [][]float32{v}})
		}
		return all
	case "cohere/v2/embed":
		if q.InputType == "" || len(q.Types) != 1 {
			return nil
		}
		return object{"id": "x", "embeddings": object{"float": s.vectors(q.Texts)}}
	case "voyage/v1/embeddings":
		if q.InputType != "document" && q.InputType != "query" {
			return nil
		}
		return object{"data": data(s.vectors(s.texts(q.Input)))}
	case "voyage/v1/contextualizedembeddings":
		var documents [][]string
		if err := json.Unmarshal(q.Inputs, &documents); err != nil {
			s.t.Error(err)
		}
		var all []object
		for i, d := range documents {
			all = append(all, object{"index": i, "data": data(s.vectors(d))})
		}
		return object{"data": all}
	case "jina/v1/embeddings":
		if !strings.HasPrefix(q.Task, "retrieval.") {
			return nil
		}
		return object{"data": data(s.vectors(s.texts(q.Input)))}
	}
	return nil
}

// tokens are words, with what TEI says of them.
func (s *server) tokens(text string) []object {
	out := []object{{"id": 1, "text": "[CLS]", "special": true, "start": nil, "stop": nil}}
	at := 0
	for word := range strings.FieldsSeq(text) {
		start := at + strings.Index(text[at:], word)
		at = start + len(word)
		from, to := start, at
		if s.runes {
			from, to = len([]rune(text[:start])), len([]rune(text[:at]))
		}
		out = append(out, object{"id": 5, "text": word, "special": false, "start": from, "stop": to})
	}
	return append(out, object{"id": 2, "text": "[SEP]", "special": true, "start": nil, "stop": nil})
}

// start starts a server and returns the options to ask it.
func start(t *testing.T, s *server) remote.Options {
	t.Helper()
	s.t = t
	h := httptest.NewServer(s)
	t.Cleanup(h.Close)
	url := h.URL
	if s.provider == "openai" || s.provider == "voyage" || s.provider == "jina" {
		url += "/v1"
	}
	return remote.Options{Provider: s.provider, URL: url, Model: "m", Key: key, Longest: 20 * time.Millisecond}
}

func open(t *testing.T, o remote.Options) embed.Embedder {
	t.Helper()
	e, err := remote.New(ctx, o)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestProviders(t *testing.T) {
	for _, p := range remote.Providers() {
		t.Run(p, func(t *testing.T) {
			e := open(t, start(t, &server{provider: p}))
			if e.Model().Dim != dim {
				t.Fatalf("dimension %d", e.Model().Dim)
			}
			embedtest.Run(t, e, 1e-6)
			if _, late := e.(embed.SpanEmbedder); late != (p == "tei" || p == "jina") {
				t.Errorf("gives vectors of spans: %v", late)
			}
		})
	}
	t.Run("voyage-context", func(t *testing.T) {
		o := start(t, &server{provider: "voyage"})
		o.Model = "voyage-context-3"
		e := open(t, o)
		if _, late := e.(embed.SpanEmbedder); !late {
			t.Error("no vectors of spans")
		}
		embedtest.Run(t, e, 1e-6)
	})
}

// TestTEISpans: tokens of TEI are aligned whether it counts bytes or characters.
func TestTEISpans(t *testing.T) {
	text := "años ñandú pingüino último día"
	spans := []doc.Span{{Start: 0, End: len("años ñandú")}, {Start: len("años ñandú"), End: len(text)}}
	want, err := fake.Embedder{Dim: dim}.Embed(ctx, embed.Passage, []string{"años ñandú", "pingüino último día"})
	if err != nil {
		t.Fatal(err)
	}
	for _, runes := range []bool{false, true} {
		o := start(t, &server{provider: "tei", runes: runes})
		o.Passage = "pasaje: "
		got, err := open(t, o).(embed.SpanEmbedder).EmbedSpans(ctx, text, spans)
		if err != nil {
			t.Fatal(err)
		}
		for i := range spans {
			if c := embed.Dot(got[i], want[i]); c < 0.95 { // words are normalized one by one there
				t.Errorf("in characters %v: span %d: cosine %v", runes, i, c)
			}
		}
	}
}

func TestBatches(t *testing.T) {
	s := &server{provider: "openai"}
	o := start(t, s)
	o.BatchTexts, o.Concurrent, o.Dim = 10, 3, dim
	e := open(t, o)
	var texts []string
	for i := range 95 {
		texts = append(texts, fmt.Sprintf("texto %d", i))
	}
	s.misbehave = func(int64, http.ResponseWriter) bool { time.Sleep(5 * time.Millisecond); return false }
	v, err := e.Embed(ctx, embed.Passage, texts)
	if err != nil {
		t.Fatal(err)
	}
	want, _ := fake.Embedder{Dim: dim}.Embed(ctx, embed.Passage, texts)
	for i := range texts {
		if embed.Dot(v[i], want[i]) < 0.9999 {
			t.Fatalf("text %d has another vector", i)
		}
	}
	if s.asked.Load() != 10 || s.most.Load() > 3 || s.most.Load() < 2 {
		t.Errorf("%d requests, %d at once", s.asked.Load(), s.most.Load())
	}
	o.BatchTexts, o.BatchTokens = 100, 30
	before := s.asked.Load()
	if _, err := open(t, o).Embed(ctx, embed.Passage, texts); err != nil || s.asked.Load()-before < 7 {
		t.Errorf("%d requests of at most 30 tokens, %v", s.asked.Load()-before, err)
	}
}

// TestTemporary: what passes is tried again.
func TestTemporary(t *testing.T) {
	good := func(w http.ResponseWriter) bool { return false }
	for name, bad := range map[string]func(w http.ResponseWriter) bool{
		"429": func(w http.ResponseWriter) bool { w.Header().Set("Retry-After", "1"); w.WriteHeader(429); return true },
		"500": func(w http.ResponseWriter) bool { http.Error(w, "oops", 500); return true },
		"503": func(w http.ResponseWriter) bool {
			w.Header().Set("Retry-After", time.Now().UTC().Format(http.TimeFormat))
			w.WriteHeader(503)
			return true
		},
		"cut off": func(w http.ResponseWriter) bool {
			w.Header().Set("Content-Length", "1000")
			fmt.Fprint(w, `{"data":[`)
			return true
		},
		"broken": func(w http.ResponseWriter) bool { fmt.Fprint(w, `{"data":[{]`); return true },
		"NaN": func(w http.ResponseWriter) bool {
			fmt.Fprint(w, `{"data":[{"index":0,"embedding":[NaN]}]}`)
			return true
		},
		"large": func(w http.ResponseWriter) bool {
			fmt.Fprint(w, `{"data":[{"index":0,"embedding":[1e300]}]}`)
			return true
		},
		"short": func(w http.ResponseWriter) bool {
			fmt.Fprint(w, `{"data":[{"index":0,"embedding":[1,2,3]}]}`)
			return true
		},
		"zero": func(w http.ResponseWriter) bool {
			fmt.Fprint(w, `{"data":[{"index":0,"embedding":[`+strings.Repeat("0,", dim-1)+`0]}]}`)
			return true
		},
		"few": func(w http.ResponseWriter) bool { fmt.Fprint(w, `{"data":[]}`); return true },
		"twice": func(w http.ResponseWriter) bool {
			fmt.Fprint(w, `{"data":[{"index":0,"embedding":[1]},{"index":0,"embedding":[1]}]}`)
			return true
		},
		"hung up": func(http.ResponseWriter) bool { panic(http.ErrAbortHandler) },
		"slow":    func(http.ResponseWriter) bool { time.Sleep(1500 * time.Millisecond); return true },
	} {
		t.Run(name, func(t *testing.T) {
			s := &server{provider: "openai"}
			o := start(t, s)
			o.Dim, o.Tries = dim, 3
			if name == "slow" {
				o.Timeout = time.Second
			}
			s.misbehave = func(n int64, w http.ResponseWriter) bool {
				if n <= 2 {
					return bad(w)
				}
				return good(w)
			}
			e := open(t, o)
			if _, err := e.Embed(ctx, embed.Passage, []string{"uno"}); err != nil || s.asked.Load() != 3 {
				t.Errorf("after %d requests: %v", s.asked.Load(), err)
			}
			s.asked.Store(0)
			s.misbehave = func(_ int64, w http.ResponseWriter) bool { return bad(w) }
			_, err := e.Embed(ctx, embed.Passage, []string{"uno"})
			if err == nil || s.asked.Load() != 3 || !strings.Contains(err.Error(), "openai m (127.0.0.1") {
				t.Errorf("after %d requests: %v", s.asked.Load(), err)
			}
		})
	}
}

// TestForGood: what doesn't pass is said at once, without the key.
func TestForGood(t *testing.T) {
	for name, tt := range map[string]struct {
		bad  func(w http.ResponseWriter) bool
		want string
	}{
		"400": {func(w http.ResponseWriter) bool { http.Error(w, `{"error":{"message":"too long"}}`, 400); return true }, "too long"},
		"401": {func(w http.ResponseWriter) bool {
			http.Error(w, `{"error":"key `+key+` is wrong"}`, http.StatusUnauthorized)
			return true
		}, "is the key set and right?"},
		"404": {func(w http.ResponseWriter) bool { http.Error(w, "<html>", 404); return true }, "is the address right"},
		"413": {func(w http.ResponseWriter) bool {
			http.Error(w, `{"message":"batch"}`, http.StatusRequestEntityTooLarge)
			return true
		}, "smaller requests"},
	} {
		s := &server{provider: "openai"}
		o := start(t, s)
		o.Dim = dim
		s.misbehave = func(_ int64, w http.ResponseWriter) bool { return tt.bad(w) }
		_, err := open(t, o).Embed(ctx, embed.Passage, []string{"uno"})
		if err == nil || s.asked.Load() != 1 || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), key) {
			t.Errorf("%s: after %d requests: %v", name, s.asked.Load(), err)
		}
	}
}

func TestDown(t *testing.T) {
	o := start(t, &server{provider: "openai"})
	o.URL, o.Tries = "http://127.0.0.1:1", 2
	if _, err := remote.New(ctx, o); err == nil || !strings.Contains(err.Error(), "127.0.0.1:1") {
		t.Errorf("got %v", err)
	}
	o = start(t, &server{provider: "openai", misbehave: func(_ int64, w http.ResponseWriter) bool {
		w.Header().Set("Retry-After", "3600")
		w.WriteHeader(429)
		return true
	}})
	o.Dim, o.Longest = dim, time.Hour
	e := open(t, o)
	short, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
	defer cancel()
	began := time.Now()
	if _, err := e.Embed(short, embed.Passage, []string{"uno"}); !errors.Is(err, context.DeadlineExceeded) || time.Since(began) > 10*time.Second {
		t.Errorf("after %v: %v", time.Since(began), err)
	}
}

func TestWrongOptions(t *testing.T) {
	for want, o := range map[string]remote.Options{
		"is none of openai, ollama": {Provider: "acme", Model: "m"},
		"which model?":              {Provider: "openai"},
		"is no address":             {Provider: "tei", URL: "localhost:8080"},
		`"ftp://x"`:                 {Provider: "tei", URL: "ftp://x"},
	} {
		if _, err := remote.New(ctx, o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

// TestPrefixes: what a model wants before its texts is sent.
func TestPrefixes(t *testing.T) {
	o := start(t, &server{provider: "tei"})
	o.Query, o.Passage = "query: ", "passage: "
	e := open(t, o)
	want, _ := fake.Embedder{Dim: dim}.Embed(ctx, embed.Passage, []string{"query: uno", "passage: uno"})
	for k, w := range map[embed.Kind][]float32{embed.Query: want[0], embed.Passage: want[1]} {
		v, err := e.Embed(ctx, k, []string{"uno"})
		if err != nil || math.Abs(embed.Dot(v[0], w)-1) > 1e-6 {
			t.Errorf("%v: %v", k, err)
		}
	}
}

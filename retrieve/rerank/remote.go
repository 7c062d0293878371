package rerank

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/pildora/pildora/internal/post"
)

// Options say which server is asked, and how. Provider must be given, and Model
// but for TEI and llama.cpp, which serve one.
type Options struct {
	Provider string // the format that the server speaks: one of Providers
	URL      string // where the server is; empty means where the provider itself is
	Model    string
	Key      string        // is sent as the server wants it; nothing else shows it
	Timeout  time.Duration // of one request; 0 means a minute
	Tries    int           // how often a request is made before its error counts; 0 means 4
	Longest  time.Duration // between two of them, also where a server asks for more; 0 means 10 seconds
	Client   *http.Client  // nil means one of its own
}

// Server asks a server for the scores of a cross-encoder.
type Server struct {
	o      Options
	format format
	server *post.Server
}

var _ Reranker = (*Server)(nil)

// format is how the servers of a provider are spoken to.
type format struct {
	name, url, path string
	named           bool                            // they have several models
	batch           int                             // most passages of one request
	body            func(o Options, q question) any // a struct of the package
	read            func(answer []byte) (list, error)
}

type question struct {
	query    string
	passages []string
}

// list is the scores of an answer, with their places.
type list []struct {
	Index int
	Score float64
}

var formats = [...]format{
	{name: "tei", url: "http://localhost:8080", path: "rerank", batch: 32, body: tei, read: readTEI},
	{name: "cohere", url: "https://api.cohere.com", path: "v2/rerank", named: true, batch: 1000, body: cohere, read: readResults},
	{name: "jina", url: "https://api.jina.ai/v1", path: "rerank", named: true, batch: 1000, body: jina, read: readResults},
	{name: "voyage", url: "https://api.voyageai.com/v1", path: "rerank", named: true, batch: 1000, body: voyage, read: readData},
	{name: "llamacpp", url: "http://localhost:8080", path: "v1/rerank", batch: 1000, body: cohere, read: readResults},
}

// Providers lists the formats that are spoken.
func Providers() []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

// New returns a reranker; nobody is asked yet. The error says which option is
// wrong.
func New(o Options) (*Server, error) {
	i := slices.IndexFunc(formats[:], func(f format) bool { return f.name == o.Provider })
	if i < 0 {
		return nil, fmt.Errorf("provider %q is none of %s", o.Provider, strings.Join(Providers(), ", "))
	}
	s := &Server{o: o, format: formats[i]}
	if o.Model == "" && s.format.named {
		return nil, fmt.Errorf("%s: which model? Servers of %s have several", o.Provider, o.Provider)
	}
	if s.o.URL == "" {
		s.o.URL = s.format.url
	}
	if s.o.Timeout <= 0 {
		s.o.Timeout = time.Minute
	}
	if s.o.Tries <= 0 {
		s.o.Tries = 4
	}
	if s.o.Longest <= 0 {
		s.o.Longest = 10 * time.Second
	}
	base, err := post.Address(s.o.URL)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.Provider, err)
	}
	s.server = &post.Server{Base: base, Header: post.Bearer(o.Key), Key: o.Key, Client: o.Client, Timeout: s.o.Timeout, Most: mostAnswer}
	return s, nil
}

// mostAnswer bounds the bytes of an answer: a score a passage.
const mostAnswer = 16 << 20

// Rerank asks the server, in several requests where it takes no more passages
// at once.
func (s *Server) Rerank(ctx context.Context, query string, passages []string) ([]float64, error) {
	out := make([]float64, 0, len(passages))
	for part := range slices.Chunk(passages, s.format.batch) {
		scores, err := s.ask(ctx, question{query, part})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.server.Name(s.o.Provider, s.o.Model), err)
		}
		out = append(out, scores...)
	}
	return out, nil
}

func (s *Server) ask(ctx context.Context, q question) ([]float64, error) {
	body, err := json.Marshal(s.format.body(s.o, q))
	if err != nil {
		return nil, err
	}
	return post.Retry(ctx, s.o.Tries, s.o.Longest, func() ([]float64, error) {
		answer, err := s.server.Ask(ctx, s.format.path, body)
		if err != nil {
			return nil, err
		}
		scores, err := s.format.scores(answer, len(q.passages))
		if err != nil {
			return nil, fmt.Errorf("%w that can't be used: %w", post.ErrAnswer, err)
		}
		return scores, nil
	})
}

// scores are those of an answer, in the order of the n passages.
func (f format) scores(answer []byte, n int) ([]float64, error) {
	given, err := f.read(answer)
	if err != nil {
		return nil, err
	}
	out := make([]float64, n)
	seen := make([]bool, n)
	for _, x := range given {
		switch {
		case x.Index < 0 || x.Index >= n || seen[x.Index]:
			return nil, fmt.Errorf("index %d of %d, or one twice", x.Index, n)
		case math.IsNaN(x.Score) || math.IsInf(x.Score, 0):
			return nil, fmt.Errorf("score %d is %v", x.Index, x.Score)
		}
		out[x.Index], seen[x.Index] = x.Score, true
	}
	if len(given) != n {
		return nil, fmt.Errorf("%d scores for %d passages", len(given), n)
	}
	return out, nil
}

func tei(_ Options, q question) any {
	return struct {
		Query     string   `json:"query"`
		Texts     []string `json:"texts"`
		RawScores bool     `json:"raw_scores"` // those of all batches are comparable
		Truncate  bool     `json:"truncate"`
	}{q.query, q.passages, true, true}
}

func cohere(o Options, q question) any {
	return struct {
		Model     string   `json:"model,omitempty"`
		Query     string   `json:"query"`
		Documents []string `json:"documents"`
		TopN      int      `json:"top_n"`
	}{o.Model, q.query, q.passages, len(q.passages)}
}

func jina(o Options, q question) any {
	return struct {
		Model     string   `json:"model"`
		Query     string   `json:"query"`
		Documents []string `json:"documents"`
		TopN      int      `json:"top_n"`
		Return    bool     `json:"return_documents"`
	}{o.Model, q.query, q.passages, len(q.passages), false}
}

func voyage(o Options, q question) any {
	return struct {
		Query      string   `json:"query"`
		Documents  []string `json:"documents"`
		Model      string   `json:"model"`
		Return     bool     `json:"return_documents"`
		Truncation bool     `json:"truncation"`
	}{q.query, q.passages, o.Model, false, true}
}

// relevant is a score as all but TEI write it.
type relevant struct {
	Index *int     `json:"index"`
	Score *float64 `json:"relevance_score"`
}

var errParts = errors.New("a result without index or score")

func listed(rs []relevant) (list, error) {
	out := make(list, len(rs))
	for i, r := range rs {
		if r.Index == nil || r.Score == nil {
			return nil, errParts
		}
		out[i].Index, out[i].Score = *r.Index, *r.Score
	}
	return out, nil
}

func readTEI(answer []byte) (list, error) {
	var a []struct {
		Index *int     `json:"index"`
		Score *float64 `json:"score"`
	}
	if err := json.Unmarshal(answer, &a); err != nil {
		return nil, err
	}
	rs := make([]relevant, len(a))
	for i, x := range a {
		rs[i] = relevant(x)
	}
	return listed(rs)
}

func readResults(answer []byte) (list, error) {
	var a struct {
		Results []relevant `json:"results"`
	}
	if err := json.Unmarshal(answer, &a); err != nil {
		return nil, err
	}
	return listed(a.Results)
}

func readData(answer []byte) (list, error) {
	var a struct {
		Data []relevant `json:"data"`
	}
	if err := json.Unmarshal(answer, &a); err != nil {
		return nil, err
	}
	return listed(a.Data)
}

package remote

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/embed"
)

// format is how the servers of a provider are spoken to.
type format struct {
	name, url string
	named     bool // they have several models
	embed     func(o Options, k embed.Kind, texts []string) question
	// late returns how spans are embedded, nil where the model can't.
	late func(o Options) lateFunc
}

type lateFunc func(ctx context.Context, e *Embedder, text string, spans []doc.Span) ([][]float32, error)

var formats = [...]format{
	{name: "openai", url: "https://api.openai.com/v1", named: true, embed: openAI},
	{name: "ollama", url: "http://localhost:11434", named: true, embed: ollama},
	{name: "tei", url: "http://localhost:8080", embed: tei, late: func(Options) lateFunc { return teiLate }},
	{name: "llamacpp", url: "http://localhost:8080", embed: llamaCpp},
	{name: "cohere", url: "https://api.cohere.com", named: true, embed: cohere},
	{name: "voyage", url: "https://api.voyageai.com/v1", named: true, embed: voyage, late: voyageLate},
	{name: "jina", url: "https://api.jina.ai/v1", named: true, embed: jina, late: func(Options) lateFunc { return jinaLate }},
}

func asked(o Options) int {
	if o.Ask {
		return o.Dim
	}
	return 0
}

// indexed are vectors with their places, as OpenAI gives them.
type indexed struct {
	Data []struct {
		Index     int       `json:"index"`
		Embedding []float32 `json:"embedding"`
	} `json:"data"`
}

// put sets out[i], of an answer that numbers its parts.
func put[T any](out [][]T, i int, v []T) error {
	if i < 0 || i >= len(out) || out[i] != nil {
		return fmt.Errorf("index %d of %d, or one twice", i, len(out))
	}
	out[i] = v
	return nil
}

func readIndexed(answer []byte) ([][]float32, error) {
	var a indexed
	if err := json.Unmarshal(answer, &a); err != nil {
		return nil, err
	}
	out := make([][]float32, len(a.Data))
	for _, d := range a.Data {
		if err := put(out, d.Index, d.Embedding); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// openAI speaks POST /embeddings.
func openAI(o Options, _ embed.Kind, texts []string) question {
	return question{path: "embeddings", vectors: readIndexed, body: struct {
		Model      string   `json:"model"`
		Input      []string `json:"input"`
		Format     string   `json:"encoding_format"`
		Dimensions int      `json:"dimensions,omitempty"`
	}{o.Model, texts, "float", asked(o)}}
}

// ollama speaks POST /api/embed.
func ollama(o Options, _ embed.Kind, texts []string) question {
	return question{path: "api/embed", body: struct {
		Model      string   `json:"model"`
		Input      []string `json:"input"`
		Truncate   bool     `json:"truncate"`
		Dimensions int      `json:"dimensions,omitempty"`
	}{o.Model, texts, false, asked(o)}, vectors: func(answer []byte) ([][]float32, error) {
		var a struct {
			Embeddings [][]float32 `json:"embeddings"`
		}
		err := json.Unmarshal(answer, &a)
		return a.Embeddings, err
	}}
}

// teiInput is what TEI's routes take.
type teiInput struct {
	Inputs    []string `json:"inputs"`
	Normalize *bool    `json:"normalize,omitempty"`
	Truncate  *bool    `json:"truncate,omitempty"`
	Special   *bool    `json:"add_special_tokens,omitempty"`
}

// tei speaks POST /embed of Text Embeddings Inference.
func tei(_ Options, _ embed.Kind, texts []string) question {
	yes, no := true, false
	return question{path: "embed", body: teiInput{Inputs: texts, Normalize: &yes, Truncate: &no}, vectors: func(answer []byte) (v [][]float32, err error) {
		err = json.Unmarshal(answer, &v)
		return v, err
	}}
}

// teiLate asks for the vectors of all tokens and where they stand, and pools
// those of each span.
func teiLate(ctx context.Context, e *Embedder, text string, spans []doc.Span) ([][]float32, error) {
	// What reaches from the first span to the last is what the tokens see.
	from, to := spans[0].Start, spans[0].End
	for _, s := range spans {
		from, to = min(from, s.Start), max(to, s.End)
	}
	sent := e.o.Passage + text[from:to]
	no := false
	var tokens []teiToken
	if _, err := e.ask(ctx, question{path: "tokenize", body: teiInput{Inputs: []string{sent}}, vectors: func(answer []byte) ([][]float32, error) {
		var all [][]teiToken
		if err := json.Unmarshal(answer, &all); err != nil {
			return nil, err
		}
		if len(all) != 1 {
			return nil, fmt.Errorf("tokens of %d texts", len(all))
		}
		tokens = all[0]
		return nil, nil
	}}, func([][]float32) error { return nil }); err != nil {
		return nil, err
	}
	rows, err := e.ask(ctx, question{path: "embed_all", body: teiInput{Inputs: []string{sent}, Truncate: &no}, vectors: func(answer []byte) ([][]float32, error) {
		var all [][][]float32
		if err := json.Unmarshal(answer, &all); err != nil {
			return nil, err
		}
		if len(all) != 1 {
			return nil, fmt.Errorf("vectors of %d texts", len(all))
		}
		return all[0], nil
	}}, func(v [][]float32) error { return embed.Check(v, len(tokens), e.model.Dim) })
	if err != nil {
		return nil, err
	}
	starts, err := places(tokens, sent)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", e.name(), err)
	}
	out := make([][]float32, len(spans))
	shift := len(e.o.Passage) - from
	for i, s := range spans {
		out[i] = make([]float32, e.model.Dim)
		for j, at := range starts {
			if at >= s.Start+shift && at < s.End+shift {
				for d, x := range rows[j] {
					out[i][d] += x
				}
			}
		}
	}
	return out, nil
}

// teiToken is a token of TEI's route /tokenize.
type teiToken struct {
	Special bool `json:"special"`
	Start   *int `json:"start"`
	Stop    *int `json:"stop"`
}

// places returns where each token starts in the text, in bytes, -1 for special
// ones. Servers count in bytes or in characters, by their version: characters
// where the last token doesn't reach the end in bytes.
func places(tokens []teiToken, text string) ([]int, error) {
	end := 0
	for _, t := range tokens {
		if t.Stop != nil {
			end = max(end, *t.Stop)
		}
	}
	runes := utf8.RuneCountInString(text)
	inRunes := end <= runes && runes < len(text)
	var starts []int // of characters
	if inRunes {
		for i := range text {
			starts = append(starts, i)
		}
		starts = append(starts, len(text))
	}
	out := make([]int, len(tokens))
	for i, t := range tokens {
		switch {
		case t.Special || t.Start == nil || t.Stop == nil || *t.Start == *t.Stop:
			out[i] = -1
		case *t.Start < 0 || *t.Stop < *t.Start || *t.Stop > len(text):
			return nil, fmt.Errorf("token %d stands at %d to %d of %d bytes", i, *t.Start, *t.Stop, len(text))
		case inRunes:
			out[i] = starts[*t.Start]
		default:
			out[i] = *t.Start
		}
	}
	return out, nil
}

// llamaCpp speaks POST /embedding of llama.cpp's server, whose vectors stand in
// a list of one, or alone where it is older.
func llamaCpp(_ Options, _ embed.Kind, texts []string) question {
	return question{path: "embedding", body: struct {
		Content []string `json:"content"`
	}{texts}, vectors: func(answer []byte) ([][]float32, error) {
		var all []struct {
			Index     int             `json:"index"`
			Embedding json.RawMessage `json:"embedding"`
		}
		if err := json.Unmarshal(answer, &all); err != nil {
			return nil, err
		}
		out := make([][]float32, len(all))
		for _, a := range all {
			var rows [][]float32
			if json.Unmarshal(a.Embedding, &rows) != nil {
				rows = make([][]float32, 1)
				if err := json.Unmarshal(a.Embedding, &rows[0]); err != nil {
					return nil, err
				}
			}
			if len(rows) != 1 {
				return nil, fmt.Errorf("%d vectors for a text; start the server with --pooling mean or cls", len(rows))
			}
			if err := put(out, a.Index, rows[0]); err != nil {
				return nil, err
			}
		}
		return out, nil
	}}
}

// cohere speaks POST /v2/embed.
func cohere(o Options, k embed.Kind, texts []string) question {
	kind := "search_document"
	if k == embed.Query {
		kind = "search_query"
	}
	return question{path: "v2/embed", body: struct {
		Model     string   `json:"model"`
		Texts     []string `json:"texts"`
		Kind      string   `json:"input_type"`
		Types     []string `json:"embedding_types"`
		Truncate  string   `json:"truncate"`
		Dimension int      `json:"output_dimension,omitempty"`
	}{o.Model, texts, kind, []string{"float"}, "NONE", asked(o)}, vectors: func(answer []byte) ([][]float32, error) {
		var a struct {
			Embeddings struct {
				Float [][]float32 `json:"float"`
			} `json:"embeddings"`
		}
		err := json.Unmarshal(answer, &a)
		return a.Embeddings.Float, err
	}}
}

func voyageKind(k embed.Kind) string {
	if k == embed.Query {
		return "query"
	}
	return "document"
}

// voyage speaks POST /embeddings, and for models with context in their name
// POST /contextualizedembeddings, with each text alone.
func voyage(o Options, k embed.Kind, texts []string) question {
	if voyageLate(o) != nil {
		alone := make([][]string, len(texts))
		for i, t := range texts {
			alone[i] = []string{t}
		}
		return voyageContext(o, k, alone)
	}
	return question{path: "embeddings", vectors: readIndexed, body: struct {
		Model     string   `json:"model"`
		Input     []string `json:"input"`
		Kind      string   `json:"input_type"`
		Truncate  bool     `json:"truncation"`
		Dimension int      `json:"output_dimension,omitempty"`
	}{o.Model, texts, voyageKind(k), false, asked(o)}}
}

func voyageContext(o Options, k embed.Kind, documents [][]string) question {
	return question{path: "contextualizedembeddings", body: struct {
		Model     string     `json:"model"`
		Inputs    [][]string `json:"inputs"`
		Kind      string     `json:"input_type"`
		Dimension int        `json:"output_dimension,omitempty"`
	}{o.Model, documents, voyageKind(k), asked(o)}, vectors: func(answer []byte) ([][]float32, error) {
		var a struct {
			Data []struct {
				Index int             `json:"index"`
				Data  json.RawMessage `json:"data"`
			} `json:"data"`
		}
		if err := json.Unmarshal(answer, &a); err != nil {
			return nil, err
		}
		parts := make([][][]float32, len(a.Data))
		for _, d := range a.Data {
			v, err := readIndexed([]byte(`{"data":` + string(d.Data) + `}`))
			if err == nil {
				err = put(parts, d.Index, v)
			}
			if err != nil {
				return nil, err
			}
		}
		var out [][]float32
		for _, p := range parts {
			out = append(out, p...)
		}
		return out, nil
	}}
}

// voyageLate is for their contextual models.
func voyageLate(o Options) lateFunc {
	if !strings.Contains(strings.ToLower(o.Model), "context") {
		return nil
	}
	return func(ctx context.Context, e *Embedder, text string, spans []doc.Span) ([][]float32, error) {
		return e.ask(ctx, voyageContext(o, embed.Passage, [][]string{parts(text, spans)}), func(v [][]float32) error { return e.fits(v, len(spans)) })
	}
}

func parts(text string, spans []doc.Span) []string {
	out := make([]string, len(spans))
	for i, s := range spans {
		out[i] = text[s.Start:s.End]
	}
	return out
}

// jinaBody is what Jina's POST /embeddings takes.
type jinaBody struct {
	Model     string   `json:"model"`
	Input     []string `json:"input"`
	Task      string   `json:"task,omitempty"`
	Late      bool     `json:"late_chunking,omitempty"`
	Truncate  bool     `json:"truncate"`
	Dimension int      `json:"dimensions,omitempty"`
}

func jina(o Options, k embed.Kind, texts []string) question {
	return question{path: "embeddings", vectors: readIndexed, body: jinaBody{Model: o.Model, Input: texts, Task: "retrieval." + k.String(), Dimension: asked(o)}}
}

// jinaLate sends the parts of a text together, which are joined there.
func jinaLate(ctx context.Context, e *Embedder, text string, spans []doc.Span) ([][]float32, error) {
	body := jinaBody{Model: e.o.Model, Input: parts(text, spans), Task: "retrieval.passage", Late: true, Dimension: asked(e.o)}
	return e.ask(ctx, question{path: "embeddings", vectors: readIndexed, body: body}, func(v [][]float32) error { return e.fits(v, len(spans)) })
}

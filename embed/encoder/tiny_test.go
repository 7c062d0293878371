package encoder_test

import (
	"context"
	"encoding/binary"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/embed"
	"github.com/pildora/pildora/embed/embedtest"
	"github.com/pildora/pildora/embed/encoder"
	"github.com/pildora/pildora/embed/encoder/encodertest"
)

func open(t testing.TB, m *encodertest.Model, o encoder.Options) *encoder.Encoder {
	t.Helper()
	e, err := encoder.Open(m.Write(t), o)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func close32(a, b []float32, size float64) bool {
	for i := range a {
		if d := math.Abs(float64(a[i] - b[i])); d > size || math.IsNaN(d) {
			return false
		}
	}
	return len(a) == len(b)
}

// TestLevels: all instruction sets, any number of workers and any company give
// the same vectors.
func TestLevels(t *testing.T) {
	var many []string
	words := []string{"uno", "dos", "tres", "cuatro"}
	for i := range 40 {
		var text []string
		for j := range i % 10 {
			text = append(text, words[(i+j)%4])
		}
		many = append(many, strings.Join(text, " "))
	}
	ctx := context.Background()
	for p, near := range map[encoder.Precision]float64{
		encoder.Float32: 1e-4,
		encoder.Int8:    5e-3, // what lies between two bytes may fall either way
	} {
		want, err := open(t, encodertest.New(), encoder.Options{Precision: p, Level: encoder.Portable, Workers: 1}).Embed(ctx, embed.Passage, many)
		if err != nil {
			t.Fatal(err)
		}
		if err := embed.Check(want, len(many), encodertest.Hidden); err != nil {
			t.Fatal(err)
		}
		for _, o := range []encoder.Options{{}, {Level: encoder.AVX2}, {Workers: 3}} {
			o.Precision = p
			e := open(t, encodertest.New(), o)
			got, err := e.Embed(ctx, embed.Passage, many)
			if err != nil {
				t.Fatal(err)
			}
			for i := range many {
				if !close32(got[i], want[i], near) {
					t.Errorf("%v %+v: %q: got %.4f, want %.4f", p, o, many[i], got[i][:4], want[i][:4])
				}
				alone, err := e.Embed(ctx, embed.Passage, many[i:i+1])
				if err != nil || !close32(alone[0], got[i], 1e-6) {
					t.Errorf("%v: %q: alone it has another vector (%v)", p, many[i], err)
				}
			}
		}
	}
}

// TestLateInOneWindow holds late chunking against its definition.
func TestLateInOneWindow(t *testing.T) {
	e := open(t, encodertest.New(), encoder.Options{})
	text := "uno dos tres cuatro uno"
	spans := []doc.Span{{Start: 0, End: 7}, {Start: 7, End: 12}, {Start: 13, End: 13}, {Start: 13, End: len(text)}, {Start: 0, End: len(text)}}
	got, err := e.EmbedSpans(context.Background(), text, spans)
	if err != nil {
		t.Fatal(err)
	}
	states, err := e.Tokens(context.Background(), embed.Passage, text)
	if err != nil {
		t.Fatal(err)
	}
	// [CLS] uno dos tres cuatro uno [SEP]
	for i, rows := range [][2]int{{1, 3}, {3, 4}, {0, 0}, {4, 6}, {1, 6}} {
		want := make([]float32, encodertest.Hidden)
		for j := rows[0]; j < rows[1]; j++ {
			for k, v := range states.Row(j) {
				want[k] += v / float32(rows[1]-rows[0])
			}
		}
		embed.Normalize(want)
		if !close32(got[i], want, 1e-5) {
			t.Errorf("span %v: got %.4f, want %.4f", spans[i], got[i][:4], want[:4])
		}
	}
	if _, err := e.EmbedSpans(context.Background(), text, []doc.Span{{Start: 3, End: 99}}); err == nil {
		t.Error("a span outside the text: no error")
	}
}

// TestLong: a text beyond the window goes through in pieces; each of its tokens
// counts once, where it has the most around it.
func TestLong(t *testing.T) {
	e := open(t, encodertest.New(), encoder.Options{})
	ctx := context.Background()
	words := strings.Fields(strings.Repeat("uno dos tres cuatro dos ", 7))
	text := strings.Join(words, " ")
	states, err := e.Tokens(ctx, embed.Passage, text)
	if err != nil {
		t.Fatal(err)
	}
	if states.Len() != len(words)+2 {
		t.Fatalf("%d tokens, want %d", states.Len(), len(words)+2)
	}
	for i, w := range words {
		if s := states.Span(i + 1); text[s.Start:s.End] != w {
			t.Fatalf("token %d: %q, want %q", i, text[s.Start:s.End], w)
		}
	}
	// Of ten words that fit, each five on: word 7 is in the middle of the second piece.
	piece, err := e.Tokens(ctx, embed.Passage, strings.Join(words[5:15], " "))
	if err != nil {
		t.Fatal(err)
	}
	if !close32(states.Row(1+9), piece.Row(1+4), 1e-6) {
		t.Error("word 9 isn't that of the piece from word 5 to 15")
	}
	vectors, err := e.Embed(ctx, embed.Passage, []string{text})
	if err != nil {
		t.Fatal(err)
	}
	mean := make([]float32, encodertest.Hidden)
	for i := range states.Len() {
		for j, v := range states.Row(i) {
			mean[j] += v
		}
	}
	embed.Normalize(mean)
	if !close32(vectors[0], mean, 1e-5) {
		t.Error("the vector of a long text isn't the mean of its tokens")
	}
	if _, err := open(t, encodertest.New(), encoder.Options{Refuse: true}).Embed(ctx, embed.Passage, []string{"uno", text}); !errors.Is(err, embed.ErrWindow) || !strings.Contains(err.Error(), "text 1") {
		t.Errorf("a long text that is to be refused: %v", err)
	}
}

// TestSpansOfLongTexts: spans that part a text share out its tokens.
func TestSpansOfLongTexts(t *testing.T) {
	e := open(t, encodertest.New(), encoder.Options{})
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.SampledFrom([]string{"uno", "dos", "tres", "x"}), 1, 60).Draw(t, "words")
		text := strings.Join(words, " ")
		states, err := e.Tokens(context.Background(), embed.Passage, text)
		if err != nil {
			t.Fatal(err)
		}
		if states.Len() != len(words)+2 {
			t.Fatalf("%d tokens for %d words", states.Len(), len(words))
		}
		for i := range states.Len() {
			if len(states.Row(i)) != encodertest.Hidden {
				t.Fatalf("token %d of %d has no row", i, states.Len())
			}
		}
		cut := rapid.IntRange(0, len(text)).Draw(t, "cut")
		v, err := e.EmbedSpans(context.Background(), text, []doc.Span{{Start: 0, End: cut}, {Start: cut, End: len(text)}})
		if err != nil {
			t.Fatal(err)
		}
		if err := embed.Check(v, 2, encodertest.Hidden); err != nil {
			t.Fatal(err)
		}
	})
}

func TestKinds(t *testing.T) {
	m := encodertest.New()
	m.Files["config_sentence_transformers.json"] = `{"prompts":{"query":"query: ","document":""}}`
	m.Files["modules.json"] = `[{"path":"","type":"sentence_transformers.models.Transformer"},{"path":"1_Pooling","type":"sentence_transformers.models.Pooling"}]`
	m.Files["1_Pooling/config.json"] = `{"word_embedding_dimension":32,"pooling_mode_cls_token":true,"pooling_mode_mean_tokens":false}`
	e := open(t, m, encoder.Options{})
	ctx := context.Background()
	query, err := e.Embed(ctx, embed.Query, []string{"uno"})
	if err != nil {
		t.Fatal(err)
	}
	passage, err := e.Embed(ctx, embed.Passage, []string{"uno", "query: uno"})
	if err != nil {
		t.Fatal(err)
	}
	if !close32(query[0], passage[1], 0) || close32(query[0], passage[0], 1e-3) {
		t.Error("the prefix of queries isn't put before them")
	}
	states, err := e.Tokens(ctx, embed.Passage, "uno")
	if err != nil {
		t.Fatal(err)
	}
	cls := append([]float32(nil), states.Row(0)...)
	embed.Normalize(cls)
	if !close32(passage[0], cls, 1e-6) {
		t.Error("the folder says the first token, and it isn't that")
	}
}

func TestNumbers(t *testing.T) {
	m := encodertest.New()
	m.Kind = "BF16"
	v, err := open(t, m, encoder.Options{}).Embed(context.Background(), embed.Passage, []string{"uno dos"})
	if err != nil {
		t.Fatal(err)
	}
	full, err := open(t, encodertest.New(), encoder.Options{}).Embed(context.Background(), embed.Passage, []string{"uno dos"})
	if err != nil {
		t.Fatal(err)
	}
	if c := embed.Dot(v[0], full[0]); c < 0.99 || c > 0.9999999 {
		t.Errorf("in BF16 the cosine is %v", c)
	}
}

// TestBadModels: what is wrong with a folder is said.
func TestBadModels(t *testing.T) {
	for name, tt := range map[string]struct {
		spoil func(m *encodertest.Model)
		want  string
	}{
		"no config":          {func(m *encodertest.Model) { m.Files["config.json"] = "" }, "config.json is missing"},
		"broken config":      {func(m *encodertest.Model) { m.Files["config.json"] = "{" }, "config.json"},
		"unknown":            {func(m *encodertest.Model) { m.Config["model_type"] = "mamba" }, `"mamba" is not known; known are bert`},
		"no tokenizer":       {func(m *encodertest.Model) { m.Files["tokenizer.json"] = "" }, "tokenizer.json"},
		"tensor missing":     {func(m *encodertest.Model) { delete(m.Tensors, "encoder.layer.1.output.dense.bias") }, "encoder.layer.1.output.dense.bias is missing"},
		"shape":              {func(m *encodertest.Model) { m.Tensors["encoder.layer.0.intermediate.dense.weight"] = []int{64, 16} }, "shape [64 16], not [64 32]"},
		"heads":              {func(m *encodertest.Model) { m.Config["num_attention_heads"] = 5 }, "isn't a multiple of num_attention_heads 5"},
		"activation":         {func(m *encodertest.Model) { m.Config["hidden_act"] = "relu" }, `"relu" is not known`},
		"huge":               {func(m *encodertest.Model) { m.Config["num_hidden_layers"] = 1 << 40 }, "num_hidden_layers is"},
		"relative positions": {func(m *encodertest.Model) { m.Config["position_embedding_type"] = "relative_key" }, "relative_key"},
		"vocabulary": {func(m *encodertest.Model) {
			m.Config["vocab_size"] = 2
			m.Tensors["embeddings.word_embeddings.weight"] = []int{2, encodertest.Hidden}
		}, "they don't fit"},
		"pooling": {func(m *encodertest.Model) { m.Files["modules.json"] = `[{"path":"p","type":"x.Pooling"}]` }, "is missing"},
		"weighted mean": {func(m *encodertest.Model) {
			m.Files["modules.json"] = `[{"path":"p","type":"x.Pooling"}]`
			m.Files["p/config.json"] = `{"pooling_mode_weightedmean_tokens":true}`
		}, "[weightedmean_tokens] is not known"},
		"outside": {func(m *encodertest.Model) { m.Files["modules.json"] = `[{"path":"../../etc","type":"x.Pooling"}]` }, "leads out of the folder"},
		"module":  {func(m *encodertest.Model) { m.Files["modules.json"] = `[{"path":"","type":"x.Dense"}]` }, "x.Dense is not known"},
		"window": {func(m *encodertest.Model) {
			m.Files["config_sentence_transformers.json"] = `{"prompts":{"query":"` + strings.Repeat("uno ", 20) + `"}}`
		}, "leaves no room"},
		"type": {func(m *encodertest.Model) { m.Kind = "I32" }, "of type I32"},
	} {
		t.Run(name, func(t *testing.T) {
			m := encodertest.New()
			tt.spoil(m)
			folder := m.Write(t)
			if _, err := encoder.Open(folder, encoder.Options{}); err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), folder) && name != "module" && name != "outside" && name != "weighted mean" {
				t.Errorf("got %v, want %q and the folder", err, tt.want)
			}
		})
	}
	t.Run("no weights", func(t *testing.T) {
		folder := encodertest.New().Write(t)
		if err := os.Remove(filepath.Join(folder, "model.safetensors")); err != nil {
			t.Fatal(err)
		}
		if _, err := encoder.Open(folder, encoder.Options{}); err == nil || !strings.Contains(err.Error(), "model.safetensors is missing") {
			t.Errorf("got %v", err)
		}
	})
	t.Run("not a number", func(t *testing.T) {
		m := encodertest.New()
		folder := m.Write(t)
		path := filepath.Join(folder, "model.safetensors")
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for i := len(data) - 4; i > len(data)-4*encodertest.Hidden*20; i -= 4 {
			binary.LittleEndian.PutUint32(data[i:], math.Float32bits(float32(math.NaN())))
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := encoder.Open(folder, encoder.Options{}); err == nil || !strings.Contains(err.Error(), "NaN") {
			t.Errorf("got %v", err)
		}
	})
}

// TestTruncated cuts files off everywhere.
func TestTruncated(t *testing.T) {
	folder := encodertest.New().Write(t)
	path := filepath.Join(folder, "model.safetensors")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for n := 0; n < len(data); n += 1 + len(data)/200 {
		if err := os.WriteFile(path, data[:n], 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := encoder.Open(folder, encoder.Options{}); err == nil || !strings.Contains(err.Error(), path) {
			t.Fatalf("%d of %d bytes: %v", n, len(data), err)
		}
	}
}

func TestCancelled(t *testing.T) {
	e := open(t, encodertest.New(), encoder.Options{})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := e.Embed(ctx, embed.Passage, []string{"uno", "dos"}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if _, err := e.EmbedSpans(ctx, "uno", nil); !errors.Is(err, context.Canceled) {
		t.Errorf("late: got %v", err)
	}
}

func TestEmbedder(t *testing.T) {
	embedtest.Run(t, open(t, encodertest.New(), encoder.Options{}), 1e-6)
	t.Run("int8", func(t *testing.T) {
		embedtest.Run(t, open(t, encodertest.New(), encoder.Options{Precision: encoder.Int8}), 1e-6)
	})
}

package encoder_test

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/embed"
	"github.com/pildora/pildora/embed/encoder"
)

// tiny is a model of random numbers, for a folder.
type tiny struct {
	config  map[string]any
	tensors map[string][]int // shapes
	files   map[string]string
	kind    string // of numbers
}

const (
	tinyHidden, tinyMid, tinyVocab, tinyWindow = 32, 64, 8, 12
)

func newTiny() *tiny {
	m := &tiny{kind: "F32", tensors: map[string][]int{}, files: map[string]string{},
		config: map[string]any{"model_type": "bert", "hidden_size": tinyHidden, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": tinyMid,
			"vocab_size": tinyVocab, "max_position_embeddings": tinyWindow, "type_vocab_size": 2, "layer_norm_eps": 1e-12, "hidden_act": "gelu"}}
	h := tinyHidden
	linear := func(name string, n, k int) {
		m.tensors[name+".weight"], m.tensors[name+".bias"] = []int{n, k}, []int{n}
	}
	norm := func(name string) { m.tensors[name+".weight"], m.tensors[name+".bias"] = []int{h}, []int{h} }
	m.tensors["embeddings.word_embeddings.weight"] = []int{tinyVocab, h}
	m.tensors["embeddings.position_embeddings.weight"] = []int{tinyWindow, h}
	m.tensors["embeddings.token_type_embeddings.weight"] = []int{2, h}
	norm("embeddings.LayerNorm")
	for i := range 2 {
		at := fmt.Sprintf("encoder.layer.%d.", i)
		for _, name := range []string{"attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense"} {
			linear(at+name, h, h)
		}
		norm(at + "attention.output.LayerNorm")
		linear(at+"intermediate.dense", tinyMid, h)
		linear(at+"output.dense", h, tinyMid)
		norm(at + "output.LayerNorm")
	}
	m.files["tokenizer.json"] = `{"version":"1.0","added_tokens":[],"normalizer":null,"pre_tokenizer":{"type":"WhitespaceSplit"},
		"post_processor":{"type":"BertProcessing","sep":["[SEP]",2],"cls":["[CLS]",1]},
		"model":{"type":"WordLevel","unk_token":"[UNK]","vocab":{"[UNK]":0,"[CLS]":1,"[SEP]":2,"uno":3,"dos":4,"tres":5,"cuatro":6,"query:":7}}}`
	return m
}

// write writes the model to a folder.
func (m *tiny) write(t testing.TB) string {
	t.Helper()
	folder := t.TempDir()
	header, at := map[string]any{"__metadata__": map[string]string{"format": "pt"}}, 0
	var data []byte
	r := rand.New(rand.NewPCG(1, 2))
	for _, name := range slices.Sorted(maps.Keys(m.tensors)) {
		n := 1
		for _, d := range m.tensors[name] {
			n *= d
		}
		for range n {
			v := float32(r.NormFloat64()) * 0.3
			if strings.HasSuffix(name, "Norm.weight") {
				v++
			}
			switch m.kind {
			case "BF16":
				data = binary.LittleEndian.AppendUint16(data, uint16(math.Float32bits(v)>>16))
			default:
				data = binary.LittleEndian.AppendUint32(data, math.Float32bits(v))
			}
		}
		header[name] = map[string]any{"dtype": m.kind, "shape": m.tensors[name], "data_offsets": []int{at, len(data)}}
		at = len(data)
	}
	text, err := json.Marshal(header)
	if err != nil {
		t.Fatal(err)
	}
	m.files["model.safetensors"] = string(binary.LittleEndian.AppendUint64(nil, uint64(len(text)))) + string(text) + string(data)
	config, err := json.Marshal(m.config)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := m.files["config.json"]; !ok {
		m.files["config.json"] = string(config)
	}
	for name, content := range m.files {
		if content == "" {
			continue // left out
		}
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func open(t testing.TB, m *tiny, o encoder.Options) *encoder.Encoder {
	t.Helper()
	e, err := encoder.Open(m.write(t), o)
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
	for _, p := range []encoder.Precision{encoder.Float32, encoder.Int8} {
		want, err := open(t, newTiny(), encoder.Options{Precision: p, Level: encoder.Portable, Workers: 1}).Embed(ctx, embed.Passage, many)
		if err != nil {
			t.Fatal(err)
		}
		if err := embed.Check(want, len(many), tinyHidden); err != nil {
			t.Fatal(err)
		}
		for _, o := range []encoder.Options{{}, {Level: encoder.AVX2}, {Workers: 3}} {
			o.Precision = p
			e := open(t, newTiny(), o)
			got, err := e.Embed(ctx, embed.Passage, many)
			if err != nil {
				t.Fatal(err)
			}
			for i := range many {
				if !close32(got[i], want[i], 1e-4) {
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
	e := open(t, newTiny(), encoder.Options{})
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
		want := make([]float32, tinyHidden)
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
	e := open(t, newTiny(), encoder.Options{})
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
	mean := make([]float32, tinyHidden)
	for i := range states.Len() {
		for j, v := range states.Row(i) {
			mean[j] += v
		}
	}
	embed.Normalize(mean)
	if !close32(vectors[0], mean, 1e-5) {
		t.Error("the vector of a long text isn't the mean of its tokens")
	}
	if _, err := open(t, newTiny(), encoder.Options{Refuse: true}).Embed(ctx, embed.Passage, []string{"uno", text}); !errors.Is(err, embed.ErrWindow) || !strings.Contains(err.Error(), "text 1") {
		t.Errorf("a long text that is to be refused: %v", err)
	}
}

// TestSpansOfLongTexts: spans that part a text share out its tokens.
func TestSpansOfLongTexts(t *testing.T) {
	e := open(t, newTiny(), encoder.Options{})
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
			if len(states.Row(i)) != tinyHidden {
				t.Fatalf("token %d of %d has no row", i, states.Len())
			}
		}
		cut := rapid.IntRange(0, len(text)).Draw(t, "cut")
		v, err := e.EmbedSpans(context.Background(), text, []doc.Span{{Start: 0, End: cut}, {Start: cut, End: len(text)}})
		if err != nil {
			t.Fatal(err)
		}
		if err := embed.Check(v, 2, tinyHidden); err != nil {
			t.Fatal(err)
		}
	})
}

func TestKinds(t *testing.T) {
	m := newTiny()
	m.files["config_sentence_transformers.json"] = `{"prompts":{"query":"query: ","document":""}}`
	m.files["modules.json"] = `[{"path":"","type":"sentence_transformers.models.Transformer"},{"path":"1_Pooling","type":"sentence_transformers.models.Pooling"}]`
	m.files["1_Pooling/config.json"] = `{"word_embedding_dimension":32,"pooling_mode_cls_token":true,"pooling_mode_mean_tokens":false}`
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
	m := newTiny()
	m.kind = "BF16"
	v, err := open(t, m, encoder.Options{}).Embed(context.Background(), embed.Passage, []string{"uno dos"})
	if err != nil {
		t.Fatal(err)
	}
	full, err := open(t, newTiny(), encoder.Options{}).Embed(context.Background(), embed.Passage, []string{"uno dos"})
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
		spoil func(m *tiny)
		want  string
	}{
		"no config":          {func(m *tiny) { m.files["config.json"] = "" }, "config.json is missing"},
		"broken config":      {func(m *tiny) { m.files["config.json"] = "{" }, "config.json"},
		"unknown":            {func(m *tiny) { m.config["model_type"] = "mamba" }, `"mamba" is not known; known are bert`},
		"no tokenizer":       {func(m *tiny) { m.files["tokenizer.json"] = "" }, "tokenizer.json"},
		"tensor missing":     {func(m *tiny) { delete(m.tensors, "encoder.layer.1.output.dense.bias") }, "encoder.layer.1.output.dense.bias is missing"},
		"shape":              {func(m *tiny) { m.tensors["encoder.layer.0.intermediate.dense.weight"] = []int{64, 16} }, "shape [64 16], not [64 32]"},
		"heads":              {func(m *tiny) { m.config["num_attention_heads"] = 5 }, "isn't a multiple of num_attention_heads 5"},
		"activation":         {func(m *tiny) { m.config["hidden_act"] = "relu" }, `"relu" is not known`},
		"huge":               {func(m *tiny) { m.config["num_hidden_layers"] = 1 << 40 }, "num_hidden_layers is"},
		"relative positions": {func(m *tiny) { m.config["position_embedding_type"] = "relative_key" }, "relative_key"},
		"vocabulary": {func(m *tiny) {
			m.config["vocab_size"] = 2
			m.tensors["embeddings.word_embeddings.weight"] = []int{2, tinyHidden}
		}, "they don't fit"},
		"pooling": {func(m *tiny) { m.files["modules.json"] = `[{"path":"p","type":"x.Pooling"}]` }, "is missing"},
		"weighted mean": {func(m *tiny) {
			m.files["modules.json"] = `[{"path":"p","type":"x.Pooling"}]`
			m.files["p/config.json"] = `{"pooling_mode_weightedmean_tokens":true}`
		}, "[weightedmean_tokens] is not known"},
		"outside": {func(m *tiny) { m.files["modules.json"] = `[{"path":"../../etc","type":"x.Pooling"}]` }, "leads out of the folder"},
		"module":  {func(m *tiny) { m.files["modules.json"] = `[{"path":"","type":"x.Dense"}]` }, "x.Dense is not known"},
		"window": {func(m *tiny) {
			m.files["config_sentence_transformers.json"] = `{"prompts":{"query":"` + strings.Repeat("uno ", 20) + `"}}`
		}, "leaves no room"},
		"type": {func(m *tiny) { m.kind = "I32" }, "of type I32"},
	} {
		t.Run(name, func(t *testing.T) {
			m := newTiny()
			tt.spoil(m)
			folder := m.write(t)
			if _, err := encoder.Open(folder, encoder.Options{}); err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), folder) && name != "module" && name != "outside" && name != "weighted mean" {
				t.Errorf("got %v, want %q and the folder", err, tt.want)
			}
		})
	}
	t.Run("no weights", func(t *testing.T) {
		folder := newTiny().write(t)
		if err := os.Remove(filepath.Join(folder, "model.safetensors")); err != nil {
			t.Fatal(err)
		}
		if _, err := encoder.Open(folder, encoder.Options{}); err == nil || !strings.Contains(err.Error(), "model.safetensors is missing") {
			t.Errorf("got %v", err)
		}
	})
	t.Run("not a number", func(t *testing.T) {
		m := newTiny()
		folder := m.write(t)
		path := filepath.Join(folder, "model.safetensors")
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for i := len(data) - 4; i > len(data)-4*tinyHidden*20; i -= 4 {
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
	folder := newTiny().write(t)
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
	e := open(t, newTiny(), encoder.Options{})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := e.Embed(ctx, embed.Passage, []string{"uno", "dos"}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if _, err := e.EmbedSpans(ctx, "uno", nil); !errors.Is(err, context.Canceled) {
		t.Errorf("late: got %v", err)
	}
}

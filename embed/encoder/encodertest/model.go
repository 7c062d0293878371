// Package encodertest makes a small model for tests.
package encodertest

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Model is a model of random numbers, always the same. A test may change it
// before it is written.
type Model struct {
	Config  map[string]any    // config.json
	Tensors map[string][]int  // shapes
	Files   map[string]string // other files; an empty one is left out
	Kind    string            // of numbers: F32 or BF16
}

// Sizes of the model. It knows the words uno, dos, tres, cuatro and query:.
const (
	Hidden, mid, Vocab, Window = 32, 64, 8, 12
)

// New returns a BERT of two layers.
func New() *Model {
	m := &Model{Kind: "F32", Tensors: map[string][]int{}, Files: map[string]string{},
		Config: map[string]any{"model_type": "bert", "hidden_size": Hidden, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": mid,
			"vocab_size": Vocab, "max_position_embeddings": Window, "type_vocab_size": 2, "layer_norm_eps": 1e-12, "hidden_act": "gelu"}}
	h := Hidden
	linear := func(name string, n, k int) {
		m.Tensors[name+".weight"], m.Tensors[name+".bias"] = []int{n, k}, []int{n}
	}
	norm := func(name string) { m.Tensors[name+".weight"], m.Tensors[name+".bias"] = []int{h}, []int{h} }
	m.Tensors["embeddings.word_embeddings.weight"] = []int{Vocab, h}
	m.Tensors["embeddings.position_embeddings.weight"] = []int{Window, h}
	m.Tensors["embeddings.token_type_embeddings.weight"] = []int{2, h}
	norm("embeddings.LayerNorm")
	for i := range 2 {
		at := fmt.Sprintf("encoder.layer.%d.", i)
		for _, name := range []string{"attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense"} {
			linear(at+name, h, h)
		}
		norm(at + "attention.output.LayerNorm")
		linear(at+"intermediate.dense", mid, h)
		linear(at+"output.dense", h, mid)
		norm(at + "output.LayerNorm")
	}
	m.Files["tokenizer.json"] = `{"version":"1.0","added_tokens":[],"normalizer":null,"pre_tokenizer":{"type":"WhitespaceSplit"},
		"post_processor":{"type":"BertProcessing","sep":["[SEP]",2],"cls":["[CLS]",1]},
		"model":{"type":"WordLevel","unk_token":"[UNK]","vocab":{"[UNK]":0,"[CLS]":1,"[SEP]":2,"uno":3,"dos":4,"tres":5,"cuatro":6,"query:":7}}}`
	return m
}

// Value is the i-th number of a tensor: even from -0.5 to 0.5, and for the
// weights of a normalization one more. testdata/modern.py has the same.
func Value(name string, i int) float32 {
	h := fnv.New64a()
	h.Write([]byte(name))
	z := h.Sum64() + uint64(i)*0x9e3779b97f4a7c15 // as SplitMix64 goes on
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	v := float32(float64((z^z>>31)>>11)/(1<<53) - 0.5)
	if strings.HasSuffix(strings.ToLower(name), "norm.weight") {
		v++
	}
	return v
}

// Sizes of the model of NewModern.
const ModernHidden, ModernVocab, ModernWindow = 64, 50, 256

// NewModern returns a ModernBERT of four layers, of which the first and the
// last see all tokens, the others eight on either side. It knows the words w0
// to w49.
func NewModern() *Model {
	const h, middle, layers = ModernHidden, 96, 4
	m := &Model{Kind: "F32", Tensors: map[string][]int{}, Files: map[string]string{},
		Config: map[string]any{"model_type": "modernbert", "hidden_size": h, "num_hidden_layers": layers, "num_attention_heads": 4, "intermediate_size": middle,
			"vocab_size": ModernVocab, "max_position_embeddings": ModernWindow, "norm_eps": 1e-5, "hidden_activation": "gelu",
			"global_attn_every_n_layers": 3, "local_attention": 16, "global_rope_theta": 160000.0, "local_rope_theta": 10000.0}}
	m.Tensors["embeddings.tok_embeddings.weight"] = []int{ModernVocab, h}
	for _, name := range []string{"embeddings.norm", "final_norm"} {
		m.Tensors[name+".weight"] = []int{h}
	}
	for i := range layers {
		at := fmt.Sprintf("layers.%d.", i)
		if i > 0 {
			m.Tensors[at+"attn_norm.weight"] = []int{h}
		}
		m.Tensors[at+"mlp_norm.weight"] = []int{h}
		m.Tensors[at+"attn.Wqkv.weight"], m.Tensors[at+"attn.Wo.weight"] = []int{3 * h, h}, []int{h, h}
		m.Tensors[at+"mlp.Wi.weight"], m.Tensors[at+"mlp.Wo.weight"] = []int{2 * middle, h}, []int{h, middle}
	}
	vocab := map[string]int{}
	for i := range ModernVocab {
		vocab[fmt.Sprintf("w%d", i)] = i
	}
	words, err := json.Marshal(vocab)
	if err != nil {
		panic(err) // texts and numbers
	}
	m.Files["tokenizer.json"] = `{"version":"1.0","added_tokens":[],"normalizer":null,"pre_tokenizer":{"type":"WhitespaceSplit"},
		"post_processor":{"type":"BertProcessing","sep":["w2",2],"cls":["w1",1]},"model":{"type":"WordLevel","unk_token":"w0","vocab":` + string(words) + `}}`
	return m
}

// Write writes the model to a folder of its own and returns that.
func (m *Model) Write(t testing.TB) string {
	t.Helper()
	folder := t.TempDir()
	header, at := map[string]any{"__metadata__": map[string]string{"format": "pt"}}, 0
	var data []byte
	for _, name := range slices.Sorted(maps.Keys(m.Tensors)) {
		n := 1
		for _, d := range m.Tensors[name] {
			n *= d
		}
		for i := range n {
			v := Value(name, i)
			switch m.Kind {
			case "BF16":
				data = binary.LittleEndian.AppendUint16(data, uint16(math.Float32bits(v)>>16))
			default:
				data = binary.LittleEndian.AppendUint32(data, math.Float32bits(v))
			}
		}
		header[name] = map[string]any{"dtype": m.Kind, "shape": m.Tensors[name], "data_offsets": []int{at, len(data)}}
		at = len(data)
	}
	text, err := json.Marshal(header)
	if err != nil {
		t.Fatal(err)
	}
	m.Files["model.safetensors"] = string(binary.LittleEndian.AppendUint64(nil, uint64(len(text)))) + string(text) + string(data)
	settings, err := json.Marshal(m.Config)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := m.Files["config.json"]; !ok {
		m.Files["config.json"] = string(settings)
	}
	for name, content := range m.Files {
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

package encoder

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// config is what a model folder says of its architecture: config.json of
// Hugging Face's transformers.
type config struct {
	Type         string  `json:"model_type"`
	Name         string  `json:"_name_or_path"`
	Hidden       int     `json:"hidden_size"`
	Layers       int     `json:"num_hidden_layers"`
	Heads        int     `json:"num_attention_heads"`
	Intermediate int     `json:"intermediate_size"`
	Vocab        int     `json:"vocab_size"`
	Positions    int     `json:"max_position_embeddings"`
	Types        int     `json:"type_vocab_size"`
	Eps          float64 `json:"layer_norm_eps"`
	Act          string  `json:"hidden_act"`
	Pad          int     `json:"pad_token_id"`
	// Of ModernBERT alone.
	NormEps     float64  `json:"norm_eps"`
	GlobalEvery int      `json:"global_attn_every_n_layers"`
	LocalWindow int      `json:"local_attention"`
	GlobalTheta float64  `json:"global_rope_theta"`
	LocalTheta  float64  `json:"local_rope_theta"`
	Activation  string   `json:"hidden_activation"`
	LayerTypes  []string `json:"layer_types"`
	Ropes       map[string]struct {
		Theta float64 `json:"rope_theta"`
	} `json:"rope_parameters"`
	PositionType string `json:"position_embedding_type"`
}

// families are the architectures that run, with where their positions begin.
var families = map[string]func(c config) int{
	"bert":        func(config) int { return 0 },
	"xlm-roberta": func(c config) int { return c.Pad + 1 },
	"roberta":     func(c config) int { return c.Pad + 1 },
	"camembert":   func(c config) int { return c.Pad + 1 },
	modernType:    func(config) int { return 0 },
}

// Sizes beyond these are a mistake in the file.
const (
	mostLayers = 200
	mostSize   = 1 << 16
	mostVocab  = 1 << 24
)

func (c config) check() error {
	if _, ok := families[c.Type]; !ok {
		return fmt.Errorf("model_type %q is not known; known are bert, camembert, modernbert, roberta, xlm-roberta", c.Type)
	}
	for _, v := range []struct {
		name       string
		value, max int
	}{
		{"hidden_size", c.Hidden, mostSize}, {"num_hidden_layers", c.Layers, mostLayers}, {"num_attention_heads", c.Heads, mostSize},
		{"intermediate_size", c.Intermediate, mostSize}, {"vocab_size", c.Vocab, mostVocab}, {"max_position_embeddings", c.Positions, mostVocab},
	} {
		if v.value < 1 || v.value > v.max {
			return fmt.Errorf("%s is %d", v.name, v.value)
		}
	}
	switch {
	case c.Hidden%c.Heads != 0:
		return fmt.Errorf("hidden_size %d isn't a multiple of num_attention_heads %d", c.Hidden, c.Heads)
	case c.Hidden%16 != 0 || c.Intermediate%16 != 0:
		return fmt.Errorf("hidden_size %d and intermediate_size %d must be multiples of 16", c.Hidden, c.Intermediate)
	case c.Act != "gelu" && c.Act != "":
		return fmt.Errorf("hidden_act %q is not known; known is gelu", c.Act)
	case c.PositionType != "" && c.PositionType != "absolute":
		return fmt.Errorf("position_embedding_type %q is not known; known is absolute", c.PositionType)
	case c.Types < 0 || c.Types > mostSize:
		return fmt.Errorf("type_vocab_size is %d", c.Types)
	case c.first() < 0 || c.first() >= c.Positions:
		return fmt.Errorf("positions begin at %d of %d", c.first(), c.Positions)
	}
	if c.Type == modernType {
		return c.checkModern()
	}
	return nil
}

// first is the position of the first token.
func (c config) first() int { return families[c.Type](c) }

// Pooling says how a text's vector is made of those of its tokens.
type Pooling uint8

// The ways of pooling.
const (
	Mean Pooling = iota // the average of all tokens, special ones included
	CLS                 // that of the first token
)

func (p Pooling) String() string {
	if p == CLS {
		return "cls"
	}
	return "mean"
}

// sentence is what sentence-transformers adds to a model folder.
type sentence struct {
	pooling Pooling
	prompts map[string]string
}

// readJSON reads a file of the folder; false where it isn't there.
func readJSON(folder, name string, v any) (bool, error) {
	path := filepath.Join(folder, filepath.FromSlash(name))
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err == nil {
		err = json.Unmarshal(data, v)
	}
	if err != nil {
		return true, fmt.Errorf("%s: %w", path, err)
	}
	return true, nil
}

// readSentence reads modules.json and what it names. A folder without it is
// pooled by the mean.
func readSentence(folder string) (sentence, error) {
	var s sentence
	var modules []struct {
		Path string `json:"path"`
		Type string `json:"type"`
	}
	if _, err := readJSON(folder, "modules.json", &modules); err != nil {
		return s, err
	}
	for _, m := range modules {
		switch kind := m.Type[strings.LastIndex(m.Type, ".")+1:]; kind {
		case "Transformer", "Normalize":
		case "Pooling":
			if !filepath.IsLocal(filepath.FromSlash(m.Path)) {
				return s, fmt.Errorf("modules.json: path %q leads out of the folder", m.Path)
			}
			if err := s.readPooling(folder, m.Path); err != nil {
				return s, err
			}
		default:
			return s, fmt.Errorf("modules.json: %s is not known; known are Transformer, Pooling, Normalize", m.Type)
		}
	}
	var more struct {
		Prompts map[string]string `json:"prompts"`
	}
	_, err := readJSON(folder, "config_sentence_transformers.json", &more)
	s.prompts = more.Prompts
	return s, err
}

func (s *sentence) readPooling(folder, path string) error {
	var p map[string]json.RawMessage
	name := path + "/config.json"
	ok, err := readJSON(folder, name, &p)
	if err != nil {
		return err
	}
	if !ok {
		return fmt.Errorf("%s is missing", filepath.Join(folder, name))
	}
	var on []string
	for key, value := range p {
		if mode, ok := strings.CutPrefix(key, "pooling_mode_"); ok && string(value) == "true" {
			on = append(on, mode)
		}
	}
	switch {
	case len(on) == 1 && on[0] == "cls_token":
		s.pooling = CLS
	case len(on) == 1 && on[0] == "mean_tokens":
		s.pooling = Mean
	default:
		return fmt.Errorf("%s: pooling by %v is not known; known are mean_tokens and cls_token", name, on)
	}
	return nil
}

// prefixes finds what is put before queries and passages: the prompts that the
// folder names, else those that are known for models of that name.
func prefixes(s sentence, name string) (query, passage string) {
	for _, key := range []string{"query", "retrieval.query", "s2p_query"} {
		if p, ok := s.prompts[key]; ok {
			query = p
			break
		}
	}
	for _, key := range []string{"passage", "document", "retrieval.passage"} {
		if p, ok := s.prompts[key]; ok {
			passage = p
			break
		}
	}
	if query != "" || passage != "" {
		return query, passage
	}
	name = strings.ToLower(name)
	switch {
	case strings.Contains(name, "e5") && !strings.Contains(name, "instruct"):
		return "query: ", "passage: "
	case strings.Contains(name, "bge-") && strings.Contains(name, "-en"):
		return "Represent this sentence for searching relevant passages: ", ""
	}
	return "", ""
}

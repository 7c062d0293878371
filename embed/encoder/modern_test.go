package encoder_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/pildora/pildora/embed"
	"github.com/pildora/pildora/embed/encoder"
	"github.com/pildora/pildora/embed/encoder/encodertest"
)

// TestModern holds a small ModernBERT against what transformers gives for the
// same weights, see testdata/modern.py.
func TestModern(t *testing.T) {
	data, err := os.ReadFile("testdata/modern.json")
	if err != nil {
		t.Fatal(err)
	}
	var want []struct {
		Words  int         `json:"words"`
		Tokens []int       `json:"tokens"`
		Rows   [][]float64 `json:"rows"`
		Column []float64   `json:"column"`
	}
	if err := json.Unmarshal(data, &want); err != nil {
		t.Fatal(err)
	}
	for _, o := range []encoder.Options{{}, {Level: encoder.AVX2}, {Level: encoder.Portable}} {
		e := open(t, encodertest.NewModern(), o)
		for _, w := range want {
			var words []string
			for i := range w.Words {
				words = append(words, fmt.Sprintf("w%d", (7*i*i+3)%50))
			}
			states, err := e.Tokens(context.Background(), embed.Passage, strings.Join(words, " "))
			if err != nil {
				t.Fatal(err)
			}
			if states.Len() != len(w.Column) {
				t.Fatalf("%d tokens, not %d", states.Len(), len(w.Column))
			}
			for i, v := range w.Column {
				if got := float64(states.Row(i)[17]); math.Abs(got-v) > 1e-3 {
					t.Fatalf("%+v: %d words: token %d: %v, not %v", o, w.Words, i, got, v)
				}
			}
			for k, i := range w.Tokens {
				for j, v := range w.Rows[k] {
					if got := float64(states.Row(i)[j]); math.Abs(got-v) > 1e-3 {
						t.Fatalf("%+v: %d words: token %d, number %d: %v, not %v", o, w.Words, i, j, got, v)
					}
				}
			}
		}
	}
}

// TestModernCompany: texts of other lengths in the same batch change nothing.
func TestModernCompany(t *testing.T) {
	e := open(t, encodertest.NewModern(), encoder.Options{})
	texts := []string{"w3 w4 w5", strings.Repeat("w6 w7 ", 60), "w8", strings.Repeat("w9 w10 w11 ", 30), ""}
	all, err := e.Embed(context.Background(), embed.Passage, texts)
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range texts {
		alone, err := e.Embed(context.Background(), embed.Passage, []string{text})
		if err != nil || !close32(alone[0], all[i], 1e-6) {
			t.Errorf("%.20q: alone it has another vector (%v)", text, err)
		}
	}
}

func TestBadModern(t *testing.T) {
	for want, spoil := range map[string]func(m *encodertest.Model){
		"rotations have the bases 0":          func(m *encodertest.Model) { m.Config["global_rope_theta"] = 0 },
		"max_position_embeddings is 16777216": func(m *encodertest.Model) { m.Config["max_position_embeddings"] = 1 << 24 },
		"layer_types has 1 entries":           func(m *encodertest.Model) { m.Config["layer_types"] = []string{"full_attention"} },
		"layers.2.mlp.Wi.weight is missing":   func(m *encodertest.Model) { delete(m.Tensors, "layers.2.mlp.Wi.weight") },
		`hidden_activation "silu"`:            func(m *encodertest.Model) { m.Config["hidden_activation"] = "silu" },
	} {
		m := encodertest.NewModern()
		spoil(m)
		if _, err := encoder.Open(m.Write(t), encoder.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

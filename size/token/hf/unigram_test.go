package hf_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/pildora/pildora/size/token/hf"
	"github.com/pildora/pildora/size/token/unigram"
)

// A vocabulary that is given beside the file counts as one that stands in it.
func TestParseUnigram(t *testing.T) {
	const file = `{"version":"1.0","added_tokens":[],"normalizer":null,
		"pre_tokenizer":{"type":"Metaspace","replacement":"▁","prepend_scheme":"always","split":true},
		"model":{"type":"Unigram","unk_id":0VOCAB}}`
	inside, err := hf.Parse("inside", []byte(strings.Replace(file, "VOCAB", `,"vocab":[["<unk>",0],["▁",-2.5],["▁un",-1.25],["o",-3],["n",-3.5],["u",-4]]`, 1)))
	if err != nil {
		t.Fatal(err)
	}
	pieces := []unigram.Piece{{Text: "<unk>"}, {Text: "▁", Score: -2.5}, {Text: "▁un", Score: -1.25}, {Text: "o", Score: -3}, {Text: "n", Score: -3.5}, {Text: "u", Score: -4}}
	without := strings.Replace(file, "VOCAB", "", 1)
	beside, err := hf.ParseUnigram("beside", []byte(without), pieces)
	if err != nil {
		t.Fatal(err)
	}
	for text, n := range map[string]int{"uno": 2, "nuno unx": 7, "": 0} {
		a, b := inside.Encode(text), beside.Encode(text)
		if !slices.Equal(a, b) || len(a) != n || beside.Size(text) != n {
			t.Errorf("%q: %v, %v", text, a, b)
		}
	}
	if _, err := hf.Parse("without", []byte(without)); err == nil || !strings.Contains(err.Error(), "vocab") {
		t.Errorf("a file without a vocabulary: %v", err)
	}
}

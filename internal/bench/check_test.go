package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/size"
)

// looked checks chunks of text made of cuts, with a limit of eight runes.
func looked(file, text string, cuts ...int) result {
	out := output{doc: &doc.Document{Text: text}, limits: chunk.Limits{Max: 8, Measure: size.Runes}}
	for i := 1; i < len(cuts); i++ {
		out.chunks = append(out.chunks, chunk.Chunk{Span: doc.Span{Start: cuts[i-1], End: cuts[i]}})
	}
	var r result
	check([]byte(file), out, &r)
	return r
}

func TestCheckFindsWhatIsWrong(t *testing.T) {
	const text = "uno dos\nañil"
	if r := looked(text, text, 0, 8, 13); r.Lossless != "exact" || r.Offsets != "ok (byte)" || *r.Over != 0 || r.Longest != 7 {
		t.Errorf("what is right was found wrong: %+v over %d", r, *r.Over)
	}
	if r := looked(text, text, 0, 8, 12); !strings.HasPrefix(string(r.Lossless), "no") {
		t.Errorf("a lost end wasn't found: %s", r.Lossless)
	}
	if r := looked(text, text, 1, 8, 13); !strings.HasPrefix(string(r.Lossless), "no") {
		t.Errorf("a lost beginning wasn't found: %s", r.Lossless)
	}
	if r := looked(text, text, 0, 13); *r.Over != 1 || r.Longest != 12 {
		t.Errorf("over %d, longest %d; want 1 and 12", *r.Over, r.Longest)
	}
	if r := looked(text, text, 0, 10, 13); r.Offsets != "wrong 2 of 2" {
		t.Errorf("a cut inside ñ: %s", r.Offsets)
	}
	if r := looked(strings.ToUpper(text), text, 0, 8, 13); r.Offsets != "wrong 2 of 2" {
		t.Errorf("another text than the file's: %s", r.Offsets)
	}
}

func TestVerdictOfPeers(t *testing.T) {
	for in, want := range map[string]verdict{
		`{"lossless": true}`: "yes", `{"lossless": false}`: "no", `{"lossless": null}`: "", `{}`: "", `{"lossless": "but whitespace"}`: "but whitespace",
	} {
		var r result
		if err := json.Unmarshal([]byte(in), &r); err != nil || r.Lossless != want {
			t.Errorf("%s gives %q and %v, want %q", in, r.Lossless, err, want)
		}
	}
}

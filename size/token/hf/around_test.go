package hf

import (
	"fmt"
	"testing"
)

func TestAround(t *testing.T) {
	template := `{"type":"TemplateProcessing","single":[{"SpecialToken":{"id":"<s>","type_id":0}},{"Sequence":{"id":"A","type_id":0}},{"SpecialToken":{"id":"</s>","type_id":0}}],
		"special_tokens":{"<s>":{"id":"<s>","ids":[0,7],"tokens":["<s>","x"]},"</s>":{"id":"</s>","ids":[2],"tokens":["</s>"]}}}`
	bert := `{"type":"BertProcessing","sep":["[SEP]",102],"cls":["[CLS]",101]}`
	for raw, want := range map[string]string{
		"":       "[] []",
		template: "[0 7] [2]",
		bert:     "[101] [102]",
		`{"type":"RobertaProcessing","sep":["</s>",2],"cls":["<s>",0],"trim_offsets":true,"add_prefix_space":false}`:                        "[0] [2]",
		`{"type":"Sequence","processors":[{"type":"ByteLevel","trim_offsets":true,"add_prefix_space":true},` + template + "," + bert + `]}`: "[101 0 7] [2 102]",
	} {
		p, err := readPost([]byte(raw), 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(p.before, p.after); got != want {
			t.Errorf("%s: got %s, want %s", raw, got, want)
		}
	}
	for _, raw := range []string{`{"type":"BertProcessing","sep":[102],"cls":["[CLS]",101]}`, `{"type":"BertProcessing","sep":["a","b"],"cls":["[CLS]",101]}`} {
		if _, err := readPost([]byte(raw), 0); err == nil {
			t.Errorf("%s: no error", raw)
		}
	}
}

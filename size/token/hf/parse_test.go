package hf

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pildora/pildora/internal/cputime"
)

// tokenizerJSON is a file of parts; empty ones are null.
func tokenizerJSON(normalizer, pre, post, model, added string) string {
	or := func(s, none string) string {
		if s == "" {
			return none
		}
		return s
	}
	return fmt.Sprintf(`{"version":"1.0","truncation":null,"padding":null,"added_tokens":[%s],"normalizer":%s,"pre_tokenizer":%s,"post_processor":%s,"decoder":null,"model":%s}`,
		added, or(normalizer, "null"), or(pre, "null"), or(post, "null"), or(model, words4))
}

const words4 = `{"type":"WordLevel","vocab":{"u":0,"a":1,"b":2},"unk_token":"u"}`

// TestBadFiles holds that what is wrong with a file is said, by part.
func TestBadFiles(t *testing.T) {
	bpe := func(rest string) string {
		return tokenizerJSON("", "", "", `{"type":"BPE",`+rest+`}`, "")
	}
	good := tokenizerJSON("", "", "", "", "")
	for _, x := range []struct{ file, want string }{
		{"", "cut off"},
		{good[:len(good)-3], "cut off after"},
		{`{"a":1}`, "version"},
		{`[1,2]`, "want an object, not array"},
		{"\xff\xfe", "not UTF-8"},
		{`{"version":"2.0"}`, "version"},
		{`{"version":"1.0"}`, "model: missing"},
		{tokenizerJSON("", "", "", `{"type":"Neural"}`, ""), `model: type "Neural" is not known: known are BPE`},
		{tokenizerJSON(`{"type":"Rot13"}`, "", "", "", ""), `normalizer: type "Rot13" is not known: known are NFC`},
		{tokenizerJSON(`{"type":"Sequence","normalizers":[{"type":"NFC"},{"type":"X"}]}`, "", "", "", ""), `normalizer: part 1 of Sequence: type "X"`},
		{tokenizerJSON(`{"type":"Strip","strip_left":true}`, "", "", "", ""), "Strip: strip_right is missing"},
		{tokenizerJSON(`{"type":"Precompiled","precompiled_charsmap":"AAA"}`, "", "", "", ""), "precompiled_charsmap"},
		{tokenizerJSON(`{"type":"Precompiled","precompiled_charsmap":"/////w=="}`, "", "", "", ""), "precompiled_charsmap"},
		{tokenizerJSON(`{"type":"Replace","pattern":{"Regex":"a*"},"content":"b"}`, "", "", "", ""), "match nothing"},
		{tokenizerJSON(`{"type":"Replace","pattern":{"Regex":"(a"},"content":"b"}`, "", "", "", ""), "missing )"},
		{tokenizerJSON("", `{"type":"Cutter"}`, "", "", ""), `pre_tokenizer: type "Cutter"`},
		{tokenizerJSON("", `{"type":"Split","pattern":{"Regex":"(a)\\1"},"behavior":"Isolated","invert":false}`, "", "", ""), `\1 is not supported`},
		{tokenizerJSON("", `{"type":"Split","pattern":{"String":"a"},"behavior":"Kept","invert":false}`, "", "", ""), `behavior "Kept"`},
		{tokenizerJSON("", `{"type":"Metaspace","replacement":"__"}`, "", "", ""), "not one character"},
		{tokenizerJSON("", `{"type":"Metaspace","replacement":"_","prepend_scheme":"last"}`, "", "", ""), `prepend_scheme "last"`},
		{tokenizerJSON("", `{"type":"FixedLength","length":0}`, "", "", ""), "length 0"},
		{tokenizerJSON("", "", `{"type":"Stamp"}`, "", ""), `post_processor: type "Stamp"`},
		{tokenizerJSON("", "", `{"type":"TemplateProcessing","single":[{"SpecialToken":{"id":"[X]","type_id":0}}],"pair":[],"special_tokens":{}}`, "", ""), `"[X]"`},
		{tokenizerJSON("", "", `{"type":"TemplateProcessing","single":[],"pair":[],"special_tokens":{}}`, "", ""), "0 times"},
		{tokenizerJSON("", "", `{"type":"TemplateProcessing","single":[{"SpecialToken":{"id":"[X]"}},{"Sequence":{"id":"A"}}],"special_tokens":{"[X]":{"id":"[X]","tokens":["[X]"]}}}`, "", ""), `"[X]": 0 ids for 1 tokens`},
		{tokenizerJSON("", "", "", "", `{"id":3,"single_word":false,"lstrip":false,"rstrip":false,"normalized":false,"special":true}`), "added_tokens: token 0: want id, content"},
		{tokenizerJSON("", "", "", "", `{"id":-3,"content":"x","single_word":false,"lstrip":false,"rstrip":false,"normalized":false,"special":true}`), "out of range"},
		{strings.Replace(good, `"truncation":null`, `"truncation":{"max_length":-1}`, 1), "truncation: max_length is -1"},
		{strings.Replace(good, `"truncation":null`, `"truncation":{"max_length":"x"}`, 1), "truncation.max_length: want a whole number, not string"},
		{tokenizerJSON("", "", "", `[1]`, ""), "model: want an object, not array"},
		{tokenizerJSON(`{"type":"Strip","strip_left":1,"strip_right":true}`, "", "", "", ""), "normalizer: Strip: strip_left: want true or false, not number"},
		{bpe(`"vocab":{"a":0}`), "vocab or merges are missing"},
		{bpe(`"dropout":0.5,"vocab":{"a":0},"merges":[]`), "dropout"},
		{bpe(`"vocab":{"a":0,"b":0},"merges":[]`), `"a" and "b" share the id 0`},
		{bpe(`"vocab":{"a":-1},"merges":[]`), "out of range"},
		{bpe(`"vocab":{"a":99999999999},"merges":[]`), "out of range"},
		{bpe(`"vocab":{"a":0,"b":1},"merges":["a b"]`), `merge 0, "a" and "b"`},
		{bpe(`"vocab":{"a":0,"b":1},"merges":["a  b"]`), "not two tokens"},
		{bpe(`"vocab":{"a":0,"b":1},"merges":[["a"]]`), "has 1 tokens"},
		{bpe(`"unk_token":"u","vocab":{"a":0},"merges":[]`), `unk_token "u"`},
		{tokenizerJSON("", "", "", `{"type":"WordPiece","vocab":{"a":0},"unk_token":"u","continuing_subword_prefix":"##","max_input_chars_per_word":100}`, ""), `"u"`},
		{tokenizerJSON("", "", "", `{"type":"WordLevel","vocab":{"a":0},"unk_token":"u"}`, ""), `unk_token "u"`},
		{tokenizerJSON("", "", "", `{"type":"Unigram","vocab":[["a",-1.0]]}`, ""), "unk_id is missing"},
		{tokenizerJSON("", "", "", `{"type":"Unigram","unk_id":3,"vocab":[["a",-1.0]]}`, ""), "id 3"},
		{tokenizerJSON("", "", "", `{"type":"Unigram","unk_id":0,"vocab":[["a","x"]]}`, ""), "score"},
		{tokenizerJSON(`{"type":"Strip","strip_left":true,"strip_right":true}`, "", "", "", `{"id":5,"content":"  ","single_word":false,"lstrip":false,"rstrip":false,"normalized":true,"special":false}`), "nothing is left"},
	} {
		_, err := Parse("file", []byte(x.file))
		if err == nil || !strings.Contains(err.Error(), x.want) || !strings.HasPrefix(err.Error(), "file: ") {
			t.Errorf("%.120q: error %v, want one with %q", x.file, err, x.want)
		}
	}
	if _, err := Parse("file", []byte(good)); err != nil {
		t.Error(err)
	}
}

// TestWindow looks for it in the order that Open names.
func TestWindow(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	check := func(want int) {
		t.Helper()
		if k, err := Open(dir); err != nil || k.Window() != want {
			t.Errorf("window %v, error %v, want %d", k.Window(), err, want)
		}
	}
	write("tokenizer.json", tokenizerJSON("", "", "", "", ""))
	check(0)
	write("tokenizer.json", strings.Replace(tokenizerJSON("", "", "", "", ""), `"truncation":null`, `"truncation":{"max_length":128}`, 1))
	check(128)
	write("config.json", `{"model_type":"xlm-roberta","max_position_embeddings":514}`)
	check(512)
	write("tokenizer_config.json", `{"model_max_length":1000000000000000019884624838656}`)
	check(512)
	write("tokenizer_config.json", `{"model_max_length":384}`)
	check(384)
	write("sentence_bert_config.json", `{"max_seq_length":256}`)
	check(256)
	write("config.json", `{`)
	if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), "config.json") {
		t.Errorf("a broken config.json: %v", err)
	}
	if _, err := Open(filepath.Join(dir, "none")); err == nil {
		t.Error("no error for a file that isn't there")
	}
}

// TestLinear holds that twice the text takes about twice the time, also where
// there is nothing to part it at.
func TestLinear(t *testing.T) {
	const n = 512_000 // shorter, and the processor learns the small text's branches by heart
	r := rand.New(rand.NewPCG(1, 1))
	var letters strings.Builder
	for letters.Len() < n {
		letters.WriteByte("abcdefghijklmnopqrstuvwxyz"[r.IntN(26)])
	}
	for _, k := range small(t) {
		for _, unit := range []string{letters.String(), strings.Repeat(" ", n), strings.Repeat("e\u0301\u0323", n/5), strings.Repeat("的", n/3)} {
			part := strings.ToValidUTF8(unit[:len(unit)/8], "")
			measure := func(text string) func() { return func() { k.Size(text) } }
			if err := cputime.Grows(8, measure(part), measure(unit)); err != nil {
				t.Errorf("%s: %.10q…: %v", k.Name(), unit, err)
			}
		}
	}
}

// FuzzParse holds that no file makes Parse panic, and that what it accepts
// counts.
func FuzzParse(f *testing.F) {
	f.Add([]byte(tokenizerJSON("", "", "", "", "")), "a b")
	files, _ := filepath.Glob(filepath.Join("testdata", "golden", "*.json"))
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		if len(data) < 8000 {
			f.Add(data, phrases[len(data)%len(phrases)])
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, text string) {
		k, err := Parse("fuzz", data)
		if err != nil {
			return
		}
		if n, m := k.Size(text), len(k.Encode(text)); n != m || len(k.Spans(text)) != n {
			t.Errorf("size %d, %d ids, %d spans", n, m, len(k.Spans(text)))
		}
	})
}

// FuzzEncode holds that size, ids and spans agree for every text.
func FuzzEncode(f *testing.F) {
	ks := small(f)
	for _, p := range phrases {
		f.Add(p, 3)
	}
	f.Fuzz(func(t *testing.T, text string, at int) {
		for _, k := range ks {
			spans := k.Spans(text)
			if n := k.Size(text); n != len(k.Encode(text)) || n != len(spans) {
				t.Errorf("%s: %q: size %d, %d ids, %d spans", k.Name(), text, n, len(k.Encode(text)), len(spans))
			}
			if len(text) > 0 {
				r := rand.New(rand.NewPCG(uint64(at), 1))
				checkRuler(t, k, text, r, 3)
			}
		}
	})
}

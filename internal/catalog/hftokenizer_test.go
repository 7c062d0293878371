package catalog_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/ingest/verify"
	"github.com/pildora/pildora/internal/catalog"
	"github.com/pildora/pildora/size"
)

// wordPiece is the tokenizer.json of a small BERT: letters, a few words, and
// [CLS] and [SEP] around each text.
const wordPiece = `{
  "version": "1.0", "truncation": {"direction": "Right", "max_length": 24, "strategy": "LongestFirst", "stride": 0}, "padding": null,
  "added_tokens": [
    {"id": 0, "content": "[UNK]", "single_word": false, "lstrip": false, "rstrip": false, "normalized": false, "special": true},
    {"id": 1, "content": "[CLS]", "single_word": false, "lstrip": false, "rstrip": false, "normalized": false, "special": true},
    {"id": 2, "content": "[SEP]", "single_word": false, "lstrip": false, "rstrip": false, "normalized": false, "special": true}],
  "normalizer": {"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true, "strip_accents": null, "lowercase": true},
  "pre_tokenizer": {"type": "BertPreTokenizer"},
  "post_processor": {"type": "TemplateProcessing",
    "single": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}, {"SpecialToken": {"id": "[SEP]", "type_id": 0}}],
    "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}}],
    "special_tokens": {"[CLS]": {"id": "[CLS]", "ids": [1], "tokens": ["[CLS]"]}, "[SEP]": {"id": "[SEP]", "ids": [2], "tokens": ["[SEP]"]}}},
  "decoder": null,
  "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100,
    "vocab": {"[UNK]": 0, "[CLS]": 1, "[SEP]": 2, "u": 3, "##no": 4, "dos": 5, "tres": 6, ".": 7, "#": 8, ">": 9}}}`

// folder writes a tokenizer.json into a folder of its own.
func folder(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "bert")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "tokenizer.json"), []byte(wordPiece), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestJSONTokenizer(t *testing.T) {
	dir := folder(t)
	var ts catalog.Tokenizers
	tok, err := ts.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	file, err := ts.Open(filepath.Join(dir, "tokenizer.json"))
	if err != nil || file.ID() != tok.ID() {
		t.Errorf("the file is %v, its folder %v: %v", file, tok, err)
	}
	if tok.Window() != 24 || !strings.HasPrefix(tok.Name(), "bert sha256:") || !strings.HasPrefix(file.Name(), "bert sha256:") {
		t.Errorf("%q with a window of %d", tok.Name(), tok.Window())
	}
	if n, all := tok.Size("Uno. DOS"), tok.Measure().Size("Uno. DOS"); n != 4 || all != 6 {
		t.Errorf("%d tokens, with special ones %d; want 4 and 6", n, all)
	}
	ends := tok.Offsets("Uno. DOS")
	if len(ends) != 4 || ends[0] != 1 || ends[1] != 3 || ends[2] != 4 || ends[3] != 8 {
		t.Errorf("tokens end at %v", ends)
	}
	if tok.Measure().Size("") != 0 {
		t.Error("nothing has tokens")
	}
	if _, ok := tok.Measure().(size.Preparer); !ok {
		t.Error("prepares no text")
	}
}

// TestBudgetIsWhatTheModelSees cuts by a model that puts two tokens around each
// text: no text may have more than max with them, records say so, and the frame
// has none of its own.
func TestBudgetIsWhatTheModelSees(t *testing.T) {
	r := byTokens(folder(t), 16)
	r.Strategy, r.Frame = "cascade", []string{"breadcrumb"}
	c, err := catalog.Cutting(r, "")
	if err != nil {
		t.Fatal(err)
	}
	text := "# Tres\n\n" + strings.Repeat("Uno dos tres. ", 40) + "\n"
	d := &doc.Document{URI: "d", Text: text, Blocks: []doc.Block{
		{Kind: doc.Heading, Level: 1, Parent: -1, Span: doc.Span{Start: 0, End: 6}, Label: "Tres"},
		{Kind: doc.Paragraph, Parent: -1, Span: doc.Span{Start: 8, End: len(text) - 2}}}}
	records, err := c.Records(context.Background(), d, "d")
	if err != nil {
		t.Fatal(err)
	}
	if len(records) != 20 {
		t.Fatalf("%d records of 40 sentences, want them by twos", len(records))
	}
	for i, rec := range records {
		// A sentence has five tokens, the frame one, and two are special.
		want := 2*5 + 1 + 2
		if i == 0 {
			want += 2 // the heading itself
		}
		if rec.Tokens != want || rec.Frame.Breadcrumb != "Tres" {
			t.Errorf("record %d under %q: %d tokens, want %d", i, rec.Frame.Breadcrumb, rec.Tokens, want)
		}
	}
	for _, p := range verify.Document(context.Background(), d, records, verify.Options{Cutting: &c}) {
		t.Error(p)
	}
}

// TestRoomBesideSpecialTokens: where these alone fill max, nothing fits.
func TestRoomBesideSpecialTokens(t *testing.T) {
	dir := folder(t)
	if _, err := catalog.Cutting(byTokens(dir, 3), ""); err != nil {
		t.Error(err)
	}
	_, err := catalog.Cutting(byTokens(dir, 2), "")
	if !errors.Is(err, catalog.ErrRoom) || !strings.Contains(err.Error(), dir) {
		t.Fatalf("max 2 with two special tokens: %v", err)
	}
}

func TestWindowOfAFile(t *testing.T) {
	dir := folder(t)
	if _, err := catalog.Cutting(byTokens(dir, 24), ""); err != nil {
		t.Error(err)
	}
	_, err := catalog.Cutting(byTokens(dir, 25), "")
	if !errors.Is(err, catalog.ErrWindow) {
		t.Fatal(err)
	}
	for _, want := range []string{"25", "24", dir} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%v: doesn't name %s", err, want)
		}
	}
}

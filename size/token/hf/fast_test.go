package hf

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/pildora/pildora/doc"
)

// charsMapOf lays out a character map: a block of 256 units a node.
func charsMapOf(replace map[string]string) string {
	units, texts := make([]uint32, 512), ""
	units[0] = 256 << 10
	for key, to := range replace {
		block := uint32(256)
		for i := range len(key) {
			at := block ^ uint32(key[i])
			if units[at] == 0 {
				next := uint32(len(units))
				units = append(units, make([]uint32, 256)...)
				units[at] = (at^next)<<10 | uint32(key[i])
			}
			block = at ^ units[at]>>10
			if i == len(key)-1 {
				units[at] |= 1 << 8
				units[block] = 1<<31 | uint32(len(texts))
			}
		}
		texts += to + "\x00"
	}
	data := binary.LittleEndian.AppendUint32(nil, uint32(4*len(units)))
	for _, u := range units {
		data = binary.LittleEndian.AppendUint32(data, u)
	}
	return base64.StdEncoding.EncodeToString(append(data, texts...))
}

const fastLetters = "abcdenoñé漢字한글каж0123.,-_'#<>[]|▁ ^"

func wordPieceFile(normalizer, added string) string {
	vocab := map[string]int{"[UNK]": 0, "ab": 1, "##ab": 2, "[SEP]": 3}
	for _, c := range fastLetters {
		vocab[string(c)] = len(vocab)
		if c != 'e' {
			vocab["##"+string(c)] = len(vocab)
		}
	}
	v, _ := json.Marshal(vocab)
	return `{"version":"1.0","added_tokens":[` + added + `],"normalizer":` + normalizer +
		`,"pre_tokenizer":{"type":"BertPreTokenizer"},"model":{"type":"WordPiece","unk_token":"[UNK]",
		"continuing_subword_prefix":"##","max_input_chars_per_word":20,"vocab":` + string(v) + `}}`
}

func unigramFile(normalizer, preTokenizer, added string) string {
	vocab := [][2]any{{"<unk>", 0}, {"▁ab", -2.5}, {"ab", -3}, {"[SEP]", 0}, {"▁a", -2.25}, {"anno", -4}}
	for i, c := range fastLetters {
		vocab = append(vocab, [2]any{string(c), -3 - float64(i%7)/3})
	}
	v, _ := json.Marshal(vocab)
	charsMap := charsMapOf(map[string]string{"\n": " ", "\t": " ", "\r": " ", "\u00a0": " ", "\u3000": " ", "ª": "a",
		"e\u0301": "é", "n\u0303": "ñ", " \u0302": "^", "\u00ad": "", "①": "1", "㎏": "kg", "\u200b": ""})
	normalizer = strings.ReplaceAll(normalizer, "PRECOMPILED", `{"type":"Precompiled","precompiled_charsmap":"`+charsMap+`"}`)
	return `{"version":"1.0","added_tokens":[` + added + `],"normalizer":` + normalizer + `,"pre_tokenizer":` + preTokenizer +
		`,"model":{"type":"Unigram","unk_id":0,"vocab":` + string(v) + `}}`
}

const (
	separator = `{"id":3,"content":"[SEP]","single_word":false,"lstrip":false,"rstrip":false,"normalized":false,"special":true}`
	stripping = `{"id":3,"content":"[SEP]","single_word":false,"lstrip":true,"rstrip":true,"normalized":false,"special":true}`
	single    = `{"id":3,"content":"[SEP]","single_word":true,"lstrip":false,"rstrip":false,"normalized":false,"special":true}`
	spaced2   = `{"type":"Metaspace","replacement":"▁","prepend_scheme":"always","split":true}`
	collapse  = `{"type":"Replace","pattern":{"Regex":" {2,}"},"content":" "}`
)

func fastFiles() map[string]string {
	bert := func(clean, ideographs, strip, lower string) string {
		return `{"type":"BertNormalizer","clean_text":` + clean + `,"handle_chinese_chars":` + ideographs + `,"strip_accents":` + strip + `,"lowercase":` + lower + `}`
	}
	split := `{"type":"Sequence","pretokenizers":[{"type":"WhitespaceSplit"},` + spaced2 + `]}`
	return map[string]string{
		"uncased":  wordPieceFile(bert("true", "true", "null", "true"), separator),
		"cased":    wordPieceFile(bert("true", "true", "null", "false"), stripping),
		"accented": wordPieceFile(bert("true", "false", "false", "true"), single),
		"raw":      wordPieceFile(bert("false", "true", "true", "true"), separator),
		"none":     wordPieceFile("null", separator),
		"xlmr":     unigramFile("PRECOMPILED", split, separator),
		"e5":       unigramFile(`{"type":"Sequence","normalizers":[PRECOMPILED,`+collapse+`]}`, spaced2, stripping),
		"t5":       unigramFile("PRECOMPILED", spaced2, single),
		"deberta": unigramFile(`{"type":"Sequence","normalizers":[{"type":"Strip","strip_left":true,"strip_right":true},PRECOMPILED,`+
			collapse+`]}`, spaced2, separator),
	}
}

func fastText(r *rand.Rand, n int) string {
	odd := []string{" ", " ", "  ", "\n", "\r\n", "\t", "\u00a0", "\u3000", "\u0301", "\u0302", "\u0303", "\u200d", "\u200b", "\u00ad", "\u302e",
		"[SEP]", "[SEP", "SEP]", "É", "ª", "①", "㎏", "\x00", "\x1f", "\x0b", "\ufffd", "\ufeff", "“", "¿", "—", "。", "İ", "ß", "😀", "🏽", "ᄀ", "ี", "न", "्"}
	letters := []rune(fastLetters)
	var b strings.Builder
	for range n {
		switch r.IntN(24) {
		case 0:
			b.WriteRune(rune(r.IntN(0x20000)))
		case 1:
			b.WriteByte(byte(r.IntN(256)))
		case 2:
			b.WriteString(strings.Repeat(string(letters[r.IntN(len(letters))]), r.IntN(30)))
		case 3, 4, 5, 6, 7, 8:
			b.WriteString(odd[r.IntN(len(odd))])
		default:
			b.WriteRune(letters[r.IntN(len(letters))])
		}
	}
	return b.String()
}

// TestFastIsThePipeline compares the fast way with the general one, over texts
// and over spans of them.
func TestFastIsThePipeline(t *testing.T) {
	for name, file := range fastFiles() {
		quick, err := Parse(name, []byte(file))
		if err != nil {
			t.Fatal(err)
		}
		general, err := Parse(name, []byte(file))
		if err != nil {
			t.Fatal(err)
		}
		if quick.fast == nil {
			t.Fatalf("%s isn't counted the fast way", name)
		}
		general.fast = nil
		r := rand.New(rand.NewPCG(9, uint64(len(name))))
		for range 500 {
			text := fastText(r, r.IntN(60))
			if got, want := quick.Size(text), general.Size(text); got != want {
				t.Fatalf("%s: %q counts %d, want %d", name, text, got, want)
			}
			ruler := quick.Prepare(text)
			for range 4 {
				s := doc.Span{Start: r.IntN(len(text) + 1)}
				s.End = s.Start + r.IntN(len(text)-s.Start+1)
				if got, want := ruler.Size(s), general.Size(text[s.Start:s.End]); got != want {
					t.Fatalf("%s: %v of %q, %q, counts %d, want %d", name, s, text, text[s.Start:s.End], got, want)
				}
			}
		}
	}
}

// TestFastKnowsItsPipelines: others are left to the general way.
func TestFastKnowsItsPipelines(t *testing.T) {
	lower := `{"type":"Sequence","normalizers":[PRECOMPILED,{"type":"Lowercase"}]}`
	dashes := `{"type":"Sequence","normalizers":[PRECOMPILED,{"type":"Replace","pattern":{"String":"-"},"content":" "}]}`
	first := strings.Replace(spaced2, "always", "first", 1)
	sought := strings.Replace(separator, `"normalized":false`, `"normalized":true`, 1)
	for name, file := range map[string]string{
		"lower":   unigramFile(lower, spaced2, separator),
		"dashes":  unigramFile(dashes, spaced2, separator),
		"first":   unigramFile("PRECOMPILED", first, separator),
		"unsplit": unigramFile("PRECOMPILED", strings.Replace(spaced2, "true", "false", 1), separator),
		"sought":  unigramFile("PRECOMPILED", spaced2, sought),
		"nfc":     wordPieceFile(`{"type":"NFC"}`, separator),
	} {
		tok, err := Parse(name, []byte(file))
		if err != nil {
			t.Fatal(err)
		}
		if tok.fast != nil {
			t.Errorf("%s is counted the fast way", name)
		}
	}
}

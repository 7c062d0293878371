package hf

import (
	"bufio"
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
)

// reference returns a Python interpreter that has the reference: the one that
// PILDORA_REF names, else python3. Under CI it must be there.
func reference(t *testing.T) string {
	t.Helper()
	python := os.Getenv("PILDORA_REF")
	if python == "" {
		python = "python3"
	}
	if err := exec.Command(python, "-c", "import tokenizers").Run(); err != nil {
		lacking(t, "no tokenizers in %s (PILDORA_REF names a Python interpreter that has it): %v", python, err)
	}
	return python
}

// lacking skips the test, or fails it under CI.
func lacking(t *testing.T, format string, args ...any) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatalf(format, args...)
	}
	t.Skipf(format, args...)
}

// root is the folder of the module.
func root(t *testing.T) string {
	dir, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("no go.mod above the test")
		}
	}
}

// full says whether all texts are compared with all tokenizers.
func full() bool { return os.Getenv("PILDORA_REF_FULL") != "" }

// gather reads texts under a folder, up to a total size.
func gather(dir string, limit, each int) []string {
	var texts []string
	_ = filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || limit <= 0 {
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil || bytes.IndexByte(data, 0) >= 0 {
			return nil
		}
		data = data[:min(len(data), limit, each)]
		texts = append(texts, strings.ToValidUTF8(string(data), "\ufffd"))
		limit -= len(data)
		return nil
	})
	return texts
}

// realTexts is up to so many bytes of each corpus that is there.
func realTexts(t *testing.T, limit int) []string {
	var texts []string
	shared := filepath.Join(root(t), "..", "shared", "data")
	for _, name := range []string{"docs-qa-es", "squad-es", "docs-qa-en", "cuad", "xquad-zh", "xquad-ar", "xquad-th", "mlqa-es", "structured-docs"} {
		texts = append(texts, gather(filepath.Join(shared, name), limit, 200_000)...)
	}
	return append(texts, gather(filepath.Join(runtimeRoot(), "src", "net"), limit, 200_000)...)
}

func runtimeRoot() string {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

// phrases are in the languages that the corpora lack, and characters that
// tokenizers stumble over.
var phrases = []string{
	"Der Fluß trägt die Übergröße; straße, STRASSE, ẞ. Äpfel kosten 1.234,56 €!",
	"Où est l'œuvre ? « Ça coûte 12 €, n'est-ce pas ? » L’été, à Noël…",
	"A ação não começou às 10h; você e o avô já foram à praia.",
	"Съешь же ещё этих мягких французских булок, да выпей чаю. Й й Ё ё №5",
	"Ξεσκεπάζω τὴν ψυχοφθόρα βδελυγμία. ΟΔΥΣΣΕΥΣ ὀδυσσεύς ᾳ ῼ",
	"اللُّغَةُ العَرَبِيَّةُ جَمِيلَةٌ؛ ١٢٣٤ ﷽ ﻻ ـــ",
	"हिन्दी में क्षत्रिय ज्ञान किंतु परंतु। १२३ नमस्\u200dते",
	"ภาษาไทยไม่มีการเว้นวรรค น้ำ กำลัง ๑๒๓",
	"中文没有空格，标点“如此”。𠀀𪜀 ㊥ 丽",
	"日本語のテキスト、ｶﾀｶﾅとカタカナ。ガ が ㍿ ㌔ ー々",
	"한국어 텍스트입니다. 각 각 ㄱㅏ ﾡ",
	"👩\u200d👩\u200d👧\u200d👦👍🏽🏳️\u200d🌈❤️\u200d🔥🇪🇸🇯🇵1️⃣ ☺️ ©️ ™",
	"ＦＵＬＬ ｗｉｄｔｈ　１２３！？ ﬁ ﬂ ½ ² ™ Ⅷ ㎏ ①",
	"a\u0301e\u0323\u0302 q\u0307\u0323 \u0344 \u0f73\u0f75 ạ̈ \u1e9b\u0323 Å Å",
	"zero\u200bwidth\u200cnon\u200djoiner\ufeffbom\u2060wj\u00adshy\u180e",
	"tabs\t\tand\r\nnewlines\n\n\n  spaces   \u00a0\u2003\u3000\u2028\u2029\u0085 end ",
	"it's IT'S we'll WE'LL they've I'd 'S 'ſ don’t 'Re",
	"camelCaseHTTPServer snake_case kebab-case x=1;y+=2; /* */ // <div class=\"a\">&amp;</div> #!@$%^&*()[]{}|\\`~",
	"<s> </s> [CLS] [MASK]<mask> <|endoftext|><|im_start|>user <|end|> <unk>   <mask>   the<tag>THE Día día ﬁn fin que  que",
	"<|begin_of_text|><start_of_turn><bos><｜begin▁of▁sentence｜><EOT>\n\nHuman: ▁▁a▁b Ġa <0x0A>",
	"\x00\x01\x02\x07\x1b\x7f\u0080\u009f\ufffd\ufffe\uffff\U0010ffff\ue000",
	"QmFzZTY0IGlzIG5vdCBlbmNyeXB0aW9uLCBpdCBpcyBqdXN0IGEgd2F5IHRvIHdyaXRlIGJ5dGVzLg==",
	"\u0378\u0530 \u1c89\u1c8a \ua7cb\ua7da \U00011938 \U00016d40 \U0001e5d0 \U000105c9\U000105d2 \u0897 \U00010d4a \U0001ccd6",
	"ǅ ǈ İstanbul ıI İ i̇ ŉ ǰ ΐ ﬗ Ω K Å",
	"\u0600a \u06dda \u0d4ek \U000110bdx \u0600\u0600\u0301 a\u0600",
	"ｶﾞﾊﾟ \u1100\u314f\u3131 \uffa1\uffc2\uffa1 각\u11a8 \u1100\u1161\u11a8 \u1100\uac00 \uac00\u11a7 \uac01\u11a8",
	"▁", "▁▁", " ", "  ", "\n", "a", "é", "漢", "", "的。a", " a", "a ", "\u0301", "\u200d", "'", "1", "²", "٣",
}

// mixed puts random phrases and characters together.
func mixed(r *rand.Rand) string {
	var b strings.Builder
	for range 1 + r.IntN(40) {
		p := phrases[r.IntN(len(phrases))]
		switch runes := []rune(p); {
		case len(runes) > 0 && r.IntN(3) > 0:
			i := r.IntN(len(runes))
			b.WriteString(string(runes[i:min(len(runes), i+1+r.IntN(12))]))
		case r.IntN(4) == 0:
			b.WriteString(p)
		default:
			tops := []int{0x80, 0x250, 0x800, 0x3000, 0x10000, 0x20000, 0x110000}
			b.WriteString(string(rune(r.IntN(tops[r.IntN(len(tops))]))))
		}
		if r.IntN(4) == 0 {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// oddTexts are made to hurt.
func oddTexts(n int) []string {
	r := rand.New(rand.NewPCG(3, 4))
	texts := slices.Clone(phrases)
	for range n {
		texts = append(texts, mixed(r))
	}
	for _, unit := range []string{"a", " ", "\n", "1", "-", "漢", "\u0301", "é", "👍", "ab", "▁", "ก", "\t ", "the ", "x\n", "'s"} {
		texts = append(texts, strings.Repeat(unit, 700), "b"+strings.Repeat(unit, 150)+"c")
	}
	return texts
}

// longTexts are without a blank, and of one million bytes.
func longTexts() []string {
	r := rand.New(rand.NewPCG(5, 6))
	var texts []string
	for _, alphabet := range []string{"abcdefghijklmnopqrstuvwxyz", "ABCDEFabcdef0123456789+/", "的一是不了人我在有他这中大来上", "กขคงจฉชซ"} {
		letters := []rune(alphabet)
		var b strings.Builder
		for b.Len() < 1_000_000 {
			b.WriteRune(letters[r.IntN(len(letters))])
		}
		texts = append(texts, b.String())
	}
	return texts
}

// ask hands texts to the reference and calls yield with each answer.
func ask(t *testing.T, python, path string, texts []string, yield func(i int, line string)) (special int) {
	t.Helper()
	var input bytes.Buffer
	for _, text := range texts {
		fmt.Fprintf(&input, "%d\n%s", len(text), text)
	}
	cmd := exec.Command(python, filepath.Join("testdata", "reference.py"), "encode", path)
	cmd.Stdin, cmd.Stderr = &input, os.Stderr
	cmd.Env = append(os.Environ(), "PYTHONUTF8=1", "TOKENIZERS_PARALLELISM=false")
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReaderSize(out, 1<<20)
	read := func() string {
		line, err := lines.ReadString('\n')
		if err != nil {
			t.Fatalf("%s: the reference answered too few texts: %v", path, err)
		}
		return line[:len(line)-1]
	}
	if special, err = strconv.Atoi(read()); err != nil {
		t.Fatal(err)
	}
	for i := range texts {
		yield(i, read())
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	return special
}

// answer is what the reference would say of a text, if it did as we do.
func answer(k *Tokenizer, text string) string {
	ids, spans := k.Encode(text), k.Spans(text)
	if len(ids) != len(spans) || k.Size(text) != len(ids) {
		return fmt.Sprintf("%d ids, %d spans, size %d", len(ids), len(spans), k.Size(text))
	}
	places := newPlaces(text)
	var b strings.Builder
	for i, id := range ids {
		if i > 0 {
			b.WriteByte(' ')
		}
		s := places.chars(spans[i])
		b.WriteString(strconv.Itoa(id))
		b.WriteByte(',')
		b.WriteString(strconv.Itoa(s.Start))
		b.WriteByte(',')
		b.WriteString(strconv.Itoa(s.End))
	}
	return b.String()
}

// places counts the characters before each byte.
type places []int32

func newPlaces(text string) places {
	p := make(places, 0, len(text)+1)
	n := int32(0)
	for i := 0; i < len(text); {
		_, size := utf8.DecodeRuneInString(text[i:])
		for range size {
			p = append(p, n)
		}
		i += size
		n++
	}
	return append(p, n)
}

// chars turns bytes into characters; what lies beyond the text stays, as in the
// reference.
func (p places) chars(s doc.Span) doc.Span {
	if s.Start < len(p) && s.End < len(p) {
		return doc.Span{Start: int(p[s.Start]), End: int(p[s.End])}
	}
	return s
}

func compare(t *testing.T, python, path string, texts []string) {
	name := strings.TrimSuffix(filepath.Base(path), ".json")
	k, err := Open(path)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	wrong, failed, tokens, size := 0, 0, 0, 0
	special := ask(t, python, path, texts, func(i int, want string) {
		size += len(texts[i])
		if strings.HasPrefix(want, "error") {
			failed++
			return
		}
		got := answer(k, texts[i])
		tokens += strings.Count(got, " ") + 1
		if got != want {
			if wrong++; wrong <= 3 {
				t.Errorf("%s: %s", name, difference(texts[i], got, want))
			}
		}
	})
	r := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		checkRuler(t, k, prose(r), r, 10)
		checkRuler(t, k, texts[r.IntN(len(texts))], r, 2)
	}
	if special != k.Special() {
		t.Errorf("%s: %d special tokens, want %d", name, k.Special(), special)
	}
	if failed > len(texts)/10 {
		t.Errorf("%s: the reference failed on %d of %d texts", name, failed, len(texts))
	}
	t.Logf("%s: %d texts, %d bytes, %d tokens, %d differ, %d the reference failed on", name, len(texts), size, tokens, wrong, failed)
}

func difference(text, got, want string) string {
	g, w := strings.Fields(got), strings.Fields(want)
	i := 0
	for i < len(g) && i < len(w) && g[i] == w[i] {
		i++
	}
	return fmt.Sprintf("%.300q: token %d: got %v, want %v", text, i, g[i:min(len(g), i+6)], w[i:min(len(w), i+6)])
}

// TestReference compares ids and spans with those of tokenizers itself, for
// tokenizers of every kind.
func TestReference(t *testing.T) {
	python := reference(t)
	dir := t.TempDir()
	real := realTexts(t, 30_000)
	if full() {
		real = realTexts(t, 800_000)
	}
	texts := append(oddTexts(150), real...)
	sample := filepath.Join(dir, "texts")
	if err := os.WriteFile(sample, []byte(strings.Join(append(slices.Clone(phrases), first(real, 150_000)...), "\x00")), 0o600); err != nil {
		t.Fatal(err)
	}
	count := "24"
	if full() {
		count = "400"
	}
	args := []string{filepath.Join("testdata", "reference.py"), "build", dir, sample, count}
	cmd := exec.Command(python, append(args, wheels(t)...)...)
	cmd.Env = append(os.Environ(), "PYTHONUTF8=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*.json"))
	if extra := os.Getenv("PILDORA_REF_TOKENIZERS"); extra != "" {
		more, _ := filepath.Glob(extra)
		files = append(files, more...)
	}
	if len(files) < 40 {
		t.Fatalf("only %d tokenizers", len(files))
	}
	short := append(oddTexts(150), first(real, 40_000)...)
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".json"), func(t *testing.T) {
			if strings.HasPrefix(filepath.Base(f), "composed") {
				compare(t, python, f, short)
				return
			}
			compare(t, python, f, texts)
		})
	}
}

// first are texts up to a total size, from all over.
func first(texts []string, limit int) []string {
	var out []string
	for i := 0; i < len(texts) && limit > 0; i += 1 + len(texts)/200 {
		s := texts[i]
		for n := min(len(s), 4000); ; n++ {
			if n == len(s) || utf8.RuneStart(s[n]) {
				s = s[:n]
				break
			}
		}
		out = append(out, strings.ReplaceAll(s, "\x00", ""))
		limit -= len(s)
	}
	return out
}

// wheels are the packages with real vocabularies: those that scripts/tools.sh
// fetches.
func wheels(t *testing.T) []string {
	dir := os.Getenv("PILDORA_REF_WHEELS")
	if dir == "" {
		dir = filepath.Join(root(t), ".tools", "wheels")
	}
	found, _ := filepath.Glob(filepath.Join(dir, "*.whl"))
	if len(found) < 2 {
		if os.Getenv("CI") != "" {
			t.Fatalf("no wheels in %s: scripts/tools.sh fetches them", dir)
		}
		t.Logf("no wheels in %s: real vocabularies are left out", dir)
	}
	return found
}

// TestReal compares with the reference on at least five megabytes, for the
// tokenizers that PILDORA_REF_TOKENIZERS, a file pattern, names.
func TestReal(t *testing.T) {
	files, _ := filepath.Glob(os.Getenv("PILDORA_REF_TOKENIZERS"))
	if len(files) == 0 {
		t.Skip("PILDORA_REF_TOKENIZERS names no tokenizers")
	}
	python := reference(t)
	texts := append(oddTexts(500), realTexts(t, 700_000)...)
	texts = append(texts, longTexts()...)
	for _, f := range files {
		t.Run(f, func(t *testing.T) { compare(t, python, f, texts) })
	}
}

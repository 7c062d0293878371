package read

import (
	"encoding/base64"
	"errors"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"
	"pgregory.net/rapid"
)

// utf16Of encodes text without a mark.
func utf16Of(t testing.TB, text string, order unicode.Endianness) string {
	t.Helper()
	s, err := unicode.UTF16(order, unicode.IgnoreBOM).NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// utf32Of encodes text without a mark.
func utf32Of(text string, little bool) string {
	var b strings.Builder
	for _, r := range text {
		u := []byte{byte(r >> 24), byte(r >> 16), byte(r >> 8), byte(r)}
		if little {
			u[0], u[1], u[2], u[3] = u[3], u[2], u[1], u[0]
		}
		b.Write(u)
	}
	return b.String()
}

func TestDecode(t *testing.T) {
	gbk, err := base64.StdEncoding.DecodeString("uNu/2r3xzOy52LHVIHBsYWluIHRhaWw=")
	if err != nil {
		t.Fatal(err)
	}
	ascii := strings.Repeat("plain text, ", 200)
	for _, c := range []struct {
		name, data, hint string
		text, charset    string
		warnings         int
	}{
		{"empty", "", "", "", "utf-8", 0},
		{"ASCII", "hello", "", "hello", "utf-8", 0},
		{"UTF-8", "año", "", "año", "utf-8", 0},
		{"valid UTF-8 whatever is declared", "año", "windows-1252", "año", "utf-8", 0},
		{"UTF-8 mark is kept", "\ufeffaño\r\n", "", "\ufeffaño\r\n", "utf-8", 0},
		{"mark alone", "\ufeff", "", "\ufeff", "utf-8", 0},
		{"NULs stay", "words before the gap\x00\x00 and words after the gap", "", "words before the gap\x00\x00 and words after the gap", "utf-8", 0},
		{"NUL-separated names", "file-one\x00file-two\x00file-3\x00", "", "file-one\x00file-two\x00file-3\x00", "utf-8", 0},
		{"one NUL at the end", "hello\x00", "", "hello\x00", "utf-8", 0},
		{"UTF-16LE with mark", "\xff\xfe" + utf16Of(t, "año 😀\n", unicode.LittleEndian), "", "año 😀\n", "utf-16le", 1},
		{"UTF-16BE with mark", "\xfe\xff" + utf16Of(t, "año 😀\n", unicode.BigEndian), "", "año 😀\n", "utf-16be", 1},
		{"UTF-32LE with mark", "\xff\xfe\x00\x00" + utf32Of("año 😀", true), "", "año 😀", "utf-32le", 1},
		{"UTF-32BE with mark", "\x00\x00\xfe\xff" + utf32Of("año 😀", false), "", "año 😀", "utf-32be", 1},
		{"UTF-32 without mark", utf32Of("año 😀", true), "", "año 😀", "utf-32le", 1},
		{"UTF-16 cut in a character", "\xff\xfea\x00b", "", "a\ufffd", "utf-16le", 2},
		{"hint UTF-16", utf16Of(t, "港口今天", unicode.BigEndian), "utf-16be", "港口今天", "utf-16be", 1},
		{"hint ISO-2022-JP", "\x1b$B3t<02q<R\x1b(B", "iso-2022-jp", "株式会社", "iso-2022-jp", 1},
		{"GBK case", string(gbk), "", "港口今天关闭 plain tail", "gbk", 1},
		{"declared by hint", "\xe0\xe1\xe2", "koi8-r", "ЮАБ", "koi8-r", 1},
		{"declared by XML", "<?xml version='1.0' encoding='ISO-8859-5'?><a>\xd0\xd1\xd2</a>", "", "<?xml version='1.0' encoding='ISO-8859-5'?><a>абв</a>", "iso-8859-5", 1},
		{"declared by meta", `<meta charset="windows-1251">` + "\xe0\xe1\xe2", "", `<meta charset="windows-1251">абв`, "windows-1251", 1},
		{"unknown declaration", "caf\xe9 cr\xe8me", "klingon", "café crème", "windows-1252", 2},
		{"declaration that does not fit", "La compa\xf1\xeda abonar\xe1 el salario seg\xfan el art\xedculo cinco", "euc-kr", "La compañía abonará el salario según el artículo cinco", "windows-1252", 2},
		{"quotes in long English", ascii + "the \x93leave policy\x94 isn\x92t \x96 caf\xe9", "", ascii + "the “leave policy” isn’t – café", "windows-1252", 1},
		{"stray byte in long ASCII", ascii + "\xff" + ascii, "", ascii + "\ufffd" + ascii, "utf-8", 1},
		{"damaged UTF-8", strings.Repeat("año niño ", 40) + "\xf1", "", strings.Repeat("año niño ", 40) + "\ufffd", "utf-8", 1},
		{"truncated UTF-8", strings.Repeat("año niño ", 40) + "\xc3", "", strings.Repeat("año niño ", 40) + "\ufffd", "utf-8", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			text, charset, warnings, err := Decode([]byte(c.data), c.hint)
			if err != nil {
				t.Fatal(err)
			}
			if text != c.text || len(warnings) != c.warnings {
				t.Errorf("%q, %q, %q; want %q with %d warnings", text, charset, warnings, c.text, c.warnings)
			}
			if charset != c.charset && !(c.charset == "gbk" && charset == "gb18030") {
				t.Errorf("charset %q, want %q", charset, c.charset)
			}
			if charset != "utf-8" && !strings.Contains(warnings[len(warnings)-1]+warnings[0], charset) {
				t.Errorf("warnings %q don't name %s", warnings, charset)
			}
		})
	}
}

func TestDecodeWarningCountsBytes(t *testing.T) {
	data := strings.Repeat("año ", 50) + "\xf1 niño \xf1"
	_, _, warnings, err := Decode([]byte(data), "")
	if err != nil || len(warnings) != 1 || !strings.HasPrefix(warnings[0], "2 of 259 bytes") || !strings.HasSuffix(warnings[0], "at byte 250") {
		t.Errorf("%q, %v", warnings, err)
	}
}

// TestUTF16WithoutMark decodes a paragraph in every language by the parity of
// its NUL bytes.
func TestUTF16WithoutMark(t *testing.T) {
	for tag, text := range languages(t) {
		text = "# 1. " + text + "\r\n\r\n" + text + "\r\n"
		for name, order := range map[string]unicode.Endianness{"utf-16le": unicode.LittleEndian, "utf-16be": unicode.BigEndian} {
			got, charset, _, err := Decode([]byte(utf16Of(t, text, order)), "")
			if err != nil || got != text {
				t.Errorf("%s in %s: decoded as %s: %.40q, %v", tag, name, charset, got, err)
			}
		}
	}
}

func TestDecodeBinary(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	var noise []byte
	for x := uint32(1); len(noise) < 4096; x = x*1664525 + 1013904223 {
		noise = append(noise, byte(x>>24))
	}
	for name, data := range map[string]string{
		"PNG":     "\x89PNG\r\n\x1a\n",
		"ZIP":     "PK\x03\x04",
		"PDF":     "%PDF-1.7\n1 0 obj",
		"gzip":    "\x1f\x8b\x08\x00",
		"SQLite":  "SQLite format 3\x00",
		"ELF":     string(program[:1000]),
		"no head": string(program[4096:10000]),
		"noise":   string(noise),
		"zeros":   strings.Repeat("\x00", 100),
		"GIF":     "GIF89a\x01\x00\x01\x00",
	} {
		if _, charset, _, err := Decode([]byte(data), ""); !errors.Is(err, ErrBinary) {
			t.Errorf("%s: decoded as %q, %v", name, charset, err)
		}
	}
	for _, text := range []string{"GIF89a was a format.", "BZh is not a word", "PAR1", "MZ", "RIFF and raff"} {
		if got, _, _, err := Decode([]byte(text), ""); err != nil || got != text {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
	_, err = Source{URI: "docs/logo.md", Data: []byte("\x89PNG\r\n\x1a\n")}.Decode()
	if !errors.Is(err, ErrBinary) || !strings.Contains(err.Error(), "docs/logo.md") || !strings.Contains(err.Error(), "PNG") {
		t.Errorf("error does not name the source and the format: %v", err)
	}
}

func TestSourceDecodeHint(t *testing.T) {
	d, err := Source{URI: "a", Media: `text/plain; charset="koi8-r"`, Data: []byte("\xe0\xe1\xe2")}.Decode()
	if err != nil || d.Text != "ЮАБ" || d.Charset != "koi8-r" {
		t.Errorf("%+v, %v", d, err)
	}
}

// TestValidUTF8IsKept: valid UTF-8 comes back byte for byte and without
// origins. NUL bytes are few here: many of them at every second place are
// UTF-16 by any reading.
func TestValidUTF8IsKept(t *testing.T) {
	letters := rapid.StringOf(rapid.OneOf(rapid.RuneFrom([]rune("aé ñ\n\r\t港😀\u0301\u200d\ufeff\ufffd\u0085")), rapid.Rune()))
	rapid.Check(t, func(rt *rapid.T) {
		text := letters.Draw(rt, "text")
		if nul := strings.Count(text, "\x00"); nul*4 > len(text) {
			rt.Skip("mostly NUL")
		}
		hint := rapid.SampledFrom([]string{"", "latin1", "gbk", "nonsense"}).Draw(rt, "hint")
		d, err := decode([]byte(text), hint)
		if errors.Is(err, ErrBinary) {
			if !isBinary([]byte(text), true) && magicOf([]byte(text)) == "" {
				rt.Fatalf("refused: %v", err)
			}
			return
		}
		if marked, _ := markOf([]byte(text)); marked != "" && marked != "utf-8" {
			return // U+0000 U+0000 before U+FEFF can't be told from a mark
		}
		if err != nil || d.Text != text || len(d.Origins) != 0 || len(d.Warnings) != 0 {
			rt.Fatalf("%+v, %v", d, err)
		}
	})
}

// checkDecoded checks what every result of decode promises.
func checkDecoded(t interface{ Fatalf(string, ...any) }, data []byte, d Decoded) {
	if !utf8.ValidString(d.Text) {
		t.Fatalf("invalid UTF-8: %q", d.Text)
	}
	if len(d.Origins) == 0 && d.Text != string(data) && len(data) > 4 {
		t.Fatalf("no origins, and not the source: %q", d.Text)
	}
	text, source := 0, -1
	for _, o := range d.Origins {
		if o.Text.Start != text || source >= 0 && o.Source.Start != source || o.Source.Empty() || o.Source.End > len(data) {
			t.Fatalf("origin %+v does not follow %d, %d", o, text, source)
		}
		text, source = o.Text.End, o.Source.End
	}
	if n := len(d.Origins); n > 0 && (text != len(d.Text) || source != len(data)) {
		t.Fatalf("origins end at %d of %d, %d of %d", text, len(d.Text), source, len(data))
	}
}

// TestOriginsCover: whatever the bytes, the origins of a decoded text tile
// both the text and the source, and decoding one piece alone gives its text.
func TestOriginsCover(t *testing.T) {
	texts := languages(t)
	for _, c := range append(detectable, []struct {
		lang, charset string
		short         int
	}{{"ja", "iso-2022-jp", 0}, {"es", "utf-16le", 0}, {"zh", "utf-16be", 0}}...) {
		data, want := encodeIn(t, strings.Repeat(texts[c.lang]+"\n\n", 50), c.charset)
		d := withCharset(data, 0, c.charset, "test")
		checkDecoded(t, data, d)
		if d.Text != want {
			t.Errorf("%s in %s: %.60q, want %.60q", c.lang, c.charset, d.Text, want)
		}
		if c.charset == "iso-2022-jp" {
			continue // stateful: a piece alone lacks the shift before it
		}
		for _, o := range d.Origins {
			piece := withCharset(data[o.Source.Start:o.Source.End], 0, c.charset, "test")
			if piece.Text != d.Text[o.Text.Start:o.Text.End] {
				t.Fatalf("%s: piece %+v is %q", c.charset, o, piece.Text)
			}
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, text := range languages(f) {
		for _, charset := range []string{"gb18030", "shift_jis", "windows-1252", "utf-16le", "iso-2022-jp", "big5"} {
			data, _ := encodeIn(f, text, charset)
			f.Add(data, "")
			f.Add(data[:7], charset)
		}
	}
	f.Add([]byte("\xff\xfe\x00\x00\x00"), "utf-32")
	f.Add([]byte("\x00a\x00"), "utf-16")
	f.Add([]byte("coding: utf-7\xff\xff"), "x-user-defined")
	f.Fuzz(func(t *testing.T, data []byte, hint string) {
		d, err := decode(data, hint)
		if err != nil {
			if !errors.Is(err, ErrBinary) {
				t.Fatalf("unexpected error %v", err)
			}
			return
		}
		checkDecoded(t, data, d)
		if again, _ := decode(data, hint); again.Text != d.Text || again.Charset != d.Charset {
			t.Fatalf("two results: %q in %s and %q in %s", d.Text, d.Charset, again.Text, again.Charset)
		}
	})
}

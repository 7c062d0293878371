package read

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
)

// languages reads our own sentences in testdata/languages.txt, one language a
// line after its tag.
func languages(t testing.TB) map[string]string {
	t.Helper()
	data, err := os.ReadFile("testdata/languages.txt")
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for line := range strings.Lines(string(data)) {
		tag, text, _ := strings.Cut(strings.TrimSpace(line), ": ")
		texts[tag] = text
	}
	return texts
}

// encodeIn encodes text in the named charset, replacing what it doesn't have,
// and returns also the text that the bytes stand for.
func encodeIn(t testing.TB, text, charset string) (data []byte, want string) {
	t.Helper()
	e, name := charsetOf(charset)
	if e == nil {
		t.Fatalf("charset %q is unknown", charset)
	}
	data, err := encoding.ReplaceUnsupported(e.NewEncoder()).Bytes([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	back, err := e.NewDecoder().Bytes(data)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return data, string(back)
}

// detectable are the languages and charsets that detection must tell.
var detectable = []struct {
	lang, charset string
	short         int // percent of the 30-character windows that must be right
}{
	{"es", "windows-1252", 95}, {"fr", "windows-1252", 95}, {"de", "windows-1252", 90},
	{"pt", "windows-1252", 95}, {"en", "windows-1252", 95}, {"es", "iso-8859-15", 95},
	{"ru", "windows-1251", 85}, {"ru", "koi8-r", 95}, {"ru", "iso-8859-5", 95}, {"ru", "ibm866", 75},
	{"el", "windows-1253", 95}, {"el", "iso-8859-7", 95},
	{"zh", "gbk", 95}, {"zh", "gb18030", 95}, {"zh-tw", "big5", 95},
	{"ja", "shift_jis", 95}, {"ja", "euc-jp", 95}, {"ko", "euc-kr", 95},
	{"ar", "windows-1256", 80}, {"he", "windows-1255", 95}, {"tr", "windows-1254", 40},
	{"pl", "windows-1250", 0}, {"pl", "iso-8859-2", 0},
}

// TestDetect wants every language right as a paragraph, and most windows of 30
// characters. Windows of 12 are reported only. Right means the right text: a
// charset of another name that reads the bytes alike is right too.
func TestDetect(t *testing.T) {
	texts := languages(t)
	total := map[int][2]int{}
	for _, c := range detectable {
		text := texts[c.lang]
		data, want := encodeIn(t, text, c.charset)
		if got, name, _, err := Decode(data, ""); err != nil || got != want {
			t.Errorf("%s in %s: decoded as %s (%v): %.60q", c.lang, c.charset, name, err, got)
		}
		line := fmt.Sprintf("%-6s %-13s", c.lang, c.charset)
		for _, n := range []int{12, 30, 80} {
			right, all := windows(t, text, c.charset, n)
			line += fmt.Sprintf("  %3d: %2d/%2d", n, right, all)
			total[n] = [2]int{total[n][0] + right, total[n][1] + all}
			if n == 30 && right*100 < all*c.short {
				t.Errorf("%s in %s: %d of %d windows of %d characters right, want %d %%", c.lang, c.charset, right, all, n, c.short)
			}
		}
		t.Log(line)
	}
	t.Log("all windows: ", total)
}

// windows decodes each window of n characters that isn't all ASCII and counts
// those that come out right.
func windows(t *testing.T, text, charset string, n int) (right, all int) {
	runes := []rune(text)
	for i := 0; i+n <= len(runes); i += 7 {
		data, want := encodeIn(t, string(runes[i:i+n]), charset)
		if scanUTF8(data).bad == 0 {
			continue
		}
		all++
		if got, _, _, err := Decode(data, ""); err == nil && got == want {
			right++
		}
	}
	return right, all
}

func TestDetectIsDeterministic(t *testing.T) {
	for tag, text := range languages(t) {
		data, _ := encodeIn(t, text[:min(len(text), 60)], "gb18030")
		for cut := range 12 {
			sample := data[:min(len(data), 3+3*cut)]
			first := detect(sample)
			for range 5 {
				if again := detect(sample); again != first {
					t.Fatalf("%s, %q: %s, then %s", tag, sample, first, again)
				}
			}
		}
	}
}

package read

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	icu "github.com/saintfish/chardet"
	mozilla "github.com/wlynxg/chardet"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/unicode/utf32"
)

// aliases are labels that detectors and files use and no index knows.
var aliases = map[string]string{
	"gb-18030":    "gb18030",
	"cp936":       "gbk",
	"cp949":       "euc-kr",
	"uhc":         "euc-kr",
	"cp932":       "shift_jis",
	"maccyrillic": "x-mac-cyrillic",
	"macroman":    "macintosh",
	"tis-620":     "windows-874",
	"latin-1":     "windows-1252",
	"latin-2":     "iso-8859-2",
	"latin-5":     "windows-1254",
	"latin-9":     "iso-8859-15",
	"utf-32":      "utf-32le",
}

// charsetOf finds the encoding that a label means, and its WHATWG name, else
// its IANA name in lower case; nil and "" where it is unknown.
func charsetOf(label string) (encoding.Encoding, string) {
	label = strings.ToLower(strings.Trim(label, " \t\r\n\"'"))
	if to, ok := aliases[label]; ok {
		label = to
	}
	switch label {
	case "":
		return nil, ""
	case "utf-32le":
		return utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM), label
	case "utf-32be":
		return utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM), label
	}
	if e, err := htmlindex.Get(label); err == nil && e != encoding.Replacement {
		if name, err := htmlindex.Name(e); err == nil {
			return e, name
		}
	}
	if e, err := ianaindex.IANA.Encoding(label); err == nil && e != nil {
		return e, label
	}
	return nil, ""
}

// unitOf returns the size of a code unit of the charset in bytes.
func unitOf(charset string) int {
	switch {
	case strings.HasPrefix(charset, "utf-16"):
		return 2
	case strings.HasPrefix(charset, "utf-32"):
		return 4
	}
	return 1
}

var declaration = regexp.MustCompile(`(?i)\b(?:charset|encoding|coding)\s*[=:]\s*["']?([a-z0-9][a-z0-9_:.+-]*)`)

// declaredIn returns the label that the first KiB of data declares, or "". A
// wide charset declared in bytes that can be read as ASCII is a mistake, as is
// UTF-8 here, where the data is known not to be.
func declaredIn(data []byte) string {
	m := declaration.FindSubmatch(data[:min(len(data), 1024)])
	if m == nil {
		return ""
	}
	label := string(m[1])
	if _, name := charsetOf(label); name == "utf-8" || unitOf(name) > 1 {
		return ""
	}
	return label
}

// sampleBytes is how much a charset is told by.
const sampleBytes = 1 << 14

// sampleOf returns the lines of data that hold bytes outside ASCII, up to 16
// KiB of them: they are what a charset is told by, wherever they stand.
func sampleOf(data []byte) []byte {
	var out []byte
	for len(data) > 0 && len(out) < sampleBytes {
		end := bytes.IndexByte(data, '\n') + 1
		if end == 0 {
			end = len(data)
		}
		line := data[:end]
		data = data[end:]
		if i := bytes.IndexFunc(line, func(r rune) bool { return r >= utf8.RuneSelf }); i >= 0 {
			line = line[max(0, i-sampleBytes/4):]
			out = append(out, line[:min(len(line), sampleBytes-len(out))]...)
		}
	}
	return out
}

// sureConfidence is the confidence, of 100, from which the first detector is
// trusted alone. Below it, in texts of less than about 30 characters, the
// second is right more often.
const sureConfidence = 30

// detect names the charset of a sample that is not Unicode, or returns "". It
// asks a port of ICU's detector (letter trigrams), which is the better one
// from about 30 characters on, and where that is unsure a port of Mozilla's
// (letter pairs and code points in use), which is better on a few words.
func detect(sample []byte) string {
	best, confidence := detectICU(sample)
	if confidence < sureConfidence {
		if name := usable(mozilla.Detect(sample).Charset, sample); name != "" {
			best = name
		}
	}
	if best == fallbackCharset {
		return latin(sample)
	}
	return best
}

// detectICU returns the most likely charset in which the sample decodes, and
// the detector's confidence from 0 to 100.
func detectICU(sample []byte) (string, int) {
	results, err := icu.NewTextDetector().DetectAll(sample)
	if err != nil {
		return "", 0
	}
	// Equals are settled by name: the detector runs its recognisers
	// concurrently and returns ties in the order they end.
	slices.SortFunc(results, func(a, b icu.Result) int {
		return cmp.Or(b.Confidence-a.Confidence, strings.Compare(a.Charset, b.Charset))
	})
	for _, r := range results {
		if name := usable(r.Charset, sample); name != "" {
			return name, r.Confidence
		}
	}
	return "", 0
}

// usable returns the name of a detected charset if the sample decodes in it.
// The Unicode encodings were ruled out before.
func usable(label string, sample []byte) string {
	e, name := charsetOf(label)
	if e == nil || name == "utf-8" || unitOf(name) > 1 || !fits(e, sample) {
		return ""
	}
	return name
}

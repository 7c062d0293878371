package size

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/internal/cputime"
)

func TestValidIsUTF8Valid(t *testing.T) {
	fragments := []string{"a", "palabra ", "ñ", "漢", "\ud7ff", "\ufffd", "😀", "\xff", "\xc0\x80", "\xc2", "\xe2\x82", "\xed\xa0\x80", "\xe0\x80\x80", "\xf4\x90\x80\x80", "\xf0\x9f\x98", "\x80", "\xe1\x80", "\xec\xbf\xbf"}
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(fragments[:rapid.IntRange(7, len(fragments)).Draw(t, "known")]), 0, 12).Draw(t, "text"), "")
		for _, text := range []string{text, strings.Repeat("a", rapid.IntRange(50, 70).Draw(t, "before")) + text, text + strings.Repeat("ñ", rapid.IntRange(0, 70).Draw(t, "behind"))} {
			want := utf8.ValidString(text)
			if got := valid(text); got != want {
				t.Fatalf("%q: %v", text, got)
			}
			if n := utf8.RuneCountInString(text); want && (runes(text) != n || len(text)-rest(text) != n) {
				t.Fatalf("%q: %d runes, %d by eight bytes, want %d", text, runes(text), len(text)-rest(text), n)
			}
		}
	})
	for lead := range 256 {
		for next := range 256 {
			for _, tail := range []string{"", "\x80", "\x80\x80", "aaaaaaaa", "\x80\x80\x80\x80aaaa"} {
				text := string([]byte{byte(lead), byte(next)}) + tail
				for _, before := range []int{64, 94, 95} { // in the middle, at and across the end of a block
					text := strings.Repeat("a", before) + text
					if got, want := valid(text), utf8.ValidString(text); got != want {
						t.Fatalf("%q: %v", text, got)
					}
				}
			}
		}
	}
}

func TestRunesOfLongTexts(t *testing.T) {
	for _, piece := range []string{"a", "ñ", "山", "😀", "año 山"} {
		for _, n := range []int{100, 10_000, 100_000} {
			text := strings.Repeat(piece, n)
			if got, want := runes(text), utf8.RuneCountInString(text); got != want || len(text)-rest(text) != want {
				t.Errorf("%d times %q: %d runes, %d by eight bytes, want %d", n, piece, got, len(text)-rest(text), want)
			}
		}
	}
}

// BenchmarkValid is by processor time, which the metric cpu-MB/s tells.
func BenchmarkValid(b *testing.B) {
	for name, text := range map[string]string{"spanish": "El año pasado salió según lo previsto, y así seguirá. ", "ascii": "the quick brown fox ", "han": "山谷里的小火车。"} {
		text = strings.Repeat(text, 1<<20/len(text))
		for way, work := range map[string]func(string) int{
			"ours":  func(s string) int { _ = valid(s); return 0 },
			"utf8":  func(s string) int { _ = utf8.ValidString(s); return 0 },
			"runes": runes,
		} {
			b.Run(name+"/"+way, func(b *testing.B) {
				start := cputime.Process()
				for b.Loop() {
					work(text)
				}
				b.ReportMetric(float64(len(text))*float64(b.N)/1e6/(cputime.Process()-start).Seconds(), "cpu-MB/s")
			})
		}
	}
}

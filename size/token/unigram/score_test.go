package unigram_test

import (
	"testing"

	"github.com/pildora/pildora/size/token/unigram"
)

// TestParseScore holds what tokenizers 0.23.3 reads: Tokenizer.from_str, then
// to_str. Of the first five the nearest float ends differently.
func TestParseScore(t *testing.T) {
	for number, want := range map[string]float64{
		"-15.275492379532281":                  -15.27549237953228,
		"-9.908701741838819":                   -9.90870174183882,
		"-1.8771917354846979":                  -1.877191735484698,
		"-14.429688151665367":                  -14.429688151665369,
		"123456789012345678901234567890.5e-20": 1234567890.1234567,
		"12345678901234567890123e-330":         1.2345678901234567e-308,
		"0.00000000000000000000000000001":      1.0000000000000001e-29,
		"-3.4635426998138428":                  -3.4635426998138428,
		"18446744073709551615.5":               1.8446744073709552e+19,
		"1E+2":                                 100,
		"1e-320":                               1e-320,
		"5e-324":                               5e-324,
		"1e-999":                               0,
		"-7":                                   -7,
		"0":                                    0,
	} {
		if got, err := unigram.ParseScore(number); err != nil || got != want {
			t.Errorf("%s is %v, %v; want %v", number, got, err, want)
		}
	}
	for _, number := range []string{"", "x", "1e999", "1.5.5", "--1", "inf", "NaN", "0x1p3"} {
		if got, err := unigram.ParseScore(number); err == nil {
			t.Errorf("%q is %v, want an error", number, got)
		}
	}
}

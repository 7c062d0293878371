package unigram

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// ParseScore reads a number as it stands in a tokenizer.json. The reference
// reads it by serde_json, which rounds twice: it takes the digits as a whole
// number of 64 bits, makes that a float and scales it by a power of ten. About
// one number of seven differs in its last bit from the nearest float, and
// where two cuts tie that bit decides.
func ParseScore(number string) (float64, error) {
	if _, err := strconv.ParseFloat(number, 64); err != nil {
		return 0, fmt.Errorf("score %q: %w", number, err)
	}
	if strings.Trim(number, "0123456789.eE+-") != "" {
		return 0, fmt.Errorf("score %q is no number", number)
	}
	digits, negative := strings.CutPrefix(number, "-")
	exponent := 0
	if i := strings.IndexAny(digits, "eE"); i >= 0 {
		var err error
		if exponent, err = strconv.Atoi(digits[i+1:]); err != nil {
			return 0, fmt.Errorf("score %q: %w", number, err)
		}
		digits = digits[:i]
	}
	whole, decimals, _ := strings.Cut(digits, ".")
	significand, dropped := uint64(0), false
	for i := range len(whole) {
		if dropped = dropped || overflows(significand, whole[i]); dropped {
			exponent++
			continue
		}
		significand = significand*10 + uint64(whole[i]-'0')
	}
	for i := range len(decimals) {
		if overflows(significand, decimals[i]) {
			break
		}
		significand = significand*10 + uint64(decimals[i]-'0')
		exponent--
	}
	f, err := scale(float64(significand), exponent)
	if err != nil {
		return 0, fmt.Errorf("score %q: %w", number, err)
	}
	if negative {
		f = -f
	}
	return f, nil
}

func overflows(significand uint64, digit byte) bool {
	const most = math.MaxUint64
	return significand >= most/10 && (significand > most/10 || uint64(digit-'0') > most%10)
}

// scale is f times ten to the power of exponent, in one step or in steps of
// 308, which is as far as powers of ten go.
func scale(f float64, exponent int) (float64, error) {
	const most = 308
	for ; exponent < -most && f != 0; exponent += most {
		f /= 1e308
	}
	switch {
	case f == 0:
		return 0, nil
	case exponent < 0:
		return f / math.Pow10(-exponent), nil
	case exponent > most:
		return 0, strconv.ErrRange
	}
	if f *= math.Pow10(exponent); math.IsInf(f, 0) {
		return 0, strconv.ErrRange
	}
	return f, nil
}

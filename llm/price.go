package llm

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Price is what a million tokens cost, in any money: amounts that are compared
// with it must be in the same.
type Price struct {
	Input, Output float64
	// Cached is for input that the provider had cached, Written for input that
	// it put into its cache.
	Cached, Written float64
}

// ErrPrice is wrapped by the errors of [ParsePrice].
var ErrPrice = errors.New("no price")

// ParsePrice reads IN/OUT, IN/OUT/CACHED or IN/OUT/CACHED/WRITTEN, what a
// million tokens cost, such as 0.15/0.6/0.075. What isn't given costs as much
// as other input.
func ParsePrice(text string) (Price, error) {
	parts := strings.Split(text, "/")
	if len(parts) < 2 || len(parts) > 4 {
		return Price{}, fmt.Errorf("%w: %q; wanted IN/OUT[/CACHED[/WRITTEN]], money for a million tokens, such as 0.15/0.6/0.075", ErrPrice, text)
	}
	var v [4]float64
	for i, p := range parts {
		x, err := strconv.ParseFloat(strings.TrimSpace(p), 64)
		if err != nil || x < 0 || math.IsInf(x, 0) || math.IsNaN(x) {
			return Price{}, fmt.Errorf("%w: %q in %q is no amount of money", ErrPrice, p, text)
		}
		v[i] = x
	}
	for i := len(parts); i < 4; i++ {
		v[i] = v[0]
	}
	return Price{Input: v[0], Output: v[1], Cached: v[2], Written: v[3]}, nil
}

// Of returns what u costs.
func (p Price) Of(u Usage) float64 {
	plain := max(u.Input-u.Cached-u.Written, 0)
	return (float64(plain)*p.Input + float64(u.Cached)*p.Cached + float64(u.Written)*p.Written + float64(u.Output)*p.Output) / 1e6
}

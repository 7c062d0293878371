package main

import (
	"math"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestInputsAreAsLongAsAskedFor(t *testing.T) {
	md := strings.Repeat("# Título\n\nUna línea de texto, y otra.\n\n", 4000)
	for _, in := range inputs() {
		const n = 300_000
		text := in.text(md, n)
		if len(text) > n || len(text) < n-40 {
			t.Errorf("%s is %d bytes long, want %d", in.name, len(text), n)
		}
		if !utf8.ValidString(text) {
			t.Errorf("%s isn't UTF-8", in.name)
		}
	}
}

func TestInputsHurt(t *testing.T) {
	md := strings.Repeat("# Título\n\nUna línea de texto, y otra.\n\n", 4000)
	longest := func(name string) int {
		in, err := inputOf(name)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for line := range strings.SplitSeq(in.text(md, 300_000), "\n") {
			n = max(n, len(line))
		}
		return n
	}
	for name, want := range map[string]int{"words": 299_960, "a": 300_000, "base64": 300_000, "cjk": 300_000, "longline": 16 << 10, "quotes": 401} {
		if got := longest(name); got < want {
			t.Errorf("the longest line of %s has %d bytes, want %d", name, got, want)
		}
	}
	if in, _ := inputOf("fence"); strings.Count(in.text(md, 300_000), "~~~") != strings.Count("~~~~~~~~", "~~~") {
		t.Error("the fence is closed")
	}
}

func TestExponent(t *testing.T) {
	for power, want := range map[float64]float64{0.5: 0.5, 1: 1, 2: 2} {
		var xs, ys []float64
		for x := 1.0; x <= 64; x *= 2 {
			xs, ys = append(xs, x), append(ys, 3*math.Pow(x, power))
		}
		if got := exponent(xs, ys); math.Abs(got-want) > 1e-9 {
			t.Errorf("x to the power %v has exponent %v", power, got)
		}
	}
	if got := exponent([]float64{1, 2, 4}, []float64{1, 2, 8}); math.Abs(got-1.5) > 1e-9 {
		t.Errorf("least squares over 1, 2, 8: %v, want 1.5", got)
	}
	if !math.IsNaN(exponent([]float64{1}, []float64{1})) {
		t.Error("one point has a slope")
	}
}

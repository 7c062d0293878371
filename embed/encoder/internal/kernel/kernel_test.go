package kernel_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/embed/encoder/internal/kernel"
)

// levels are those that the processor has, the portable one first.
func levels() []kernel.Kernel {
	out := []kernel.Kernel{kernel.At(kernel.Portable)}
	for _, l := range []kernel.Level{kernel.AVX2, kernel.AVX512} {
		if k := kernel.At(l); k.Level() == l {
			out = append(out, k)
		}
	}
	return out
}

func floats(r *rand.Rand, n int) []float32 {
	out := make([]float32, n)
	for i := range out {
		out[i] = float32(r.NormFloat64())
	}
	return out
}

func near(t *rapid.T, what string, got, want float32, size float64) {
	if d := math.Abs(float64(got) - float64(want)); d > size || math.IsNaN(d) {
		t.Fatalf("%s: got %v, want %v", what, got, want)
	}
}

// TestMultiply holds every level against sums in float64.
func TestMultiply(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, n, k := rapid.IntRange(1, 40).Draw(t, "t"), rapid.IntRange(1, 100).Draw(t, "n"), rapid.IntRange(1, 900).Draw(t, "k")
		r := rand.New(rand.NewPCG(uint64(rows*n), uint64(k)))
		strideX, strideY := k+3, kernel.Round(n, kernel.Panel)+5
		all := kernel.Round(rows, kernel.Rows)
		x, raw := floats(r, all*strideX), floats(r, n*k)
		bias := floats(r, kernel.Round(n, kernel.Panel))
		w := kernel.Pack(n, k, func(j int) []float32 { return raw[j*k:][:k] })
		if _, again := kernel.PackRows(nil, raw, k, n, k); fmt.Sprint(again) != fmt.Sprint(w) {
			t.Fatal("PackRows packs otherwise than Pack")
		}
		transposed := make([]float32, n*k)
		for j := range n {
			for i := range k {
				transposed[i*n+j] = raw[j*k+i]
			}
		}
		if _, again := kernel.PackColumns(nil, transposed, n, n, k); fmt.Sprint(again) != fmt.Sprint(w) {
			t.Fatal("PackColumns packs otherwise than Pack")
		}
		for _, kn := range levels() {
			y := make([]float32, all*strideY)
			kn.Multiply(y, strideY, x, strideX, w, bias, rows)
			for i := range rows {
				for j := range n {
					want := float64(bias[j])
					for at := range k {
						want += float64(x[i*strideX+at]) * float64(raw[j*k+at])
					}
					near(t, fmt.Sprint(kn.Level(), i, j), y[i*strideY+j], float32(want), 1e-4*math.Sqrt(float64(k)))
				}
			}
		}
	})
}

// TestMultiplyBytes: all levels give the same bits where it is about integers,
// and nearly what floats give.
func TestMultiplyBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, n, k := rapid.IntRange(1, 40).Draw(t, "t"), rapid.IntRange(1, 100).Draw(t, "n"), 16*rapid.IntRange(1, 60).Draw(t, "k/16")
		r := rand.New(rand.NewPCG(uint64(rows*n), uint64(k)))
		strideY := kernel.Round(n, kernel.Panel)
		all := kernel.Round(rows, kernel.Rows)
		x, raw := floats(r, all*k), floats(r, n*k)
		if rapid.Bool().Draw(t, "extreme") { // the largest sums that there are
			for i := range x {
				x[i] = float32(math.Copysign(1, float64(x[0])))
			}
			for i := range raw {
				raw[i] = float32(math.Copysign(1, float64(raw[0])))
			}
		}
		w := kernel.PackBytes(n, k, func(j int) []float32 { return raw[j*k:][:k] })
		var first []float32
		for _, kn := range levels() {
			var rounded kernel.Rounded
			rounded.Round(kn, x, k, rows, k)
			y := make([]float32, all*strideY)
			kn.MultiplyBytes(y, strideY, &rounded, w, nil, rows)
			for i := range rows {
				for j := range n {
					want := float64(0)
					for at := range k {
						want += float64(x[i*k+at]) * float64(raw[j*k+at])
					}
					near(t, fmt.Sprint(kn.Level(), i, j), y[i*strideY+j], float32(want), 0.12*math.Sqrt(float64(k)))
					if first != nil {
						near(t, fmt.Sprint("against portable ", kn.Level(), i, j), y[i*strideY+j], first[i*strideY+j], 1e-4+1e-6*math.Abs(want)) // one byte more or less is 3e-4
					}
				}
			}
			if first == nil {
				first = y
			}
		}
	})
}

func TestVectors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := 16 * rapid.IntRange(1, 40).Draw(t, "n/16")
		spread := rapid.SampledFrom([]float32{0.01, 1, 5, 100}).Draw(t, "spread")
		r := rand.New(rand.NewPCG(uint64(n), 1))
		x, y, w, b := floats(r, n), floats(r, n), floats(r, n), floats(r, n)
		for i := range x {
			x[i] *= spread
		}
		masked := rapid.IntRange(0, min(n-1, 20)).Draw(t, "masked")
		for _, kn := range levels()[1:] {
			plain := kernel.At(kernel.Portable)
			same := func(what string, size float64, do func(k kernel.Kernel, x []float32)) {
				got, want := append([]float32(nil), x...), append([]float32(nil), x...)
				do(kn, got)
				do(plain, want)
				for i := range got {
					near(t, fmt.Sprint(what, kn.Level(), i), got[i], want[i], size)
				}
			}
			same("gelu", 1e-6+3e-7*float64(spread), func(k kernel.Kernel, x []float32) { k.Gelu(x) })
			same("softmax", 1e-6, func(k kernel.Kernel, x []float32) {
				for i := range masked {
					x[n-1-i] = kernel.Negative
				}
				total, sum := k.ExpSum(x, 0.3), 0.0
				for _, v := range x {
					sum += float64(v)
				}
				if math.Abs(sum-float64(total)) > 1e-5*sum || sum < 1 {
					t.Fatalf("softmax: the sum is %v, not %v", sum, total)
				}
			})
			same("norm", 2e-5, func(k kernel.Kernel, x []float32) { k.AddNorm(x, y, n, 1, n, w, b, 1e-12) })
		}
	})
}

func BenchmarkMultiply(b *testing.B) {
	const rows, n, k = 512, 1536, 384
	r := rand.New(rand.NewPCG(1, 2))
	x, raw, y := floats(r, rows*k), floats(r, n*k), make([]float32, rows*n)
	for _, kn := range levels()[1:] {
		b.Run(fmt.Sprint("float/", kn.Level()), func(b *testing.B) {
			w := kernel.Pack(n, k, func(j int) []float32 { return raw[j*k:][:k] })
			for b.Loop() {
				kn.Multiply(y, n, x, k, w, nil, rows)
			}
			b.ReportMetric(2*rows*n*k*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
		})
		b.Run(fmt.Sprint("bytes/", kn.Level()), func(b *testing.B) {
			w := kernel.PackBytes(n, k, func(j int) []float32 { return raw[j*k:][:k] })
			var rounded kernel.Rounded
			for b.Loop() {
				rounded.Round(kn, x, k, rows, k)
				kn.MultiplyBytes(y, n, &rounded, w, nil, rows)
			}
			b.ReportMetric(2*rows*n*k*float64(b.N)/b.Elapsed().Seconds()/1e9, "GOP/s")
		})
		b.Run(fmt.Sprint("gelu/", kn.Level()), func(b *testing.B) {
			for b.Loop() {
				kn.Gelu(y)
			}
			b.ReportMetric(float64(len(y))*float64(b.N)/b.Elapsed().Seconds()/1e9, "Gfloat/s")
		})
	}
}

package encoder

import (
	"fmt"

	"github.com/pildora/pildora/embed/encoder/internal/kernel"
)

// linear is a matrix with its bias, in one of two precisions.
type linear struct {
	floats kernel.Weights
	bytes  kernel.Bytes
	round  bool
	bias   []float32
}

// size is how much memory it takes.
func (l linear) size() int { return l.floats.Size() + l.bytes.Size() + 4*len(l.bias) }

// packLinear makes a linear of n rows of k weights and their biases.
func packLinear(name string, w, b []float32, n, k int, p Precision) (linear, error) {
	if err := finite(name, w, b); err != nil {
		return linear{}, err
	}
	l := linear{bias: padded(b, kernel.Panel), round: p == Int8}
	row := func(i int) []float32 { return w[i*k:][:k] }
	if l.round {
		l.bytes = kernel.PackBytes(n, k, row)
	} else {
		l.floats = kernel.Pack(n, k, row)
	}
	return l, nil
}

// padded is v with zeros up to a multiple of m.
func padded(v []float32, m int) []float32 {
	return append(v, make([]float32, kernel.Round(len(v), m)-len(v))...)
}

// finite refuses weights that are no numbers: everything would be none.
func finite(name string, parts ...[]float32) error {
	for _, w := range parts {
		for i, v := range w {
			if v-v != 0 {
				return fmt.Errorf("tensor %s: number %d is %v", name, i, v)
			}
		}
	}
	return nil
}

// norm is a layer normalization.
type norm struct{ weight, bias []float32 }

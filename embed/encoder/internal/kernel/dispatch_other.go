//go:build !amd64

package kernel

const best = Portable

func (k Kernel) columns(y []float32, strideY int, x []float32, strideX int, b []float32, places int, bias []float32, t int) {
	columnsPortable(y, strideY, x, strideX, b, places, bias, t)
}

func (k Kernel) byteColumns(y []float32, strideY int, p *dot, t int) {
	byteColumnsPortable(y, strideY, p, t)
}

func (k Kernel) quantize(q []uint8, x []float32, factor float32, zero int32) {
	quantizePortable(q, x, factor, zero)
}

func (k Kernel) expSum(x []float32, most, scale float32) float32 {
	return expSumPortable(x, most, scale)
}

func (k Kernel) maxOf(x []float32) float32 { return maxOfPortable(x) }

func (k Kernel) minOf(x []float32) float32 { return minOfPortable(x) }

// Gelu replaces each float by x·Φ(x).
func (k Kernel) Gelu(x []float32) { geluPortable(x) }

func (k Kernel) addNorm(x, y, w, b []float32, eps float32) { addNormPortable(x, y, w, b, eps) }

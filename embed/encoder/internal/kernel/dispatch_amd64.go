package kernel

import "golang.org/x/sys/cpu"

//go:generate go -C asm run . -out ../kernel_amd64.s -stubs ../kernel_amd64.go -pkg kernel

// best is the highest level that the processor has.
var best = func() Level {
	switch {
	case cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL && cpu.X86.HasAVX512VNNI:
		return AVX512
	case cpu.X86.HasAVX2 && cpu.X86.HasFMA:
		return AVX2
	}
	return Portable
}()

func (k Kernel) columns(y []float32, strideY int, x []float32, strideX int, b []float32, places int, bias []float32, t int) {
	var plus *float32
	if bias != nil {
		plus = &bias[0]
	}
	row := 0
	switch k.level {
	case AVX512:
		for ; row+12 <= t; row += 12 {
			tile12_512(&x[row*strideX], 4*strideX, &b[0], places, &y[row*strideY], 4*strideY, plus)
		}
		for ; row < t; row += 4 {
			tile4_512(&x[row*strideX], 4*strideX, &b[0], places, &y[row*strideY], 4*strideY, plus)
		}
	case AVX2:
		half := func(tile func(a *float32, lda int, b *float32, k int, c *float32, ldc int, bias *float32), row int) {
			for j := 0; j < Panel; j += 16 {
				if plus != nil {
					plus = &bias[j]
				}
				tile(&x[row*strideX], 4*strideX, &b[j], places, &y[row*strideY+j], 4*strideY, plus)
			}
		}
		for ; row+12 <= t; row += 12 {
			half(tile6_256, row)
			half(tile6_256, row+6)
		}
		for ; row < t; row += 4 {
			half(tile4_256, row)
		}
	default:
		columnsPortable(y, strideY, x, strideX, b, places, bias, t)
	}
}

func (k Kernel) byteColumns(y []float32, strideY int, p *dot, t int) {
	if k.level == Portable {
		byteColumnsPortable(y, strideY, p, t)
		return
	}
	x, stride := p.x.data[p.column:], p.x.k
	bias := func(j int) *float32 {
		if p.bias == nil {
			return nil
		}
		return &p.bias[j]
	}
	row := 0
	if k.level == AVX512 {
		plus := bias(0)
		for ; row+12 <= t; row += 12 {
			dot12_512(&x[row*stride], stride, &p.b[0], p.places/4, &y[row*strideY], 4*strideY, &p.factor[row], &p.zero[row], &p.scale[0], &p.sums[0], plus)
		}
		for ; row < t; row += 4 {
			dot4_512(&x[row*stride], stride, &p.b[0], p.places/4, &y[row*strideY], 4*strideY, &p.factor[row], &p.zero[row], &p.scale[0], &p.sums[0], plus)
		}
		return
	}
	for ; row < t; row += 2 {
		for j := 0; j < Panel; j += 8 {
			dot2_256(&x[row*stride], stride, &p.b[4*j], p.places/4, &y[row*strideY+j], 4*strideY, &p.factor[row], &p.zero[row], &p.scale[j], &p.sums[j], bias(j))
		}
	}
}

func (k Kernel) quantize(q []uint8, x []float32, factor float32, zero int32) {
	switch k.level {
	case AVX512:
		quantize_512(&q[0], &x[0], len(x), factor, zero)
	case AVX2:
		quantize_256(&q[0], &x[0], len(x), factor, zero)
	default:
		quantizePortable(q, x, factor, zero)
	}
}

func (k Kernel) expSum(x []float32, most, scale float32) float32 {
	switch k.level {
	case AVX512:
		return expSum_512(&x[0], len(x), most, scale)
	case AVX2:
		return expSum_256(&x[0], len(x), most, scale)
	}
	return expSumPortable(x, most, scale)
}

func (k Kernel) maxOf(x []float32) float32 {
	switch k.level {
	case AVX512:
		return maxOf_512(&x[0], len(x))
	case AVX2:
		return maxOf_256(&x[0], len(x))
	}
	return maxOfPortable(x)
}

func (k Kernel) minOf(x []float32) float32 {
	switch k.level {
	case AVX512:
		return minOf_512(&x[0], len(x))
	case AVX2:
		return minOf_256(&x[0], len(x))
	}
	return minOfPortable(x)
}

// Gelu replaces each float by x·Φ(x). Their number is a multiple of [Lanes].
func (k Kernel) Gelu(x []float32) {
	switch {
	case len(x) == 0:
	case k.level == AVX512:
		gelu_512(&x[0], len(x))
	case k.level == AVX2:
		gelu_256(&x[0], len(x))
	default:
		geluPortable(x)
	}
}

func (k Kernel) addNorm(x, y, w, b []float32, eps float32) {
	switch k.level {
	case AVX512:
		addNorm_512(&x[0], &y[0], &w[0], &b[0], len(x), 1/float32(len(x)), eps)
	case AVX2:
		addNorm_256(&x[0], &y[0], &w[0], &b[0], len(x), 1/float32(len(x)), eps)
	default:
		addNormPortable(x, y, w, b, eps)
	}
}

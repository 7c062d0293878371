// Command asm writes the kernels in assembly: go run . -out ../kernel_amd64.s
// -stubs ../kernel_amd64.go -pkg kernel
package main

import (
	"fmt"
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// panel is how many columns of the weights stand together.
const panel = 32

// isa is an instruction set: registers of width floats.
type isa struct {
	name  string
	width int
}

var sets = []isa{{"512", 16}, {"256", 8}}

func (s isa) vec() reg.VecVirtual {
	if s.width == 16 {
		return ZMM()
	}
	return YMM()
}

func (s isa) bytes() int { return 4 * s.width }

func main() {
	ConstraintExpr("amd64")
	for _, s := range sets {
		rows := []int{12, 4}
		if s.width == 8 {
			rows = []int{6, 4}
		}
		for _, m := range rows {
			s.tile(m)
		}
		s.expSum()
		s.gelu()
		s.addNorm()
		s.maxOf()
		s.minOf()
	}
	for _, m := range []int{12, 4} {
		dotTile(m)
	}
	dotTile256()
	quantize512()
	quantize256()
	Generate()
}

// rowsAt are the addresses of m rows of stride bytes from base.
func rowsAt(m int, base, stride reg.GPVirtual) []Mem {
	var out []Mem
	var three reg.GPVirtual
	at := base
	for i := range m {
		switch i % 3 {
		case 0:
			if i > 0 {
				if three == nil {
					three = GP64()
					LEAQ(Mem{Base: stride, Index: stride, Scale: 2}, three)
				}
				next := GP64()
				LEAQ(Mem{Base: at, Index: three, Scale: 1}, next)
				at = next
			}
			out = append(out, Mem{Base: at})
		case 1:
			out = append(out, Mem{Base: at, Index: stride, Scale: 1})
		case 2:
			out = append(out, Mem{Base: at, Index: stride, Scale: 2})
		}
	}
	return out
}

// advance moves the rows four bytes on.
func advance(rows []Mem) {
	bases := map[reg.Register]bool{}
	for _, r := range rows {
		if !bases[r.Base] {
			bases[r.Base] = true
			ADDQ(Imm(4), r.Base)
		}
	}
}

// addend is where what the sums are added to stands, and the bytes to that of
// the next row: in c, or where there is a bias, for all rows in one place.
func addend(c, ldc, bias reg.GPVirtual) (add, step reg.GPVirtual) {
	add, step = GP64(), GP64()
	MOVQ(c, add)
	MOVQ(ldc, step)
	TESTQ(bias, bias)
	JZ(LabelRef("add"))
	MOVQ(bias, add)
	XORQ(step, step)
	Label("add")
	return add, step
}

// tile multiplies m rows with two vectors of columns.
func (s isa) tile(m int) {
	cols := 2 * s.width
	TEXT(fmt.Sprintf("tile%d_%s", m, s.name), NOSPLIT, "func(a *float32, lda int, b *float32, k int, c *float32, ldc int, bias *float32)")
	Doc(fmt.Sprintf("tile%d_%s multiplies %d rows of k floats at a with %d columns at b, which stand in panels of %d, and writes the sums to c:", m, s.name, m, cols, panel),
		"added to bias, or where that is nil to what stands there. Strides are bytes.")
	Pragma("noescape")
	a, lda := Load(Param("a"), GP64()).(reg.GPVirtual), Load(Param("lda"), GP64()).(reg.GPVirtual)
	b := Load(Param("b"), GP64()).(reg.GPVirtual)
	k := Load(Param("k"), GP64()).(reg.GPVirtual)
	c, ldc := Load(Param("c"), GP64()).(reg.GPVirtual), Load(Param("ldc"), GP64()).(reg.GPVirtual)
	bias := Load(Param("bias"), GP64()).(reg.GPVirtual)
	from := rowsAt(m, a, lda)
	acc := make([][2]reg.VecVirtual, m)
	for i := range acc {
		acc[i] = [2]reg.VecVirtual{s.vec(), s.vec()}
	}
	to := rowsAt(m, c, ldc)
	TESTQ(bias, bias)
	JZ(LabelRef("load"))
	for j := range 2 {
		VMOVUPS(Mem{Base: bias, Disp: j * s.bytes()}, acc[0][j])
		for i := 1; i < m; i++ {
			VMOVAPS(acc[0][j], acc[i][j])
		}
	}
	JMP(LabelRef("loop"))
	Label("load")
	for i := range m {
		for j := range 2 {
			VMOVUPS(to[i].Offset(j*s.bytes()), acc[i][j])
		}
	}
	Label("loop")
	b0, b1, x := s.vec(), s.vec(), s.vec()
	VMOVUPS(Mem{Base: b}, b0)
	VMOVUPS(Mem{Base: b, Disp: s.bytes()}, b1)
	for i := range m {
		VBROADCASTSS(from[i], x)
		VFMADD231PS(b0, x, acc[i][0])
		VFMADD231PS(b1, x, acc[i][1])
	}
	ADDQ(Imm(4*panel), b)
	advance(from)
	DECQ(k)
	JNZ(LabelRef("loop"))
	for i := range m {
		for j := range 2 {
			VMOVUPS(acc[i][j], to[i].Offset(j*s.bytes()))
		}
	}
	VZEROUPPER()
	RET()
}

// tables are the constants in memory by set and bits: with 16 registers there
// is no room for them.
var tables = map[isa]map[uint32]Mem{}

// constant is a float in all lanes.
func (s isa) constant(v float64) Mem { return s.integer(math.Float32bits(float32(v))) }

func (s isa) integer(v uint32) Mem {
	if m, ok := tables[s][v]; ok {
		return m
	}
	m := GLOBL(fmt.Sprintf("all%08x_%s", v, s.name), RODATA|NOPTR)
	for lane := range s.width {
		DATA(4*lane, U32(v))
	}
	if tables[s] == nil {
		tables[s] = map[uint32]Mem{}
	}
	tables[s][v] = m
	return m
}

// exponent holds the constants of exp.
type exponent struct {
	s                 isa
	low, high, log2e  Mem
	ln2hi, ln2lo, one Mem
	bias              Mem
	poly              [6]Mem
}

func (s isa) exponent() exponent {
	e := exponent{s: s, low: s.constant(-87.33), high: s.constant(88), log2e: s.constant(math.Log2E),
		ln2hi: s.constant(0.693359375), ln2lo: s.constant(-2.12194440e-4), one: s.constant(1), bias: s.integer(127)}
	for i, c := range []float64{1.9875691500e-4, 1.3981999507e-3, 8.3334519073e-3, 4.1665795894e-2, 1.6666665459e-1, 5.0000001201e-1} {
		e.poly[i] = s.constant(c)
	}
	return e
}

// of replaces x by its exponential: that of Cephes, expf.c.
func (e exponent) of(x reg.VecVirtual) {
	VMAXPS(e.low, x, x)
	VMINPS(e.high, x, x)
	n, r := e.s.vec(), e.s.vec()
	VMULPS(e.log2e, x, n)
	if e.s.width == 16 {
		VRNDSCALEPS(Imm(0), n, n)
	} else {
		VROUNDPS(Imm(0), n, n)
	}
	VMOVAPS(x, r)
	VFNMADD231PS(e.ln2hi, n, r)
	VFNMADD231PS(e.ln2lo, n, r)
	p := e.s.vec()
	VMOVUPS(e.poly[0], p)
	for _, c := range e.poly[1:] {
		VFMADD213PS(c, r, p)
	}
	square := e.s.vec()
	VMULPS(r, r, square)
	VFMADD213PS(r, square, p)
	VADDPS(e.one, p, p)
	VCVTPS2DQ(n, n)
	VPADDD(e.bias, n, n)
	VPSLLD(Imm(23), n, n)
	VMULPS(n, p, x)
}

// reduce folds a vector into the lowest float of the result.
func (s isa) reduce(v reg.VecVirtual, op func(...Op)) reg.VecVirtual {
	y := YMM()
	if s.width == 16 {
		VEXTRACTF64X4(Imm(1), v, y)
		op(v.AsY(), y, y)
	} else {
		VMOVAPS(v, y)
	}
	x, other := XMM(), XMM()
	VEXTRACTF128(Imm(1), y, x)
	op(y.AsX(), x, x)
	VMOVHLPS(x, x, other)
	op(other, x, x)
	VPSHUFD(Imm(1), x, other)
	op(other, x, x)
	return x
}

func vadd(ops ...Op) { VADDPS(ops[0], ops[1], ops[2]) }
func vmax(ops ...Op) { VMAXPS(ops[0], ops[1], ops[2]) }

func vmin(ops ...Op) { VMINPS(ops[0], ops[1], ops[2]) }

func (s isa) broadcastParam(name string) reg.VecVirtual {
	out := s.vec()
	x := XMM()
	Load(Param(name), x)
	VBROADCASTSS(x, out)
	return out
}

func (s isa) expSum() {
	TEXT("expSum_"+s.name, NOSPLIT, "func(x *float32, n int, most, scale float32) float32")
	Doc(fmt.Sprintf("expSum_%s replaces the n floats at x, a multiple of 16, by exp((x-most)*scale) and returns their sum.", s.name))
	Pragma("noescape")
	x := Load(Param("x"), GP64()).(reg.GPVirtual)
	n := Load(Param("n"), GP64()).(reg.GPVirtual)
	most, scale := s.broadcastParam("most"), s.broadcastParam("scale")
	e := s.exponent()
	sum := s.vec()
	VXORPS(sum.AsX(), sum.AsX(), sum.AsX())
	Label("loop")
	v := s.vec()
	VMOVUPS(Mem{Base: x}, v)
	VSUBPS(most, v, v)
	VMULPS(scale, v, v)
	e.of(v)
	VMOVUPS(v, Mem{Base: x})
	VADDPS(v, sum, sum)
	ADDQ(Imm(uint64(s.bytes())), x)
	SUBQ(Imm(uint64(s.width)), n)
	JNZ(LabelRef("loop"))
	Store(s.reduce(sum, vadd), ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// gelu is x·Φ(x) with the error function by formula 7.1.26 of Abramowitz and
// Stegun.
func (s isa) gelu() {
	TEXT("gelu_"+s.name, NOSPLIT, "func(x *float32, n int)")
	Doc(fmt.Sprintf("gelu_%s replaces the n floats at x, a multiple of 16, by x·Φ(x).", s.name))
	Pragma("noescape")
	x := Load(Param("x"), GP64()).(reg.GPVirtual)
	n := Load(Param("n"), GP64()).(reg.GPVirtual)
	e := s.exponent()
	absolute := s.integer(0x7fffffff)
	root, p, half := s.constant(math.Sqrt2/2), s.constant(0.3275911), s.constant(0.5)
	var poly []Mem
	for _, c := range []float64{1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592} {
		poly = append(poly, s.constant(c))
	}
	Label("loop")
	v, z, t := s.vec(), s.vec(), s.vec()
	VMOVUPS(Mem{Base: x}, v)
	if s.width == 16 {
		VPANDD(absolute, v, z)
	} else {
		VPAND(absolute, v, z)
	}
	VMULPS(root, z, z)
	VMOVUPS(e.one, t)
	VFMADD231PS(p, z, t)
	q := s.vec()
	VMOVUPS(e.one, q)
	VDIVPS(t, q, t)
	VMOVUPS(poly[0], q)
	for _, c := range poly[1:] {
		VFMADD213PS(c, t, q)
	}
	VMULPS(t, q, q)
	neg := s.vec()
	VXORPS(neg.AsX(), neg.AsX(), neg.AsX())
	VFNMADD231PS(z, z, neg) // -z²
	e.of(neg)
	VMULPS(neg, q, q) // 1 - erf(z)
	// x·Φ(x) = max(x, 0) - |x|/2·(1 - erf(|x|/√2))
	zero := s.vec()
	VXORPS(zero.AsX(), zero.AsX(), zero.AsX())
	a := s.vec()
	if s.width == 16 {
		VPANDD(absolute, v, a)
	} else {
		VPAND(absolute, v, a)
	}
	VMULPS(half, a, a)
	VMAXPS(zero, v, v)
	VFNMADD231PS(a, q, v)
	VMOVUPS(v, Mem{Base: x})
	ADDQ(Imm(uint64(s.bytes())), x)
	SUBQ(Imm(uint64(s.width)), n)
	JNZ(LabelRef("loop"))
	VZEROUPPER()
	RET()
}

func (s isa) addNorm() {
	TEXT("addNorm_"+s.name, NOSPLIT, "func(x, y, w, b *float32, n int, scale, eps float32)")
	Doc(fmt.Sprintf("addNorm_%s adds the n floats at y to those at x, n a multiple of 16, and normalizes them: to mean 0 and variance 1, times w, plus b. scale is 1/n.", s.name))
	Pragma("noescape")
	x := Load(Param("x"), GP64()).(reg.GPVirtual)
	y := Load(Param("y"), GP64()).(reg.GPVirtual)
	n := Load(Param("n"), GP64()).(reg.GPVirtual)
	SHLQ(Imm(2), n)
	at := GP64()
	sum := s.vec()
	VXORPS(sum.AsX(), sum.AsX(), sum.AsX())
	XORQ(at, at)
	Label("add")
	v := s.vec()
	VMOVUPS(Mem{Base: x, Index: at, Scale: 1}, v)
	VADDPS(Mem{Base: y, Index: at, Scale: 1}, v, v)
	VMOVUPS(v, Mem{Base: x, Index: at, Scale: 1})
	VADDPS(v, sum, sum)
	ADDQ(Imm(uint64(s.bytes())), at)
	CMPQ(at, n)
	JL(LabelRef("add"))
	mean := s.reduce(sum, vadd)
	scale := XMM()
	Load(Param("scale"), scale)
	VMULSS(scale, mean, mean)
	means := s.vec()
	VBROADCASTSS(mean, means)
	squares := s.vec()
	VXORPS(squares.AsX(), squares.AsX(), squares.AsX())
	XORQ(at, at)
	Label("square")
	d := s.vec()
	VMOVUPS(Mem{Base: x, Index: at, Scale: 1}, d)
	VSUBPS(means, d, d)
	VFMADD231PS(d, d, squares)
	ADDQ(Imm(uint64(s.bytes())), at)
	CMPQ(at, n)
	JL(LabelRef("square"))
	variance := s.reduce(squares, vadd)
	VMULSS(scale, variance, variance)
	eps := XMM()
	Load(Param("eps"), eps)
	VADDSS(eps, variance, variance)
	VSQRTSS(variance, variance, variance)
	one := XMM()
	r := GP32()
	MOVL(U32(math.Float32bits(1)), r)
	VMOVD(r, one)
	VDIVSS(variance, one, one)
	factor := s.vec()
	VBROADCASTSS(one, factor)
	w := Load(Param("w"), GP64()).(reg.GPVirtual)
	b := Load(Param("b"), GP64()).(reg.GPVirtual)
	XORQ(at, at)
	Label("scale")
	u := s.vec()
	VMOVUPS(Mem{Base: x, Index: at, Scale: 1}, u)
	VSUBPS(means, u, u)
	VMULPS(factor, u, u)
	wv := s.vec()
	VMOVUPS(Mem{Base: w, Index: at, Scale: 1}, wv)
	VFMADD213PS(Mem{Base: b, Index: at, Scale: 1}, wv, u)
	VMOVUPS(u, Mem{Base: x, Index: at, Scale: 1})
	ADDQ(Imm(uint64(s.bytes())), at)
	CMPQ(at, n)
	JL(LabelRef("scale"))
	VZEROUPPER()
	RET()
}

func (s isa) maxOf() {
	TEXT("maxOf_"+s.name, NOSPLIT, "func(x *float32, n int) float32")
	Doc(fmt.Sprintf("maxOf_%s is the largest of the n floats at x, a multiple of 16.", s.name))
	Pragma("noescape")
	s.fold(vmax)
}

func (s isa) minOf() {
	TEXT("minOf_"+s.name, NOSPLIT, "func(x *float32, n int) float32")
	Doc(fmt.Sprintf("minOf_%s is the least of the n floats at x, a multiple of 16.", s.name))
	Pragma("noescape")
	s.fold(vmin)
}

// fold makes one float of all.
func (s isa) fold(op func(...Op)) {
	x := Load(Param("x"), GP64()).(reg.GPVirtual)
	n := Load(Param("n"), GP64()).(reg.GPVirtual)
	most := s.vec()
	VMOVUPS(Mem{Base: x}, most)
	Label("loop")
	op(Mem{Base: x}, most, most)
	ADDQ(Imm(uint64(s.bytes())), x)
	SUBQ(Imm(uint64(s.width)), n)
	JNZ(LabelRef("loop"))
	Store(s.reduce(most, op), ReturnIndex(0))
	VZEROUPPER()
	RET()
}

const dotArgs = "(a *uint8, lda int, b *int8, k int, c *float32, ldc int, rows, zeros, cols, sums, bias *float32)"

// dotTile multiplies m rows of unsigned bytes with 32 columns of signed ones.
func dotTile(m int) {
	TEXT(fmt.Sprintf("dot%d_512", m), NOSPLIT, "func"+dotArgs)
	Doc(fmt.Sprintf("dot%d_512 multiplies %d rows of 4·k unsigned bytes at a with %d columns of signed ones at b, four of each column together.", m, m, panel),
		"To bias[column], or where that is nil to what stands in c, it adds the sum times rows[row]·cols[column], and zeros[row]·sums[column].")
	Pragma("noescape")
	a, lda := Load(Param("a"), GP64()).(reg.GPVirtual), Load(Param("lda"), GP64()).(reg.GPVirtual)
	b := Load(Param("b"), GP64()).(reg.GPVirtual)
	k := Load(Param("k"), GP64()).(reg.GPVirtual)
	from := rowsAt(m, a, lda)
	acc := make([][2]reg.VecVirtual, m)
	for i := range acc {
		acc[i] = [2]reg.VecVirtual{ZMM(), ZMM()}
		for j := range 2 {
			VPXORD(acc[i][j], acc[i][j], acc[i][j])
		}
	}
	Label("loop")
	b0, b1, x := ZMM(), ZMM(), ZMM()
	VMOVDQU32(Mem{Base: b}, b0)
	VMOVDQU32(Mem{Base: b, Disp: 64}, b1)
	for i := range m {
		VPBROADCASTD(from[i], x)
		VPDPBUSD(b0, x, acc[i][0])
		VPDPBUSD(b1, x, acc[i][1])
	}
	ADDQ(Imm(4*panel), b)
	advance(from)
	DECQ(k)
	JNZ(LabelRef("loop"))
	rows, zeros := Load(Param("rows"), GP64()).(reg.GPVirtual), Load(Param("zeros"), GP64()).(reg.GPVirtual)
	cols, sums := Load(Param("cols"), GP64()).(reg.GPVirtual), Load(Param("sums"), GP64()).(reg.GPVirtual)
	bias := Load(Param("bias"), GP64()).(reg.GPVirtual)
	c, ldc := Load(Param("c"), GP64()).(reg.GPVirtual), Load(Param("ldc"), GP64()).(reg.GPVirtual)
	add, step := addend(c, ldc, bias)
	var col, sum [2]reg.VecVirtual
	for j := range 2 {
		col[j], sum[j] = ZMM(), ZMM()
		VMOVUPS(Mem{Base: cols, Disp: 64 * j}, col[j])
		VMOVUPS(Mem{Base: sums, Disp: 64 * j}, sum[j])
	}
	for i := range m {
		for j := range 2 {
			factor := ZMM()
			VCVTDQ2PS(acc[i][j], acc[i][j])
			VMULPS_BCST(Mem{Base: rows, Disp: 4 * i}, col[j], factor)
			VFMADD213PS(Mem{Base: add, Disp: 64 * j}, factor, acc[i][j])
			VFMADD231PS_BCST(Mem{Base: zeros, Disp: 4 * i}, sum[j], acc[i][j])
			VMOVUPS(acc[i][j], Mem{Base: c, Disp: 64 * j})
		}
		ADDQ(ldc, c)
		ADDQ(step, add)
	}
	VZEROUPPER()
	RET()
}

// dotTile256 is dotTile of two rows and 8 columns for AVX2: bytes are widened,
// for its multiplication of bytes saturates.
func dotTile256() {
	const m = 2
	TEXT("dot2_256", NOSPLIT, "func"+dotArgs)
	Doc("dot2_256 is dot4_512 for 2 rows and 8 columns.")
	Pragma("noescape")
	a, lda := Load(Param("a"), GP64()).(reg.GPVirtual), Load(Param("lda"), GP64()).(reg.GPVirtual)
	b := Load(Param("b"), GP64()).(reg.GPVirtual)
	k := Load(Param("k"), GP64()).(reg.GPVirtual)
	from := rowsAt(m, a, lda)
	// Each sum of four products is that of two pairs, side by side.
	var acc [m][2]reg.VecVirtual
	for i := range acc {
		acc[i] = [2]reg.VecVirtual{YMM(), YMM()}
		for j := range 2 {
			VPXOR(acc[i][j], acc[i][j], acc[i][j])
		}
	}
	Label("loop")
	var w [2]reg.VecVirtual
	for j := range w {
		w[j] = YMM()
		VPMOVSXBW(Mem{Base: b, Disp: 16 * j}, w[j])
	}
	for i := range m {
		x, y := XMM(), YMM()
		VPBROADCASTD(from[i], x)
		VPMOVZXBW(x, y)
		for j := range w {
			p := YMM()
			VPMADDWD(w[j], y, p)
			VPADDD(p, acc[i][j], acc[i][j])
		}
	}
	ADDQ(Imm(4*panel), b)
	ADDQ(Imm(4), a)
	DECQ(k)
	JNZ(LabelRef("loop"))
	rows, zeros := Load(Param("rows"), GP64()).(reg.GPVirtual), Load(Param("zeros"), GP64()).(reg.GPVirtual)
	cols, sums := Load(Param("cols"), GP64()).(reg.GPVirtual), Load(Param("sums"), GP64()).(reg.GPVirtual)
	bias := Load(Param("bias"), GP64()).(reg.GPVirtual)
	c, ldc := Load(Param("c"), GP64()).(reg.GPVirtual), Load(Param("ldc"), GP64()).(reg.GPVirtual)
	add, step := addend(c, ldc, bias)
	col, colSum := YMM(), YMM()
	VMOVUPS(Mem{Base: cols}, col)
	VMOVUPS(Mem{Base: sums}, colSum)
	for i := range m {
		sum, factor := YMM(), YMM()
		VPHADDD(acc[i][1], acc[i][0], sum) // 0 1 4 5 | 2 3 6 7
		VPERMQ(Imm(0b11011000), sum, sum)
		VCVTDQ2PS(sum, sum)
		VBROADCASTSS(Mem{Base: rows, Disp: 4 * i}, factor)
		VMULPS(col, factor, factor)
		VFMADD213PS(Mem{Base: add}, factor, sum)
		VBROADCASTSS(Mem{Base: zeros, Disp: 4 * i}, factor)
		VFMADD231PS(factor, colSum, sum)
		VMOVUPS(sum, Mem{Base: c})
		ADDQ(ldc, c)
		ADDQ(step, add)
	}
	VZEROUPPER()
	RET()
}

const quantizeArgs = "(q *uint8, x *float32, n int, factor float32, zero int32)"

func quantize512() {
	s := sets[0]
	TEXT("quantize_512", NOSPLIT, "func"+quantizeArgs)
	Doc("quantize_512 rounds the n floats at x, a multiple of 16, times factor, adds zero and writes them as unsigned bytes to q.")
	Pragma("noescape")
	q := Load(Param("q"), GP64()).(reg.GPVirtual)
	x := Load(Param("x"), GP64()).(reg.GPVirtual)
	n := Load(Param("n"), GP64()).(reg.GPVirtual)
	factor := s.broadcastParam("factor")
	zero, none := ZMM(), ZMM()
	z := GP32()
	Load(Param("zero"), z)
	VPBROADCASTD(z, zero)
	VPXORD(none, none, none)
	Label("loop")
	v := ZMM()
	VMULPS(Mem{Base: x}, factor, v)
	VCVTPS2DQ(v, v)
	VPADDD(zero, v, v)
	VPMAXSD(none, v, v)
	VPMOVUSDB(v, Mem{Base: q})
	ADDQ(Imm(64), x)
	ADDQ(Imm(16), q)
	SUBQ(Imm(16), n)
	JNZ(LabelRef("loop"))
	VZEROUPPER()
	RET()
}

func quantize256() {
	s := sets[1]
	TEXT("quantize_256", NOSPLIT, "func"+quantizeArgs)
	Doc("quantize_256 is quantize_512 for AVX2.")
	Pragma("noescape")
	q := Load(Param("q"), GP64()).(reg.GPVirtual)
	x := Load(Param("x"), GP64()).(reg.GPVirtual)
	n := Load(Param("n"), GP64()).(reg.GPVirtual)
	factor := s.broadcastParam("factor")
	zero, first := YMM(), XMM()
	z := GP32()
	Load(Param("zero"), z)
	VMOVD(z, first)
	VPBROADCASTD(first, zero)
	Label("loop")
	v := YMM()
	VMULPS(Mem{Base: x}, factor, v)
	VCVTPS2DQ(v, v)
	VPADDD(zero, v, v)
	high, low := XMM(), XMM()
	VEXTRACTI128(Imm(1), v, high)
	VPACKSSDW(high, v.AsX(), low)
	VPACKUSWB(low, low, low)
	VMOVQ(low, Mem{Base: q})
	ADDQ(Imm(32), x)
	ADDQ(Imm(8), q)
	SUBQ(Imm(8), n)
	JNZ(LabelRef("loop"))
	VZEROUPPER()
	RET()
}

package encoder

import "slices"

// loader reads the parts of a network until one fails.
type loader struct {
	tensors
	prefix    string
	precision Precision
	unbiased  bool      // biases may be missing
	scratch   []float32 // of matrices that are packed
	err       error
}

func (l *loader) floats(name string, shape ...int) []float32 { return l.floatsIn(nil, name, shape...) }

// floatsIn reads a tensor into dst where that has the room.
func (l *loader) floatsIn(dst []float32, name string, shape ...int) []float32 {
	if l.err != nil {
		return nil
	}
	var v []float32
	v, l.err = l.load(dst, l.prefix+name, shape...)
	return v
}

// bias reads a vector, zeros where there is none and need not be.
func (l *loader) bias(name string, n int) []float32 {
	if l.unbiased && l.tensors.shape(l.prefix+name) == nil {
		return make([]float32, n)
	}
	return l.floats(name, n)
}

func (l *loader) table(name string, rows, columns int) table {
	if l.err != nil {
		return nil
	}
	var t table
	t, l.err = l.tensors.table(l.prefix+name, rows, columns)
	return t
}

func (l *loader) norm(name string, n int) norm {
	weight, bias := name+".weight", name+".bias"
	if l.tensors.shape(l.prefix+weight) == nil && l.tensors.shape(l.prefix+name+".gamma") != nil {
		weight, bias = name+".gamma", name+".beta" // as TensorFlow called them
	}
	v := norm{l.floats(weight, n), l.bias(bias, n)}
	if l.err == nil {
		l.err = finite(l.prefix+name, v.weight, v.bias)
	}
	return v
}

// linear reads a matrix of n rows.
func (l *loader) linear(name string, n, k int) linear { return l.split(name, 1, n, k)[0] }

// split reads a matrix of parts·n rows as so many of n.
func (l *loader) split(name string, parts, n, k int) []linear {
	out := make([]linear, parts)
	w := l.floatsIn(l.scratch, name+".weight", parts*n, k)
	l.scratch = w
	b := l.bias(name+".bias", parts*n)
	for i := range out {
		if l.err != nil {
			return out
		}
		out[i], l.err = packLinear(l.prefix+name, w[i*n*k:][:n*k], slices.Clone(b[i*n:][:n]), n, k, l.precision)
	}
	return out
}

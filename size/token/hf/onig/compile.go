package onig

import "errors"

// op is what an instruction does.
type op uint8

const (
	opSet    op = iota // one character of set
	opRun              // as many characters of set as there are, giving back one by one
	opRunAll           // the same, giving nothing back
	opSplit            // x, and if that fails y
	opJump             // x
	opAnchor
	opLook   // the program sub matches here, or before here
	opAtomic // the program sub, then nothing of it is given back
	opMatch
)

type instruction struct {
	op      op
	set     *Set
	x, y    int // next instructions; opRun: least and most characters, most < 0 without a limit
	kind    anchorKind
	sub     *program
	behind  bool
	negated bool
	width   int // opLook behind: characters
}

// program is the compiled form of an expression, or of a part of it that is
// looked at by itself.
type program struct{ code []instruction }

// mostCode bounds a program, as counts are written out.
const mostCode = 20_000

var errLarge = errors.New("regular expression is too large")

// compiler writes a program. With runs, a repeated set is one instruction,
// which is fast; without, each step is one, which lets failures be remembered.
type compiler struct {
	code []instruction
	runs bool
	size *int // of all programs together
}

func compile(n node, runs bool, size *int) (*program, error) {
	c := &compiler{runs: runs, size: size}
	if err := c.emit(n); err != nil {
		return nil, err
	}
	c.add(instruction{op: opMatch})
	return &program{c.code}, nil
}

func (c *compiler) add(i instruction) int {
	c.code = append(c.code, i)
	*c.size++
	return len(c.code) - 1
}

func (c *compiler) emit(n node) error {
	if *c.size > mostCode {
		return errLarge
	}
	switch n := n.(type) {
	case literal:
		c.add(instruction{op: opSet, set: NewSet(n.set)})
	case list:
		for _, x := range n {
			if err := c.emit(x); err != nil {
				return err
			}
		}
	case choice:
		return c.choice(n)
	case repeat:
		return c.repeat(n)
	case anchor:
		i := instruction{op: opAnchor, kind: n.kind}
		c.add(i)
	case atomic:
		sub, err := compile(n.of, c.runs, c.size)
		if err != nil {
			return err
		}
		c.add(instruction{op: opAtomic, sub: sub})
	case look:
		return c.look(n)
	}
	return nil
}

func (c *compiler) choice(n choice) error {
	var jumps []int
	for i, x := range n {
		split := -1
		if i < len(n)-1 {
			split = c.add(instruction{op: opSplit, x: len(c.code) + 1})
		}
		if err := c.emit(x); err != nil {
			return err
		}
		if split >= 0 {
			jumps = append(jumps, c.add(instruction{op: opJump}))
			c.code[split].y = len(c.code)
		}
	}
	for _, j := range jumps {
		c.code[j].x = len(c.code)
	}
	return nil
}

func (c *compiler) repeat(n repeat) error {
	if n.atomic && !c.runs || n.atomic && !isLiteral(n.of) {
		n.atomic = false
		return c.emit(atomic{n})
	}
	if x, ok := n.of.(literal); ok && c.runs && !n.lazy {
		o := opRun
		if n.atomic {
			o = opRunAll
		}
		c.add(instruction{op: o, set: NewSet(x.set), x: n.min, y: n.max})
		return nil
	}
	if n.max < 0 && empty(n.of) {
		return errors.New("regular expression repeats what may be empty: not supported")
	}
	for range n.min {
		if err := c.emit(n.of); err != nil {
			return err
		}
	}
	if n.max < 0 {
		start := c.add(instruction{op: opSplit})
		if err := c.emit(n.of); err != nil {
			return err
		}
		c.add(instruction{op: opJump, x: start})
		c.fork(start, n.lazy)
		return nil
	}
	var splits []int
	for range n.max - n.min {
		splits = append(splits, c.add(instruction{op: opSplit}))
		if err := c.emit(n.of); err != nil {
			return err
		}
	}
	for _, s := range splits {
		c.fork(s, n.lazy)
	}
	return nil
}

// fork makes the split at i go into what follows it, or past all so far.
func (c *compiler) fork(i int, lazy bool) {
	c.code[i].x, c.code[i].y = i+1, len(c.code)
	if lazy {
		c.code[i].x, c.code[i].y = len(c.code), i+1
	}
}

func (c *compiler) look(n look) error {
	sub, err := compile(n.of, c.runs, c.size)
	if err != nil {
		return err
	}
	i := instruction{op: opLook, sub: sub, behind: n.behind, negated: n.negated}
	if n.behind {
		low, high := width(n.of)
		if low != high {
			return errors.New("regular expression looks behind at a part of no fixed length: not supported")
		}
		i.width = low
	}
	c.add(i)
	return nil
}

func isLiteral(n node) bool { _, ok := n.(literal); return ok }

func empty(n node) bool { low, _ := width(n); return low == 0 }

// unlimited is the width of what has no limit.
const unlimited = 1 << 30

// width returns how many characters a part matches, at least and at most.
func width(n node) (low, high int) {
	switch n := n.(type) {
	case literal:
		return 1, 1
	case list:
		for _, x := range n {
			a, b := width(x)
			low, high = min(low+a, unlimited), min(high+b, unlimited)
		}
		return low, high
	case choice:
		low = unlimited
		for _, x := range n {
			a, b := width(x)
			low, high = min(low, a), max(high, b)
		}
		return low, high
	case repeat:
		a, b := width(n.of)
		if n.max < 0 {
			return min(a*n.min, unlimited), unlimited
		}
		return min(a*n.min, unlimited), min(b*n.max, unlimited)
	case atomic:
		return width(n.of)
	}
	return 0, 0
}

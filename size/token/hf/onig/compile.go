package onig

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// op is what an instruction does.
type op uint8

const (
	opSet    op = iota // one character of set
	opRun              // as many characters of set as there are, giving back one by one
	opRunAll           // the same, giving nothing back
	opTake             // one character of set and then x; only where there is none, y
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
	x, y    int // next instructions; opRun: least and most characters, most < 0 without a limit; opLook and opAtomic: x is the number among program.parts
	kind    anchorKind
	sub     *program
	behind  bool
	negated bool
	width   int  // opLook behind: characters
	empty   bool // opAtomic: may match no character
}

// program is the compiled form of an expression, or of a part of it that is
// looked at by itself.
type program struct {
	code  []instruction
	parts []int // the instructions that have a program of their own
	order []int // for a scan
}

const (
	mostCode   = 20_000        // instructions, as counts are written out
	mostVisits = 10 * mostCode // parts emitted, those without instructions included
	mostSets   = 2000          // different ones, of some 9 KB at least
	mostAtomic = 16            // atomic groups as they are written out: a scan remembers a number a byte of text for each
)

var errLarge = errors.New("too large")

// compiler writes a program. With runs, a repeated set is one instruction,
// which is fast; without, each step is one, which a scan needs.
type compiler struct {
	program
	runs  bool
	total *total
}

// total is what all programs of one expression have together.
type total struct {
	code, visits, atomics int
	sets                  map[string]*Set // by their ranges
}

func compile(n node, runs bool, t *total) (*program, error) {
	c := &compiler{runs: runs, total: t}
	if err := c.emit(n); err != nil {
		return nil, err
	}
	c.add(instruction{op: opMatch})
	if !runs {
		c.order = c.inOrder()
	}
	p := c.program
	return &p, nil
}

func (c *compiler) add(i instruction) int {
	c.code = append(c.code, i)
	c.total.code++
	return len(c.code) - 1
}

// addPart adds an instruction that has a program of its own.
func (c *compiler) addPart(i instruction) {
	i.x = len(c.parts)
	c.parts = append(c.parts, c.add(i))
}

// set makes the set of a literal, once for all literals of the same.
func (c *compiler) set(x literal) *Set {
	key := make([]byte, 0, 8*len(x.set))
	for _, r := range x.set {
		key = binary.LittleEndian.AppendUint32(key, uint32(r.Lo))
		key = binary.LittleEndian.AppendUint32(key, uint32(r.Hi))
	}
	s := c.total.sets[string(key)]
	if s == nil {
		s = NewSet(x.set)
		c.total.sets[string(key)] = s
	}
	return s
}

func (c *compiler) emit(n node) error {
	if c.total.visits++; c.total.code > mostCode || c.total.visits > mostVisits || len(c.total.sets) > mostSets {
		return errLarge
	}
	switch n := n.(type) {
	case literal:
		c.add(instruction{op: opSet, set: c.set(n)})
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
		return c.atomic(n)
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
	if x, ok := n.of.(literal); ok {
		switch {
		case c.runs && n.atomic:
			c.add(instruction{op: opRunAll, set: c.set(x), x: n.min, y: n.max})
			return nil
		case c.runs && !n.lazy:
			c.add(instruction{op: opRun, set: c.set(x), x: n.min, y: n.max})
			return nil
		case n.atomic:
			return c.takes(x, n)
		}
	}
	if n.max < 0 && empty(n.of) {
		return fmt.Errorf("%q repeats what may be empty: not supported", n.text)
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

// takes writes a possessive repeat of a set: whether it takes a character
// depends on that alone.
func (c *compiler) takes(x literal, n repeat) error {
	for range n.min {
		if err := c.emit(x); err != nil {
			return err
		}
	}
	if n.max < 0 {
		i := len(c.code)
		c.add(instruction{op: opTake, set: c.set(x), x: i, y: i + 1})
		return nil
	}
	end := len(c.code) + n.max - n.min
	for range n.max - n.min {
		c.add(instruction{op: opTake, set: c.set(x), x: len(c.code) + 1, y: end})
	}
	return nil
}

// atomic writes an atomic group. Its copies are counted where a scan will run
// the program.
func (c *compiler) atomic(n atomic) error {
	if !c.runs {
		if c.total.atomics++; c.total.atomics > mostAtomic {
			return fmt.Errorf("%q is one atomic group too many, repeats counted; the most is %d", n.text, mostAtomic)
		}
	}
	sub, err := compile(n.of, c.runs, c.total)
	if err != nil {
		return err
	}
	c.addPart(instruction{op: opAtomic, sub: sub, empty: empty(n.of)})
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
	sub, err := compile(n.of, c.runs, c.total)
	if err != nil {
		return err
	}
	i := instruction{op: opLook, sub: sub, behind: n.behind, negated: n.negated}
	if n.behind {
		low, high := width(n.of)
		if low != high {
			return fmt.Errorf("%q looks behind at a part of no fixed length: not supported", n.text)
		}
		i.width = low
	}
	c.addPart(i)
	return nil
}

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

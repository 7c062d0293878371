package markup

// Inline goes through text with inline markup once.
type Inline struct {
	w    *Writer
	T    Text
	S    string // of T
	Done int    // up to here it is written
}

// Inline begins to go through a text.
func (w *Writer) Inline(t Text) *Inline { return &Inline{w: w, T: t, S: t.S} }

// Each asks mark at each place for the length of the markup there, which it has
// written by then; 0 where there is none. What is no markup is written as it is.
func (c *Inline) Each(mark func(i int) int) {
	for i := 0; i < len(c.S) && c.w.Going(); {
		n := mark(i)
		if n == 0 {
			i++
			continue
		}
		i += n
		c.Done = i
	}
	c.Flush(len(c.S))
}

// Flush writes what was passed over up to a place.
func (c *Inline) Flush(to int) {
	if c.Done < to {
		c.w.Write(c.T, c.Done, to)
	}
	c.Done = max(c.Done, to)
}

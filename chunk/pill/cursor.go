package pill

import "github.com/pildora/pildora/doc"

// blockCursor finds blocks by place. Most who ask go on from where the last one
// was.
type blockCursor struct {
	doc  *doc.Document
	next int // the first block that begins at or after the place asked about last
}

// near is how many blocks are stepped over before the block is searched for.
const near = 32

// from is doc.BlockFrom.
func (c *blockCursor) from(at int) int {
	blocks := c.doc.Blocks
	i := c.next
	if i > 0 && blocks[i-1].Span.Start >= at {
		return c.seek(at)
	}
	for most := i + near; i < len(blocks) && blocks[i].Span.Start < at; i++ {
		if i == most {
			return c.seek(at)
		}
	}
	c.next = i
	if i > 0 && blocks[i-1].Span.End > at && c.doc.Leaf(i-1) {
		return i - 1
	}
	return i
}

func (c *blockCursor) seek(at int) int {
	i := c.doc.BlockFrom(at)
	if c.next = i; i < len(c.doc.Blocks) && c.doc.Blocks[i].Span.Start < at {
		c.next++
	}
	return i
}

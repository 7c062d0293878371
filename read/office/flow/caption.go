package flow

// captioned gives captions to the images and tables that they stand beside: to
// images above, tables below, tables above, images below, in that order.
func captioned(blocks []Block) []Block {
	out := make([]Block, 0, len(blocks))
	for i := range blocks {
		block := blocks[i]
		if block.Kind != Caption || block.Empty() {
			out = append(out, block)
			continue
		}
		before := last(out)
		var after *Block
		if i+1 < len(blocks) {
			after = &blocks[i+1]
		}
		switch {
		case before != nil && before.picture() && len(before.Inner) == 0:
			before.Inner = []Block{block}
		case after != nil && after.Kind == Table && len(after.Table.Caption) == 0:
			after.Table.Caption = block.Pieces
		case before != nil && before.Kind == Table && len(before.Table.Caption) == 0:
			before.Table.Caption = block.Pieces
		case after != nil && after.picture():
			after.Inner = []Block{block}
		default:
			out = append(out, block)
		}
	}
	return out
}

// last is the last block that can be seen, or nil.
func last(blocks []Block) *Block {
	for i := len(blocks) - 1; i >= 0; i-- {
		if !blocks[i].Empty() || blocks[i].picture() {
			return &blocks[i]
		}
	}
	return nil
}

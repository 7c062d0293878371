package doc

import (
	"errors"
	"fmt"
	"unicode/utf8"
)

// ErrInvalid is wrapped by every error that [Document.Validate] returns.
var ErrInvalid = errors.New("invalid document")

// Validate checks what every consumer relies on: valid UTF-8, blocks in
// document order whose spans lie in their parent and fall on rune borders,
// siblings that don't overlap, headings with a level, origins in order.
func (d *Document) Validate() error {
	if !utf8.ValidString(d.Text) {
		return fmt.Errorf("%s: %w: text is not valid UTF-8", d.URI, ErrInvalid)
	}
	lastEnd := map[int32]int{} // end of the last child seen, by parent
	for i, b := range d.Blocks {
		if err := d.validateBlock(i, b, lastEnd); err != nil {
			return fmt.Errorf("%s: %w: block %d (%s %v): %s", d.URI, ErrInvalid, i, b.Kind, b.Span, err)
		}
		lastEnd[b.Parent] = b.Span.End
	}
	last := 0
	for i, o := range d.Origins {
		if o.Text.Start < last || o.Text.End < o.Text.Start || o.Text.End > len(d.Text) {
			return fmt.Errorf("%s: %w: origin %d: text span %v out of order or outside the text", d.URI, ErrInvalid, i, o.Text)
		}
		last = o.Text.Start
	}
	return nil
}

func (d *Document) validateBlock(i int, b Block, lastEnd map[int32]int) error {
	switch {
	case b.Kind == Root || int(b.Kind) >= len(kindNames):
		return errors.New("unknown kind")
	case b.Span.Start < 0 || b.Span.End < b.Span.Start || b.Span.End > len(d.Text):
		return errors.New("span outside the text")
	case !runeBorder(d.Text, b.Span.Start) || !runeBorder(d.Text, b.Span.End):
		return errors.New("span cuts a character")
	case b.Parent < -1 || int(b.Parent) >= i:
		return errors.New("parent does not come before it")
	case b.Parent >= 0 && !d.Blocks[b.Parent].Span.Contains(b.Span):
		return fmt.Errorf("outside its parent %v", d.Blocks[b.Parent].Span)
	case b.Span.Start < lastEnd[b.Parent]:
		return errors.New("overlaps the sibling before it")
	case i > 0 && b.Span.Start < d.Blocks[i-1].Span.Start:
		return errors.New("out of document order")
	case b.Kind == Heading && (b.Level < 1 || b.Level > 6):
		return fmt.Errorf("heading level %d", b.Level)
	}
	return nil
}

func runeBorder(s string, i int) bool { return i == len(s) || utf8.RuneStart(s[i]) }

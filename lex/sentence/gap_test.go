package sentence

import (
	"testing"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

// TestBordersAgreeWithUAX29 asks of every rune whether it joins the end mark
// before it.
func TestBordersAgreeWithUAX29(t *testing.T) {
	for r := rune(0x80); r <= utf8.MaxRune; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		it := graphemes.FromString("." + string(r))
		if it.Next(); len(it.Value()) > 1 && atBorder("."+string(r), 1) {
			t.Errorf("%U joins the full stop before it", r)
		}
	}
}

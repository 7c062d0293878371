package flow

import (
	"cmp"
	"strings"

	"github.com/pildora/pildora/read/office/symbol"
)

// Look is how text looks, as far as that matters. What isn't set is taken from
// whatever the text stands in.
type Look struct {
	Hidden, Bold, Struck *bool
	Font                 string
	Language             string // BCP 47 primary tag
	Raise                string // "superscript", "sub 58%", "33% 58%"
	Size                 int    // in half points
	Named                Style  // what the name of a style of text says
}

// Over returns l, with what it doesn't say taken from below.
func (l Look) Over(below Look) Look {
	l.Hidden = cmp.Or(l.Hidden, below.Hidden)
	l.Bold = cmp.Or(l.Bold, below.Bold)
	l.Struck = cmp.Or(l.Struck, below.Struck)
	l.Font = cmp.Or(l.Font, below.Font)
	l.Language = cmp.Or(l.Language, below.Language)
	l.Raise = cmp.Or(l.Raise, below.Raise)
	l.Size = cmp.Or(l.Size, below.Size)
	l.Named |= below.Named
	return l
}

// IsHidden reports whether text that looks so is not shown.
func (l Look) IsHidden() bool { return l.Hidden != nil && *l.Hidden }

// IsBold reports whether it is in bold.
func (l Look) IsBold() bool { return l.Bold != nil && *l.Bold }

// Style is the style of text that looks so.
func (l Look) Style() Style {
	s := l.Named
	if l.Struck != nil && *l.Struck {
		s |= Deleted
	}
	if symbol.Monospaced(l.Font) {
		s |= Mono
	}
	switch where, _, _ := strings.Cut(l.Raise, " "); {
	case strings.HasPrefix(where, "super"):
		s |= Raised
	case strings.HasPrefix(where, "sub"), strings.HasPrefix(where, "-"):
		s |= Lowered
	case where != "" && where[0] > '0' && where[0] <= '9':
		s |= Raised
	}
	return s
}

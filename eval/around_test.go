package eval

import (
	"slices"
	"testing"

	"github.com/pildora/pildora/store"
)

// TestAround: what is only searched isn't delivered, and so isn't paid.
func TestAround(t *testing.T) {
	frame := store.Frame{Breadcrumb: "A > B", Context: "first line\nsecond line", Overlap: "before"}
	for _, tt := range []struct {
		embed string
		want  []string
	}{
		{"A > B\n\nbody", []string{"A > B"}},
		{"A > B\n\nfirst line\n\nbody", []string{"A > B", "first line"}},
		{"A > B\n\nfirst line\nsecond line\n\nbody", []string{"A > B", "first line\nsecond line"}},
		{"body", nil},
	} {
		if got := around(&store.Record{Text: "body", EmbedText: tt.embed, Frame: frame}); !slices.Equal(got, tt.want) {
			t.Errorf("%q: %q", tt.embed, got)
		}
	}
}

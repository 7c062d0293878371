package retrieve_test

import (
	"fmt"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/retrieve"
	"github.com/pildora/pildora/store"
)

func TestHold(t *testing.T) {
	s := shelf(t)
	for _, tt := range []struct {
		p    retrieve.Passage
		want string
	}{
		{retrieve.Passage{Text: "Dos\n  PERRO."}, "d#2;"},
		{retrieve.Passage{Text: "perro tres"}, ";d#2 0.55 d#3 0.45"},
		{retrieve.Passage{Text: "perro"}, "d#2 d#4;"},
		{retrieve.Passage{Text: "perro gato"}, ";"},
		{retrieve.Passage{Text: "erro"}, ";"},
		{retrieve.Passage{Text: "¡!"}, ";"},
		{retrieve.Passage{Text: "nadie"}, ";"},
		{retrieve.Passage{Text: "perro", Doc: "e"}, ";"},
		{retrieve.Passage{Doc: "d", Span: doc.Span{Start: 20, End: 25}}, "d#2;"},
		{retrieve.Passage{Doc: "d", Span: doc.Span{Start: 24, End: 44}}, ";d#2 0.25 d#3 0.20"},
		{retrieve.Passage{Doc: "d", Span: doc.Span{Start: 200, End: 244}}, ";"},
	} {
		h, err := retrieve.Hold(t.Context(), s, store.Filter{}, tt.p)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for i, r := range h.Whole {
			if i > 0 {
				got += " "
			}
			got += r.ID
		}
		got += ";"
		for i, p := range h.Pieces {
			if i > 0 {
				got += " "
			}
			got += fmt.Sprintf("%s %.2f", p.Record.ID, p.Share)
		}
		if got != tt.want {
			t.Errorf("%+v: %q, expected %q", tt.p, got, tt.want)
		}
	}
}

package cut_test

import (
	"strings"
	"testing"

	"github.com/pildora/pildora/chunk/cut"
	"github.com/pildora/pildora/doc"
)

func TestCohesiveSentences(t *testing.T) {
	for _, tt := range []struct{ lang, text, want string }{
		{"es", "El plazo es de 30 días. Salvo en productos personalizados. Los gastos corren aparte.", "El plazo es de 30 días. Salvo en productos personalizados. ¦Los gastos corren aparte."},
		{"es", "Se paga el día 5. No obstante, cabe aplazarlo. Dicho plazo no se prorroga. La sede abre.", "Se paga el día 5. No obstante, cabe aplazarlo. Dicho plazo no se prorroga. ¦La sede abre."},
		{"es", "Rige la ley. Salvamos el archivo. Exceptuando nada.", "Rige la ley. ¦Salvamos el archivo. ¦Exceptuando nada."},
		{"en", "Returns take 30 days. Unless the item is custom. Shipping is extra.", "Returns take 30 days. Unless the item is custom. ¦Shipping is extra."},
		{"en", "Fees apply. However, they can be waived. In that case ask us. Offices open at nine.", "Fees apply. However, they can be waived. In that case ask us. ¦Offices open at nine."},
	} {
		d := &doc.Document{Text: tt.text, Language: tt.lang}
		if got := pieces(t, cut.Cohesive("", cut.Sentences("")), d, d.Whole()); got != tt.want {
			t.Errorf("got  %q\nwant %q", got, tt.want)
		}
	}
}

func TestCohesiveBlocks(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"an exception of its own paragraph", "El plazo es de 30 días.\n\nSalvo en productos hechos a medida.\n\nLa tienda abre a las nueve.\n", "El plazo es de 30 días.\n\nSalvo en productos hechos a medida.\n\n¦La tienda abre a las nueve.\n"},
		{"a colon and its list", "Texto antes.\n\nHay que traer:\n\n- DNI\n- foto\n\nTexto después.\n", "Texto antes.\n\n¦Hay que traer:\n\n- DNI\n- foto\n\n¦Texto después.\n"},
		{"a list too large for its sentence", "Hay que traer:\n\n- DNI\n- foto\n", "Hay que traer:\n\n- DNI\n¦- foto\n"},
		{"only bound blocks", "Uno.\n\nSalvo dos.\n", "Uno.\n\nSalvo dos.\n"},
	} {
		d := parse(t, tt.text)
		d.Language = "es"
		if got := pieces(t, cut.CohesiveBlocks(""), d, d.Whole()); got != tt.want {
			t.Errorf("%s:\ngot  %q\nwant %q", tt.name, got, tt.want)
		}
	}
}

const twoIdeas = "La caldera calienta el agua. El agua de la caldera sube por los tubos. Los tubos llevan agua caliente a cada radiador. Un radiador frío indica aire en los tubos de agua. Purgue el radiador hasta que salga agua. La presión de la caldera debe quedar en un bar. "

const otherIdea = "El contrato dura un año. El inquilino paga la renta del contrato cada mes. La renta se actualiza con el índice anual. El casero comunica la renta nueva al inquilino por escrito. El inquilino puede denunciar el contrato con un mes. La fianza del contrato se devuelve al inquilino. "

func TestIdeas(t *testing.T) {
	d := &doc.Document{Text: twoIdeas + otherIdea, Language: "es"}
	got := pieces(t, cut.Ideas("", cut.Sentences("")), d, d.Whole())
	if !strings.Contains(got, "en un bar. ¦El contrato dura") || strings.Count(got, "¦") > 2 {
		t.Errorf("got %q", got)
	}
	short := &doc.Document{Text: "Uno dos. Tres cuatro. Cinco seis.", Language: "es"}
	if got := pieces(t, cut.Ideas("", cut.Sentences("")), short, short.Whole()); got != short.Text {
		t.Errorf("three sentences are one idea: %q", got)
	}
	if again := pieces(t, cut.Ideas("", cut.Sentences("")), d, d.Whole()); again != got {
		t.Errorf("not the same cuts twice: %q", again)
	}
}

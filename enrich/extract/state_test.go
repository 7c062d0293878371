package extract_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/enrich/extract"
)

// paragraphs are n paragraphs of forty words, always the same for a seed: every other
// word is a common one, the rest are made up of syllables.
func paragraphs(seed uint64, n int) []string {
	r := rand.New(rand.NewPCG(seed, 7))
	common := strings.Fields("el la los de que en por con para una se es y a su como sobre entre desde hasta")
	syllables := strings.Fields("ca lo mi re sa tu ven do par ti gue nal bro fi cho la rra ñi zu me")
	out := make([]string, n)
	for i := range out {
		said := []string{"Nota:"}
		for range 20 {
			word := ""
			for range 2 + r.IntN(3) {
				word += syllables[r.IntN(len(syllables))]
			}
			said = append(said, common[r.IntN(len(common))], word)
		}
		out[i] = strings.Join(said, " ") + "."
	}
	return out
}

const head = "# Manual de carga\n\nVersión 3, vigente desde el 1 de mayo de 2026. Este manual regula la carga de los camiones.\n\n"

func manual(body []string) *doc.Document {
	return &doc.Document{Title: "Manual de carga", Language: "es", Text: head + strings.Join(body, "\n\n")}
}

// TestChanged holds that the estimate is near the part of the text that was
// replaced, wherever it stands.
func TestChanged(t *testing.T) {
	const n = 200
	old, other := paragraphs(1, n), paragraphs(2, n)
	for _, percent := range []int{0, 5, 10, 20, 30, 50, 100} {
		for _, at := range []string{"start", "end", "all over"} {
			now := append([]string(nil), old...)
			for i := range n {
				switch {
				case at == "start" && i < n*percent/100, at == "end" && i >= n-n*percent/100, at == "all over" && (i*37%100) < percent:
					now[i] = other[i]
				}
			}
			got := extract.Changed(extract.Sketch(manual(old)), extract.Sketch(manual(now)))
			if want := float64(percent) / 100; got < want-0.06 || got > want+0.06 {
				t.Errorf("%d %% at %s: %.3f", percent, at, got)
			}
		}
	}
}

// TestChangedByLength holds that what is added or taken away counts too.
func TestChangedByLength(t *testing.T) {
	old := paragraphs(1, 100)
	for _, keep := range []int{95, 90, 70, 50} {
		want := 1 - float64(keep)/100
		a, b := extract.Sketch(manual(old)), extract.Sketch(manual(old[:keep]))
		for _, got := range []float64{extract.Changed(a, b), extract.Changed(b, a)} {
			if got < want-0.06 || got > want+0.06 {
				t.Errorf("%d %% kept: %.3f changed", keep, got)
			}
		}
	}
}

func TestChangedOfNothing(t *testing.T) {
	empty, some := extract.Sketch(&doc.Document{}), extract.Sketch(manual(paragraphs(1, 3)))
	for _, c := range []struct {
		old, new []byte
		want     float64
	}{{empty, empty, 0}, {empty, some, 1}, {some, empty, 1}, {nil, some, 1}, {some, []byte("no sketch"), 1}, {some, some, 0}} {
		if got := extract.Changed(c.old, c.new); got != c.want {
			t.Errorf("%d and %d bytes: %v, wanted %v", len(c.old), len(c.new), got, c.want)
		}
	}
}

// TestLayoutIsNoChange holds that case and the kind of white space don't count.
func TestLayoutIsNoChange(t *testing.T) {
	text := strings.Join(paragraphs(1, 20), " ")
	other := strings.ToUpper(strings.ReplaceAll(text, " ", "\n"))
	other = strings.NewReplacer("Á", "á", "É", "é", "Í", "í", "Ó", "ó", "Ú", "ú", "Ñ", "ñ").Replace(other)
	if got := extract.Changed(extract.Sketch(&doc.Document{Text: text}), extract.Sketch(&doc.Document{Text: other})); got != 0 {
		t.Errorf("%v", got)
	}
}

// TestSketch holds that sketches are small, and the estimate the same both ways.
func TestSketch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.Custom(func(t *rapid.T) string {
			return strings.Repeat(rapid.StringN(0, 60, -1).Draw(t, "piece"), rapid.IntRange(1, 200).Draw(t, "times"))
		})
		a := extract.Sketch(&doc.Document{Text: text.Draw(t, "a")})
		b := extract.Sketch(&doc.Document{Text: text.Draw(t, "b")})
		if len(a) > 1028 {
			t.Fatalf("a sketch of %d bytes", len(a))
		}
		there, back := extract.Changed(a, b), extract.Changed(b, a)
		if there != back || there < 0 || there > 1 || extract.Changed(a, a) > 0.001 {
			t.Fatalf("%v there, %v back, %v of itself", there, back, extract.Changed(a, a))
		}
	})
}

// TestKeep holds when a summary is kept: while no more than a fifth of the text
// changes, and title, dates and scope don't.
func TestKeep(t *testing.T) {
	body, other := paragraphs(1, 100), paragraphs(2, 100)
	replaced := func(n int) string {
		return strings.Join(append(append([]string(nil), other[:n]...), body[n:]...), "\n\n")
	}
	// What changes stands behind the head, in the middle.
	text := func(n int) string { return head + strings.Join(body[:4], "\n\n") + "\n\n" + replaced(n) }
	old := extract.StateOf(document(t, "a.md", "es", text(0)))
	for name, c := range map[string]struct {
		text string
		keep bool
	}{
		"nothing":   {text(0), true},
		"10 %":      {text(10), true},
		"15 %":      {text(15), true},
		"30 %":      {text(30), false},
		"title":     {strings.Replace(text(0), "# Manual de carga", "# Manual de descarga", 1), false},
		"date":      {strings.Replace(text(0), "1 de mayo", "1 de junio", 1), false},
		"version":   {strings.Replace(text(0), "Versión 3", "Versión 4", 1), false},
		"scope":     {strings.Replace(text(0), "los camiones", "las furgonetas", 1), false},
		"other day": {text(0) + "\n\nNota: el 4 de julio de 2026 no hay carga.", true},
	} {
		if got := extract.Keep(old, document(t, "a.md", "es", c.text)); got != c.keep {
			t.Errorf("%s: kept is %t", name, got)
		}
	}
	if extract.Keep(extract.State{}, document(t, "a.md", "es", text(0))) {
		t.Error("the zero state keeps a summary")
	}
	stored, err := json.Marshal(old)
	if err != nil {
		t.Fatal(err)
	}
	var back extract.State
	if err := json.Unmarshal(stored, &back); err != nil || !extract.Keep(back, document(t, "a.md", "es", text(5))) {
		t.Errorf("a state that was stored: %v", err)
	}
}

func ExampleKeep() {
	d := &doc.Document{Title: "Plan", Language: "es", Text: strings.Repeat("El plan sigue como estaba. ", 20)}
	state := extract.StateOf(d)
	fmt.Println(extract.Keep(state, d), extract.Keep(state, &doc.Document{Title: "Otro plan", Language: "es", Text: d.Text}))
	// Output: true false
}

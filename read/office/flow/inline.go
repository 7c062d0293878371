package flow

import "github.com/pildora/pildora/doc"

// styleTags are the elements of styles, outermost first.
var styleTags = [...]struct {
	style Style
	tag   string
}{{Strong, "strong"}, {Emphasis, "em"}, {Deleted, "del"}, {Mono, "code"}, {Raised, "sup"}, {Lowered, "sub"}}

// pieces writes the text of a block. Neighbours of one style or one link are in
// one element.
func (w *writer) pieces(pieces []Piece) {
	for i := range pieces {
		p := &pieces[i]
		if p.Kind == Text && doc.IsBlank(p.Text) && i+1 < len(pieces) {
			w.b.Text(p.Text, p.From) // blanks have no style: a mark around them would part what belongs together
			continue
		}
		w.enter(p)
		switch p.Kind {
		case Text:
			w.b.Text(p.Text, p.From)
		case Break:
			w.b.Void("br", p.From)
		case Image:
			w.b.Void("img", p.From, "alt", p.Text)
		case Math:
			w.b.Void("math", p.From, "alttext", p.Text)
		}
	}
	for len(w.open) > 0 {
		w.leave()
	}
}

// enter opens and closes elements until those of p are open.
func (w *writer) enter(p *Piece) {
	want := make([]string, 0, 4)
	if p.Link != "" {
		want = append(want, p.Link)
	}
	for _, s := range styleTags {
		if p.Style&s.style != 0 && (p.Kind == Text || p.Kind == Break) {
			want = append(want, s.tag)
		}
	}
	same := 0
	for same < len(want) && same < len(w.open) && want[same] == w.open[same] {
		same++
	}
	for len(w.open) > same {
		w.leave()
	}
	for i, name := range want[same:] {
		if same+i == 0 && p.Link != "" {
			w.b.Open("a", p.From, "href", p.Link)
		} else {
			w.b.Open(name, p.From)
		}
		w.open = append(w.open, name)
	}
}

func (w *writer) leave() {
	w.b.Close()
	w.open = w.open[:len(w.open)-1]
}

package sentence

// scanner walks one text. Its fields say where it is and what the sentence
// that it is in has shown so far.
type scanner struct {
	text   string
	rules  *rules
	pos    int    // everything before it has been looked at
	start  int    // where the sentence begins
	body   int    // where its words begin: after list marker, bullet and dash
	guard  int    // no sentence ends at or before this offset
	noShut int    // no closing bracket stands between pos and this offset
	list   marker // the awaited list marker
	fresh  bool   // the sentence begins a line or paragraph
	// bullet is the mark that the paragraph began with, if any: another one in
	// the same paragraph begins the next item.
	bullet string
	// heading says that the line began with #, so its end ends the sentence.
	heading bool
}

func newScanner(text string, r *rules) scanner {
	s := scanner{text: text, rules: r}
	g := s.gap(0)
	s.begin(g.end, true)
	return s
}

// verdict is what the scanner finds at a candidate: where a sentence ends
// (negative if none does) and where to go on. line says that the next sentence
// begins a line or paragraph of its own.
type verdict struct {
	cut, resume int
	line        bool
}

func goOn(resume int) verdict { return verdict{-1, resume, false} }

// next returns the next end, or -1 where there is none.
func (s *scanner) next() int {
	i := s.pos
	for {
		for i < len(s.text) && classes[s.text[i]] == ordinary {
			i++
		}
		if i >= len(s.text) {
			s.pos = i
			return -1
		}
		v := s.at(i)
		if v.cut > s.start && v.cut > s.guard && v.cut < len(s.text) && atBorder(s.text, v.cut) {
			s.begin(v.cut, v.line)
			return v.cut
		}
		i = max(i+1, v.resume)
	}
}

// at looks at the candidate at byte i.
func (s *scanner) at(i int) verdict {
	switch classes[s.text[i]] {
	case mark:
		return s.mark(i)
	case newline:
		return s.lineEnd(i)
	case semicolon:
		return s.greekQuestion(i)
	case tick:
		return goOn(s.codeSpan(i))
	case open:
		s.protect(i)
		return goOn(i + 1)
	case shut:
		if v, ok := s.item(i); ok {
			return v
		}
		return goOn(i + 1)
	default:
		return s.wide(i)
	}
}

// lineEnd looks at a line end that no end mark stands before.
func (s *scanner) lineEnd(i int) verdict {
	g := s.gap(i)
	if g.end == len(s.text) {
		return goOn(g.end)
	}
	if g.paragraph || s.heading || s.startsLine(g.end, s.punctuated(i)) {
		return verdict{g.end, g.end, true}
	}
	return goOn(g.end)
}

// punctuated reports whether the line that ends at i closes with punctuation,
// after which any list marker may follow.
func (s *scanner) punctuated(i int) bool {
	for k := i - 1; k >= 0 && i-k < 16; k-- {
		switch s.text[k] {
		case ' ', '\t', '\r':
			continue
		case ':', ';', ',', '.', '!', '?':
			return true
		}
		return false
	}
	return false
}

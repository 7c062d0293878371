package pill

import (
	"strings"
	"unicode/utf8"

	"github.com/pildora/pildora/lex/cue"
)

// Cue is what a block's first and last characters say of it, a bit each: the
// marks of its opening words ([cue.Mark]), and above them its form.
type Cue uint64

// The forms.
const (
	Asks       Cue = 1 << (iota + 40) // ends with a question mark
	Inverted                          // opens with ¿
	Colon                             // ends with a colon
	Bold                              // opens with bold text
	AllBold                           // is bold text and nothing else
	BoldAsks                          // the bold text that it opens with asks
	Emphasized                        // opens and ends with a single * or _
	Image                             // opens with an image
	Numbered                          // opens with digits
	Quoted                            // opens with a quotation mark
	Labeled                           // has a colon after a few words
	Lettered                          // opens with a letter in brackets: "a)", "(b)"
	TermLine                          // is a term, and on the next line a colon and what it means
	Bullet                            // opens with what could mark a note: \*, (, ¹, †
)

const (
	maxLabel    = 60  // bytes in which the colon after a label or speaker is sought
	maxTermLine = 60  // bytes of a term on a line of its own
	maxBold     = 300 // bytes in which bold text is to end
)

// class says how a byte may open or close a text.
type class uint8

const (
	closer  class = 1 << iota // blank, emphasis, quotation or bracket at the end of a text
	small                     // a letter in lower case
	capital                   // a letter in upper case, or a byte of a longer rune
	digit
	blank
)

var classes = func() (t [256]class) {
	for c := range t {
		switch {
		case 'a' <= c && c <= 'z':
			t[c] = small
		case 'A' <= c && c <= 'Z' || c >= 0x80:
			t[c] = capital
		case '0' <= c && c <= '9':
			t[c] = digit
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			t[c] = blank | closer
		case strings.IndexByte(`*_"')`, byte(c)) >= 0:
			t[c] = closer
		}
	}
	return t
}()

// look returns the cues of a text. It reads its ends only.
func look(text string, words *cue.Lexicon) Cue {
	c := closing(text)
	at := 0
	for at < len(text) && classes[text[at]]&blank != 0 {
		at++
	}
	if text = unwrapped(text[at:]); text == "" {
		return c
	}
	if classes[text[0]]&small == 0 {
		c |= opening(text)
	} else if len(text) > 2 && text[1] == ')' {
		c |= Lettered
	}
	if i := strings.IndexByte(text[:min(len(text), maxLabel)], ':'); i > 0 && strings.Count(text[:i], " ") <= maxWords {
		c |= Labeled
	}
	if i := strings.IndexByte(text[:min(len(text), maxTermLine)], '\n'); i > 0 && strings.HasPrefix(strings.TrimLeft(text[i+1:min(len(text), i+20)], " >"), ": ") {
		c |= TermLine
	}
	return c | Cue(words.Opens(text))
}

// unwrapped is text without the tag of raw HTML that it opens with.
func unwrapped(text string) string {
	if text == "" || text[0] != '<' {
		return text
	}
	return text[1+strings.IndexByte(text[:min(len(text), maxLabel)], '>'):]
}

// closing are the forms of a text's end.
func closing(text string) Cue {
	end := len(text)
	for end > 0 && classes[text[end-1]]&closer != 0 {
		end--
	}
	if end == 0 {
		return 0
	}
	switch c := text[end-1]; {
	case c == '?':
		return Asks
	case c == ':':
		return Colon
	case c < utf8.RuneSelf:
	case strings.HasSuffix(text[:end], "？"):
		return Asks
	case strings.HasSuffix(text[:end], "："):
		return Colon
	}
	return 0
}

// opening are the forms of the start of a text that doesn't begin with a small
// letter.
func opening(text string) Cue {
	c := Cue(0)
	switch text[0] {
	case '*', '_':
		c = emphasis(text)
	case '!':
		if strings.HasPrefix(text, "![") {
			c = Image
		}
	case '[':
		if strings.HasPrefix(text, "[![") {
			c = Image
		}
	case '"':
		c = Quoted
	case '\\', '(':
		c = Bullet
		if len(text) > 3 && text[2] == ')' && classes[text[1]]&small != 0 {
			c = Lettered
		}
	case 0xc2: // «, ¿, ¹, ², §
		switch {
		case strings.HasPrefix(text, "§"):
			c = Numbered
		case strings.HasPrefix(text, "«"):
			c = Quoted
		case strings.HasPrefix(text, "¿"):
			c = Inverted
		case strings.HasPrefix(text, "¹") || strings.HasPrefix(text, "²"):
			c = Bullet
		}
	case 0xe2:
		switch {
		case strings.HasPrefix(text, "“"):
			c = Quoted
		case strings.HasPrefix(text, "†"):
			c = Bullet
		}
	default:
		if classes[text[0]]&digit != 0 {
			c = Numbered
		}
	}
	return c
}

// emphasis are the forms of a text that opens with * or _.
func emphasis(text string) Cue {
	if len(text) < 3 || text[1] != text[0] {
		end := strings.TrimRight(text, " \t\r\n")
		if len(end) > 2 && end[len(end)-1] == text[0] && classes[text[1]]&blank == 0 {
			return Emphasized
		}
		return 0
	}
	c := Bold
	i := strings.Index(text[2:min(len(text), maxBold)], text[:2])
	if i < 0 {
		return c
	}
	if inner := text[2 : 2+i]; closing(inner)&Asks != 0 {
		c |= BoldAsks
	}
	if len(strings.TrimRight(text[4+i:], " \t\r\n")) == 0 {
		c |= AllBold
	}
	if strings.HasPrefix(text[2:], "¿") {
		c |= Inverted
	}
	return c
}

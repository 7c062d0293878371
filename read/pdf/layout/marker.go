package layout

import (
	"strings"
	"unicode"
)

// marker is what an item of a list begins with.
type marker struct {
	glyphs  int  // how many of its line's it is; 0: no marker
	bullet  bool // else a number or a letter
	check   int8 // a box to tick: 1 empty, 2 ticked
	value   int  // of a number
	text    string
	decimal bool // "1." or "1)"
}

const bullets = "•◦▪▫‣⁃∙●○■□◆◇➢➤►▶▸▹–—-*·✓✔❖⮚※\ufffd"

// markerOf is the marker at the start of a line.
func markerOf(l *line) marker {
	end := 1
	for end < len(l.glyphs) && !l.glyphs[end].blank {
		if end++; end > 10 {
			return marker{}
		}
	}
	if end >= len(l.glyphs) {
		return marker{}
	}
	text := glyphText(l.glyphs[:end])
	first := l.glyphs[0].r
	if end == 1 {
		switch {
		case first == '☐' || first == '❑' || first == '❏' || first == '\uf0a8' || first == '\uf071' || first == '\uf06f':
			return marker{glyphs: 1, bullet: true, check: 1, text: text}
		case first == '☑' || first == '☒' || first == '\uf0fe' || first == '\uf0fd':
			return marker{glyphs: 1, bullet: true, check: 2, text: text}
		case strings.ContainsRune(bullets, first) || first >= '\uf000' && first <= '\uf0ff',
			l.glyphs[0].font < 0 && l.font > 0,
			first == 'o' && l.glyphs[1].box.Left-l.glyphs[0].box.Right > 0.9*l.size:
			return marker{glyphs: 1, bullet: true, text: text}
		}
	}
	return numbered(text, end)
}

// numbered is the marker that a word is: "1.", "12)", "(3)", "a)", "(iv)", "B.".
func numbered(word string, glyphs int) marker {
	inner := strings.TrimPrefix(word, "(")
	end := strings.TrimRight(inner, ".)")
	if end == inner || len(inner)-len(end) > 1 || len(inner) < len(word) && !strings.HasSuffix(inner, ")") {
		return marker{}
	}
	m := marker{glyphs: glyphs, text: word}
	if n, ok := decimal(end); ok {
		m.value, m.decimal = n, len(inner) == len(word)
		return m
	}
	if n := roman(strings.ToLower(end)); n > 0 && len(end) > 1 {
		m.value = n
		return m
	}
	if r := []rune(end); len(r) == 1 && unicode.IsLetter(r[0]) && r[0] < unicode.MaxLatin1 {
		m.value = int(unicode.ToLower(r[0])-'a') + 1
		return m
	}
	return marker{}
}

// decimal is the value of up to three digits.
func decimal(s string) (n int, ok bool) {
	if s == "" || len(s) > 3 {
		return 0, false
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = n*10 + int(s[i]-'0')
	}
	return n, true
}

// sectionWords are what numbered headings begin with, in lower case.
var sectionWords = map[string]int{
	"part": 1, "parte": 1, "book": 1, "libro": 1, "title": 1, "título": 1, "titulo": 1, "chapter": 1, "capítulo": 1, "capitulo": 1, "chapitre": 1, "kapitel": 1,
	"teil": 1, "article": 2, "artículo": 2, "articulo": 2, "artikel": 2, "section": 2, "sección": 2, "seccion": 2, "abschnitt": 2, "annex": 1, "anexo": 1, "appendix": 1,
	"apéndice": 1, "apendice": 1, "exhibit": 1, "schedule": 1, "disposición": 2, "anhang": 1, "annexe": 1,
}

// sectionDepth is how deep the number at the start of a heading is: 1 for "3" or
// "Chapter II", 2 for "3.1"; 0 where there is none. Rest is what follows.
func sectionDepth(text string) (depth int, rest string) {
	word, rest, _ := strings.Cut(text, " ")
	if sectionWords[strings.ToLower(word)] > 0 {
		number, after, _ := strings.Cut(rest, " ")
		number = strings.TrimRight(number, ".:-–—")
		if isOrdinal(number) {
			return 1, after
		}
		return 0, text
	}
	if strings.HasPrefix(word, "-") && isRTL([]rune(rest + " ")[0]) { // "5-2" as it is written from right to left
		parts := strings.Split(strings.Trim(word, "-"), "-")
		for _, p := range parts {
			if _, ok := decimal(p); !ok {
				return 0, text
			}
		}
		return len(parts), rest
	}
	number := strings.TrimRight(word, ".)")
	parts := strings.Split(number, ".")
	for i, p := range parts {
		if _, ok := decimal(p); ok {
			continue
		}
		upper := len(p) == 1 && p[0] >= 'A' && p[0] <= 'Z' || roman(strings.ToLower(p)) > 0 && p == strings.ToUpper(p)
		if i > 0 || !upper || len(parts) == 1 && number == word {
			return 0, text
		}
	}
	return len(parts), rest
}

func isOrdinal(s string) bool {
	if s == "" {
		return false
	}
	if roman(strings.ToLower(s)) > 0 || len([]rune(s)) == 1 && unicode.IsUpper([]rune(s)[0]) {
		return true
	}
	return unicode.IsDigit(rune(s[0]))
}

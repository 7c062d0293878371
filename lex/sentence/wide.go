package sentence

import (
	"strings"
	"unicode/utf8"
)

// wide looks at the rune beyond ASCII at i, whose first byte may begin a mark.
func (s *scanner) wide(i int) verdict {
	r, n := utf8.DecodeRuneInString(s.text[i:])
	switch {
	case hardMark(r):
		return s.hard(i, n)
	case r == '…', r == '‼', '⁇' <= r && r <= '⁉':
		return s.mark(i)
	case 0x0E00 <= r && r <= 0x0EFF:
		return s.unmarked(i)
	}
	switch r {
	case '«', '“', '„', '「', '『', '《', '〈', '【', '（':
		s.protect(i)
	case '•', '⁃', '‣', '◦', '▪', '●', '∙':
		if s.text[i:i+n] == s.bullet && blankBefore(s.text, i) {
			return verdict{i, i, false}
		}
	}
	return goOn(i + n)
}

// hardMark reports whether r ends a sentence wherever it stands: the full
// stops and question marks of scripts whose letters have no case.
func hardMark(r rune) bool {
	switch r {
	case '。', '｡', '！', '？', '．', // Chinese, Japanese
		'؟', '۔', // Arabic, Persian, Urdu
		'।', '॥', '෴', // Devanagari, Bengali and kin, Sinhala
		'։',      // Armenian
		'။',      // Burmese
		'។', '៕', // Khmer
		'።', '፧', '᠃': // Ethiopic, Mongolian
		return true
	}
	return false
}

// hard looks at the hard mark of n bytes at i.
func (s *scanner) hard(i, n int) verdict {
	r := run{end: i + n}
	for r.end < len(s.text) {
		m := s.markAt(r.end, &r)
		if m == 0 {
			c, size := utf8.DecodeRuneInString(s.text[r.end:])
			if !hardMark(c) {
				break
			}
			m = size
		}
		r.end += m
	}
	r.tail = s.hardTail(r.end)
	if r.tail >= len(s.text) {
		return goOn(r.tail)
	}
	if s.text[i:i+n] == "．" && fullDigit(s.text[r.end:]) {
		return goOn(r.end)
	}
	rest := s.text[r.tail:]
	if r.tail > r.end && particle(rest) || strings.HasPrefix(rest, "，") || strings.HasPrefix(rest, "、") || strings.HasPrefix(rest, "،") || rest[0] == ',' {
		return goOn(r.tail)
	}
	g := s.gap(r.tail)
	return verdict{g.end, g.end, g.paragraph || g.line && g.end < len(s.text) && s.startsLine(g.end, true)}
}

// hardTail skips closing marks, and the end marks after them, at i.
func (s *scanner) hardTail(i int) int {
	for i < len(s.text) {
		n := closerLen(s.text, i)
		if n == 0 {
			n = s.reference(i)
		}
		if n == 0 {
			r, size := utf8.DecodeRuneInString(s.text[i:])
			if !hardMark(r) {
				return i
			}
			n = size
		}
		i += n
	}
	return i
}

// particle reports whether t begins with a Japanese particle that goes on with
// the sentence after a quotation: 「はい。」と言った。
func particle(t string) bool {
	if t[0] != 0xE3 {
		return false
	}
	r, _ := utf8.DecodeRuneInString(t)
	return strings.ContainsRune("とっのはがをにもなだで", r)
}

// fullDigit reports whether t begins with a digit, full-width or ASCII.
func fullDigit(t string) bool {
	r, _ := utf8.DecodeRuneInString(t)
	return '0' <= r && r <= '9' || '０' <= r && r <= '９'
}

// ideograph reports whether Chinese or Japanese letters stand on both sides of
// the marks from i to k: there no blank follows a mark.
func (s *scanner) ideograph(i, k int) bool {
	before, _ := utf8.DecodeLastRuneInString(s.text[:i])
	after, _ := utf8.DecodeRuneInString(s.text[k:])
	return cjk(before) && cjk(after)
}

func cjk(r rune) bool { return 0x3041 <= r && r <= 0x9FFF || 0x20000 <= r && r <= 0x3FFFF }

// unmarked looks at the letters at i of a script that has no end marks. A
// blank between two of its words is a possible end, save around the mark of
// repetition and that of abbreviation, which blanks surround.
func (s *scanner) unmarked(i int) verdict {
	k := i
	for s.unmarkedAt(k) {
		k += 3
	}
	if k == i || blankLen(s.text, k) == 0 {
		return goOn(max(k, i+1))
	}
	g := s.gap(k)
	if g.line || !s.unmarkedAt(g.end) || repetition(s.text[k-3:]) || repetition(s.text[g.end:]) || s.abbreviated(g.end) {
		return goOn(k)
	}
	return verdict{g.end, g.end, false}
}

func (s *scanner) unmarkedAt(k int) bool {
	return k+2 < len(s.text) && s.text[k] == 0xE0 && 0xB8 <= s.text[k+1] && s.text[k+1] <= 0xBB
}

// abbreviated reports whether letters and a full stop stand at i: "พ.ศ.".
func (s *scanner) abbreviated(i int) bool {
	k := i
	for s.unmarkedAt(k) && k-i < 12 {
		k += 3
	}
	return k < len(s.text) && s.text[k] == '.'
}

func repetition(t string) bool {
	return strings.HasPrefix(t, "ๆ") || strings.HasPrefix(t, "ฯ") || strings.HasPrefix(t, "ໆ") || strings.HasPrefix(t, "ຯ")
}

// greekQuestion looks at the semicolon at i, which is the question mark of
// Greek.
func (s *scanner) greekQuestion(i int) verdict {
	if !s.rules.greekMarks {
		return goOn(i + 1)
	}
	r := run{end: i + 1, strong: true}
	r.tail = s.tail(r.end, &r)
	return s.endAfter(i, r)
}

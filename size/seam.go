package size

import "unicode/utf8"

// Seamer is a Measure that knows what joining two texts does to their lengths,
// so that a text put before many others is measured once.
type Seamer interface {
	Measure
	// Seam returns Size(head+body) - Size(head) - Size(body), and true where
	// that is certain. It costs far less than measuring: it reads only what
	// stands about the seam. (0, false) is always right, and is the answer where
	// the rule of the measure doesn't tell.
	Seam(head, body string) (n int, ok bool)
}

// Joined is Size(head+body), where headSize and bodySize are known to be
// Size(head) and Size(body). It measures the joined text only where m can't
// tell without.
func Joined(m Measure, head, body string, headSize, bodySize int) int {
	if head == "" {
		return bodySize
	}
	if body == "" {
		return headSize
	}
	if s, ok := m.(Seamer); ok {
		if n, ok := s.Seam(head, body); ok {
			return headSize + bodySize + n
		}
	}
	return m.Size(head + body)
}

// Seam is 0: bytes add up.
func (bytesMeasure) Seam(string, string) (int, bool) { return 0, true }

// Seam is 0 where no character is put together of both texts.
func (runesMeasure) Seam(_, body string) (int, bool) {
	return 0, body == "" || utf8.RuneStart(body[0])
}

// Seam is -1 inside a word.
func (wordsMeasure) Seam(head, body string) (int, bool) {
	if head == "" || body == "" {
		return 0, true
	}
	first, _ := utf8.DecodeRuneInString(body)
	if blankRune(first) || blankRune(lastRune(head)) {
		return 0, utf8.RuneStart(body[0])
	}
	return -1, utf8.RuneStart(body[0])
}

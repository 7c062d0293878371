package token

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
)

// maxRankFile is the size in bytes above which a file is not taken for a rank
// file. The largest known one has four million bytes.
const maxRankFile = 64 << 20

// maxHoles is how many ranks a file may leave out. p50k leaves out one.
const maxHoles = 1 << 16

// rankFile is a rank file of tiktoken as it is read: a line a token, its bytes
// in base64 and its rank, in ascending order of ranks.
type rankFile struct {
	bytes  []byte   // all tokens, by rank
	starts []uint32 // where each begins; the empty token has a rank that was left out
	line   int      // that is being read, from 1
	holes  int      // ranks left out
	blanks int      // empty lines
}

// readRanks reads a rank file of about so many bytes. Its errors name the line.
func readRanks(r io.Reader, size int) (*rankFile, error) {
	size = min(size, maxRankFile)
	coded, lines := size*9/16+8, size/16+64 // two thirds of a line are base64
	memory := newArena(roomFor[byte](coded) + roomFor[uint32](lines))
	f := &rankFile{bytes: carve[byte](memory, coded)[:0], starts: carve[uint32](memory, lines)[:0]}
	buf, n, total := make([]byte, 1<<16), 0, 0
	for done := false; !done; {
		m, err := r.Read(buf[n:])
		n += m
		if total += m; total > maxRankFile {
			return nil, fmt.Errorf("not a rank file: it has more than %d bytes", maxRankFile)
		}
		end := bytes.LastIndexByte(buf[:n], '\n') + 1
		switch {
		case errors.Is(err, io.EOF):
			done, end = true, n
		case err != nil:
			return nil, err
		case end == 0 && n == len(buf):
			return nil, fmt.Errorf("line %d: not a rank file: the line has over %d bytes", f.line+1, n)
		}
		if err := f.lines(buf[:end]); err != nil {
			return nil, fmt.Errorf("line %d: %w", f.line, err)
		}
		n = copy(buf, buf[end:n])
	}
	if len(f.starts) == 0 {
		return nil, errors.New("line 1: not a rank file: it has no tokens")
	}
	f.starts = append(f.starts, uint32(len(f.bytes)))
	return f, nil
}

// lines reads whole lines.
func (f *rankFile) lines(text []byte) error {
	f.bytes = slices.Grow(f.bytes, len(text)) // more than can come of it
	for p := 0; p < len(text); {
		f.line++
		if text[p] == '\n' {
			f.blanks++
			p++
			continue
		}
		if text[p] == '\r' && p+1 < len(text) && text[p+1] == '\n' {
			f.blanks++
			p += 2
			continue
		}
		start := len(f.bytes)
		coded := f.decode(text[p:])
		if coded == 0 || p+coded >= len(text) || text[p+coded] != ' ' {
			return fmt.Errorf("%q is not a token in base64 and its rank", firstLine(text[p:]))
		}
		rank, n := number10(text[p+coded+1:])
		end := p + coded + 1 + n
		if end < len(text) && text[end] == '\r' {
			end++
		}
		if n == 0 || n > 8 || end < len(text) && text[end] != '\n' {
			return fmt.Errorf("%q is not a token in base64 and its rank", firstLine(text[p:]))
		}
		p = end + 1
		if err := f.add(start, rank); err != nil {
			return err
		}
	}
	return nil
}

// add gives the rank to the token that begins at start in bytes.
func (f *rankFile) add(start, rank int) error {
	switch n := len(f.bytes) - start; {
	case rank < len(f.starts):
		return fmt.Errorf("rank %d is there twice or out of order", rank)
	case rank > maxRank:
		return fmt.Errorf("rank %d is above %d", rank, maxRank)
	case n > maxToken:
		return fmt.Errorf("token %d has %d bytes, more than %d", rank, n, maxToken)
	}
	if f.holes += rank - len(f.starts); f.holes > maxHoles {
		return fmt.Errorf("rank %d: more than %d ranks are left out", rank, maxHoles)
	}
	for len(f.starts) <= rank {
		f.starts = append(f.starts, uint32(start))
	}
	return nil
}

// lineOf says in which line the token of a rank is, for an error: "line 3: ", or
// nothing where empty lines make that uncertain.
func (f *rankFile) lineOf(rank uint32) string {
	if f.blanks > 0 {
		return ""
	}
	line := 0
	for r := range rank + 1 {
		if f.starts[r] < f.starts[r+1] {
			line++
		}
	}
	return fmt.Sprintf("line %d: ", line)
}

// base64 maps a letter of base64 to its value, and all else to 0xff.
var base64 = func() (t [256]uint8) {
	for i := range t {
		t[i] = 0xff
	}
	for i, c := range "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/" {
		t[c] = uint8(i)
	}
	return t
}()

// decode appends the token whose base64 text begins with, and returns the
// length of the base64, or 0 where it isn't any.
func (f *rankFile) decode(text []byte) int {
	i, n := 0, len(f.bytes)
	out := f.bytes[:cap(f.bytes)]
	for ; i+4 <= len(text) && n+3 <= len(out); i += 4 {
		four := text[i : i+4 : i+4]
		a, b, c, d := base64[four[0]], base64[four[1]], base64[four[2]], base64[four[3]]
		if (a|b|c|d)&0x80 != 0 {
			break
		}
		three := out[n : n+3 : n+3]
		three[0], three[1], three[2] = a<<2|b>>4, b<<4|c>>2, c<<6|d
		n += 3
	}
	f.bytes = out[:n]
	if i+4 > len(text) || text[i] == ' ' {
		return i
	}
	a, b, c := base64[text[i]], base64[text[i+1]], base64[text[i+2]]
	switch {
	case text[i+3] != '=' || (a|b)&0x80 != 0:
		return 0
	case text[i+2] == '=' && b&0xf == 0:
		f.bytes = append(f.bytes, a<<2|b>>4)
	case c&0x83 == 0: // the bits that stand for nothing must be 0
		f.bytes = append(f.bytes, a<<2|b>>4, b<<4|c>>2)
	default:
		return 0
	}
	return i + 4
}

// number10 reads up to nine decimal digits.
func number10(text []byte) (value, n int) {
	for ; n < len(text) && n < 9 && text[n]-'0' <= 9; n++ {
		value = value*10 + int(text[n]-'0')
	}
	return value, n
}

// firstLine is the beginning of text, for an error.
func firstLine(text []byte) []byte {
	text, _, _ = bytes.Cut(text, []byte("\n"))
	return text[:min(len(text), 60)]
}

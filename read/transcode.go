package read

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"

	"github.com/pildora/pildora/doc"
)

// A piece is what one origin covers: whole lines of at least minPiece bytes
// together, so that many short lines don't cost more in origins than in text,
// and no more than maxPiece.
const (
	minPiece = 128
	maxPiece = 1 << 15
)

// A decoder appends the characters at the start of src to dst and says how
// many bytes of src it took. Without eof it may leave the start of a character.
type decoder func(dst, src []byte, eof bool) (out []byte, n int)

// transcode decodes data after its first skip bytes, in code units of the
// given size, piece by piece, and records where each piece came from. A
// decoder that takes nothing costs the byte, so the loop always advances.
func transcode(data []byte, skip, unit int, dec decoder) Decoded {
	var (
		b       strings.Builder
		origins []doc.Origin
		buf     []byte
	)
	b.Grow(len(data) + len(data)/8)
	for pos := skip; pos < len(data); {
		end := pieceEnd(data, pos, unit)
		out, n := dec(buf[:0], data[pos:end], end == len(data))
		if n == 0 {
			out, n = utf8.AppendRune(buf[:0], utf8.RuneError), 1
		}
		origins = append(origins, doc.Origin{
			Text:   doc.Span{Start: b.Len(), End: b.Len() + len(out)},
			Source: doc.Span{Start: pos, End: pos + n},
		})
		b.Write(out)
		pos, buf = pos+n, out
	}
	return Decoded{Text: b.String(), Origins: origins}
}

// pieceEnd returns the end of the piece that begins at pos: after a line end
// that is a code unit of its own.
func pieceEnd(data []byte, pos, unit int) int {
	limit := min(len(data), pos+maxPiece)
	for i := min(limit, pos+minPiece); i < limit; {
		nl := bytes.IndexByte(data[i:limit], '\n')
		if nl < 0 {
			return limit
		}
		i += nl
		start := pos + (i-pos)/unit*unit
		i = start + unit
		if i <= limit && isLineEnd(data[start:i]) {
			return i
		}
	}
	return limit
}

// isLineEnd reports whether a code unit is U+000A in either byte order.
func isLineEnd(u []byte) bool {
	return (u[0] == '\n' || u[len(u)-1] == '\n') && bytes.Count(u, []byte{0}) == len(u)-1
}

// decoderOf is the decoder of a charset. It keeps the shift state of the
// stateful ones from piece to piece.
func decoderOf(e encoding.Encoding) decoder {
	t := e.NewDecoder().Transformer
	return func(dst, src []byte, eof bool) ([]byte, int) {
		n := 0
		for {
			dst = growBytes(dst, 3*(len(src)-n)+64)
			nDst, nSrc, err := t.Transform(dst[len(dst):cap(dst)], src[n:], eof)
			dst, n = dst[:len(dst)+nDst], n+nSrc
			if err != transform.ErrShortDst || nDst+nSrc == 0 {
				return dst, n
			}
		}
	}
}

func growBytes(b []byte, n int) []byte {
	if cap(b)-len(b) >= n {
		return b
	}
	return append(make([]byte, 0, len(b)+n), b...)
}

// validUTF8 is the decoder that copies what is valid and replaces each other
// byte by U+FFFD.
func validUTF8(dst, src []byte, eof bool) ([]byte, int) {
	n := 0
	for n < len(src) {
		if !eof && !utf8.FullRune(src[n:]) {
			break
		}
		r, size := utf8.DecodeRune(src[n:])
		dst = utf8.AppendRune(dst, r)
		n += size
	}
	return dst, n
}

package worker

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/pildora/pildora/read/pdf/extract"
	"github.com/pildora/pildora/read/pdf/page"
)

// hello is the first message to a worker: how its engine runs.
type hello struct {
	CacheDir    string
	MemoryBytes int64
}

// request asks for one thing to be done with a file, whose Size bytes follow
// the message.
type request struct {
	Size    int
	Options extract.Options
	Render  []int // pages to draw; nil asks for what is on them
	DPI     int
}

// reply is one message of a worker. The last one to a request has Done set,
// and so has the one to hello.
type reply struct {
	Head    *page.Document
	Pages   int
	Page    *page.Page // without its glyphs
	Glyphs  []byte     // of Page
	Outline []page.Entry
	Picture *extract.Picture
	Done    bool
	Failed  string // why, where Done
	Kind    int    // which of kinds Failed wraps, from 1
}

// kinds are the errors that callers look for.
var kinds = []error{extract.ErrPassword, extract.ErrWrongPassword, extract.ErrEncryption, extract.ErrDamaged}

// failure is a reply for an error.
func failure(err error) reply {
	r := reply{Done: true, Failed: err.Error()}
	for i, kind := range kinds {
		if errors.Is(err, kind) {
			r.Kind = i + 1
		}
	}
	return r
}

// err is the error that was replied.
func (r reply) err() error {
	switch {
	case r.Failed == "":
		return nil
	case r.Kind > 0 && r.Kind <= len(kinds):
		return kinds[r.Kind-1]
	}
	return errors.New(r.Failed)
}

// glyphBytes is the length of a glyph in a message.
const glyphBytes = 4*16 + 2

// packGlyphs writes glyphs as gob would, in a tenth of the time.
func packGlyphs(gs []page.Glyph) []byte {
	out := make([]byte, 0, glyphBytes*len(gs))
	for i := range gs {
		g := &gs[i]
		for _, n := range [...]uint32{
			uint32(g.Rune),
			bits(g.Box.Left), bits(g.Box.Bottom), bits(g.Box.Right), bits(g.Box.Top),
			bits(g.Ink.Left), bits(g.Ink.Bottom), bits(g.Ink.Right), bits(g.Ink.Top),
			bits(g.X), bits(g.Y), bits(g.Size), uint32(g.Font), uint32(g.Element), bits(g.Angle), g.Color,
		} {
			out = binary.LittleEndian.AppendUint32(out, n)
		}
		out = binary.LittleEndian.AppendUint16(out, uint16(g.Flags))
	}
	return out
}

// unpackGlyphs reads what packGlyphs wrote.
func unpackGlyphs(b []byte) ([]page.Glyph, error) {
	if len(b)%glyphBytes != 0 {
		return nil, fmt.Errorf("%d bytes are no glyphs", len(b))
	}
	out := make([]page.Glyph, len(b)/glyphBytes)
	for i := range out {
		b := b[i*glyphBytes:]
		n := func(i int) uint32 { return binary.LittleEndian.Uint32(b[4*i:]) }
		f := func(i int) float32 { return math.Float32frombits(n(i)) }
		out[i] = page.Glyph{
			Rune: rune(n(0)),
			Box:  page.Box{Left: f(1), Bottom: f(2), Right: f(3), Top: f(4)},
			Ink:  page.Box{Left: f(5), Bottom: f(6), Right: f(7), Top: f(8)},
			X:    f(9), Y: f(10), Size: f(11), Font: int32(n(12)), Element: int32(n(13)), Angle: f(14), Color: n(15),
			Flags: page.Flags(binary.LittleEndian.Uint16(b[glyphBytes-2:])),
		}
	}
	return out, nil
}

func bits(f float32) uint32 { return math.Float32bits(f) }

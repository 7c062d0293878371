package extract

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"math"
)

// Picture is a page as a picture.
type Picture struct {
	Number int     // of the page, from 1
	PNG    []byte  // shades of grey
	DPI    int     // dots per inch; fewer than asked where the page is large
	Scale  float32 // points in a dot
}

// maxDots is the most dots of a picture.
const maxDots = 25_000_000

// Render draws pages, one after the other.
func (e *Engine) Render(ctx context.Context, data []byte, o Options, pages []int, dpi int, each func(Picture) error) error {
	for _, number := range pages {
		p, err := e.render(ctx, data, o, number, dpi)
		if err != nil {
			return fmt.Errorf("page %d: %w", number, err)
		}
		if err := each(p); err != nil {
			return err
		}
	}
	return nil
}

func (e *Engine) render(ctx context.Context, data []byte, o Options, number, dpi int) (Picture, error) {
	m, release, err := e.instance(ctx)
	if err != nil {
		return Picture{}, err
	}
	defer release()
	d, err := m.open(data, o.Password)
	if err != nil {
		return Picture{}, err
	}
	handle := d.call("FPDF_LoadPage", d.handle, uint64(number-1))
	if handle == 0 {
		return Picture{}, ErrDamaged
	}
	f := d.frame(handle)
	scale := float64(dpi) / 72
	if dots := float64(f.width) * scale * float64(f.height) * scale; dots > maxDots {
		scale *= math.Sqrt(maxDots / dots)
	}
	width, height := max(1, int(float64(f.width)*scale)), max(1, int(float64(f.height)*scale))
	grey, err := d.draw(handle, width, height)
	if err != nil {
		return Picture{}, err
	}
	var out bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&out, grey); err != nil {
		return Picture{}, err
	}
	return Picture{Number: number, PNG: out.Bytes(), DPI: int(scale*72 + 0.5), Scale: float32(1 / scale)}, nil
}

// draw draws a page on white.
func (d *document) draw(handle uint64, width, height int) (*image.Gray, error) {
	const opaque, annotations, white = 0, 1, 0xffffffff
	bitmap := d.call("FPDFBitmap_Create", uint64(width), uint64(height), opaque)
	d.call("FPDFBitmap_FillRect", bitmap, 0, 0, uint64(width), uint64(height), white)
	d.call("FPDF_RenderPageBitmap", bitmap, handle, 0, 0, uint64(width), uint64(height), 0, annotations)
	from, stride := d.call("FPDFBitmap_GetBuffer", bitmap), d.number("FPDFBitmap_GetStride", bitmap)
	if d.err != nil || bitmap == 0 {
		return nil, fmt.Errorf("it can't be drawn: %w", orMemory(d.err))
	}
	dots, ok := d.mod.Memory().Read(uint32(from), uint32(stride*height))
	if !ok {
		return nil, errMemory
	}
	grey := image.NewGray(image.Rect(0, 0, width, height))
	for y := range height {
		row := dots[y*stride:]
		for x := range width {
			b, g, r := int(row[4*x]), int(row[4*x+1]), int(row[4*x+2])
			grey.Pix[y*grey.Stride+x] = uint8((299*r + 587*g + 114*b) / 1000)
		}
	}
	return grey, nil
}

func orMemory(err error) error {
	if err == nil {
		return errMemory
	}
	return err
}

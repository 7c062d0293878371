package extract

import (
	"context"
	"errors"
	"fmt"

	"github.com/pildora/pildora/read/pdf/page"
)

// Limits on what is taken of one file. What goes beyond is left out with a
// problem of its page, or a warning.
const (
	MaxPages       = 100_000
	maxGlyphs      = 500_000    // of a page
	maxTotalGlyphs = 16_000_000 // of a file
	maxObjects     = 200_000    // of a page
	maxLines       = 50_000     // of a page; as many areas, links and images
	maxElements    = 50_000     // of a page
	maxEntries     = 100_000    // of the outline
	maxDepth       = 64         // of the outline, of elements; of forms in forms a quarter of it
	maxCrashes     = 5          // of pdfium, until the rest of a file is given up
)

var (
	// ErrPassword is wrapped by the error for an encrypted file that no
	// password was given for.
	ErrPassword = errors.New("encrypted with a password")
	// ErrWrongPassword is wrapped by the error for an encrypted file that the
	// given password doesn't open.
	ErrWrongPassword = errors.New("the password is wrong")
	// ErrEncryption is wrapped by the error for a file encrypted in a way that
	// pdfium doesn't know.
	ErrEncryption = errors.New("encrypted in a way that isn't known")
	// ErrDamaged is wrapped by the error for what can't be read as PDF.
	ErrDamaged = errors.New("no PDF file, or damaged beyond reading")
)

// Options say how a file is read.
type Options struct {
	// Password opens an encrypted file. Files that need none are read in spite
	// of it.
	Password string
	// First is the number of the first page to read; 0 means 1.
	First int
}

// Sink is told what is found, in order: Head once, Page for each page, End
// once. Where one returns an error, extraction ends with it.
type Sink struct {
	// Head gets the document without pages and outline, and how many pages
	// there are.
	Head func(d *page.Document, pages int) error
	// Page gets a page, which it may keep.
	Page func(page.Page) error
	// End gets the outline, which needs all pages.
	End func([]page.Entry) error
}

// Collect returns a document and the sink that fills it.
func Collect() (*page.Document, Sink) {
	d := &page.Document{}
	return d, Sink{
		Head: func(head *page.Document, _ int) error { *d = *head; return nil },
		Page: func(p page.Page) error { d.Pages = append(d.Pages, p); return nil },
		End:  func(outline []page.Entry) error { d.Outline = outline; return nil },
	}
}

// Extract reads a file. A page that can't be read has a Problem; where pdfium
// stops in a page or has filled its memory, it starts again with the next one.
func (e *Engine) Extract(ctx context.Context, data []byte, o Options, s Sink) error {
	w := walk{sink: s, next: max(1, o.First), frames: frames{}}
	for {
		again, err := e.extract(ctx, data, o, &w)
		switch {
		case err != nil:
			return err
		case !again:
			return s.End(w.frames.entries(w.marks))
		}
	}
}

// walk is how far a file was read.
type walk struct {
	sink    Sink
	begun   bool   // the head was sent
	bare    string // why there is none of what the file says of itself
	next    int    // the number of the next page
	pages   int
	glyphs  int
	crashes int
	marks   []mark
	frames  frames
}

// extract reads with one instance of pdfium, and says whether another one must
// go on.
func (e *Engine) extract(ctx context.Context, data []byte, o Options, w *walk) (again bool, err error) {
	m, release, err := e.instance(ctx)
	if err != nil {
		return false, err
	}
	defer release()
	d, err := m.open(data, o.Password)
	if err != nil {
		return false, err
	}
	if !w.begun {
		if again, err := w.begin(ctx, d); again || err != nil {
			return again, err
		}
	}
	for read := 0; w.next <= w.pages; read++ {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		if read > 0 && d.full() {
			return true, nil
		}
		p := d.page(w.next, w.frames, maxTotalGlyphs-w.glyphs)
		if d.err != nil {
			if ctx.Err() != nil {
				return false, ctx.Err()
			}
			if read > 0 {
				return true, nil // it may be what the pages before it left behind
			}
			w.crashes++
			p = page.Page{Number: w.next, Problem: d.err.Error()}
		}
		w.next++
		w.glyphs += len(p.Glyphs)
		if err := w.sink.Page(p); err != nil {
			return false, err
		}
		if d.err != nil {
			if w.crashes >= maxCrashes {
				return false, w.giveUp()
			}
			return true, nil
		}
	}
	return false, nil
}

// begin sends the head of a file. Where pdfium stops over what the file says of
// itself, the pages may still be read, without that.
func (w *walk) begin(ctx context.Context, d *document) (again bool, err error) {
	w.pages = d.pages()
	if d.err != nil {
		return false, fmt.Errorf("%w: %w", ErrDamaged, d.err)
	}
	head := &page.Document{Warnings: []string{"what the file says of itself is left out: " + w.bare}}
	if w.bare == "" {
		head = d.head()
		w.marks = d.outline()
	}
	if d.err != nil {
		w.bare, w.marks = d.err.Error(), nil
		return true, ctx.Err()
	}
	w.begun = true
	return false, w.sink.Head(head, w.pages)
}

// giveUp reports the pages that are left as unread.
func (w *walk) giveUp() error {
	for ; w.next <= w.pages; w.next++ {
		if err := w.sink.Page(page.Page{Number: w.next, Problem: "not read after too many damaged pages"}); err != nil {
			return err
		}
	}
	return nil
}

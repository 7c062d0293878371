package readtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
)

// uri is what sources are called; errors must name it.
const uri = "folder/the source.test"

func background() context.Context { return context.Background() }

func (f Format) source(data []byte) read.Source {
	return read.Source{URI: uri, Media: f.Media, Data: data}
}

// readSafely reads s and turns a panic into an error.
func readSafely(ctx context.Context, r read.Reader, s read.Source) (d *doc.Document, err error) {
	defer func() {
		if p := recover(); p != nil {
			d, err = nil, fmt.Errorf("%w: %v\n%s", errPanic, p, debug.Stack())
		}
	}()
	return r.Read(ctx, s)
}

var errPanic = errors.New("the reader panics")

// Check reads data once more than needed and returns how the reader breaks its
// contract, or nil. Where must is set an error of the reader is a breach too.
func Check(r read.Reader, f Format, data []byte, must bool) error {
	given := bytes.Clone(data)
	d, err := readSafely(background(), r, f.source(given))
	if !bytes.Equal(given, data) {
		return fmt.Errorf("%.80q: the reader changes its source", data)
	}
	if err != nil {
		return checkError(r, f, data, must, err)
	}
	if d == nil {
		return fmt.Errorf("%.80q: neither a document nor an error", data)
	}
	again, err := readSafely(background(), r, f.source(data))
	if err != nil || !same(d, again) {
		return fmt.Errorf("%.80q: read again it differs (%v): %s", data, err, firstDifference(d, again))
	}
	for i := range given {
		given[i] ^= 0x55
	}
	if !same(d, again) {
		return fmt.Errorf("%.80q: the document shares memory with the source", data)
	}
	return checkDocument(d, f, data)
}

func checkError(r read.Reader, f Format, data []byte, must bool, err error) error {
	_, undecodable := f.source(data).Decode()
	switch {
	case errors.Is(err, errPanic):
		return fmt.Errorf("%.80q: %w", data, err)
	case must:
		return fmt.Errorf("%.80q: must be read: %w", data, err)
	case !strings.Contains(err.Error(), uri):
		return fmt.Errorf("%.80q: the error does not name the source: %w", data, err)
	case f.Exact && undecodable == nil:
		return fmt.Errorf("%.80q: decodes and still isn't read: %w", data, err)
	}
	if _, again := readSafely(background(), r, f.source(data)); again == nil || again.Error() != err.Error() {
		return fmt.Errorf("%.80q: first %w, then %v", data, err, again)
	}
	return nil
}

func checkDocument(d *doc.Document, f Format, data []byte) error {
	if err := d.Validate(); err != nil {
		return fmt.Errorf("%.80q: %w", data, err)
	}
	if d.URI != uri || d.Media == "" {
		return fmt.Errorf("%.80q: URI %q, media %q", data, d.URI, d.Media)
	}
	if err := checkOrigins(d, f, data); err != nil {
		return fmt.Errorf("%.80q: %w", data, err)
	}
	if !f.Exact {
		return nil
	}
	want, err := f.source(data).Decode()
	switch {
	case err != nil:
		return fmt.Errorf("%.80q: read, though it does not decode: %w", data, err)
	case d.Text != want.Text:
		return fmt.Errorf("%.80q: the text is not the source: %.80q, want %.80q", data, d.Text, want.Text)
	case len(d.Warnings) < len(want.Warnings):
		return fmt.Errorf("%.80q: warnings of decoding are lost: %q", data, want.Warnings)
	}
	return nil
}

// checkOrigins wants no origins, or such as cover all of the text that isn't
// blank. Without origins the text must be the source.
func checkOrigins(d *doc.Document, f Format, data []byte) error {
	if len(d.Origins) == 0 {
		if d.Text != string(data) && !doc.IsBlank(d.Text) {
			return errors.New("no origins, and the text is not the source")
		}
		return nil
	}
	covered := 0
	for i, o := range d.Origins {
		if o.Text.Start > covered && !doc.IsBlank(d.Text[covered:o.Text.Start]) {
			return fmt.Errorf("no origin for %.40q at %d", d.Text[covered:o.Text.Start], covered)
		}
		if o.Source.Start < 0 || o.Source.End < o.Source.Start || f.Exact && o.Source.End > len(data) {
			return fmt.Errorf("origin %d: source span %v", i, o.Source)
		}
		covered = max(covered, o.Text.End)
	}
	if !doc.IsBlank(d.Text[covered:]) {
		return fmt.Errorf("no origin for %.40q at %d, the end", d.Text[covered:], covered)
	}
	return nil
}

// same reports whether two documents agree in all that readers fill.
func same(a, b *doc.Document) bool { return firstDifference(a, b) == "" }

// firstDifference says where two documents differ, or "" where nowhere. What a
// document works out for itself is not exported and not compared.
func firstDifference(a, b *doc.Document) string {
	if a == nil || b == nil {
		return "one is nil"
	}
	va, vb := reflect.ValueOf(a).Elem(), reflect.ValueOf(b).Elem()
	for i := range va.NumField() {
		field := va.Type().Field(i)
		if !field.IsExported() || reflect.DeepEqual(va.Field(i).Interface(), vb.Field(i).Interface()) {
			continue
		}
		return fmt.Sprintf("%s: %.200s and %.200s", field.Name, fmt.Sprint(va.Field(i)), fmt.Sprint(vb.Field(i)))
	}
	return ""
}

// checkConcurrent reads data in several goroutines at once.
func checkConcurrent(r read.Reader, f Format, data []byte) error {
	want, err := readSafely(background(), r, f.source(data))
	if err != nil {
		return nil // Check says what is wrong with it
	}
	var (
		wg     sync.WaitGroup
		broken atomic.Pointer[string]
	)
	for range 4 {
		wg.Go(func() {
			got, err := readSafely(background(), r, f.source(data))
			if err != nil || !same(got, want) {
				s := fmt.Sprintf("%.80q: read concurrently it differs (%v): %s", data, err, firstDifference(want, got))
				broken.Store(&s)
			}
		})
	}
	wg.Wait()
	if s := broken.Load(); s != nil {
		return errors.New(*s)
	}
	return nil
}

// checkCancelled reads data with a context that is done.
func checkCancelled(r read.Reader, f Format, data []byte) error {
	ctx, cancel := context.WithCancel(background())
	cancel()
	d, err := readSafely(ctx, r, f.source(data))
	if d != nil || !errors.Is(err, context.Canceled) {
		return fmt.Errorf("%.80q: with a context that is done: document %v, error %v", data, d != nil, err)
	}
	return nil
}

// checkCancelledLate reads long data with a context that ends at the second
// look at it.
func checkCancelledLate(r read.Reader, f Format, data []byte) error {
	parent, cancel := context.WithCancel(background())
	defer cancel()
	_, err := readSafely(&fading{Context: parent, cancel: cancel}, r, f.source(data))
	if !errors.Is(err, context.Canceled) {
		return fmt.Errorf("a context that ends while %d bytes are read is not noticed: %v", len(data), err)
	}
	return nil
}

// fading is a context that is cancelled once it was looked at.
type fading struct {
	context.Context
	cancel context.CancelFunc
}

func (f *fading) Err() error {
	defer f.cancel()
	return f.Context.Err()
}

func (f *fading) Done() <-chan struct{} {
	defer f.cancel()
	return f.Context.Done()
}

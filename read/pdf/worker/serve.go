package worker

import (
	"bufio"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/pildora/pildora/read/pdf/extract"
	"github.com/pildora/pildora/read/pdf/page"
)

// goBytes is what a worker may take beside the memory of pdfium: its own code,
// the file, the glyphs of a page.
const goBytes = 1 << 30

// Serve does what a [Pool] asks on in, and answers on out, until in ends. It
// is all that a worker does, and limits the memory of the whole process.
func Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	s := server{in: bufio.NewReaderSize(in, 1<<16), out: bufio.NewWriterSize(out, 1<<16)}
	s.decode, s.encode = gob.NewDecoder(s.in), gob.NewEncoder(s.out)
	var h hello
	if err := s.decode.Decode(&h); err != nil {
		return fmt.Errorf("a worker for PDF files, started by Pildora itself: %w", err)
	}
	if h.MemoryBytes <= 0 {
		h.MemoryBytes = extract.DefaultMemoryBytes
	}
	limitMemory(h.MemoryBytes + goBytes)
	debug.SetMemoryLimit(h.MemoryBytes + goBytes/2)
	engine, err := extract.Open(ctx, extract.Config{CacheDir: h.CacheDir, MemoryBytes: h.MemoryBytes})
	if err != nil {
		return s.send(failure(err))
	}
	s.engine = engine
	if err := s.send(reply{Done: true}); err != nil {
		return err
	}
	for job := range s.jobs() {
		if err := s.do(ctx, job); err != nil {
			return err
		}
	}
	return nil
}

// server is a worker's end.
type server struct {
	engine *extract.Engine
	in     *bufio.Reader
	out    *bufio.Writer
	decode *gob.Decoder
	encode *gob.Encoder
}

// job is a request with its file.
type job struct {
	request
	data []byte
}

// jobs reads ahead: where the pool is gone in the middle of a job, so is the
// worker.
func (s *server) jobs() <-chan job {
	jobs := make(chan job)
	go func() {
		for {
			var j job
			err := s.decode.Decode(&j.request)
			if err == nil {
				j.data = make([]byte, j.Size)
				_, err = io.ReadFull(s.in, j.data)
			}
			if err != nil {
				os.Exit(exitCode(err))
			}
			jobs <- j
		}
	}()
	return jobs
}

// exitCode is 0 where the pool ended in order.
func exitCode(err error) int {
	if errors.Is(err, io.EOF) {
		return 0
	}
	return 1
}

func (s *server) do(ctx context.Context, j job) error {
	var err error
	if j.Render != nil {
		err = s.engine.Render(ctx, j.data, j.Options, j.Render, j.DPI, func(p extract.Picture) error {
			return s.send(reply{Picture: &p})
		})
	} else {
		err = s.engine.Extract(ctx, j.data, j.Options, extract.Sink{
			Head: func(d *page.Document, pages int) error { return s.send(reply{Head: d, Pages: pages}) },
			Page: func(p page.Page) error {
				glyphs := packGlyphs(p.Glyphs)
				p.Glyphs = nil
				return s.send(reply{Page: &p, Glyphs: glyphs})
			},
			End: func(outline []page.Entry) error { return s.send(reply{Outline: outline}) },
		})
	}
	if err != nil {
		return s.send(failure(err))
	}
	return s.send(reply{Done: true})
}

func (s *server) send(r reply) error {
	if err := s.encode.Encode(r); err != nil {
		return err
	}
	return s.out.Flush()
}

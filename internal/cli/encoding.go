package cli

import (
	"context"
	"sync"
	"time"

	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/internal/output"
)

// encoders encode the records of several documents at once.
type encoders struct {
	as   output.Encoder
	free sync.Pool // of blocks that were written
}

// encoding is a document whose records are being encoded. What is ahead of the
// writer by more than some megabytes waits for it.
type encoding struct {
	blocks chan []byte   // closed when all is encoded
	took   time.Duration // known then, without the waiting
}

const (
	blockSize   = 64 << 10 // bytes of records that are handed over at once, about
	blocksAhead = 64
)

func newEncoding() *encoding { return &encoding{blocks: make(chan []byte, blocksAhead)} }

// encode encodes the records of a document until ctx is done.
func (e *encoders) encode(ctx context.Context, c ingest.Cut, out *encoding) {
	defer close(out.blocks)
	began := time.Now()
	block := e.block()
	for r := range c.Records() {
		if block = e.as.Append(block, r); len(block) < blockSize {
			continue
		}
		out.took += time.Since(began)
		select {
		case out.blocks <- block:
		case <-ctx.Done():
			return
		}
		block, began = e.block(), time.Now()
	}
	out.took += time.Since(began)
	select {
	case out.blocks <- block:
	case <-ctx.Done():
	}
}

// write writes a document's blocks as they come. Where it fails, the encoding
// ends with its context.
func (e *encoders) write(from *encoding) error {
	for block := range from.blocks {
		if err := e.as.WriteEncoded(block); err != nil {
			return err
		}
		block = block[:0]
		e.free.Put(&block)
	}
	return nil
}

func (e *encoders) block() []byte {
	if b, ok := e.free.Get().(*[]byte); ok {
		return *b
	}
	return make([]byte, 0, blockSize+blockSize/4)
}

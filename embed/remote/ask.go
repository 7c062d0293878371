package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/pildora/pildora/embed"
	"github.com/pildora/pildora/internal/post"
)

// question is one request: where it goes, and how vectors are found in what
// comes back.
type question struct {
	path    string
	body    any // a struct of the package
	vectors func(answer []byte) ([][]float32, error)
}

// mostAnswer bounds the bytes of an answer.
const mostAnswer = 1 << 30

// ask makes a request until it is answered well, or as often as it may be.
// check is part of it: a server that once answers nonsense is asked again.
func (e *Embedder) ask(ctx context.Context, q question, check func([][]float32) error) ([][]float32, error) {
	body, err := json.Marshal(q.body)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", e.name(), err)
	}
	vectors, err := post.Retry(ctx, e.o.Tries, e.o.Longest, func() ([][]float32, error) {
		v, err := e.once(ctx, q, body)
		if err == nil {
			if err = check(v); err != nil {
				err = fmt.Errorf("%w that can't be used: %w", post.ErrAnswer, err)
			}
		}
		return v, err
	})
	switch {
	case err == nil:
		return vectors, nil
	case ctx.Err() != nil:
		return nil, fmt.Errorf("%s: %w", e.name(), ctx.Err())
	}
	var no *post.Refusal
	permanent := errors.As(err, &no) && !no.Temporary()
	if err = fmt.Errorf("%s: %w", e.name(), err); permanent {
		return nil, err
	}
	return nil, &DownError{e.model, err}
}

// DownError is the error of a server that gave no answer that could be used, as
// often as it was asked. Later it may.
type DownError struct {
	Model embed.Model // that was asked; its Dim is 0 where no vector has come yet
	Err   error
}

func (e *DownError) Error() string { return e.Err.Error() }
func (e *DownError) Unwrap() error { return e.Err }

// name is the model and where it is, for errors.
func (e *Embedder) name() string {
	return e.server.Name(e.o.Provider, e.o.Model)
}

// once makes a request.
func (e *Embedder) once(ctx context.Context, q question, body []byte) ([][]float32, error) {
	answer, err := e.server.Ask(ctx, q.path, body)
	if err != nil {
		return nil, err
	}
	v, err := q.vectors(answer)
	if err != nil {
		return nil, fmt.Errorf("%w that isn't understood: %w", post.ErrAnswer, err)
	}
	return v, nil
}

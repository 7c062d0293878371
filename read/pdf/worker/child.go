package worker

import (
	"bufio"
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// child is a worker from the outside. One call at a time.
type child struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Writer
	encode *gob.Encoder
	decode *gob.Decoder
	said   *tail         // on standard error
	ended  chan struct{} // closed when the process is gone
	dead   atomic.Bool   // killed, or out of step
	rest   *time.Timer   // while it is idle
}

// startTime is how long a worker may take to be ready: it may have to compile
// pdfium on a busy machine.
const startTime = 3 * time.Minute

// lostError says that a worker died or was killed.
type lostError struct {
	why  string
	kind error // ErrTime, or nil
}

func (e *lostError) Error() string { return e.why }
func (e *lostError) Unwrap() error { return e.kind }

// start starts a worker and waits until it is ready.
func start(ctx context.Context, command []string, h hello) (*child, error) {
	if len(command) == 0 {
		return nil, errors.New("no command is named for it")
	}
	c := &child{cmd: exec.Command(command[0], command[1:]...), said: &tail{}, ended: make(chan struct{})}
	c.cmd.Env = []string{} // nil would be ours
	c.cmd.Dir = rootDir
	c.cmd.SysProcAttr = attributes()
	c.cmd.Stderr = c.said
	in, err := c.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	c.in, c.out = in, bufio.NewWriterSize(in, 1<<16)
	c.encode, c.decode = gob.NewEncoder(c.out), gob.NewDecoder(bufio.NewReaderSize(out, 1<<16))
	if err := c.run(); err != nil {
		return nil, err
	}
	err = c.exchange(ctx, h, nil, startTime, func(reply) error { return nil })
	if err != nil {
		c.kill()
		return nil, err
	}
	return c, nil
}

// rootDir is where workers sit: nowhere that anything is.
const rootDir = "/"

// run starts the process from a thread of its own, which lives as long as it:
// the system kills a worker when the thread that started it ends.
func (c *child) run() error {
	started := make(chan error)
	go func() {
		runtime.LockOSThread() // and never unlock: the thread ends with this function
		err := c.cmd.Start()
		started <- err
		if err != nil {
			return
		}
		_ = c.cmd.Wait() // what is left in its pipe no longer matters
		close(c.ended)
	}()
	return <-started
}

func (c *child) alive() bool {
	select {
	case <-c.ended:
		return false
	default:
		return !c.dead.Load()
	}
}

// kill ends the process at once.
func (c *child) kill() {
	c.dead.Store(true)
	_ = c.cmd.Process.Kill() // it may be gone already
	_ = c.in.Close()
}

// end lets the process end in order, which it does when its input ends; one
// that doesn't is killed.
func (c *child) end() {
	c.dead.Store(true)
	_ = c.in.Close()
	select {
	case <-c.ended:
	case <-time.After(time.Second):
		c.kill()
	}
}

// exchange sends a message and the data after it, and hands on the replies
// until the last one. The worker is killed where ctx is done, where it says
// nothing for that long, and where a reply is refused: it would go on sending.
func (c *child) exchange(ctx context.Context, message any, data []byte, silence time.Duration, each func(reply) error) error {
	var late atomic.Bool
	timer := time.AfterFunc(silence, func() { late.Store(true); c.kill() })
	defer timer.Stop()
	defer context.AfterFunc(ctx, c.kill)()

	lost := func(err error) error {
		c.kill()
		<-c.ended
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case late.Load():
			return &lostError{fmt.Sprintf("took longer than %v", silence), ErrTime}
		}
		return &lostError{why: c.said.reason(err)}
	}
	if err := c.send(message, data); err != nil {
		return lost(err)
	}
	for {
		var r reply
		if err := c.decode.Decode(&r); err != nil {
			return lost(err)
		}
		timer.Reset(silence)
		if r.Done {
			return r.err()
		}
		if err := each(r); err != nil {
			c.kill()
			return err
		}
	}
}

func (c *child) send(message any, data []byte) error {
	if err := c.encode.Encode(message); err != nil {
		return err
	}
	if _, err := c.out.Write(data); err != nil {
		return err
	}
	return c.out.Flush()
}

// tail keeps the start of what a process says on its standard error.
type tail struct {
	mu   sync.Mutex
	said []byte
}

// maxSaid is how much of it is kept.
const maxSaid = 4 << 10

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.said = append(t.said, p[:min(len(p), maxSaid-len(t.said))]...)
	return len(p), nil
}

// reason says why a process is gone: its first line, else err.
func (t *tail) reason(err error) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	line, _, _ := bytes.Cut(bytes.TrimSpace(t.said), []byte("\n"))
	switch {
	case bytes.Contains(t.said, []byte("out of memory")) || bytes.Contains(t.said, []byte("cannot allocate memory")):
		return "more memory is needed than is allowed"
	case len(line) > 0:
		return fmt.Sprintf("the worker ended: %s", line)
	}
	return fmt.Sprintf("the worker ended: %v", err)
}

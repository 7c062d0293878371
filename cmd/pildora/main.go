// Pildora cuts documents into chunks that answer questions, keeps them in an
// index that follows the sources, and finds them again.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"syscall"

	"github.com/pildora/pildora/internal/cli"
)

func main() {
	if os.Getenv("GOGC") == "" {
		// The first collection waits for 16 MB, which most runs never need; from
		// then on, collecting twice as often takes a third off the peak.
		debug.SetGCPercent(400)
		runtime.AddCleanup(new([64]byte), func(percent int) { debug.SetGCPercent(percent) }, 50)
	}
	// Writing to a closed pipe is then an error that ends the command in order.
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := cli.Run(ctx, os.Args[1:], cli.Env{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Vars: os.Environ(), Helpers: true})
	stop()
	os.Exit(code)
}

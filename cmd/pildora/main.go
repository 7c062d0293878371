// Pildora cuts documents into chunks that answer questions, keeps them in an
// index that follows the sources, and finds them again.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/pildora/pildora/internal/cli"
)

func main() {
	// Writing to a closed pipe is then an error that ends the command in order.
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := cli.Run(ctx, os.Args[1:], cli.Env{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Vars: os.Environ()})
	stop()
	os.Exit(code)
}

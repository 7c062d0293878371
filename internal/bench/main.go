package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("want all, one, grow or list")
	}
	switch command, rest := args[0], args[1:]; command {
	case "all":
		return all(ctx, rest)
	case "one":
		return one(ctx, rest)
	case "grow":
		return grow(ctx, rest)
	case "spend":
		return spend(ctx, rest)
	case "list":
		list()
		return nil
	default:
		return fmt.Errorf("unknown command %q: want all, one, grow or list", command)
	}
}

// all measures what the environment asks for and writes the document.
func all(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("all", flag.ContinueOnError)
	out := flags.String("o", "docs/benchmarks.md", "write the document to `FILE`")
	if err := flags.Parse(args); err != nil {
		return err
	}
	s, err := newSettings(os.Getenv)
	if err != nil {
		return err
	}
	text, err := report(ctx, s)
	if err != nil {
		fmt.Print(text) // what there is of it; the file stays as it was
		return err
	}
	return os.WriteFile(*out, []byte(text), 0o644)
}

func one(ctx context.Context, args []string) error {
	if len(args) != 3 {
		return fmt.Errorf("want one TASK FILE REPETITIONS")
	}
	n, err := strconv.Atoi(args[2])
	if err != nil || n < 1 {
		return fmt.Errorf("%q is no number of repetitions", args[2])
	}
	t, err := taskOf(args[0])
	if err != nil {
		return err
	}
	r, err := measureFile(ctx, t, args[1], n)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(r)
}

func grow(ctx context.Context, args []string) error {
	if len(args) != 3 {
		return fmt.Errorf("want grow TASK INPUT MEGABYTES")
	}
	most, err := strconv.Atoi(args[2])
	if err != nil || most < 1 {
		return fmt.Errorf("%q is no number of megabytes", args[2])
	}
	t, err := taskOf(args[0])
	if err != nil {
		return err
	}
	in, err := inputOf(args[1])
	if err != nil {
		return err
	}
	g, err := growth(ctx, t, in, most)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(g)
}

func list() {
	for _, t := range tasks() {
		fmt.Printf("task  %-24s %s\n", t.name, t.about)
	}
	for _, in := range inputs() {
		fmt.Printf("input %-24s %s\n", in.name, in.about)
	}
}

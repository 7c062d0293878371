package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/internal/config"
)

// readOptions are the flags of read.
type readOptions struct{ blocks, json, explain bool }

func readCommand(a *app) *cobra.Command {
	var opt readOptions
	flags := config.NewFlags(only("format", "quotes", "lang", "include", "exclude", "gitignore", "hidden", "urls", "url_addresses", "workers", "max_file_bytes", "password", "ocr", "ocr_lang"))
	c := &cobra.Command{
		Use:   "read PATH…",
		Short: "Show how documents are read: their text, or their blocks",
		Long: "Reads documents and prints the text that chunks are cut from: Markdown, where the format isn't text itself.\n" +
			"With --blocks it prints the tree of their blocks: kind, level, bytes, lines, and the label or the first words;\n" +
			"with --json one object a document.\n\n" +
			"With --explain it prints what a document is made of instead: how much of its text stands in pills of which\n" +
			"kind, and which profile goes with that, as profile: auto chooses it.",
		Example: "  pildora read examples/es/glosario.md\n  pildora read --blocks examples/es/glosario.md\n  pildora read --json examples/en/glossary.md\n" +
			"  pildora read --explain examples/es",
		Args: args("PATH", 1, -1),
		RunE: func(c *cobra.Command, roots []string) error {
			for _, pair := range [][2]string{{"markdown", "json"}, {"markdown", "explain"}, {"markdown", "blocks"}, {"blocks", "json"}, {"blocks", "explain"}} {
				if err := exclusive(c, pair[0], pair[1]); err != nil {
					return err
				}
			}
			s, err := a.settings(flags)
			if err != nil {
				return err
			}
			return a.read(c.Context(), s, roots, opt)
		},
	}
	addFlags(c, flags, config.RecipeGroup, config.InputGroup)
	c.Flags().Bool("markdown", false, "print the text, as without it")
	c.Flags().BoolVar(&opt.blocks, "blocks", false, "print the tree of blocks")
	c.Flags().BoolVar(&opt.explain, "explain", false, "print the kinds of pills and the profile")
	c.Flags().BoolVar(&opt.json, "json", false, "print one JSON object a document")
	return c
}

func (a *app) read(ctx context.Context, s config.Settings, roots []string, opt readOptions) error {
	r, err := a.newRecipes(s)
	if err != nil {
		return err
	}
	list, err := a.find(ctx, s, roots)
	if err != nil {
		return err
	}
	failed, seen := 0, 0
	w := bufio.NewWriter(a.out)
	for d := range everyDocument(ctx, workers(s), list, func() {}, delivers(r.readOne)) {
		seen++
		if d.err != nil {
			failed++
			a.report(d.err)
			continue
		}
		a.warn(d.doc)
		if err := show(w, d, opt); err != nil {
			return err
		}
	}
	if err := errors.Join(w.Flush(), ctx.Err()); err != nil {
		return err
	}
	if failed > 0 {
		return failures{failed, seen, "read"}
	}
	return nil
}

func show(w *bufio.Writer, in readDocument, opt readOptions) error {
	d := in.doc
	switch {
	case opt.explain:
		return explain(w, in, opt.json)
	case opt.blocks:
		return printTree(w, d)
	case opt.json:
		return encode(w, asTree(d))
	}
	text := strings.TrimPrefix(d.Text, doc.BOM)
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n" // so that documents don't run together
	}
	_, err := w.WriteString(text)
	return err
}

// printTree writes a line for the document and one for each block.
func printTree(w *bufio.Writer, d *doc.Document) error {
	lines := newLineIndex(d.Text)
	fmt.Fprintf(w, "%s  %s", label(d.URI), d.Media)
	if d.Language != "" {
		fmt.Fprintf(w, "  %s", d.Language)
	}
	fmt.Fprintf(w, "  %s, %s, %s", count(len(d.Text), "byte"), count(lineCount(d.Text, lines), "line"), count(len(d.Blocks), "block"))
	if d.Title != "" {
		fmt.Fprintf(w, "  %q", d.Title)
	}
	w.WriteByte('\n')
	for i, b := range d.Blocks {
		kind := b.Kind.String()
		if b.Level > 0 {
			kind = fmt.Sprintf("%s %d", kind, b.Level)
		}
		what := b.Label
		if what == "" && d.Leaf(i) {
			what = d.Slice(b.Span)
		}
		line := fmt.Sprintf("%s%s  %v  %s  %s", strings.Repeat("  ", d.Depth(i)+1), kind, b.Span, lines.of(b.Span), label(excerpt(what, 60)))
		fmt.Fprintln(w, strings.TrimRight(line, " "))
	}
	return nil // errors of a bufio.Writer come back from Flush
}

// of writes the lines of a span.
func (l lineIndex) of(s doc.Span) string {
	first, last := l.at(s.Start), l.at(max(s.Start, s.End-1))
	if first == last {
		return fmt.Sprintf("line %d", first)
	}
	return fmt.Sprintf("lines %d–%d", first, last)
}

func lineCount(text string, l lineIndex) int {
	if text == "" || strings.HasSuffix(text, "\n") {
		return len(l) - 1
	}
	return len(l)
}

// treeJSON is a document as read --json prints it.
type treeJSON struct {
	URI      string            `json:"uri"`
	Media    string            `json:"media"`
	Title    string            `json:"title,omitempty"`
	Language string            `json:"lang,omitempty"`
	Bytes    int               `json:"bytes"`
	Meta     map[string]string `json:"meta,omitempty"`
	Warnings []string          `json:"warnings,omitempty"`
	Blocks   []blockJSON       `json:"blocks"`
}

// blockJSON is one block; parent is the index of a block, -1 at the top.
type blockJSON struct {
	Kind      string `json:"kind"`
	Level     int    `json:"level,omitempty"`
	Parent    int    `json:"parent"`
	Start     int    `json:"start"`
	End       int    `json:"end"`
	StartLine int    `json:"start_line"`
	EndLine   int    `json:"end_line"`
	Label     string `json:"label,omitempty"`
	Text      string `json:"text,omitempty"` // of a block without parts
}

func asTree(d *doc.Document) treeJSON {
	lines := newLineIndex(d.Text)
	t := treeJSON{URI: d.URI, Media: d.Media, Title: d.Title, Language: d.Language, Bytes: len(d.Text), Meta: d.Meta,
		Warnings: d.Warnings, Blocks: []blockJSON{}}
	for i, b := range d.Blocks {
		out := blockJSON{Kind: b.Kind.String(), Level: int(b.Level), Parent: int(b.Parent), Start: b.Span.Start, End: b.Span.End,
			StartLine: lines.at(b.Span.Start), EndLine: lines.at(max(b.Span.Start, b.Span.End-1)), Label: b.Label}
		if d.Leaf(i) {
			out.Text = d.Slice(b.Span)
		}
		t.Blocks = append(t.Blocks, out)
	}
	return t
}

package text_test

import (
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/text"
)

var update = flag.Bool("update", false, "rewrite the golden block trees")

const golden = "testdata/blocks.txtar"

// TestGolden reads NAME.txt, or NAME.quoted (Go string literals, a line each),
// and compares the blocks with NAME.blocks.
func TestGolden(t *testing.T) {
	archive, err := txtar.ParseFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	out := &txtar.Archive{Comment: archive.Comment}
	for _, f := range archive.Files {
		if name, ok := strings.CutSuffix(f.Name, ".blocks"); ok {
			want[name] = string(f.Data)
		}
	}
	for _, f := range archive.Files {
		name, ext, _ := strings.Cut(f.Name, ".")
		if ext == "blocks" {
			continue
		}
		in := string(f.Data)
		if ext == "quoted" {
			in = unquote(t, in)
		}
		d, err := text.Reader{}.Read(t.Context(), src(in))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := invariants(d); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		got := tree(d)
		if got != want[name] && !*update {
			t.Errorf("%s: blocks\n%swant\n%s", name, got, want[name])
		}
		out.Files = append(out.Files, f, txtar.File{Name: name + ".blocks", Data: []byte(got)})
	}
	if *update {
		if err := os.WriteFile(golden, txtar.Format(out), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func unquote(t *testing.T, lines string) string {
	t.Helper()
	var b strings.Builder
	for line := range strings.Lines(lines) {
		part, err := strconv.Unquote(strings.TrimSpace(line))
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString(part)
	}
	return b.String()
}

func tree(d *doc.Document) string {
	var b strings.Builder
	for i, block := range d.Blocks {
		fmt.Fprintf(&b, "%*s%s", 2*d.Depth(i), "", block.Kind)
		if block.Level > 0 {
			fmt.Fprintf(&b, " %d", block.Level)
		}
		if block.Label != "" {
			fmt.Fprintf(&b, " %q", block.Label)
		}
		fmt.Fprintf(&b, " | %q\n", d.Slice(block.Span))
	}
	return b.String()
}

// invariants checks what holds for the blocks of every text: leaves hold
// something, begin and end with it, and hold no blank line.
func invariants(d *doc.Document) error {
	if err := d.Validate(); err != nil {
		return err
	}
	for _, b := range d.Blocks {
		body := d.Slice(b.Span)
		if doc.IsBlank(body) {
			return fmt.Errorf("%s %v holds nothing", b.Kind, b.Span)
		}
		if b.Kind != doc.Paragraph && b.Kind != doc.Heading {
			continue
		}
		if strings.ContainsAny(body, "\f\u2029") {
			return fmt.Errorf("%s %v goes over a page", b.Kind, b.Span)
		}
		for line := range strings.SplitSeq(lineEnds.Replace(body), "\n") {
			if doc.IsBlank(line) {
				return fmt.Errorf("%s %v holds a blank line: %q", b.Kind, b.Span, body)
			}
		}
	}
	return nil
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u0085", "\n", "\u2028", "\n")

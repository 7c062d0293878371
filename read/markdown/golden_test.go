package markdown_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/markdown"
)

var update = flag.Bool("update", false, "rewrite the golden block trees")

// TestGolden compares the block trees of testdata/golden/*.txtar. A case is a
// file NAME.md, or NAME.quoted with a Go string on each line for what an editor
// would spoil, followed by NAME.blocks: a line a block, indented by depth, with
// kind, level, label and the slice of the text.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/golden/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			golden(t, file, func(string) markdown.Dialect { return markdown.CommonMark })
		})
	}
}

// TestDialects is TestGolden for the dialects: files NAME.md and NAME.mdx.
func TestDialects(t *testing.T) {
	files, err := filepath.Glob("testdata/dialect/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			golden(t, file, func(ext string) markdown.Dialect { return markdown.DialectOf("a." + ext) })
		})
	}
}

func golden(t *testing.T, file string, dialect func(ext string) markdown.Dialect) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	comment, files := parseTxtar(string(data))
	want := map[string]string{}
	for _, f := range files {
		if name, ok := strings.CutSuffix(f.name, ".blocks"); ok {
			want[name] = f.text
		}
	}
	out := comment
	for _, f := range files {
		name, ext, _ := strings.Cut(f.name, ".")
		if ext == "blocks" {
			continue
		}
		text := caseText(t, name, ext, f.text)
		blocks := markdown.ScanAs(text, dialect(ext))
		if err := invariants(text, blocks); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		got := tree(text, blocks)
		if got != want[name] && !*update {
			t.Errorf("%s: blocks\n%swant\n%s", name, got, want[name])
		}
		out += fmt.Sprintf("-- %s --\n%s-- %s.blocks --\n%s", f.name, f.text, name, got)
	}
	if *update {
		if err := os.WriteFile(file, []byte(out), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// parseTxtar splits a txtar archive: text, then files after lines "-- NAME --".
func parseTxtar(data string) (comment string, files []sample) {
	for line := range strings.Lines(data) {
		name, ok := strings.CutPrefix(line, "-- ")
		if ok {
			name, ok = strings.CutSuffix(name, " --\n")
		}
		switch {
		case ok:
			files = append(files, sample{name: name})
		case files == nil:
			comment += line
		default:
			files[len(files)-1].text += line
		}
	}
	return comment, files
}

func caseText(t testing.TB, name, ext, data string) string {
	t.Helper()
	if ext != "quoted" {
		return data
	}
	var b strings.Builder
	for line := range strings.Lines(data) {
		part, err := strconv.Unquote(strings.TrimSuffix(line, "\n"))
		if err != nil {
			t.Fatalf("%s: %v: %s", name, err, line)
		}
		b.WriteString(part)
	}
	return b.String()
}

// tree writes blocks as the golden files have them.
func tree(text string, blocks []doc.Block) string {
	var b strings.Builder
	depth := make([]int, len(blocks))
	for i, block := range blocks {
		if block.Parent >= 0 {
			depth[i] = depth[block.Parent] + 1
		}
		fmt.Fprintf(&b, "%*s%s", 2*depth[i], "", block.Kind)
		if block.Level > 0 {
			fmt.Fprintf(&b, " %d", block.Level)
		}
		if block.Label != "" {
			fmt.Fprintf(&b, " %q", block.Label)
		}
		fmt.Fprintf(&b, " | %q\n", text[block.Span.Start:block.Span.End])
	}
	return b.String()
}

// invariants checks what holds for the blocks of every text.
func invariants(text string, blocks []doc.Block) error {
	d := doc.Document{Text: text, Blocks: blocks}
	if err := d.Validate(); err != nil {
		return err
	}
	isParent := make([]bool, len(blocks))
	for _, b := range blocks {
		if b.Parent >= 0 {
			isParent[b.Parent] = true
		}
	}
	for i, b := range blocks {
		if err := blockInvariants(text, b, isParent[i]); err != nil {
			return fmt.Errorf("block %d, %s %v %q: %w", i, b.Kind, b.Span, text[b.Span.Start:b.Span.End], err)
		}
	}
	return contentInBlocks(text, blocks)
}

func blockInvariants(text string, b doc.Block, isParent bool) error {
	slice := text[b.Span.Start:b.Span.End]
	container := b.Kind == doc.List || b.Kind == doc.Item || b.Kind == doc.Quote || b.Kind == doc.Footnote || b.Kind == doc.Table || b.Kind == doc.Detail
	switch {
	case strings.Trim(slice, " \t\r\n") == "":
		return fmt.Errorf("holds nothing")
	case isParent && !container:
		return fmt.Errorf("a leaf has children")
	case b.Kind == doc.List && !isParent || b.Kind == doc.Table && !isParent:
		return fmt.Errorf("has no children")
	case b.Span.End < len(text) && text[b.Span.End] != '\n' && text[b.Span.End] != '\r':
		return fmt.Errorf("does not end at a line end")
	case b.Kind == doc.Item && strings.IndexByte("-*+0123456789", slice[0]) < 0:
		return fmt.Errorf("does not begin at its marker")
	case strings.Trim(slice[strings.LastIndexAny(slice, "\r\n")+1:], " \t") == "":
		return fmt.Errorf("ends in a blank line")
	}
	return nil
}

// divisionMarks are the lines of marks of the dialects' containers, and the
// options right below them.
var divisionMarks = regexp.MustCompile(`(:{3,}|/{3,}|!!!|\?\?\?|===|\[!)[^\r\n]*((\r\n|\n|\r)[\t >]*:?[\w-]+:[^\r\n]*)*|\A((\r\n|\n|\r)[\t >]*:?[\w-]+:[^\r\n]*)+`)

// contentInBlocks checks that nothing but white space stands outside the
// top-level blocks, and nothing but marks and white space between leaves.
func contentInBlocks(text string, blocks []doc.Block) error {
	at := 0
	for i, b := range blocks {
		if i+1 < len(blocks) && int(blocks[i+1].Parent) == i {
			continue // not a leaf
		}
		gap := divisionMarks.ReplaceAllString(text[min(at, b.Span.Start):b.Span.Start], "")
		if strings.Trim(gap, " \t\r\n>-+*.)0123456789"+doc.BOM) != "" && !strings.Contains(gap, "[^") {
			return fmt.Errorf("%q stands before leaf %d, %s, and in no leaf", gap, i, b.Kind)
		}
		at = b.Span.End
	}
	return outside(text, blocks)
}

func outside(text string, blocks []doc.Block) error {
	at := 0
	check := func(end int) error {
		if gap := text[min(at, end):end]; strings.Trim(gap, " \t\r\n"+doc.BOM) != "" {
			return fmt.Errorf("%q stands outside all blocks", gap)
		}
		return nil
	}
	for _, b := range blocks {
		if b.Parent >= 0 {
			continue
		}
		if err := check(b.Span.Start); err != nil {
			return err
		}
		at = b.Span.End
	}
	return check(len(text))
}

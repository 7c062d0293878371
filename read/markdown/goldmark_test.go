package markdown_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/markdown"
)

// facts are what our scanner and goldmark must agree on. Places are lines,
// counted from 1, or offsets; goldmark knows no ends.
type facts struct {
	headings []string // "level@offset of the text", empty headings without one
	fences   []string // "first-last line of content that is not blank"
	tables   []string // lines of the rows
	counts   map[string]int
}

func (f facts) String() string {
	return fmt.Sprintf("headings %v fences %v tables %v counts %v", f.headings, f.fences, f.tables, f.counts)
}

func newFacts() facts { return facts{counts: map[string]int{}} }

// lineNumbers tells the line of an offset.
type lineNumbers []int

func newLineNumbers(text string) lineNumbers {
	n := lineNumbers{0}
	for i := range len(text) {
		if text[i] == '\n' || text[i] == '\r' && !strings.HasPrefix(text[i:], "\r\n") {
			n = append(n, i+1)
		}
	}
	return n
}

func (n lineNumbers) at(offset int) int {
	i, found := slices.BinarySearch(n, offset)
	if found {
		return i + 1
	}
	return i
}

// ourFacts reads the facts off our blocks.
func ourFacts(text string) facts {
	f := newFacts()
	lines := newLineNumbers(text)
	blocks := markdown.Scan(text)
	for _, b := range blocks {
		slice := text[b.Span.Start:b.Span.End]
		switch b.Kind {
		case doc.Heading:
			f.headings = append(f.headings, ourHeading(b, slice))
		case doc.Code:
			if content, ok := ourFence(lines, b, slice, lines[lines.at(b.Span.Start)-1] < b.Span.Start); ok {
				f.fences = append(f.fences, content)
			} else {
				f.counts["indented"]++
			}
		case doc.Table:
			f.tables = append(f.tables, "|")
		case doc.Row:
			f.tables = append(f.tables, fmt.Sprint(lines.at(b.Span.Start)))
		case doc.Paragraph, doc.List, doc.Item, doc.Quote, doc.HTML, doc.Rule, doc.Footnote:
			f.counts[b.Kind.String()]++
		}
	}
	return f
}

func ourHeading(b doc.Block, slice string) string {
	if b.Label == "" {
		return fmt.Sprint(b.Level)
	}
	start := len(slice) - len(strings.TrimLeft(slice, " \t"))
	if rest := slice[start:]; strings.HasPrefix(rest, "#") && !strings.ContainsAny(slice, "\n\r") {
		start += len(rest) - len(strings.TrimLeft(strings.TrimLeft(rest, "#"), " \t"))
	}
	return fmt.Sprintf("%d@%d", b.Level, b.Span.Start+start)
}

// ourFence returns the lines between the fences of a code block, without blank
// lines at the end; it reports false for indented code.
func ourFence(lines lineNumbers, b doc.Block, slice string, marked bool) (content string, ok bool) {
	opening := strings.TrimLeft(slice, " \t")
	indent := len(slice) - len(opening) + 3*strings.Count(slice[:len(slice)-len(opening)], "\t")
	if indent > 3 && (b.Parent < 0 || marked) || !strings.HasPrefix(opening, "```") && !strings.HasPrefix(opening, "~~~") {
		return "", false
	}
	rows := strings.Split(strings.ReplaceAll(slice, "\r\n", "\n"), "\n")
	last := len(rows) - 1
	prefix := " \t"
	if b.Parent >= 0 {
		prefix += ">"
	}
	mark := opening[:1]
	width := len(opening) - len(strings.TrimLeft(opening, mark))
	if row := rows[last]; last > 0 && (b.Parent >= 0 || !strings.HasPrefix(row, "    ")) {
		if row = strings.Trim(row, prefix); len(row) >= width && strings.Trim(row, mark) == "" {
			last--
		}
	}
	for last > 0 && strings.Trim(rows[last], prefix) == "" {
		last--
	}
	first := lines.at(b.Span.Start)
	return fmt.Sprintf("%d-%d", first+1, first+last), true
}

// goldmarkFacts reads the facts off goldmark's tree. Goldmark knows no front
// matter, so it is shown what follows it.
func goldmarkFacts(source string) facts {
	base := 0
	if blocks := markdown.Scan(source); len(blocks) > 0 && blocks[0].Kind == doc.FrontMatter {
		base = blocks[0].Span.End
	}
	md := goldmark.New(goldmark.WithExtensions(extension.Table), goldmark.WithParserOptions(
		// Without the rest of the extension, which drops what nobody refers to.
		parser.WithBlockParsers(util.Prioritized(extension.NewFootnoteBlockParser(), 999))))
	src := []byte(source[base:])
	root := md.Parser().Parse(text.NewReader(src))
	f := newFacts()
	lines := goldmarkLines{newLineNumbers(source), base}
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			f.add(n, src, lines)
		}
		return ast.WalkContinue, nil
	})
	return f
}

// goldmarkLines are the lines of the source of which goldmark saw what follows
// base.
type goldmarkLines struct {
	lineNumbers
	base int
}

func (g goldmarkLines) at(offset int) int { return g.lineNumbers.at(offset + g.base) }

func (f *facts) add(n ast.Node, src []byte, lines goldmarkLines) {
	switch n := n.(type) {
	case *ast.Heading:
		if n.Lines().Len() == 0 {
			f.headings = append(f.headings, fmt.Sprint(n.Level))
		} else {
			f.headings = append(f.headings, fmt.Sprintf("%d@%d", n.Level, n.Lines().At(0).Start+lines.base))
		}
	case *ast.FencedCodeBlock:
		first, last := lines.at(n.Pos())+1, lines.at(n.Pos())
		for i := range n.Lines().Len() {
			if l := n.Lines().At(i); len(strings.TrimSpace(string(l.Value(src)))) > 0 {
				last = lines.at(l.Start)
			}
		}
		f.fences = append(f.fences, fmt.Sprintf("%d-%d", first, last))
	case *east.Table:
		f.tables = append(f.tables, "|")
	case *east.TableHeader:
		f.tables = append(f.tables, fmt.Sprint(lines.at(n.Pos())))
	case *east.TableRow:
		f.tables = append(f.tables, fmt.Sprint(lines.at(n.Pos())))
	case *ast.Paragraph, *ast.TextBlock:
		f.counts["paragraph"]++
	case *ast.List:
		f.counts["list"]++
	case *ast.ListItem:
		f.counts["item"]++
	case *ast.Blockquote:
		f.counts["quote"]++
	case *ast.HTMLBlock:
		f.counts["html"]++
	case *ast.ThematicBreak:
		f.counts["rule"]++
	case *ast.CodeBlock:
		f.counts["indented"]++
	case *east.Footnote:
		f.counts["footnote"]++
	}
}

// sample is a text to compare on.
type sample struct{ name, text string }

// specSamples are the examples of the CommonMark specification, from the tests
// in goldmark's module.
func specSamples(t *testing.T) []sample {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/yuin/goldmark").Output()
	if err != nil {
		t.Skipf("goldmark's module is not in the module cache: %v", err)
	}
	data, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(out)), "_test", "spec.json"))
	if err != nil {
		t.Skipf("goldmark's module has no spec.json: %v", err)
	}
	var examples []struct {
		Markdown string
		Example  int
	}
	if err := json.Unmarshal(data, &examples); err != nil {
		t.Fatal(err)
	}
	var samples []sample
	for _, e := range examples {
		samples = append(samples, sample{fmt.Sprintf("spec/%d", e.Example), e.Markdown})
	}
	return samples
}

// dataDir returns the folder with the shared data sets.
func dataDir(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("no go.mod above the test's folder")
		}
	}
	data := filepath.Join(dir, "..", "shared", "data")
	if _, err := os.Stat(data); err != nil {
		t.Skipf("the shared data sets are not here: %v", err)
	}
	return data
}

// fileSamples are the Markdown files of the shared data sets.
func fileSamples(t testing.TB) []sample {
	t.Helper()
	data := dataDir(t)
	roots, _ := filepath.Glob(filepath.Join(data, "docs-qa-*", "docs"))
	roots = append(roots, filepath.Join(data, "structured-docs"))
	var samples []sample
	for _, root := range roots {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(path) != ".md" {
				return err
			}
			content, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			name, err := filepath.Rel(data, path)
			samples = append(samples, sample{filepath.ToSlash(name), string(content)})
			return err
		})
		if err != nil {
			t.Skipf("the shared data set %s is not here: %v", filepath.Base(root), err)
		}
	}
	return samples
}

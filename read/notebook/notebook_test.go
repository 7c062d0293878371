package notebook_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/internal/cputime"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/notebook"
	"github.com/pildora/pildora/read/readtest"
	"github.com/pildora/pildora/read/record/jsontree"
)

const meta = `"metadata": {"language_info": {"name": "python"}}, "nbformat": 4, "nbformat_minor": 5`

// file is a notebook of the given cells.
func file(cells ...string) string {
	return "{\"cells\": [" + strings.Join(cells, ",\n ") + "],\n " + meta + "}\n"
}

func cell(kind, source string, more ...string) string {
	text, err := json.Marshal(strings.SplitAfter(source, "\n"))
	if err != nil {
		panic(err)
	}
	return fmt.Sprintf(`{"cell_type": %q, "source": %s%s}`, kind, text, strings.Join(more, ""))
}

func code(source string, outputs ...string) string {
	return cell("code", source, `, "outputs": [`, strings.Join(outputs, ", "), `]`)
}

const (
	stream    = `{"output_type": "stream", "name": "stdout", "text": ["one\n", "two\n"]}`
	traceback = `{"output_type": "error", "ename": "E", "evalue": "v", "traceback": ["\u001b[0;31m---\u001b[0m", "\u001b[1mE\u001b[0m: v"]}`
	bar       = `{"output_type": "stream", "name": "stderr", "text": "\r 10%\r 50%\r100%\ndone\r\n"}`
	table     = `{"output_type": "execute_result", "data": {"text/plain": "x", "text/html": ["<style>p {}</style><table>\n", "<tr><th>a</th><th>b</th></tr><tr><td>1</td><td>\u00f1</td></tr></table>"]}}`
	plot      = `{"output_type": "display_data", "data": {"image/png": "aGVsbG8=", "text/plain": "<Figure size 640x480 with 1 Axes>"}, "metadata": {"image/png": {"alt": "a curve"}}}`
	drawing   = `{"output_type": "display_data", "data": {"image/png": "aGVsbG8=", "text/plain": "Plot()"}}`
	rich      = `{"output_type": "display_data", "data": {"text/html": "<h3>Hola</h3>", "text/plain": "<IPython.core.display.HTML object>"}}`
	shown     = `{"output_type": "display_data", "data": {"text/markdown": ["---\n", "**x**\n"], "text/plain": "y"}}`
	formula   = `{"output_type": "execute_result", "data": {"text/latex": "$\\displaystyle x$", "text/plain": "x"}}`
	value     = `{"output_type": "execute_result", "data": {"text/plain": ["[1,\n", " 2]"]}}`
)

var contract = readtest.Format{
	Media: notebook.Media,
	Seeds: map[string]string{
		"cells":    file(cell("markdown", "# Birds\n\nA *gull* \"said\":"), code("print(1)\n", stream), cell("raw", "x")),
		"outputs":  file(code("f()", traceback, bar, table, plot, drawing, rich, shown, formula, value)),
		"front":    file(cell("raw", "---\ntitle: T\nlang: es\n---"), cell("markdown", "---\nx\n---")),
		"fences":   file(cell("markdown", "```\nnever closed"), code("s = '''\n```\n'''")),
		"string":   `{"cells": [{"cell_type": "markdown", "source": "a\nb \ud83d\ude00"}], "nbformat": 4}`,
		"old":      `{"nbformat": 3, "metadata": {"name": ""}, "worksheets": [{"cells": [{"cell_type": "heading", "level": 2, "source": ["H"]}, {"cell_type": "code", "language": "python", "input": ["1"], "outputs": [{"output_type": "pyout", "text": ["1"], "html": ["<table><tr><th>2</th><th>3</th></tr></table>"]}, {"output_type": "pyerr", "ename": "E", "evalue": "v", "traceback": []}]}]}]}`,
		"nothing":  `{"cells": []}`,
		"odd":      `{"cells": [1, {}, {"cell_type": "code"}, {"cell_type": "markdown", "source": {"a": 1}}, {"source": ["a", 1, null]}]}`,
		"windows":  "{\"cells\": [{\"cell_type\": \"markdown\", \"source\": \"se\xf1or, a\xf1os\"}]}",
		"controls": file(cell("markdown", "a\u0000b\r\nc\u2028d"), code("\n\n  x\n\n")),
	},
	Capped: func(n int64) read.Reader { return notebook.Reader{MaxBytes: n} },
}

func reader() read.Reader { return read.Decoding(notebook.Reader{}) }

func TestContract(t *testing.T) { readtest.Run(t, reader(), contract) }
func FuzzContract(f *testing.F) { readtest.Fuzz(f, reader(), contract) }

func document(t testing.TB, r notebook.Reader, text string) *doc.Document {
	t.Helper()
	d, err := r.Read(context.Background(), read.Source{URI: "a.ipynb", Data: []byte(text)})
	if err == nil {
		err = d.Validate()
	}
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// tree writes the kinds of the blocks, those inside others in brackets.
func tree(d *doc.Document, parent int) string {
	var b strings.Builder
	for i := range d.Children(parent) {
		b.WriteString(" " + d.Blocks[i].Kind.String())
		if d.Blocks[i].Kind == doc.Code {
			b.WriteString(":" + d.Blocks[i].Label)
		}
		if in := tree(d, i); in != "" {
			b.WriteString("[" + in + " ]")
		}
	}
	return b.String()
}

func TestCells(t *testing.T) {
	for _, c := range []struct{ name, in, text, tree string }{
		{"markdown and code", file(cell("markdown", "# Birds\n\nIt flies"), code("fly()\n", stream), cell("markdown", "Then\n")),
			"# Birds\n\nIt flies\n\n```python\nfly()\n```\n\n```output\none\ntwo\n```\n\nThen\n", " heading figure[ paragraph code:python code:output ] paragraph"},
		{"code alone", file(code("a"), code("b")), "```python\na\n```\n\n```python\nb\n```", " code:python code:python"},
		{"only a paragraph introduces", file(cell("markdown", "- a"), code("b")), "- a\n\n```python\nb\n```", " list[ item[ paragraph ] ] code:python"},
		{"no code, no figure", file(cell("markdown", "a"), code(" \n"), cell("markdown", "b")), "a\n\nb", " paragraph paragraph"},
		{"a traceback without colours", file(code("f()", traceback)), "```python\nf()\n```\n\n```output\n---\nE: v\n```", " figure[ code:python code:output ]"},
		{"lines written over", file(code("f()", bar)), "```python\nf()\n```\n\n```output\n100%\ndone\n```", " figure[ code:python code:output ]"},
		{"a table of HTML", file(code("f()", table)), "```python\nf()\n```\n\n| a | b |\n|---|---|\n| 1 | ñ |", " figure[ code:python table[ row row ] ]"},
		{"pictures", file(code("f()", plot, drawing)), "```python\nf()\n```\n\n![a curve]()", " figure[ code:python paragraph ]"},
		{"HTML where nothing else is said", file(code("f()", rich)), "```python\nf()\n```\n\n### Hola", " figure[ code:python heading ]"},
		{"Markdown shown, no front matter", file(code("f()", shown)), "```python\nf()\n```\n\n---\n**x**", " figure[ code:python rule paragraph ]"},
		{"a formula", file(code("f()", formula)), "```python\nf()\n```\n\n$\\displaystyle x$", " figure[ code:python paragraph ]"},
		{"a value", file(code("f()", value)), "```python\nf()\n```\n\n```output\n[1,\n 2]\n```", " figure[ code:python code:output ]"},
		{"an open fence ends with its cell", file(cell("markdown", "```\na"), cell("markdown", "b")), "```\na\n\nb", " code: paragraph"},
		{"fences in code", file(code("'''\n````\n'''")), "`````python\n'''\n````\n'''\n`````", " code:python"},
		{"magics", file(code("%%bash\nls"), code("%%timeit\nx"), code("%%SQL db\nselect 1")), "```bash\n%%bash\nls\n```\n\n```python\n%%timeit\nx\n```\n\n```sql\n%%SQL db\nselect 1\n```", " code:bash code:python code:sql"},
		{"a cell's own language", file(cell("code", "1", `, "metadata": {"vscode": {"languageId": "r"}}`)), "```r\n1\n```", " code:r"},
		{"raw", file(cell("raw", "a *b*"), cell("raw", "*c*", `, "metadata": {"raw_mimetype": "text/markdown"}`), cell("raw", "d", `, "metadata": {"format": "text/x-rst"}`)),
			"```\na *b*\n```\n\n*c*\n\n```rst\nd\n```", " code: paragraph code:rst"},
		{"version 3", contract.Seeds["old"], "## H\n\n```python\n1\n```\n\n| 2 | 3 |\n|---|---|\n\n```output\nE: v\n```", ""},
		{"nothing is put in for odd cells", contract.Seeds["odd"], "```\na\n```", " code:"},
	} {
		d := document(t, notebook.Reader{}, c.in)
		if d.Text != c.text || c.tree != "" && tree(d, -1) != c.tree {
			t.Errorf("%s: %q %q, want\n%q %q", c.name, d.Text, tree(d, -1), c.text, c.tree)
		}
	}
}

func TestMeta(t *testing.T) {
	d := document(t, notebook.Reader{}, `{"cells": [{"cell_type": "markdown", "source": "# H"}], "metadata": {"title": "T", "authors": [{"name": "Ana"}, {"name": "Luis"}], "kernelspec": {"name": "python3"}}}`)
	if d.Title != "T" || d.Meta["title"] != "T" || d.Meta["author"] != "Ana, Luis" || d.Meta["kernel"] != "python" {
		t.Errorf("%q %v", d.Title, d.Meta)
	}
	d = document(t, notebook.Reader{}, contract.Seeds["front"])
	if d.Title != "T" || d.Language != "es" || d.Blocks[0].Kind != doc.FrontMatter || d.Blocks[1].Kind == doc.FrontMatter {
		t.Errorf("%q %q %v", d.Title, d.Language, d.Blocks)
	}
	if d = document(t, notebook.Reader{}, file(code("1"), cell("markdown", "# H"))); d.Title != "H" || d.Meta["title"] != "" {
		t.Errorf("%q %v", d.Title, d.Meta)
	}
}

// TestOrigins: what was written leads to the same bytes, what was made to what
// it stands for, each with its cell.
func TestOrigins(t *testing.T) {
	in := file(cell("markdown", "A \"b\"\nñ"), code("x = 1\ny = 2\n", stream, table))
	d := document(t, notebook.Reader{}, in)
	for text, want := range map[string]string{
		"A ": "cell 1 A ", "ñ": "cell 1 ñ", "x = 1": "cell 2 x = 1", "y = 2": "cell 2 y = 2", "one": "cell 2 output 1 one", "a |": "cell 2 output 2 a", "1 |": "cell 2 output 2 1",
	} {
		at := strings.Index(d.Text, text)
		found := false
		for o := range d.Locate(doc.Span{Start: at, End: at + 1}) {
			o.Source.End = min(o.Source.End, o.Source.Start+len(text))
			found = o.Part+" "+strings.TrimRight(in[o.Source.Start+at-o.Text.Start:o.Source.End], "<") == want || found
		}
		if at < 0 || !found {
			t.Errorf("%q: no origin is %q: %v", text, want, d.Origins)
		}
	}
}

func TestErrors(t *testing.T) {
	for in, want := range map[string]error{`{"cells": [`: jsontree.ErrSyntax, `[1]`: notebook.ErrNoNotebook, `{"a": 1}`: notebook.ErrNoNotebook, ``: jsontree.ErrSyntax} {
		_, err := notebook.Reader{}.Read(context.Background(), read.Source{URI: "a.ipynb", Data: []byte(in)})
		if !errors.Is(err, want) || !strings.HasPrefix(err.Error(), "a.ipynb: ") {
			t.Errorf("%s: %v", in, err)
		}
	}
}

// TestLongOutputs: of what is printed the ends are kept, of tables and Markdown
// what comes first, and it is said.
func TestLongOutputs(t *testing.T) {
	var lines, rows, items []string
	for i := range 500 {
		lines = append(lines, fmt.Sprintf("line %d", i))
		rows = append(rows, fmt.Sprintf("<tr><th>%d</th><td>cell %d</td></tr>", i, i))
		items = append(items, fmt.Sprintf("- item %d", i))
	}
	display := func(media, text string) string {
		data, _ := json.Marshal(map[string]string{media: text})
		return fmt.Sprintf(`{"output_type": "display_data", "data": %s}`, data)
	}
	for name, c := range map[string]struct {
		out, has, hasNot string
		kind             doc.Kind
	}{
		"printed":          {display("text/plain", strings.Join(lines, "\n")), "line 0\n", "line 250\n", doc.Code},
		"its end":          {display("text/plain", strings.Join(lines, "\n")), "line 499\n", "line 250\n", doc.Code},
		"one line":         {display("text/plain", strings.Repeat("ñ", 5000)), " bytes …\n", strings.Repeat("ñ", 600), doc.Code},
		"table":            {display("text/html", "<table>"+strings.Join(rows, "")+"</table>"), "cell 0 |", "cell 499", doc.Row},
		"Markdown":         {display("text/markdown", strings.Join(items, "\n")), "- item 0\n", "item 499", doc.Item},
		"a long paragraph": {display("text/markdown", strings.Repeat("ñ ", 5000)), "```output\n", strings.Repeat("ñ ", 600), doc.Code},
	} {
		d := document(t, notebook.Reader{MaxOutput: 1000}, file(code("1", c.out)))
		if !strings.Contains(d.Text, c.has) || strings.Contains(d.Text, c.hasNot) || len(d.Text) > 1100 || len(d.Warnings) != 1 {
			t.Errorf("%s: %d bytes, %q\n%s", name, len(d.Text), d.Warnings, d.Text)
		}
		if n := len(d.Blocks); d.Blocks[n-1].Kind != c.kind && d.Blocks[n-2].Kind != c.kind {
			t.Errorf("%s: %v", name, d.Blocks)
		}
	}
	if d := document(t, notebook.Reader{MaxOutput: -1}, file(code("1", stream))); strings.Contains(d.Text, "one") {
		t.Errorf("outputs that aren't wanted: %s", d.Text)
	}
}

func TestGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	out := func(text string) string {
		data, _ := json.Marshal(text)
		return `{"output_type": "stream", "text": ` + string(data) + `}`
	}
	const n = 1 << 14
	for name, in := range map[string]func(n int) string{
		"cells":       func(n int) string { return file(strings.Repeat(cell("markdown", "a")+", ", n/40) + code("1")) },
		"pieces":      func(n int) string { return file(cell("markdown", strings.Repeat("a\n", n))) },
		"escapes":     func(n int) string { return file(code(strings.Repeat("\"\\", n))) },
		"backticks":   func(n int) string { return file(code(strings.Repeat("` ", n))) },
		"returns":     func(n int) string { return file(code("1", out(strings.Repeat("\rab", n)))) },
		"colours":     func(n int) string { return file(code("1", out(strings.Repeat("\x1b[0m", n)))) },
		"open escape": func(n int) string { return file(code("1", out(strings.Repeat("\x1b]", n)))) },
		"outputs":     func(n int) string { return file(code("1", strings.Repeat(stream+",", n/40)+stream)) },
		"tables": func(n int) string {
			return file(code("1", `{"data": {"text/html": "`+strings.Repeat("<table>", n)+`"}}`))
		},
		"open": func(n int) string { return strings.Repeat(`{"cells":[`, n) },
	} {
		reads := func(text string) func() {
			return func() { _, _ = notebook.Reader{}.Read(context.Background(), read.Source{URI: "a", Data: []byte(text)}) }
		}
		if err := cputime.Grows(16, reads(in(n)), reads(in(16*n))); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

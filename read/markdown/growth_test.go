package markdown_test

import (
	"strings"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/internal/cputime"
	"github.com/pildora/pildora/read/markdown"
)

// hostile are texts made to hurt a scanner, of about n bytes each.
var hostile = []struct {
	name string
	text func(n int) string
}{
	{"ordinary", func(n int) string { return strings.Repeat(ordinary, n/len(ordinary)) }},
	{"one line without blanks", func(n int) string { return strings.Repeat("a", n) }},
	{"one paragraph of short lines", func(n int) string { return strings.Repeat("a\n", n/2) }},
	{"quotes on one line", func(n int) string { return strings.Repeat("> ", n/2) + "a" }},
	{"quotes on many lines", func(n int) string { return strings.Repeat(strings.Repeat("> ", 2000)+"a\n", n/4002) }},
	{"a stair of quotes", stair("> ", "a\n")},
	{"lists on one line", func(n int) string { return strings.Repeat("- ", n/2) + "a" }},
	{"starred lists on one line", func(n int) string { return strings.Repeat("* ", n/2) + "a" }},
	{"ordered lists on one line", func(n int) string { return strings.Repeat("1) ", n/3) + "a" }},
	{"a stair of lists", stair("  ", "- a\n")},
	{"lazy lines below deep quotes", below(strings.Repeat("> ", 2000)+"a\n", "b\n")},
	{"blank lines below deep lists", below(strings.Repeat("- ", 2000)+"a\n", "\n")},
	{"blank lines in a quote of deep lists", below("> "+strings.Repeat("- ", 2000)+"a\n", ">\n")},
	{"formulas below deep quotes", below(strings.Repeat("> ", 2000)+"a\n", "$$\n>$$\n")},
	{"empty items", func(n int) string { return strings.Repeat("-\n\n", n/3) }},
	{"footnotes on one line", func(n int) string { return strings.Repeat("[^1]: ", n/6) }},
	{"an unclosed fence", below("```\n", "a b c\n\n")},
	{"openings of fences", func(n int) string { return strings.Repeat("``` `\n", n/6) }},
	{"backticks", func(n int) string { return strings.Repeat("`", n) }},
	{"open brackets", func(n int) string { return strings.Repeat("[", n) }},
	{"labels", func(n int) string { return strings.Repeat("[a\n", n/3) }},
	{"definitions", func(n int) string { return strings.Repeat("[a]: /u\n", n/8) }},
	{"definitions with open titles", func(n int) string { return strings.Repeat("[a]: /u\n'x\n\n", n/12) }},
	{"a title without an end", below("[a]: /u '", "[a]: /u\n")},
	{"a long destination", func(n int) string { return "[a]: " + strings.Repeat("(", n) }},
	{"definitions and underlines", func(n int) string { return strings.Repeat("[a]: /u\n===\n", n/12) }},
	{"underlines", func(n int) string { return strings.Repeat("===\n", n/4) }},
	{"stars", func(n int) string { return strings.Repeat("*", n) + "a" }},
	{"dashes and blanks", func(n int) string { return strings.Repeat("- _ ", n/4) }},
	{"underscores", func(n int) string { return strings.Repeat("_\n", n/2) }},
	{"number signs", func(n int) string { return strings.Repeat("#", n) }},
	{"unclosed formulas", func(n int) string { return strings.Repeat("$$\na\n\n", n/6) }},
	{"unclosed formulas without blank lines", func(n int) string { return strings.Repeat("a\n", n/2-2) + "$$\n" + strings.Repeat(`\[`+"\n", n/6) }},
	{"formulas in other quotes", func(n int) string { return strings.Repeat("$$\n> $$\n", n/8) }},
	{"a wide table", func(n int) string { return strings.Repeat("|a", n/4) + "\n" + strings.Repeat("|-", n/4) + "\n" }},
	{"delimiter rows", func(n int) string { return strings.Repeat("|-\n||-\n", n/7) }},
	{"open tags", func(n int) string { return strings.Repeat("<a b='", n/6) }},
	{"lines of open tags", func(n int) string { return strings.Repeat("<a b c\n", n/7) }},
	{"an unclosed comment", below("<!-- ", "a - b\n\n")},
	{"closing tags", below("<pre>", "</")},
	{"blanks", func(n int) string { return strings.Repeat(" ", n) + "a" }},
	{"tabs", func(n int) string { return "-" + strings.Repeat("\t", n) + "a" }},
	{"carriage returns", func(n int) string { return strings.Repeat("a\r", n/2) }},
	{"unclosed front matter", below("---\n", "a: b\n")},
}

// hostileDialects are texts made to hurt in a dialect.
var hostileDialects = []struct {
	name string
	text func(n int) string
}{
	{"openings of divisions", func(n int) string { return strings.Repeat("::: a\n", n/6) + ":::\n" }},
	{"divisions", func(n int) string { return strings.Repeat("::: a\n", n/12) + strings.Repeat(":::\n", n/12) }},
	{"closing fences", below("::: a\n", ":::\n")},
	{"fences that close nothing", below("::: a\n> ::: b\n", "/// a\n")},
	{"divisions in quotes", func(n int) string { return strings.Repeat(strings.Repeat("> ::: a\n", 40)+"> :::\n\n", n/320) }},
	{"colons", func(n int) string { return strings.Repeat(":", n) }},
	{"tabs in tabs", stair("    ", "=== \"a\"\n")},
	{"admonitions without content", func(n int) string { return strings.Repeat("!!! a\n\n", n/7) }},
	{"callouts", func(n int) string { return strings.Repeat("> [!a] b\n", n/9) }},
	{"callouts in each other", func(n int) string { return strings.Repeat("> [!a]\n", n/7) }},
	{"comments without an end", func(n int) string { return strings.Repeat("%% a\n\n{/* b\n\n", n/14) }},
	{"comments with a far end", func(n int) string { return strings.Repeat("> %%\n\n> {/*\n\n", n/14) + "%% */}" }},
	{"open tags", func(n int) string { return strings.Repeat("<Aa\n\n", n/5) }},
	{"open tags with braces", func(n int) string { return strings.Repeat("<Aa b={\n", n/8) + strings.Repeat("}>x\n", n/16) }},
	{"open tags on one line", func(n int) string { return strings.Repeat("<Aa b='", n/7) }},
	{"closing tags", func(n int) string { return strings.Repeat("</Aa>\na\n", n/8) }},
	{"tags in quotes", func(n int) string { return strings.Repeat("> <Aa\n\n", n/8) + ">" }},
	{"open braces", func(n int) string { return strings.Repeat("{\n", n/2) }},
	{"open braces on one line", func(n int) string { return strings.Repeat("{", n) }},
	{"braces and text", func(n int) string { return strings.Repeat("{\n\n", n/6) + strings.Repeat("}\n\n", n/6) + "x" }},
	{"open exports", func(n int) string { return strings.Repeat("export const a = {\n\n", n/20) }},
	{"exports in one run", func(n int) string { return strings.Repeat("export const a = 1\n", n/19) }},
	{"templates", func(n int) string { return strings.Repeat("{% a %}\n", n/8) }},
	{"open templates", func(n int) string { return strings.Repeat("{%", n/2) }},
	{"attributes", func(n int) string { return "# " + strings.Repeat("{#a}", n/4) }},
	{"indented fences", func(n int) string { return "```\n" + strings.Repeat(strings.Repeat(" ", 500)+"`\n", n/502) }},
}

// stair makes lines of growing indentation, again and again.
func stair(step, end string) func(n int) string {
	return func(n int) string {
		var b strings.Builder
		for b.Len() < n {
			for depth := 0; depth < 700 && b.Len() < n; depth++ {
				b.WriteString(strings.Repeat(step, depth) + end)
			}
		}
		return b.String()
	}
}

func below(head, line string) func(n int) string {
	return func(n int) string { return head + strings.Repeat(line, n/len(line)) }
}

const (
	growthSize  = 64 << 10
	growthLarge = 1 << 20 // for the forms that the design names
	growthTimes = 16
)

func TestGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, h := range hostile {
		t.Run(h.name, func(t *testing.T) { growth(t, markdown.CommonMark, h.text, growthSize) })
	}
	for _, h := range hostileDialects {
		for name, d := range map[string]markdown.Dialect{"extended": markdown.Extended, "mdx": markdown.MDX} {
			t.Run(name+"/"+h.name, func(t *testing.T) { growth(t, d, h.text, growthSize) })
		}
	}
	for _, h := range hostile {
		switch h.name {
		case "ordinary", "one line without blanks", "quotes on one line", "lists on one line", "an unclosed fence":
			t.Run("large/"+h.name, func(t *testing.T) { growth(t, markdown.CommonMark, h.text, growthLarge) })
		}
	}
}

func growth(t *testing.T, d markdown.Dialect, text func(n int) string, size int) {
	scans := func(n int) func() {
		text := text(n)
		return func() { markdown.ScanAs(text, d) }
	}
	if err := cputime.Grows(growthTimes, scans(size), scans(size*growthTimes)); err != nil {
		t.Error(err)
	}
}

// TestDeepNesting checks the forms of nesting that the scanner bounds, at the
// sizes that broke others.
func TestDeepNesting(t *testing.T) {
	const levels = 200_000
	for name, text := range map[string]string{
		"quotes":      strings.Repeat("> ", levels) + "a\n",
		"quote lines": strings.Repeat("> \n", levels),
		"lists":       strings.Repeat("- ", levels/2) + "a\n",
		"ordered":     strings.Repeat("1. ", levels/2) + "a\n",
		"mixed":       strings.Repeat("- > 1. ", levels/3) + "a\n",
	} {
		blocks := markdown.Scan(text)
		d := doc.Document{Text: text, Blocks: blocks}
		if err := d.Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if len(blocks) > 2000 {
			t.Errorf("%s: %d blocks, want no more than the depth allows", name, len(blocks))
		}
	}
}

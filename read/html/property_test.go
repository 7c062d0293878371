package html_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/html"
)

// scraps are what random pages are put together of: well-formed or not.
var scraps = []string{
	"<p>", "</p>", "<div>", "</div>", "<h1>", "</h1>", "<h3>", "</h3>", "<ul>", "</ul>", "<ol start=7>", "<ol type=i>", "<ol>", "</ol>", "<li>", "</li>",
	"<blockquote>", "</blockquote>", "<pre>", "</pre>", "<pre><code class=language-go>", "<table>", "</table>", "<thead>", "<tbody>", "<tfoot>",
	"<tr>", "<td>", "<th>", "</td>", "</th>", "</tr>", "<td colspan=3>", "<td rowspan=2>", "<th colspan=2 rowspan=3>", "<caption>", "</caption>",
	"<a href='/x'>", "</a>", "<b>", "</b>", "<strong>", "</strong>", "<em>", "</em>", "<code>", "</code>", "<br>", "<hr>", "<img alt=plan src=p.png>",
	"<dl>", "</dl>", "<dt>", "<dd>", "<details>", "</details>", "<summary>", "</summary>", "<figure>", "</figure>", "<figcaption>", "</figcaption>",
	"<svg>", "</svg>", "<math>", "</math>", "<script>if (a<b) x()</script>", "<!-- c -->", "<nav>", "</nav>", "<main>", "</main>", "<header>", "</header>",
	"<span hidden>", "</span>", "<button>", "</button>", "<q>", "</q>", "<sup>2</sup>", "<input type=checkbox checked>",
	"casa", "blue", " ", "\n", "  \n ", "&amp;", "&lt;b>", "&nbsp;", "ñandú", "x|y", "`", "``", "# ", "#", "> ", "---", "===", "***", "|", "$$", "[a]: b", "\u00ad", "|-|", "\\", "~~~",
}

func pages() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(scraps), 1, 60).Draw(t, "scraps"), "")
	})
}

// TestRandomPagesAreMarkdown checks the invariants on pages of random scraps.
func TestRandomPagesAreMarkdown(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := pages().Draw(t, "page")
		for _, mode := range []html.Mode{html.Content, html.All} {
			d := readRapid(t, mode, src)
			if err := invariants(d, src); err != nil {
				t.Fatalf("%v", err)
			}
			if err := exact(d, src); err != nil {
				t.Fatalf("%v", err)
			}
		}
	})
}

// TestNothingIsLost checks that in mode All every word of a page that is shown
// is in the document, in order.
func TestNothingIsLost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var src, words strings.Builder
		for i, s := range rapid.SliceOfN(rapid.SampledFrom(shown), 1, 60).Draw(t, "scraps") {
			word := "w" + strings.Repeat("x", i%7) + string(rune('a'+i%26))
			src.WriteString(s + word + " ")
			words.WriteString(word + " ")
		}
		d := readRapid(t, html.All, src.String())
		if got := onlyWords(d.Text); got != strings.TrimSpace(words.String()) {
			t.Fatalf("%s\nbecame\n%s\nwhose words are\n%s", src.String(), d.Text, got)
		}
	})
}

// shown are tags around which text stays where it is.
var shown = []string{"<p>", "</p>", "<div>", "</div>", "<h2>", "</h2>", "<ul>", "</ul>", "<li>", "<ol>", "</ol>", "<blockquote>", "</blockquote>",
	"<b>", "</b>", "<em>", "</em>", "<a href='/'>", "</a>", "<br>", "<hr>", "<span>", "</span>", "<section>", "</section>", "<nav>", "<footer>", "<aside>",
	"<code>", "</code>", "<pre>", "</pre>", "<dl><dt>", "<dd>", "</dl>", "<figure>", "</figure>", "<x-y>", "</x-y>", "<q>", ""}

func onlyWords(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r < 'a' || r > 'z' }), " ")
}

func readRapid(t *rapid.T, mode html.Mode, src string) *doc.Document {
	t.Helper()
	d, err := html.Reader{Mode: mode}.Read(t.Context(), source(src))
	if err != nil {
		t.Fatalf("%q: %v", src, err)
	}
	return d
}

package html_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/pildora/pildora/internal/cputime"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/html"
)

// hostile are pages made to hurt, by what is repeated between head and tail.
var hostile = []struct{ name, head, unit, tail string }{
	{"ordinary", "", ordinary, ""},
	{"divs", "", "<div>", "x"},
	{"divs with text", "", "<div>x", ""},
	{"unclosed inline", "", "<b>x", ""},
	{"unclosed links", "", "<a href=x>y", ""},
	{"quotes", "", "<blockquote>x", ""},
	{"lists", "", "<ul><li>x", ""},
	{"lists in quotes", "", "<blockquote><ol><li>x", ""},
	{"paragraphs in deep divs", strings.Repeat("<div>", 500), "<p>x", ""},
	{"end tags of nothing", strings.Repeat("<i>", 500), "</b>", "x"},
	{"end tags below a cell", "<table><tr><td>" + strings.Repeat("<i>", 400), "</p></div>", "x"},
	{"misnested", "", "<b><p></b></p>x", ""},
	{"tables", "", "<table><tr><td>x", ""},
	{"rows", "<table>", "<tr><td>x", ""},
	{"cells", "<table><tr>", "<td>x", ""},
	{"row spans", "<table><tr>" + strings.Repeat("<td rowspan=65534>word", 400), "<tr><td>x", ""},
	{"column spans", "<table>", "<tr><td colspan=1000>a<td>b", ""},
	{"growing spans", "<table>", "<tr><td rowspan=0>a", ""},
	{"headers", "<table>", "<tr><th colspan=1000>a", ""},
	{"entities", "", "&amp;&lt;", ""},
	{"open entities", "", "&ampersand", ""},
	{"nbsp", "", "&nbsp;", "x"},
	{"attributes", "<p ", "a=b ", ">x"},
	{"class", "<p class='", "cookie ", "'>x"},
	{"classes", "", "<p class='cookie banner skip'>x", ""},
	{"style", "<p style='", "color:red;", "'>x"},
	{"open comment", "<!--", "- -", ""},
	{"comments", "", "<!-- -->", "x"},
	{"open tag", "<p ", "<", ""},
	{"script", "<script>", "</scrip>", ""},
	{"breaks", "x", "<br>", "y"},
	{"backticks", "<code>", "`", "</code>"},
	{"nested code", "", "<code>`x", ""},
	{"math", "", "<math><mi>x", ""},
	{"hidden", "", "<span hidden><math>", "x"},
	{"images", "", "<img alt='a b' src=x>", ""},
	{"headings", "", "<h2>#", ""},
	{"terms", "<dl>", "<dt>a<dd>b", ""},
	{"details", "", "<details><summary>a</summary>", "x"},
	{"figures", "", "<figure><figcaption>a", ""},
	{"pre", "<pre>", "a\r\n", ""},
	{"pre lines", "<pre>", "<div>a</div>", ""},
	{"superscripts", "x", "<sup>2</sup>", ""},
	{"metas", "", "<meta name=author content=x>", "x"},
}

func TestGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const size, times = 32 << 10, 8
	for _, h := range hostile {
		t.Run(h.name, func(t *testing.T) {
			page := func(n int) string { return h.head + strings.Repeat(h.unit, n/len(h.unit)) + h.tail }
			small, large := page(size), page(size*times)
			read := func(src string) func() { return func() { readAll(t, html.Content, src) } }
			if err := cputime.Grows(times, read(small), read(large)); err != nil {
				t.Error(err)
			}
			d := readAll(t, html.Content, large)
			if len(d.Text) > 12*len(large) || len(d.Origins) > len(large)/2 {
				t.Errorf("%d bytes became %d of text and %d origins", len(large), len(d.Text), len(d.Origins))
			}
		})
	}
}

// TestDepth reads 100,000 elements in each other.
func TestDepth(t *testing.T) {
	for _, unit := range []string{"<div>", "<b>", "<ul><li>", "<blockquote>", "<table><tr><td>", "<span><p>", "<x-y>"} {
		src := strings.Repeat(unit, 100_000) + "word"
		d := readAll(t, html.Content, src)
		if !strings.Contains(d.Text, "word") {
			t.Errorf("%s: the word inside is lost", unit)
		}
		if err := invariants(d, src); err != nil {
			t.Errorf("%s: %v", unit, err)
		}
	}
}

func TestTooManyNodes(t *testing.T) {
	if testing.Short() {
		t.Skip("takes 300 MB")
	}
	_, err := html.Reader{}.Read(t.Context(), source(strings.Repeat("<b>", 9<<20)))
	if !errors.Is(err, read.ErrTooLarge) || !strings.Contains(err.Error(), "page.html: ") || !strings.Contains(err.Error(), "split the page") {
		t.Errorf("error %v", err)
	}
}

// ordinary is a piece of an ordinary page.
const ordinary = `<section class="section"><h2 id="pedir">Cómo se piden las vacaciones</h2>
  <p>Toda persona empleada tiene derecho a <strong>23 días laborables</strong> de vacaciones al año, que se
     calculan en proporción al tiempo trabajado. Véase la <a href="/tabla.html">tabla</a> y el artículo 5.</p>
  <ul><li>Abra el portal y elija &laquo;Ausencias&raquo;.</li><li>Indique las fechas.</li></ul>
  <table><thead><tr><th>Antigüedad</th><th>Días</th></tr></thead><tbody><tr><td>0–4 años</td><td>23</td></tr></tbody></table>
  <pre><code class="language-python">def dias(meses):
    return 23 * meses / 12
</code></pre></section>
`

func BenchmarkRead(b *testing.B) {
	src := source("<html><body><main>" + strings.Repeat(ordinary, 1<<20/len(ordinary)) + "</main></body></html>")
	b.SetBytes(int64(len(src.Data)))
	b.ReportAllocs()
	began := cputime.Process()
	for b.Loop() {
		if _, err := (html.Reader{}).Read(b.Context(), src); err != nil {
			b.Fatal(err)
		}
	}
	if spent := (cputime.Process() - began).Seconds(); spent > 0 {
		b.ReportMetric(float64(len(src.Data))*float64(b.N)/1e6/spent, "cpu-MB/s")
	}
}

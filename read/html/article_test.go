package html_test

import (
	"strings"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/html"
	"github.com/pildora/pildora/read/readtest"
)

// news is a page whose article no element names.
func news(article string) string {
	return `<!DOCTYPE html><html lang=es><head><title>La marea</title></head><body>
<div class=top><a href=/>Inicio</a> <a href=/a>Puertos</a> <a href=/b>Tablas</a></div>
<h1>La marea</h1>
<div class=columns><div class=story>` + article + `</div>
<div class=extra><h3>Lo más leído</h3><ul><li><a href=/1>Una noticia sobre el muelle</a><li><a href=/2>Otra noticia</a></ul></div></div>
<div class=comments><p>Ana: muy bien contado, gracias por el artículo.</p></div>
</body></html>`
}

const story = `<p>La marea sube dos veces al día, y en los puertos del norte lo hace más de cuatro metros; quien
amarra sin contar con ello, lo <strong>paga</strong>, y no es raro verlo, sobre todo en primavera, cuando llegan los veleros.</p>
<h2>Los coeficientes</h2>
<p>El coeficiente dice cuánto, en centésimas, y va de veinte a ciento veinte; con más de noventa, las mareas son vivas,
y con menos de cincuenta, muertas. Las tablas se publican cada año &amp; valen para el puerto que nombran.</p>
<table><tr><th>Día<th>Coeficiente<tr><td>Lunes<td>95<tr><td>Martes<td>88</table>
<p>Conviene apuntar la hora de la pleamar, mirar el calado, que no siempre es el de la carta, y dejar cabo de más.</p>`

func TestArticle(t *testing.T) {
	src := news(story)
	d := readAll(t, html.Article, src)
	if err := invariants(d, src); err != nil {
		t.Error(err)
	}
	if err := exact(d, src); err != nil {
		t.Error(err)
	}
	for _, want := range []string{"# La marea\n", "La marea sube", "**paga**", "## Los coeficientes", "año & valen", "| Lunes | 95 |", "cabo de más."} {
		if !strings.Contains(d.Text, want) {
			t.Errorf("%q is not in %q", want, d.Text)
		}
	}
	for _, other := range []string{"Inicio", "Lo más leído", "Ana:"} {
		if strings.Contains(d.Text, other) {
			t.Errorf("%q is in %q", other, d.Text)
		}
	}
	if d.Title != "La marea" || d.Language != "es" || len(d.Warnings) > 0 {
		t.Errorf("title %q, language %q, warnings %q", d.Title, d.Language, d.Warnings)
	}
	if all := readAll(t, html.Content, src); !strings.Contains(all.Text, "Lo más leído") {
		t.Error("the page shows nothing: our own rules find as much")
	}
}

// TestNoArticle holds that where there is no article the page is read as ever.
func TestNoArticle(t *testing.T) {
	for _, src := range []string{"", "<p>x", "<ul><li>a<li>b</ul>", "<svg>", "<table><td>1", news("<p>Nada.")} {
		a, c := readAll(t, html.Article, src), readAll(t, html.Content, src)
		if a.Text != c.Text || len(a.Warnings) > 0 {
			t.Errorf("%q: %q, else %q; %q", src, a.Text, c.Text, a.Warnings)
		}
	}
	src := news(strings.Repeat(story, 5000))
	d := readAll(t, html.Article, src)
	if len(d.Warnings) != 1 || !strings.Contains(d.Warnings[0], "20000 elements") || d.Text != readAll(t, html.Content, src).Text {
		t.Errorf("a page of too many elements: %q", d.Warnings)
	}
}

var article = readtest.Format{Media: html.Media, Capped: contract.Capped, Seeds: map[string]string{
	"news":   news(story),
	"nested": strings.Repeat("<div>", 60) + story + strings.Repeat("</div>", 60),
	"breaks": news(strings.ReplaceAll(story, "<p>", "<br><br>")),
	"links":  news("<div><a href=x>" + story + "</a></div>"),
	"hidden": news("<div style='display:none'>" + story + "</div>" + story),
}}

func TestArticleContract(t *testing.T) { readtest.Run(t, html.Reader{Mode: html.Article}, article) }

func FuzzArticle(f *testing.F) { readtest.Fuzz(f, html.Reader{Mode: html.Article}, article) }

// TestArticleOrder holds that an article is a part of the page, in its order.
func TestArticleOrder(t *testing.T) {
	for name, src := range article.Seeds {
		all, d := readAll(t, html.All, src), readAll(t, html.Article, src)
		at := 0
		for _, b := range d.Blocks {
			if b.Kind != doc.Paragraph {
				continue
			}
			i := strings.Index(all.Text[at:], d.Slice(b.Span))
			if i < 0 {
				t.Errorf("%s: %q is not in the page, or before", name, d.Slice(b.Span))
				break
			}
			at += i
		}
	}
}

package html_test

import (
	"strings"
	"testing"

	"github.com/pildora/pildora/read/html"
)

// prose is enough text to be a page's content.
var prose = "<p>" + strings.Repeat("The boiler must be checked once a year by a person who is allowed to. ", 30) + "</p>"

// TestBoilerplate: what is dropped beside prose, and what looks like it and
// stays.
func TestBoilerplate(t *testing.T) {
	links := strings.Repeat("<li><a href=/x>News</a></li>", 8)
	for _, c := range []struct {
		name, part string
		keeps      bool
	}{
		{"nav", "<nav>NEEDLE</nav>", false},
		{"role", "<div role=navigation>NEEDLE</div>", false},
		{"footer", "<footer>NEEDLE</footer>", false},
		{"footer of a section", "<section><p>a</p><footer>NEEDLE</footer></section>", true},
		{"contentinfo", "<div role=contentinfo>NEEDLE</div>", false},
		{"aside", "<aside>NEEDLE</aside>", false},
		{"note in an article", "<article>" + prose + "<aside>NEEDLE</aside></article>", true},
		{"related in an article", "<article>" + prose + "<aside class=related-posts>NEEDLE</aside></article>", false},
		{"search", "<form><label>NEEDLE</label><input name=q></form>", false},
		{"form with prose", "<form><input name=q><p>" + strings.Repeat("NEEDLE and more words. ", 4) + "</p></form>", true},
		{"breadcrumb", "<ul class=breadcrumbs><li>NEEDLE</ul>", false},
		{"cookies", "<div class='cookie-notice'>NEEDLE</div>", false},
		{"camel", "<div id=cookieBanner>NEEDLE</div>", false},
		{"a section on cookies", "<div id=cookies><p>NEEDLE</p></div>", true},
		{"sidebar", "<div class=sidebar>NEEDLE</div>", false},
		{"pages", "<div class=pagination><a href=/2>NEEDLE</a></div>", false},
		{"dense", "<ul>" + links + "<li><a href=/y>NEEDLE</a></li></ul>", false},
		{"few links", "<ul><li><a href=/y>NEEDLE</a></li><li><a href=/z>b</a></li></ul>", true},
		{"links with words", "<ul>" + strings.Repeat("<li><a href=/x>News</a> of what was decided in the week before last</li>", 8) + "<li>NEEDLE</ul>", true},
		{"contents", "<div class=toc><ul>" + links + "<li><a href=#a>NEEDLE</a></ul></div>", false},
		{"button", "<button>NEEDLE</button>", false},
		{"button of a heading", "<h3><button>NEEDLE</button></h3>", true},
		{"accordion", "<button aria-expanded=false>NEEDLE</button>", true},
		{"select", "<select><option>NEEDLE</select>", false},
		{"textarea", "<textarea>NEEDLE</textarea>", false},
		{"hidden", "<p hidden>NEEDLE", false},
		{"invisible", "<p style='color:red; Display : none !important'>NEEDLE", false},
		{"found by search", "<p hidden=until-found>NEEDLE", true},
		{"icon", "<i aria-hidden=true>NEEDLE</i>", false},
		{"page behind a dialog", "<div aria-hidden=true><p>NEEDLE</p></div>", true},
		{"dialog", "<dialog>NEEDLE</dialog>", false},
		{"open dialog", "<dialog open>NEEDLE</dialog>", true},
		{"template", "<template><p>NEEDLE</template>", false},
		{"noscript", "<noscript>NEEDLE</noscript>", false},
		{"video", "<video>NEEDLE</video>", false},
		{"iframe", "<iframe>NEEDLE</iframe>", false},
		{"outside main", "<main>" + prose + "</main><p>NEEDLE</p>", false},
		{"heading outside main", "<h1>NEEDLE</h1><main>" + prose + "</main>", true},
		{"small main", "<main>a</main>" + prose + "NEEDLE", true},
		{"title in a banner", "<header><h1>NEEDLE</h1><p>Log in</p></header>", true},
		{"beside the title", "<header><h1>Title</h1><p>NEEDLE</p></header>", false},
	} {
		src := "<body>" + c.part + prose + "</body>"
		if strings.Contains(c.part, prose) { // it has its own
			src = "<body>" + c.part + "</body>"
		}
		if got := strings.Contains(readAll(t, html.Content, src).Text, "NEEDLE"); got != c.keeps {
			t.Errorf("%s: kept %v, want %v", c.name, got, c.keeps)
		}
		if d := readAll(t, html.Content, src); !strings.Contains(d.Text, "boiler") {
			t.Errorf("%s: the prose is lost", c.name)
		}
	}
}

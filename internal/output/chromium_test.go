package output

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/internal/browsertest"
	"github.com/pildora/pildora/store"
)

// hostile is a document that tries to get out of the page.
func hostile() (*doc.Document, []store.Record) {
	d := &doc.Document{URI: `x"><script>document.title="broken"</script>.md`, Title: `</title><img src=x onerror='document.title="broken"'>`,
		Text: "# Título </div></span>\r\n\r\n<script>document.title=\"broken\"</script>\n\n\x00NUL \u202eabc\u202c fin\n\n```\n<b>&amp; código</b>\n```\n\nمرحبا بالعالم\n\n" +
			"日本語のテキスト。👩‍👩‍👧\n"}
	var rs []store.Record
	at := 0
	for _, part := range strings.SplitAfter(d.Text, "\n\n") {
		body := strings.TrimSpace(part)
		start := at + strings.Index(part, body)
		rs = append(rs, store.Record{ID: `id"'<script>` + string(rune('a'+len(rs))), DocID: d.URI, Num: len(rs) + 1, Of: 4, Start: start, End: start + len(body), Text: body,
			Tokens: len(body) / 3, StartLine: 1, EndLine: 3, Headings: []string{`Título "><script>document.title="broken"</script>`}})
		at += len(part)
	}
	rs[1].Overlap = rs[1].Start - 2
	for i := range rs {
		rs[i].Of = len(rs)
	}
	return d, rs
}

// In a browser the page shows the source's text, its own script works under
// its policy, and nothing in the document does.
func TestChromiumShowsTheText(t *testing.T) {
	d, rs := hostile()
	page, err := written("html", d, rs...)
	if err != nil {
		t.Fatal(err)
	}
	dom := browsertest.Show(t, page, "#c1-2", "--dump-dom")
	if got := textOf(t, dom); len(got) != 1 || got[0] != shown(d.Text) {
		t.Errorf("the browser shows\n%q\nwant\n%q", got, shown(d.Text))
	}
	if !strings.Contains(dom, "<title>Chunks</title>") || strings.Contains(dom, "<img") {
		t.Error("the document got out of the page")
	}
	if !strings.Contains(dom, `<span class="c c1 sel" id="c1-2"`) || !strings.Contains(dom, `<li id="l1-2" class="c1 sel">`) {
		t.Errorf("the page's own script did not run:\n%s", dom)
	}
}

// The driver below runs with the page's script, under its hash: keys and
// clicks select chunks, open their details and fill the bar.
const driver = `
const key = (k) => document.body.dispatchEvent(new KeyboardEvent("keydown", {key: k, bubbles: true, cancelable: true}));
const sel = () => [...document.querySelectorAll(".sel")].map((e) => e.id).join(" ");
const log = [];
key("j"); log.push(sel()); key("j"); log.push(sel()); key("ArrowRight"); key("k"); log.push(sel());
key("Enter"); log.push(document.querySelectorAll("details[open]").length);
log.push(document.getElementById("bar").textContent.slice(0, 4));
key("Escape"); log.push("[" + sel() + "]");
document.getElementById("c1-3").click(); log.push(sel());
document.querySelector("#l1-1 a").click(); log.push(sel());
for (let i = 0; i < 9; i++) key("j");
log.push(sel()); key("p"); log.push(sel());
document.body.dataset.log = log.join(";");
`

func TestChromiumKeysAndClicks(t *testing.T) {
	d, rs := hostile()
	page, err := written("html", d, rs...)
	if err != nil {
		t.Fatal(err)
	}
	page = strings.Replace(strings.Replace(page, hash(pageJS), hash(pageJS+driver), 1), pageJS, pageJS+driver, 1)
	dom := browsertest.Show(t, page, "", "--dump-dom")
	want := `data-log="c1-1 l1-1;c1-2 l1-2;c1-2 l1-2;1;2/5 ;[];c1-3 l1-3;c1-1 l1-1;c1-5 l1-5;c1-4 l1-4"`
	if !strings.Contains(dom, want) {
		_, got, _ := strings.Cut(dom, "data-log=")
		t.Errorf("got data-log=%.200s\nwant %s", got, want)
	}
}

// The style works under the policy, too: each chunk's colour is on the screen,
// in light and in dark.
func TestChromiumColours(t *testing.T) {
	d, rs := hostile()
	page, err := written("html", d, rs...)
	if err != nil {
		t.Fatal(err)
	}
	for mode, colours := range map[string][4][3]uint32{
		"light": {{0xfd, 0xe3, 0xc8}, {0xd3, 0xe8, 0xfb}, {0xd9, 0xf0, 0xd3}, {0xec, 0xdf, 0xf7}},
		"dark":  {{0x54, 0x37, 0x1a}, {0x1d, 0x3f, 0x5c}, {0x27, 0x47, 0x2a}, {0x44, 0x30, 0x5a}},
	} {
		shot := filepath.Join(t.TempDir(), "shot.png")
		flags := []string{"--screenshot=" + shot, "--window-size=1200,900"}
		if mode == "dark" {
			flags = append(flags, "--blink-settings=preferredColorScheme=0")
		}
		browsertest.Show(t, page, "", flags...)
		counts := browsertest.Pixels(t, shot, colours)
		for i, n := range counts {
			if n < 200 {
				t.Errorf("%s: colour %d covers %d pixels", mode, i, n)
			}
		}
	}
}

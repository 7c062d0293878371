package report

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/pildora/pildora/internal/browsertest"
)

// driver runs with the page's script, under its hash.
const driver = `
const log = [];
const key = (k) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key: k, bubbles: true, cancelable: true}));
// A busy machine's browser may open the page before its window has the focus.
const focus = (e) => { e.focus(); if (!document.hasFocus()) e.dispatchEvent(new FocusEvent("focusin", {bubbles: true})); };
const names = () => [...document.querySelectorAll("#runs tbody th")].map((e) => e.textContent.trim().slice(0, 5)).join(",");
log.push(names());
const heads = document.querySelectorAll("#runs thead button");
heads[1].click(); log.push(names(), heads[1].parentElement.getAttribute("aria-sort"));
heads[1].click(); log.push(names());
heads[0].click(); log.push(names());
key("j"); log.push(document.activeElement.tagName);
const at = document.activeElement;
key("j"); log.push(document.activeElement !== at);
key("k"); log.push(document.activeElement === at);
focus(document.querySelector("svg .run[data-run='1']"));
log.push(document.querySelectorAll("svg .run.on").length, document.body.classList.contains("some"));
focus(heads[0]); log.push(document.body.classList.contains("some"));
log.push(document.title, document.querySelectorAll("blockquote b[onmouseover], img").length);
document.body.dataset.log = log.join(";");
`

func TestChromiumSortsStepsAndHighlights(t *testing.T) {
	page := pageOf(t)
	page = strings.Replace(strings.Replace(page, hash(pageJS), hash(pageJS+driver), 1), pageJS, pageJS+driver, 1)
	dom := browsertest.Show(t, page, "", "--dump-dom")
	_, rest, _ := strings.Cut(dom, `data-log="`)
	got, _, _ := strings.Cut(rest, `"`)
	want := "large,small,middl,again;small,middl,large,again;descending;again,large,middl,small;again,large,middl,small;SUMMARY;true;true;5;true;false;Evaluation;0"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// The style works under the policy, in light and in dark: each run's colour is
// on the screen.
func TestChromiumColours(t *testing.T) {
	page := pageOf(t)
	for mode, colours := range map[string][4][3]uint32{
		"light": {{0x1f, 0x6f, 0xb2}, {0xc4, 0x54, 0x0c}, {0x2f, 0x8a, 0x4b}, {0x8a, 0x4b, 0xb3}},
		"dark":  {{0x6f, 0xb4, 0xee}, {0xf0, 0x9a, 0x55}, {0x78, 0xcf, 0x92}, {0xc7, 0x9a, 0xec}},
	} {
		shot := filepath.Join(t.TempDir(), "shot.png")
		flags := []string{"--screenshot=" + shot, "--window-size=1200,2400"}
		if mode == "dark" {
			flags = append(flags, "--blink-settings=preferredColorScheme=0")
		}
		browsertest.Show(t, page, "", flags...)
		for i, n := range browsertest.Pixels(t, shot, colours) {
			if n < 100 {
				t.Errorf("%s: colour %d covers %d pixels", mode, i, n)
			}
		}
	}
}

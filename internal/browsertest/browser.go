// Package browsertest tries pages in a real browser.
package browsertest

import (
	"bytes"
	"context"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// Show opens a page, given as HTML, in a headless Chromium with further flags,
// and returns what the browser prints (with --dump-dom, the page as it became).
// fragment is what follows the page's address, such as "#c1-2", or empty. Where
// there is no Chromium the test is skipped; in CI it fails.
func Show(t *testing.T, page, fragment string, flags ...string) string {
	t.Helper()
	program, err := exec.LookPath("chromium")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("chromium is not on PATH; CI must have it (apt-get install chromium)")
		}
		t.Skip("chromium is not on PATH: the page isn't tried in a browser")
	}
	path := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(path, []byte(page), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 90*time.Second)
	defer cancel()
	args := append([]string{"--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync", "--disable-component-update",
		"--no-first-run", "--disable-quic", "--hide-scrollbars", "--user-data-dir=" + t.TempDir(), "--virtual-time-budget=2000"}, flags...)
	cmd := exec.CommandContext(ctx, program, append(args, "file://"+filepath.ToSlash(path)+fragment)...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("chromium: %v\n%s", err, stderr.String())
	}
	return string(out)
}

// Pixels counts the pixels of each colour (red, green, blue) in a screenshot.
func Pixels(t *testing.T, shot string, colours [4][3]uint32) (counts [4]int) {
	t.Helper()
	data, err := os.ReadFile(shot)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			r, g, b, _ := img.At(x, y).RGBA()
			for i, c := range colours {
				if r>>8 == c[0] && g>>8 == c[1] && b>>8 == c[2] {
					counts[i]++
				}
			}
		}
	}
	return counts
}

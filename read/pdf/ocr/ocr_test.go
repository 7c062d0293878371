package ocr

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pildora/pildora/read/pdf/extract"
	"github.com/pildora/pildora/read/pdf/page"
)

// TestMain is an OCR program where it is asked to be one: it prints what
// stands in a file, or what it was given.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "ocr" {
		os.Exit(program(os.Args[2], os.Args[3:]))
	}
	os.Exit(m.Run())
}

func program(what string, args []string) int {
	switch what {
	case "cat":
		data, err := os.ReadFile(args[0])
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		os.Stdout.Write(data)
	case "args":
		fmt.Println(strings.Join(args, " "))
	case "stdin":
		var in bytes.Buffer
		_, _ = in.ReadFrom(os.Stdin)
		fmt.Println(in.Len(), os.Getenv("PILDORA_PASSWORD"))
	case "fail":
		fmt.Fprintln(os.Stderr, "starting\nno such language")
		return 3
	case "hang":
		time.Sleep(time.Hour)
	case "flood":
		line := bytes.Repeat([]byte("word "), 1<<16)
		for {
			if _, err := os.Stdout.Write(line); err != nil {
				return 1
			}
		}
	}
	return 0
}

func command(t *testing.T, args ...string) Command {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return Command{Args: append([]string{self, "ocr"}, args...)}
}

var picture = extract.Picture{Number: 1, PNG: []byte("a picture"), DPI: 300, Scale: 0.24}

// words reads a page with a command and returns what is on it, lines parted by
// bars.
func words(t *testing.T, c Command) (string, page.Page, error) {
	t.Helper()
	p := page.Page{Number: 1, Width: 600, Height: 800, Scan: true}
	err := c.Read(t.Context(), &p, picture)
	var b strings.Builder
	for _, g := range p.Glyphs {
		b.WriteRune(g.Rune)
	}
	return strings.ReplaceAll(b.String(), "\n", "|"), p, err
}

func file(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "out")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

const twoLines = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n" +
	"1\t1\t0\t0\t0\t0\t0\t0\t2500\t3333\t-1\t\n" +
	"4\t1\t1\t1\t1\t0\t250\t100\t500\t50\t-1\t\n" +
	"5\t1\t1\t1\t1\t1\t250\t100\t200\t50\t96.1\tHola,\n" +
	"5\t1\t1\t1\t1\t2\t500\t100\t250\t50\t91\tmundo\n" +
	"5\t1\t1\t1\t1\t3\t800\t100\t250\t50\t3.5\t~*~\n" +
	"4\t1\t1\t1\t2\t0\t250\t160\t500\t40\t-1\t\n" +
	"5\t1\t1\t1\t2\t1\t250\t160\t200\t40\t96\tSegunda\n"

func TestTSV(t *testing.T) {
	got, p, err := words(t, command(t, "cat", file(t, twoLines)))
	if err != nil || got != "Hola, mundo|Segunda" || p.Scan {
		t.Fatalf("%q, %v", got, err)
	}
	h, m := p.Glyphs[0], p.Glyphs[6]
	if h.Box != (page.Box{Left: 60, Bottom: 764, Right: 69.6, Top: 776}) || m.Box.Left != 120 || h.Size != m.Size || h.Y != m.Y {
		t.Errorf("%+v\n%+v", h, m)
	}
	if g := p.Glyphs[5]; g.Flags&page.Generated == 0 || g.Font != -1 {
		t.Errorf("blank %+v", g)
	}
}

func TestHOCR(t *testing.T) {
	got, p, err := words(t, command(t, "cat", file(t, `<?xml version="1.0"?><!DOCTYPE html><html><head><meta charset="utf-8"/></head><body>
<div class='ocr_page' title='image "x.png"; bbox 0 0 2500 3333'><p class='ocr_par'>
<span class='ocr_line' title="bbox 250 100 750 150; baseline 0 -3"><span class='ocrx_word' title='bbox 250 100 450 150; x_wconf 95'><strong>Ho</strong>la,</span>
<span class='ocrx_word' title='bbox 500 100 750 150; x_wconf 91'>a &amp; b</span><span class='ocrx_word' title='bbox 800 100 850 150; x_wconf 2'>~</span></span>
<span class='ocr_line' title="bbox 250 160 750 200"><span class='ocrx_word' title='bbox 250 160 450 200'>Segunda</span></span></p></div></body></html>`)))
	if err != nil || got != "Hola, a & b|Segunda" {
		t.Fatalf("%q, %v", got, err)
	}
	if g := p.Glyphs[0]; g.Box.Left != 60 || g.Box.Top != 776 {
		t.Errorf("%+v", g)
	}
}

func TestPlain(t *testing.T) {
	got, p, err := words(t, command(t, "cat", file(t, "Hola, mundo\r\n\nSegunda\n\f")))
	if err != nil || got != "Hola, mundo|Segunda" {
		t.Fatalf("%q, %v", got, err)
	}
	last := p.Glyphs[len(p.Glyphs)-1]
	if first := p.Glyphs[0]; first.Y <= last.Y || last.Box.Bottom < 0 || first.Box.Top > p.Height {
		t.Errorf("%+v\n%+v", first, last)
	}
}

func TestHowItIsCalled(t *testing.T) {
	c := command(t, "args", "-l", "{lang}", "--dpi={dpi}")
	if got, _, err := words(t, c); err != nil || got != "-l eng --dpi=300" {
		t.Errorf("%q, %v", got, err)
	}
	c.Lang = "spa"
	if got, _, err := words(t, c); err != nil || got != "-l spa --dpi=300" {
		t.Errorf("%q, %v", got, err)
	}
	t.Setenv("PILDORA_PASSWORD", "sesame")
	if got, _, err := words(t, command(t, "stdin")); err != nil || got != "9" {
		t.Errorf("%q, %v", got, err)
	}
	if got, _, err := words(t, command(t, "cat", "{image}")); err != nil || got != "a picture" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestNothingFound(t *testing.T) {
	if got, p, err := words(t, command(t, "cat", file(t, " \n\f"))); err != nil || got != "" || !p.Scan {
		t.Errorf("%q, %v", got, err)
	}
}

func TestFailures(t *testing.T) {
	hang := command(t, "hang")
	hang.Time = 100 * time.Millisecond
	for _, c := range []struct {
		command Command
		want    string
	}{
		{command(t, "fail"), "no such language"},
		{command(t, "cat", "nofile"), "nofile"},
		{Command{Args: []string{"/no/such/program"}}, "/no/such/program"},
		{hang, "took longer than 100ms"},
		{command(t, "flood"), "more than 32 MiB"},
		{command(t, "cat", file(t, "level\tpage_num\n5\tx\t1\t1\t1\t1\t1\t1\t1\t1\t1\ta\n")), "line 2: column 2"},
	} {
		if _, p, err := words(t, c.command); err == nil || !strings.Contains(err.Error(), c.want) || !p.Scan {
			t.Errorf("%v: %v, want %s", c.command.Args[2:], err, c.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := command(t, "hang").Read(ctx, &page.Page{}, picture); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestParse(t *testing.T) {
	for line, want := range map[string][]string{
		"":                                nil,
		"ocr":                             {"ocr"},
		`ocr  {image} -l '{lang} x'`:      {"ocr", "{image}", "-l", "{lang} x"},
		`"C:\\Program Files\\ocr.exe" ""`: {`C:\Program Files\ocr.exe`, ""},
		`a\ b 'c\d' "e'f"`:                {"a b", `c\d`, "e'f"},
		"/usr/bin/tesseract":              {"/usr/bin/tesseract", "{image}", "stdout", "-l", "{lang}", "--dpi", "{dpi}", "tsv"},
	} {
		c, err := Parse(line)
		if err != nil || !slices.Equal(c.Args, want) || c.Named() != (len(want) > 0) {
			t.Errorf("%s: %q, %v", line, c.Args, err)
		}
	}
	for _, line := range []string{"a 'b", `a "b`, `a \`} {
		if _, err := Parse(line); err == nil {
			t.Errorf("%s: no error", line)
		}
	}
}

func TestLangOf(t *testing.T) {
	for tag, want := range map[string]string{"es": "spa", "es-MX": "spa", "en": "eng", "de": "deu", "auto": "", "": "", "xx-y": ""} {
		if got := LangOf(tag); got != want {
			t.Errorf("%s: %q", tag, got)
		}
	}
}

// FuzzWords: whatever a program writes, there are glyphs on the page or an
// error.
func FuzzWords(f *testing.F) {
	f.Add([]byte(twoLines))
	f.Add([]byte("<div class='ocr_page'><span class='ocrx_word' title='bbox 1 2 3 4'>a</span>"))
	f.Add([]byte("plain\n\ntext"))
	f.Fuzz(func(t *testing.T, out []byte) {
		ws, err := wordsOf(out, 0.24, 600, 800)
		if err != nil {
			return
		}
		for _, g := range glyphsOf(ws) {
			if g.Box.Left > g.Box.Right || g.Box.Bottom > g.Box.Top {
				t.Fatalf("%+v", g)
			}
		}
	})
}

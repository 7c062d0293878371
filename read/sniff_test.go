package read

import (
	"archive/zip"
	"bytes"
	"strings"
	"testing"
)

func TestMediaByName(t *testing.T) {
	for name, want := range map[string]string{
		"a/b.md": "text/markdown", "README.MD": "text/markdown", "x.qmd": "text/markdown", "README": "text/plain",
		"docs/Makefile": "text/x-makefile", `c:\docs\a.PDF`: "application/pdf", "notes.txt": "text/plain",
		"https://example.org/a/page.html?x=1.pdf#frag.md": "text/html", "https://example.org/": "", "https://example.org": "",
		"ls.1": "", "app.log.1": "", "ls.man": "text/troff", // the content tells a page from an old log
		"a.go": "text/x-go", "a.tar.zzz": "", "noext": "", "": "", ".": "", ".md": "text/markdown", "md": "", "a.": "",
	} {
		if got := MediaByName(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

// TestExtensionTable: each entry is as lookups need it.
func TestExtensionTable(t *testing.T) {
	for ext, media := range mediaByExt {
		if ext != strings.ToLower(ext) || strings.Contains(ext, ".") || strings.Count(media, "/") != 1 || media != strings.ToLower(media) {
			t.Errorf("%q: %q", ext, media)
		}
		if got := MediaByName("dir.x/Some Name." + strings.ToUpper(ext)); got != media {
			t.Errorf("%q: looked up as %q", ext, got)
		}
	}
	exts := Extensions(func(m string) bool { return m == "text/plain" })
	if strings.Join(exts, " ") != ".log .text .txt" {
		t.Errorf("%v", exts)
	}
}

// zipOf makes an archive with empty entries of these names.
func zipOf(t *testing.T, first, content string, names ...string) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	if first != "" {
		f, err := w.CreateRaw(&zip.FileHeader{Name: first, Method: zip.Store, UncompressedSize64: uint64(len(content)), CompressedSize64: uint64(len(content))})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(content)); err != nil {
			t.Fatal(err)
		}
	}
	for _, n := range names {
		if _, err := w.Create(n); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestMediaByContent(t *testing.T) {
	row := `{"id": 1, "text": "` + strings.Repeat("word ", 100) + `"}` + "\n"
	for _, c := range []struct{ data, want string }{
		{"", "text/plain"},
		{"Just words.", "text/plain"},
		{"a,b\n1,2\n", "text/plain"},
		{"# Could be Markdown or a script\n", "text/plain"},
		{"\xef\xbb\xbf <!DOCTYPE html><html>", "text/html"},
		{"<!-- c -->\n<html lang=es>", "text/html"},
		{"<b>no page</b>", "text/plain"},
		{"<?xml version='1.0'?>\n<!DOCTYPE html PUBLIC>", "application/xhtml+xml"},
		{"<?xml version='1.0'?><a/>", "application/xml"},
		{"%PDF-1.7\n", "application/pdf"},
		{`{\rtf1\ansi`, "application/rtf"},
		{"WEBVTT\n\n00:01.000 --> 00:02.000\nHi", "text/vtt"},
		{".\\\" a comment of roff\n.TH LS 1\n", "text/troff"},
		{"'\\\" t\n.TH LS 1\n", "text/troff"},
		{".Dd March 5, 2024\n.Dt LS 1\n", "text/troff"},
		{".so man1/ls.1\n", "text/troff"},
		{"...and so on. 'quoted'\n", "text/plain"},
		{"% a remark\n\n\\documentclass{article}\n", "text/x-tex"},
		{"\\documentation is text\n", "text/plain"},
		{"1\r\n00:00:01,000 --> 00:00:02,000\r\nHi", "application/x-subrip"},
		{"From ana@example.org Mon Jan  1 00:00:00 2024\nSubject: x\n", "application/mbox"},
		{"From here on it is prose.\nNothing: else\n", "text/plain"},
		{"Received: from a\n by b\nFrom: ana@example.org\nSubject: x\n\nHi", "message/rfc822"},
		{"Subject: minutes\nDate: today\n\nWe met.", "text/plain"},
		{`{"a": [1, 2]}`, "application/json"},
		{`[1, 2]`, "application/json"},
		{`[see the list]`, "text/plain"},
		{`{not json}`, "text/plain"},
		{"{\"a\":1}\n{\"a\":2}\n", "application/jsonl"},
		{strings.Repeat(row, 300), "application/jsonl"},
		{"[" + strings.Repeat(strings.TrimSpace(row)+",\n", 300) + "{}]", "application/json"},
		{`{"cells": [], "nbformat": 4}`, "application/x-ipynb+json"},
		{zipOf(t, "mimetype", "application/epub+zip", "x"), "application/epub+zip"},
		{zipOf(t, "mimetype", "application/vnd.oasis.opendocument.text"), mediaByExt["odt"]},
		{zipOf(t, "", "", "[Content_Types].xml", "word/document.xml"), mediaByExt["docx"]},
		{zipOf(t, "", "", "[Content_Types].xml", "xl/workbook.xml"), mediaByExt["xlsx"]},
		{zipOf(t, "", "", "[Content_Types].xml", "ppt/presentation.xml"), mediaByExt["pptx"]},
		{zipOf(t, "", "", "a.txt"), "application/zip"},
		{"\x89PNG\r\n\x1a\n", "image/png"},
		{"SQLite format 3\x00", "application/octet-stream"},
		{"\x00\x01\x02\x03\x04\x05\xff\xfe\x00", "application/octet-stream"},
		{"caf\xe9 cr\xe8me", "text/plain"},
		{"\xff\xfea\x00b\x00", "text/plain"},
	} {
		if got := Media("-", []byte(c.data)); got != c.want {
			t.Errorf("%.40q: %s, want %s", c.data, got, c.want)
		}
	}
}

func TestMediaType(t *testing.T) {
	for _, c := range []struct {
		s    Source
		want string
	}{
		{Source{URI: "a.txt", Media: "Text/HTML; charset=utf-8"}, "text/html"},
		{Source{URI: "a.txt", Data: []byte("%PDF-1.7")}, "text/plain"},
		{Source{URI: "-", Data: []byte("%PDF-1.7")}, "application/pdf"},
		{Source{URI: "a.md", Media: "???"}, "text/markdown"},
	} {
		if got := c.s.MediaType(); got != c.want {
			t.Errorf("%+v: %s", c.s, got)
		}
	}
}

// TestWrongNames: what the content plainly is goes before what the name
// promises, and a damaged file stays what it was named.
func TestWrongNames(t *testing.T) {
	const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
	zipped := func(names ...string) string {
		var b bytes.Buffer
		w := zip.NewWriter(&b)
		for _, n := range names {
			if _, err := w.Create(n); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	sheet := zipped("[Content_Types].xml", "xl/workbook.xml")
	for _, c := range []struct{ name, data, want string }{
		{"a.txt", "%PDF-1.7\n", "application/pdf"},
		{"a.md", `{\rtf1 x}`, "application/rtf"},
		{"a.docx", "<!doctype html><p>x", "text/html"},
		{"a.pdf", "<html><body>404", "text/html"},
		{"a.csv", sheet, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"},
		{"a.docx", sheet, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"},
		{"a.zip", zipped("word/document.xml"), docx},
		{"a.docx", zipped("other"), docx},
		{"a.docx", "PK\x03\x04 cut", docx},
		{"a.docx", "", docx},
		{"a.xls", "<html><table><tr><td>1", "text/html"},
		{"a.doc", `{\rtf1 x}`, "application/rtf"},
		{"a.doc", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00", "application/msword"},
		{"a.odp", " \n", "text/plain"},
		{"a.txt", "<!doctype html><p>x", "text/plain"},
		{"a.md", "From here on", "text/markdown"},
		{"a.pdf", strings.Repeat("\x00\x9b\x02\xff\x81", 40), "application/pdf"},
		{"a.zip", zipped("a.docx", "b/word/document.xml"), "application/zip"},
		{"a.txt", zipped("META-INF/container.xml", "mimetype"), "application/epub+zip"},
	} {
		if got := correctMedia(MediaByName(c.name), []byte(c.data)); got != c.want {
			t.Errorf("%s %.12q: %s, want %s", c.name, c.data, got, c.want)
		}
	}
}

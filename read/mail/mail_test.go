package mail_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/pildora/pildora/internal/cputime"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/mail"
	"github.com/pildora/pildora/read/readtest"
)

const attached = `From: Ana <ana@example.org>
Subject: Contract
Date: Mon, 4 Mar 2024 10:15:00 +0100
Message-ID: <1@example.org>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/plain

Here it is.
--b
Content-Type: application/pdf; name="=?utf-8?q?se=C3=B1al.pdf?="
Content-Disposition: attachment
Content-Transfer-Encoding: base64

JVBERi0xLjQK
--b
Content-Type: text/plain
Content-Disposition: attachment; filename="../../etc/notes.txt"

Notes.
--b
Content-Type: text/plain
Content-Disposition: attachment; filename="notes.txt"

More notes.
--b
Content-Type: message/rfc822

From: Luis <luis@example.org>
Subject: Inner

An inner message.
--b--
`

var format = readtest.Format{
	Media: mail.Message,
	Seeds: map[string]string{
		"attached": attached,
		"plain":    "Subject: A\nFrom: a@b.c\n\nText.\n",
		"crlf":     "Subject: A\r\nFrom: a@b.c\r\n\r\nText.\r\n\r\n> quote\r\n",
		"mbox":     "From a@b.c Mon Mar  4 10:15:00 2024\nSubject: A\n\nText.\n",
		"html":     "Subject: H\nContent-Type: text/html\n\n<p>Hi <blockquote type=cite>old</blockquote>",
		"headers":  "Subject: only\n\n",
		"qp":       "Subject: =?utf-8?q?=C3=B1?=\nContent-Transfer-Encoding: quoted-printable\nContent-Type: text/plain; charset=utf-8\n\n=C3=B1 = 3\n",
		"latin":    "Subject: a\xf1o\n\nse\xf1or\n",
	},
	Capped: func(n int64) read.Reader { return mail.Reader{MaxBytes: n} },
}

func TestReader(t *testing.T) { readtest.Run(t, mail.Reader{}, format) }

func FuzzReader(f *testing.F) { readtest.Fuzz(f, mail.Reader{}, format) }

func TestGolden(t *testing.T) { readtest.Golden(t, mail.Reader{}, format, unpacked) }

func unpacked(parts []txtar.File) []byte { return parts[0].Data }

// TestKeep: nothing of what a message quotes is left out.
func TestKeep(t *testing.T) {
	for name, text := range map[string]string{
		"plain": "Subject: Re: x\n\nYes.\n\nOn Monday, Ana wrote:\n> Really?\n\n-- \nLuis\n",
		"html":  "Subject: Re: x\nContent-Type: text/html\n\n<p>Yes.</p><div class=gmail_quote>On Monday, Ana wrote: <blockquote>Really?</blockquote></div><div class=gmail_signature>Luis</div>",
	} {
		s := read.Source{URI: "m.eml", Media: mail.Message, Data: []byte(text)}
		kept, err := mail.Reader{Quotes: mail.Keep}.Read(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		trimmed, err := mail.Reader{}.Read(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range []string{"Yes.", "Ana wrote:", "Really?", "Luis"} {
			if !strings.Contains(kept.Text, part) {
				t.Errorf("%s: %q is missing in %q", name, part, kept.Text)
			}
			if strings.Contains(trimmed.Text, part) != (part == "Yes.") {
				t.Errorf("%s: %q in %q", name, part, trimmed.Text)
			}
		}
	}
}

func TestEncrypted(t *testing.T) {
	for name, text := range map[string]string{
		"PGP/MIME": "Subject: s\nContent-Type: multipart/encrypted; protocol=\"application/pgp-encrypted\"; boundary=b\n\n--b\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n--b\nContent-Type: application/octet-stream\n\n-----BEGIN PGP MESSAGE-----\n--b--\n",
		"PGP":      "Subject: s\n\n-----BEGIN PGP MESSAGE-----\n\nhQ\n-----END PGP MESSAGE-----\n",
		"S/MIME":   "Subject: s\nContent-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m\nContent-Transfer-Encoding: base64\n\nMIAG\n",
	} {
		_, err := mail.Reader{}.Read(t.Context(), read.Source{URI: "m.eml", Media: mail.Message, Data: []byte(text)})
		if !errors.Is(err, mail.ErrEncrypted) || !strings.Contains(err.Error(), "m.eml") || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestMeta(t *testing.T) {
	d, err := mail.Reader{}.Read(t.Context(), read.Source{URI: "m.eml", Data: []byte("From: Ana <a@b.c>\nTo: l@b.c\nSubject: S\nDate: Mon, 4 Mar 2024 10:15:00 +0100\n" +
		"Message-ID: <3@b.c>\nIn-Reply-To: <2@b.c>\nReferences: <1@b.c>\n <2@b.c>\nContent-Language: es-ES\n\nx\n")})
	if err != nil {
		t.Fatal(err)
	}
	want := "map[author:Ana date:2024-03-04T10:15:00+01:00 in-reply-to:2@b.c message-id:3@b.c thread:1@b.c title:S to:l@b.c]"
	if got := fmt.Sprint(d.Meta); got != want || d.Title != "S" || d.Language != "es" {
		t.Errorf("%s %q %q", got, d.Title, d.Language)
	}
}

func TestWarnings(t *testing.T) {
	d, err := mail.Reader{}.Read(t.Context(), read.Source{URI: "m.eml", Data: []byte("Subject: S\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\nContent-Transfer-Encoding: base64\n\nSGVsbG8h!!!\n--b\nContent-Type: application/ms-tnef; name=winmail.dat\n\nx\n--b--\n")})
	if err != nil || len(d.Warnings) < 2 || !strings.Contains(d.Text, "Hello") || !strings.Contains(fmt.Sprint(d.Warnings), "winmail.dat") {
		t.Errorf("%q %q %v", d.Text, d.Warnings, err)
	}
}

// entries writes what a container holds: a line for each.
func entries(t *testing.T, c read.Container, data string, limit int64) string {
	t.Helper()
	var out []string
	for e, err := range c.Open(t.Context(), read.Source{URI: "m", Data: []byte(data)}, limit) {
		if err != nil {
			out = append(out, "ERROR "+err.Error())
			continue
		}
		r, err := e.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, fmt.Sprintf("%s %s %d %q %v", e.Name, e.Media, e.Size, content, e.Meta))
	}
	return strings.Join(out, "\n")
}

func TestAttachments(t *testing.T) {
	meta := "map[author:Ana date:2024-03-04T10:15:00+01:00 title:Contract]"
	want := `señal.pdf  9 "%PDF-1.4\n" ` + meta + `
notes.txt  6 "Notes." ` + meta + `
notes-2.txt  11 "More notes." ` + meta + `
part-5.eml  63 "From: Luis <luis@example.org>\nSubject: Inner\n\nAn inner message." ` + meta
	if got := entries(t, mail.Attachments{}, attached, 1<<20); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := entries(t, mail.Attachments{}, attached, 12); !strings.Contains(got, "too large") {
		t.Error(got)
	}
}

func TestMailbox(t *testing.T) {
	box := "From ana@example.org Mon Mar  4 10:15:00 2024\nSubject: One\n\nText.\n>From here\n>>From there\nFrom now on\n\n" +
		"From luis@example.org Tue, 5 Mar 2024 10:15:00 +0100\r\nSubject: Two\r\n\r\nFrom the start, nothing.\r\n\r\nFrom Ana came nothing in 2024\r\n"
	want := `1 message/rfc822 57 "Subject: One\n\nText.\nFrom here\n>From there\nFrom now on\n\n" map[]
2 message/rfc822 75 "Subject: Two\r\n\r\nFrom the start, nothing.\r\n\r\nFrom Ana came nothing in 2024\r\n" map[]`
	if got := entries(t, mail.Mailboxes{}, box, 1<<20); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := entries(t, mail.Mailboxes{}, "no mailbox at all\n", 1<<20); !strings.HasPrefix(got, "ERROR no mailbox") {
		t.Error(got)
	}
	if got := entries(t, mail.Mailboxes{}, "", 1<<20); got != "" {
		t.Error(got)
	}
}

func TestHostileMessages(t *testing.T) {
	var nested strings.Builder
	nested.WriteString("Subject: deep\n")
	for i := range 5000 {
		fmt.Fprintf(&nested, "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i)
	}
	for name, data := range map[string]string{
		"nested": nested.String(),
		"people": "Subject: x\nTo: " + strings.Repeat("a@b.c, ", 100_000) + "a@b.c\n\nx\n",
		"header": "Subject: " + strings.Repeat("=?utf-8?q?=C3=B1?= ", 20_000) + "\n\nx\n",
		"parts":  "Subject: x\nContent-Type: multipart/mixed; boundary=b\n\n" + strings.Repeat("--b\n\nx\n", 20_000),
		"quotes": "Subject: x\n\n" + strings.Repeat("On a wrote\n", 20_000),
		"divs":   "Subject: x\nContent-Type: text/html\n\n" + strings.Repeat("<div class=gmail_quote>", 20_000) + "x",
	} {
		s := read.Source{URI: "m.eml", Media: mail.Message, Data: []byte(data)}
		if _, err := (mail.Reader{}).Read(context.Background(), s); err != nil && !strings.Contains(err.Error(), "m.eml") {
			t.Errorf("%s: %v", name, err)
		} else if name == "nested" && !errors.Is(err, read.ErrTooLarge) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestMailboxGrows: a mailbox twice as large takes about twice as long.
func TestMailboxGrows(t *testing.T) {
	open := func(n int) func() {
		data := []byte(strings.Repeat("From a@b.c Mon Mar  4 10:15:00 2024\nSubject: S\n\nText.\n>From here\n\n", n))
		return func() {
			count := 0
			for e, err := range (mail.Mailboxes{}).Open(t.Context(), read.Source{URI: "m", Data: data}, 1<<30) {
				if err != nil {
					t.Fatal(err)
				}
				if _, err := e.Open(); err != nil {
					t.Fatal(err)
				}
				count++
			}
			if count != n {
				t.Fatalf("%d messages of %d", count, n)
			}
		}
	}
	if err := cputime.Grows(8, open(5_000), open(40_000)); err != nil {
		t.Error(err)
	}
}

// TestNoMessage: what has no headers is refused in one line, which says what it
// looks like and shows none of its bytes.
func TestNoMessage(t *testing.T) {
	for data, want := range map[string]string{
		"Just a text.\n\nOf two paragraphs.\n": "text/plain",
		"<!DOCTYPE html><html><p>x</p>":        "text/html",
		"PK\x03\x04\x14\x00\x00\x01":           "application/zip",
	} {
		_, err := mail.Reader{}.Read(t.Context(), read.Source{URI: "a.eml", Data: []byte(data)})
		if err == nil || !strings.Contains(err.Error(), "a.eml: no message: it has no headers, but looks like "+want) || strings.ContainsAny(err.Error(), "\n\x00") {
			t.Errorf("%q: %v", data, err)
		}
	}
}

// TestAttachmentsComposed: two names that are one once their letters are
// composed are told apart, so that neither is lost.
func TestAttachmentsComposed(t *testing.T) {
	part := func(name, text string) string {
		return "--b\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename*=utf-8''" + name + "\r\n\r\n" + text + "\r\n"
	}
	data := "From: a@example.org\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n" +
		part("an%CC%83o.txt", "one") + part("a%C3%B1o.txt", "two") + "--b--\r\n"
	got := entries(t, mail.Attachments{}, data, 1<<20)
	if !strings.HasPrefix(got, "a\u00f1o.txt ") || !strings.Contains(got, "\na\u00f1o-2.txt ") {
		t.Errorf("%q", got)
	}
}

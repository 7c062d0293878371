package mail

import (
	"bytes"
	"fmt"
	"mime"
	"slices"
	"strings"

	"github.com/jhillyerd/enmime/v2"
	"github.com/jhillyerd/enmime/v2/mediatype"
	"golang.org/x/net/html/charset"

	"github.com/pildora/pildora/read"
)

// kind is what a body is written in.
type kind uint8

const (
	plainBody kind = iota
	htmlBody
	shortBody // lines that stay lines
)

// body is a part of what a message says.
type body struct {
	kind   kind
	text   string
	part   string // number and media type
	flowed bool   // lines that end with a blank go on
	joined bool   // and that blank isn't part of the text
}

// message is a message taken apart.
type message struct {
	root        *enmime.Part
	bodies      []body
	attachments []*enmime.Part
	encrypted   string // how, where it is
	warnings    []string
}

// maxParts bounds how many multiparts a message may have: each level is a pass
// over all that is within.
const maxParts = 256

// maxWarnings is how much of what is wrong with a message is said.
const maxWarnings = 8

var parser = enmime.NewParser(enmime.SkipMalformedParts(true), enmime.MultipartWOBoundaryAsSinglePart(true),
	enmime.DisableCharacterDetection(true), enmime.MaxStoredPartErrors(maxWarnings),
	enmime.SetReadPartErrorPolicy(func(*enmime.Part, error) bool { return true }), enmime.SetCustomParseMediaType(undecoded))

// undecoded parses a media type, and says of every text that it is in UTF-8:
// the parser then leaves its bytes as they are, for [textOf] to decode.
func undecoded(value string) (media string, params map[string]string, invalid []string, err error) {
	media, params, invalid, err = mediatype.ParseWithOptions(value, mediatype.ParseOptions{StripMediaTypeInvalidCharacters: true})
	if strings.HasPrefix(media, "text/") {
		params["charset"] = "utf-8"
	}
	return media, params, invalid, err
}

// param is a parameter of a part's media type.
func param(p *enmime.Part, name string) string {
	_, params, _, err := mediatype.Parse(p.Header.Get("Content-Type"))
	if err != nil {
		return ""
	}
	return params[name]
}

// parse takes a message apart. What is damaged is read as far as it can be.
func parse(data []byte) (*message, error) {
	data = unwrapped(data)
	if n := bytes.Count(bytes.ToLower(data), []byte("multipart/")); n > maxParts {
		return nil, fmt.Errorf("%w: %d multiparts in one message, more than the %d allowed", read.ErrTooLarge, n, maxParts)
	}
	root, err := parser.ReadParts(bytes.NewReader(data))
	if err != nil || root == nil {
		if root, err = headed(data, err); err != nil {
			return nil, err
		}
	}
	m := &message{root: root}
	m.part(root)
	if len(m.bodies) == 1 && m.bodies[0].kind == plainBody && strings.HasPrefix(strings.TrimSpace(m.bodies[0].text), "-----BEGIN PGP MESSAGE-----") {
		m.encrypted = "PGP"
	}
	m.collect(root)
	return m, nil
}

// unwrapped is a message without what isn't part of it: a byte order mark, the
// line before it in a mailbox. One in UTF-16 comes in UTF-8.
func unwrapped(data []byte) []byte {
	if bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) {
		if d, err := (read.Source{Media: Message, Data: data}).Decode(); err == nil {
			data = []byte(d.Text)
		}
	}
	data = bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), "\r\n")
	if bytes.HasPrefix(data, []byte("From ")) || bytes.HasPrefix(data, []byte(">From ")) {
		_, data, _ = bytes.Cut(data, []byte("\n"))
	}
	return data
}

// headed reads a message that has no sound structure as headers and one text.
func headed(data []byte, cause error) (*enmime.Part, error) {
	head, rest, found := bytes.Cut(data, []byte("\n\n"))
	if crlfHead, crlfRest, ok := bytes.Cut(data, []byte("\r\n\r\n")); ok && (!found || len(crlfHead) < len(head)) {
		head, rest, found = crlfHead, crlfRest, true
	}
	var plain bytes.Buffer
	for line := range bytes.Lines(head) {
		name, _, ok := bytes.Cut(line, []byte(":"))
		if ok && !bytes.ContainsAny(name, " \t") && !bytes.HasPrefix(bytes.ToLower(name), []byte("content-")) {
			plain.Write(bytes.TrimRight(line, "\r\n"))
			plain.WriteString("\n")
		}
	}
	if !found || plain.Len() == 0 {
		return nil, fmt.Errorf("no message: it has no headers, but looks like %s; name it by what it is, or say so with --format", read.MediaByContent(data))
	}
	plain.WriteString("\n")
	plain.Write(rest)
	root, err := parser.ReadParts(&plain)
	if err != nil {
		return nil, fmt.Errorf("no message: %w", cause)
	}
	root.Errors = append(root.Errors, &enmime.Error{Name: "damaged", Detail: fmt.Sprintf("its structure (%v); it is read as one text", cause)})
	return root, nil
}

// part takes a part and those below it.
func (m *message) part(p *enmime.Part) {
	children := func(yield func(*enmime.Part) bool) {
		for c := p.FirstChild; c != nil; c = c.NextSibling {
			if !yield(c) {
				return
			}
		}
	}
	switch media := p.ContentType; {
	case media == "multipart/encrypted":
		m.encrypted = "PGP/MIME"
	case media == "application/pkcs7-mime" || media == "application/x-pkcs7-mime":
		m.encrypted = "S/MIME"
		if strings.Contains(strings.ToLower(param(p, "smime-type")), "signed") {
			m.encrypted = "S/MIME, signed with the text inside the signature"
		}
	case media == "multipart/alternative":
		m.alternative(slices.Collect(children))
	case strings.HasPrefix(media, "multipart/") && p.FirstChild != nil:
		for c := range children {
			m.part(c)
		}
	case m.isSignature(media):
	case media == "text/calendar" || media == "text/vcard" || media == "text/x-vcard" || media == "text/directory":
		if text := card(textOf(p)); text != "" {
			m.bodies = append(m.bodies, body{kind: shortBody, text: text, part: partName(p)})
		}
	case isBody(p):
		m.bodies = append(m.bodies, bodyOf(p))
	default:
		m.attachments = append(m.attachments, p)
		if media == "application/ms-tnef" || strings.EqualFold(p.FileName, "winmail.dat") {
			m.warn("what it has attached is packed in winmail.dat, which isn't read")
		}
	}
}

func (m *message) isSignature(media string) bool {
	return media == "application/pgp-signature" || strings.HasSuffix(media, "pkcs7-signature")
}

// isBody reports whether a part is text to be read with the message.
func isBody(p *enmime.Part) bool {
	switch {
	case p.Disposition == "attachment" || p.FileName != "" && p.Parent != nil:
		return false
	case p.ContentType == "message/delivery-status" || p.ContentType == "message/disposition-notification":
		return true
	}
	return p.ContentType == "" || strings.HasPrefix(p.ContentType, "text/") || strings.HasPrefix(p.ContentType, "multipart/")
}

func bodyOf(p *enmime.Part) body {
	b := body{text: textOf(p), part: partName(p)}
	switch p.ContentType {
	case "text/html", "application/xhtml+xml":
		b.kind = htmlBody
	case "message/delivery-status", "message/disposition-notification":
		b.kind = shortBody
	default:
		b.flowed = strings.EqualFold(param(p, "format"), "flowed")
		b.joined = b.flowed && strings.EqualFold(param(p, "delsp"), "yes")
	}
	return b
}

func partName(p *enmime.Part) string {
	media := p.ContentType
	if media == "" {
		media = "text/plain"
	}
	if p.PartID == "" || p.PartID == "0" {
		return media
	}
	return p.PartID + " " + media
}

// alternative takes the best of several ways to say the same: HTML, unless it
// says much less than the plain text.
func (m *message) alternative(parts []*enmime.Part) {
	var plain, rich *enmime.Part
	for _, p := range parts {
		switch {
		case p.ContentType == "text/calendar":
			defer m.part(p)
		case p.ContentType == "text/html" || strings.HasPrefix(p.ContentType, "multipart/"):
			rich = p
		case isBody(p) && plain == nil:
			plain = p
		default:
			m.attachments = append(m.attachments, p)
		}
	}
	if rich != nil && (plain == nil || !saysLess(rich, plain)) {
		m.part(rich)
		return
	}
	if plain != nil {
		m.part(plain)
	}
}

// saysLess reports whether an HTML part has less than half the words of a plain
// one, as where it says only that the other can't be shown.
func saysLess(rich, plain *enmime.Part) bool {
	if rich.ContentType != "text/html" {
		return false
	}
	return 2*words(visible(textOf(rich))) < words(textOf(plain))
}

func words(s string) int {
	n := 0
	for range strings.FieldsSeq(s) {
		n++
	}
	return n
}

// textOf is the text of a part in UTF-8. It is decoded by what the part says
// of itself; where that says nothing, or isn't so, by what its bytes show.
func textOf(p *enmime.Part) string {
	media := "text/plain"
	if p.ContentType == "text/html" {
		media = p.ContentType
	}
	if name := param(p, "charset"); name != "" {
		media = mime.FormatMediaType(media, map[string]string{"charset": name})
	}
	d, err := (read.Source{Media: media, Data: p.Content}).Decode()
	if err != nil {
		return strings.ToValidUTF8(string(p.Content), "\ufffd")
	}
	return strings.TrimPrefix(d.Text, "\ufeff")
}

func (m *message) warn(what string) {
	if len(m.warnings) < maxWarnings && !slices.Contains(m.warnings, what) {
		m.warnings = append(m.warnings, what)
	}
}

// collect gathers what the parser had to put up with.
func (m *message) collect(p *enmime.Part) {
	for ; p != nil; p = p.NextSibling {
		for _, e := range p.Errors {
			if e.Name != enmime.ErrorMissingContentType && e.Name != enmime.ErrorPlainTextFromHTML {
				m.warn(strings.TrimSpace(strings.ToLower(e.Name) + ": " + strings.ToValidUTF8(e.Detail, "\ufffd")))
			}
		}
		m.collect(p.FirstChild)
	}
}

// decoded is a header's value in UTF-8.
func decoded(value string) string {
	if d, err := (read.Source{Media: "text/plain", Data: []byte(value)}).Decode(); err == nil {
		value = d.Text
	}
	words := mime.WordDecoder{CharsetReader: charset.NewReaderLabel}
	if text, err := words.DecodeHeader(value); err == nil {
		value = text
	}
	return strings.Join(strings.Fields(strings.ToValidUTF8(value, "\ufffd")), " ")
}

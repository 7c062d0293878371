package mail

import (
	"fmt"
	"mime"
	"net/mail"
	"regexp"
	"strings"
	"time"

	"golang.org/x/net/html/charset"
)

func (m *message) header(name string) string { return decoded(m.root.Header.Get(name)) }

func (m *message) subject() string { return m.header("Subject") }

// forwarding is how the subject of a forwarded message begins.
var forwarding = regexp.MustCompile(`(?i)^\s*(?:(?:re|aw|sv|r)\s*:\s*)*(?:fwd?|rv|wg|tr|enc|doorst)\s*:`)

func (m *message) forwards() bool { return forwarding.MatchString(m.subject()) }

// list is what stands under the heading.
func (m *message) list() []string {
	var out []string
	for _, name := range []string{"From", "To", "Cc"} {
		if people := m.people(name, listed); people != "" {
			out = append(out, name+": "+people)
		}
	}
	if t, ok := m.date(); ok {
		out = append(out, "Date: "+t.Format("2006-01-02 15:04 -0700"))
	} else if date := m.header("Date"); date != "" {
		out = append(out, "Date: "+date)
	}
	return out
}

// listed is how many of the people that a message is for are named.
const listed = 8

// people are the addresses in a header, as "Name (address)".
func (m *message) people(name string, most int) string {
	value := strings.TrimSpace(m.root.Header.Get(name))
	parser := mail.AddressParser{WordDecoder: &mime.WordDecoder{CharsetReader: charset.NewReaderLabel}}
	list, err := parser.ParseList(value)
	if err != nil {
		return decoded(value)
	}
	var out []string
	for i, a := range list {
		if i == most && len(list) > most+1 {
			out = append(out, fmt.Sprintf("and %d more", len(list)-most))
			break
		}
		if who := decoded(a.Name); who != "" && who != a.Address {
			out = append(out, who+" ("+a.Address+")")
		} else {
			out = append(out, a.Address)
		}
	}
	return strings.Join(out, ", ")
}

// author is the name of who wrote the message, else the address.
func (m *message) author() string {
	parser := mail.AddressParser{WordDecoder: &mime.WordDecoder{CharsetReader: charset.NewReaderLabel}}
	list, err := parser.ParseList(m.root.Header.Get("From"))
	if err != nil || len(list) == 0 {
		return m.header("From")
	}
	if name := decoded(list[0].Name); name != "" {
		return name
	}
	return list[0].Address
}

// dateForms are forms that real messages have and the standard doesn't.
var dateForms = []string{"Mon, 2 Jan 2006 15:04:05", "2 Jan 2006 15:04:05", time.ANSIC, time.UnixDate, time.RFC3339, "2006-01-02 15:04:05 -0700", time.DateTime}

func (m *message) date() (time.Time, bool) {
	value := m.header("Date")
	if t, err := mail.ParseDate(value); err == nil {
		return t, true
	}
	if i := strings.IndexByte(value, '('); i > 0 { // a comment that isn't one
		value = value[:i]
	}
	for _, form := range dateForms {
		if t, err := time.Parse(form, strings.TrimSpace(value)); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

var messageID = regexp.MustCompile(`<([^<>\s]+)>`)

// id is the first message id in a header, without its angles.
func (m *message) id(name string) string {
	value := m.root.Header.Get(name)
	if found := messageID.FindStringSubmatch(value); found != nil {
		return strings.ToValidUTF8(found[1], "\ufffd")
	}
	first, _, _ := strings.Cut(decoded(value), " ")
	return first
}

// meta is the message's metadata.
func (m *message) meta() map[string]string {
	out := map[string]string{}
	set := func(key, value string) {
		if value != "" {
			out[key] = value
		}
	}
	set("title", m.subject())
	set("author", m.author())
	if t, ok := m.date(); ok {
		set("date", t.Format(time.RFC3339))
	}
	set("to", m.people("To", listed))
	set("cc", m.people("Cc", listed))
	set("keywords", m.header("Keywords"))
	set("message-id", m.id("Message-Id"))
	set("in-reply-to", m.id("In-Reply-To"))
	for _, name := range []string{"References", "In-Reply-To", "Message-Id"} {
		if out["thread"] == "" {
			set("thread", m.id(name))
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

var languageTag = regexp.MustCompile(`^[A-Za-z]{2,3}\b`)

// language is the primary tag of the language that the message declares.
func (m *message) language() string {
	return strings.ToLower(languageTag.FindString(strings.TrimSpace(m.root.Header.Get("Content-Language"))))
}

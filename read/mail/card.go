package mail

import (
	"strings"
	"time"
)

// cardFields are the properties of calendars and visiting cards that say
// something, with what they are called, in the order in which they are written.
var cardFields = []struct{ property, name string }{
	{"SUMMARY", "Event"}, {"FN", "Name"}, {"ORG", "Organisation"}, {"TITLE", "Title"}, {"DTSTART", "Start"}, {"DTEND", "End"}, {"DUE", "Due"},
	{"LOCATION", "Place"}, {"ORGANIZER", "Organiser"}, {"STATUS", "Status"}, {"EMAIL", "E-mail"}, {"TEL", "Telephone"}, {"ADR", "Address"},
	{"URL", "Link"}, {"DESCRIPTION", "Description"}, {"NOTE", "Note"},
}

// maxCards is how many events or people one part shows.
const maxCards = 50

// card is a calendar or a visiting card in a few lines.
func card(text string) string {
	text = strings.NewReplacer("\r\n ", "", "\r\n\t", "", "\n ", "", "\n\t", "").Replace(text)
	var out []string
	var values map[string]string
	flush := func() {
		if len(out) < maxCards {
			if lines := cardLines(values); lines != "" {
				out = append(out, lines)
			}
		}
		values = nil
	}
	for l := range strings.Lines(text) {
		name, value, ok := strings.Cut(strings.TrimRight(l, "\r\n"), ":")
		if !ok {
			continue
		}
		name, _, _ = strings.Cut(strings.ToUpper(name), ";")
		switch {
		case name == "BEGIN" && cardParts[strings.ToUpper(value)]:
			flush()
			values = map[string]string{}
		case name == "END" && cardParts[strings.ToUpper(value)]:
			flush()
		case values != nil && values[name] == "":
			values[name] = value
		}
	}
	flush()
	return strings.Join(out, "\n\n")
}

var cardParts = map[string]bool{"VEVENT": true, "VTODO": true, "VJOURNAL": true, "VCARD": true}

func cardLines(values map[string]string) string {
	var lines []string
	for _, f := range cardFields {
		v := strings.NewReplacer(`\n`, " ", `\N`, " ", `\,`, ",", `\;`, ";", `\\`, `\`).Replace(values[f.property])
		switch f.property {
		case "DTSTART", "DTEND", "DUE":
			v = cardTime(v)
		case "ORG", "ADR":
			v = strings.Join(strings.FieldsFunc(v, func(r rune) bool { return r == ';' }), ", ")
		case "ORGANIZER":
			v = strings.TrimPrefix(strings.TrimPrefix(v, "mailto:"), "MAILTO:")
		}
		if v = strings.TrimSpace(v); v != "" {
			lines = append(lines, f.name+": "+v)
		}
	}
	return strings.Join(lines, "\n")
}

// cardTime writes a time as the other readers do.
func cardTime(v string) string {
	for form, as := range map[string]string{"20060102T150405Z": "2006-01-02 15:04 UTC", "20060102T150405": "2006-01-02 15:04", "20060102": time.DateOnly} {
		if t, err := time.Parse(form, v); err == nil {
			return t.Format(as)
		}
	}
	return v
}

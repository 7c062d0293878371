package extract

import (
	"regexp"
	"strings"
	"time"
)

// noTitle are titles that programs make up.
var noTitle = regexp.MustCompile(`(?i)^(?:` +
	`microsoft (?:word|powerpoint|excel) -.*` + // the name of the file after it says nothing of the text either
	`|(?:untitled|sin t[ií]tulo|sans titre|unbenannt|document|documento|presentation|presentación|title|título|print|null|none|about:blank)[ \-_]?\d*` +
	`|.*\.(?:docx?|dotx?|pptx?|xlsx?|odt|rtf|pdf|tex|dvi|indd|qxd|pmd|html?|txt|ps|eps|cdr|ai|pub|wpd|tmp|fm|p65|qxp)` +
	`|(?:https?|file):.*` +
	`|[^\pL]*` +
	`)$`)

// titleOf returns a title, or nothing where it is one that a program made up.
func titleOf(s string) string {
	if noTitle.MatchString(s) || strings.Contains(s, "\ufffd") {
		return ""
	}
	return s
}

// datePattern is PDF's own way of writing times; all after the year may be
// missing.
var datePattern = regexp.MustCompile(`^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?\s*(?:(Z)|([+-])(\d\d)'?(\d\d)?'?)?`)

// dateOf makes an ISO 8601 date of D:20260131093000+01'00', as exact as it is;
// nothing of what is no date.
func dateOf(s string) string {
	if checked(time.RFC3339, s) != "" || checked(time.DateOnly, s) != "" {
		return s
	}
	m := datePattern.FindStringSubmatch(s)
	switch {
	case m == nil:
		return ""
	case m[2] == "":
		return m[1]
	case m[3] == "":
		return checked("2006-01", m[1]+"-"+m[2])
	case m[5] == "":
		return checked(time.DateOnly, m[1]+"-"+m[2]+"-"+m[3])
	}
	day := m[1] + "-" + m[2] + "-" + m[3] + "T" + m[4] + ":" + m[5] + ":" + or(m[6], "00")
	switch {
	case m[7] == "Z":
		return checked(time.RFC3339, day+"Z")
	case m[8] != "":
		return checked(time.RFC3339, day+m[8]+m[9]+":"+or(m[10], "00"))
	}
	return checked("2006-01-02T15:04:05", day)
}

// checked returns s where it is a time in the layout.
func checked(layout, s string) string {
	if _, err := time.Parse(layout, s); err != nil {
		return ""
	}
	return s
}

func or(s, instead string) string {
	if s == "" {
		return instead
	}
	return s
}

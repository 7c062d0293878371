package markup

import (
	"strings"
	"time"
)

// How dates and months are written in the heads of documents.
var (
	dateLayouts  = [...]string{"2006-01-02", "2006-1-2", "2006/1/2", "2 January 2006", "January 2, 2006", "January 2 2006", "Jan 2, 2006", "2 Jan 2006", "2-Jan-2006"}
	monthLayouts = [...]string{"January 2006", "January, 2006", "Jan 2006", "2006-01"}
)

// Date is a date as ISO 8601 has it, where it is one that we know to read, else
// as it is. What follows a date in that form, and "$Date: … $" around it, goes.
func Date(value string) string {
	value = strings.TrimSpace(value)
	if inner, ok := strings.CutPrefix(value, "$Date:"); ok {
		value = strings.TrimSpace(strings.TrimSuffix(inner, "$"))
	}
	value = strings.TrimSpace(strings.NewReplacer("<", "", ">", "", "[", "", "]", "").Replace(value))
	head := value
	if len(value) > 10 && value[4] == '-' && (value[10] == ' ' || value[10] == 'T') {
		head = value[:10]
	}
	for _, layout := range dateLayouts {
		if t, err := time.Parse(layout, head); err == nil {
			return t.Format("2006-01-02")
		}
	}
	for _, layout := range monthLayouts {
		if t, err := time.Parse(layout, head); err == nil {
			return t.Format("2006-01")
		}
	}
	return value
}

// languages are the names of languages, as those who write documents have
// them, with their BCP 47 primary tags.
var languages = map[string]string{
	"english": "en", "american": "en", "british": "en", "usenglish": "en", "ukenglish": "en", "spanish": "es", "german": "de", "ngerman": "de", "austrian": "de",
	"french": "fr", "francais": "fr", "italian": "it", "portuguese": "pt", "brazil": "pt", "brazilian": "pt", "portuges": "pt", "catalan": "ca",
	"galician": "gl", "basque": "eu", "dutch": "nl", "polish": "pl", "czech": "cs", "slovak": "sk", "russian": "ru", "ukrainian": "uk",
	"greek": "el", "swedish": "sv", "danish": "da", "norsk": "no", "nynorsk": "nn", "finnish": "fi", "hungarian": "hu", "romanian": "ro",
	"turkish": "tr", "croatian": "hr", "serbian": "sr", "bulgarian": "bg", "hebrew": "he", "arabic": "ar", "latin": "la", "esperanto": "eo",
	"japanese": "ja", "chinese": "zh", "korean": "ko", "indonesian": "id", "vietnamese": "vi", "welsh": "cy", "irish": "ga", "icelandic": "is",
}

// Language is the BCP 47 primary tag of a tag or of a language's name, or
// nothing where it is neither.
func Language(name string) string {
	name = strings.ToLower(strings.TrimSpace(name))
	if tag, ok := languages[name]; ok {
		return tag
	}
	primary, _, _ := strings.Cut(strings.ReplaceAll(name, "_", "-"), "-")
	primary, _, _ = strings.Cut(primary, ".")
	if len(primary) < 2 || len(primary) > 3 || strings.Trim(primary, "abcdefghijklmnopqrstuvwxyz") != "" {
		return ""
	}
	return primary
}

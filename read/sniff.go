package read

import (
	"bytes"
	"encoding/json"
	"mime"
	"net/http"
	"regexp"
	"strings"
)

// sniffBytes is how much of the data content sniffing looks at.
const sniffBytes = 1 << 16

// Media returns the media type of data that goes by name, without parameters:
// what the name promises ([MediaByName]), else what the content shows. Text
// that shows nothing is text/plain, anything else application/octet-stream.
func Media(name string, data []byte) string {
	if m := MediaByName(name); m != "" {
		return m
	}
	return MediaByContent(data)
}

// MediaType returns the source's media type without parameters: the declared
// one, else what [Media] finds.
func (s Source) MediaType() string {
	if m, _, err := mime.ParseMediaType(s.Media); err == nil && m != "" {
		return m
	}
	return Media(s.URI, s.Data)
}

// signs are tests for formats that net/http doesn't know, in the order in
// which they are asked. head is the start of the data without a UTF-8 mark and
// leading white space.
var signs = [...]struct {
	media string
	holds func(head, data []byte) bool
}{
	{"application/epub+zip", zipMimetype("application/epub+zip")},
	{"application/vnd.oasis.opendocument.text", zipMimetype("application/vnd.oasis.opendocument.text")},
	{"application/vnd.openxmlformats-officedocument.wordprocessingml.document", zipHolds("word/document.xml")},
	{"application/vnd.openxmlformats-officedocument.presentationml.presentation", zipHolds("ppt/presentation.xml")},
	{"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", zipHolds("xl/workbook.xml")},
	{"application/rtf", prefix(`{\rtf`)},
	{"application/pdf", prefix("%PDF-")},
	{"text/vtt", prefix("WEBVTT")},
	{"application/x-subrip", matches(`^\d+[ \t]*\r?\n\d{1,2}:\d\d:\d\d,\d{3} --> \d`)},
	{"application/mbox", matches(`^From \S+ +(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) .*\r?\n>?[A-Za-z][A-Za-z-]*: `)},
	{"message/rfc822", matches(`(?i)^(?:[a-z][a-z-]*: .*\r?\n(?:[ \t].*\r?\n)*)*(?:received|message-id|mime-version|return-path): .*\r?\n(?:.*\r?\n)*?(?:from|to|subject|date): `)},
	{"application/x-ipynb+json", isNotebook},
	{"application/json", isJSON},
	{"application/jsonl", isJSONL},
	{"application/xhtml+xml", matches(`(?is)^<\?xml[^>]*>\s*(?:<!doctype html|<html)`)},
	{"application/xml", prefix("<?xml")},
	{"text/html", matches(`(?is)^(?:<!--.*?-->\s*)*<(?:!doctype html|html|head|body)[\s>]`)},
}

// MediaByContent returns the media type that data shows by itself.
func MediaByContent(data []byte) string {
	head := bytes.TrimLeft(bytes.TrimPrefix(data[:min(len(data), sniffBytes)], []byte("\xef\xbb\xbf")), " \t\r\n")
	for _, s := range signs {
		if s.holds(head, data) {
			return s.media
		}
	}
	if magicOf(data) != "" {
		m, _, _ := strings.Cut(http.DetectContentType(data), ";")
		if strings.HasPrefix(m, "text/") {
			return "application/octet-stream"
		}
		return m
	}
	if _, _, _, err := Decode(data[:min(len(data), sniffBytes)], ""); err != nil {
		return "application/octet-stream"
	}
	return "text/plain"
}

func prefix(p string) func(head, data []byte) bool {
	return func(head, _ []byte) bool { return bytes.HasPrefix(head, []byte(p)) }
}

func matches(pattern string) func(head, data []byte) bool {
	re := regexp.MustCompile(pattern)
	return func(head, _ []byte) bool { return re.Match(head[:min(len(head), 4096)]) }
}

// zipMimetype tests for the entry "mimetype", which EPUB and OpenDocument
// store first and uncompressed, so that it stands at byte 30.
func zipMimetype(media string) func(head, data []byte) bool {
	return func(_, data []byte) bool {
		return isZip(data) && bytes.HasPrefix(data[min(len(data), 30):], []byte("mimetype"+media))
	}
}

// zipHolds tests for an entry by its name in the first local headers or in the
// directory at the end.
func zipHolds(entry string) func(head, data []byte) bool {
	return func(_, data []byte) bool {
		return isZip(data) && (bytes.Contains(data[:min(len(data), sniffBytes)], []byte(entry)) ||
			bytes.Contains(data[max(0, len(data)-sniffBytes):], []byte(entry)))
	}
}

func isZip(data []byte) bool { return bytes.HasPrefix(data, []byte("PK\x03\x04")) }

// isJSON accepts a whole object or array. Data longer than the head is not
// validated to its end: an object's first key must do.
func isJSON(head, data []byte) bool {
	if len(head) == 0 || head[0] != '{' && head[0] != '[' {
		return false
	}
	if len(data) > sniffBytes {
		return jsonStart.Match(head) && !isJSONL(head, data)
	}
	return json.Valid(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")))
}

var jsonStart = regexp.MustCompile(`^(?:\[\s*)*(?:\{\s*"(?:[^"\\]|\\.)*"\s*:|"|-?\d|\])`)

// isJSONL accepts at least two lines that are each a JSON object; the last
// line of the head may be cut.
func isJSONL(head, _ []byte) bool {
	n := 0
	for line := range bytes.Lines(head) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue
		}
		if line[0] != '{' || !json.Valid(line) {
			return n >= 2 && line[0] == '{' && len(head) > sniffBytes/2
		}
		n++
	}
	return n >= 2
}

func isNotebook(head, data []byte) bool {
	return bytes.HasPrefix(head, []byte("{")) && bytes.Contains(head, []byte(`"cells"`)) &&
		(bytes.Contains(head, []byte(`"nbformat"`)) ||
			bytes.Contains(data[max(0, len(data)-4096):], []byte(`"nbformat"`)))
}

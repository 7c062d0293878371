package read

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"mime"
	"net/http"
	"regexp"
	"slices"
	"strings"
)

// sniffBytes is how much of the data content sniffing looks at.
const sniffBytes = 1 << 16

// Media returns the media type of data that goes by name, without parameters:
// what the name promises ([MediaByName]), else what the content shows. Text
// that shows nothing is text/plain, anything else application/octet-stream.
func Media(name string, data []byte) string {
	if m := MediaByName(name); m != "" {
		return conversation(m, data)
	}
	return conversation(MediaByContent(data), data)
}

// MediaType returns the source's media type without parameters: the declared
// one, else what [Media] finds.
func (s Source) MediaType() string {
	if m := s.DeclaredMedia(); m != "" {
		return m
	}
	return Media(s.URI, s.Data)
}

// DeclaredMedia returns the media type that the source was given, without
// parameters: nothing where that is missing or malformed.
func (s Source) DeclaredMedia() string {
	m, _, err := mime.ParseMediaType(s.Media)
	if err != nil {
		return ""
	}
	return m
}

// correctMedia is the media type of data whose name promises one: what the
// content shows, where that says that the name lies. Names of text formats tell
// more than their content does, so only what is plainly no text goes before
// them.
func correctMedia(named string, data []byte) string {
	switch {
	case named == "" || binaryMedia[named] && len(data) > 0:
		found := MediaByContent(data)
		if named != "" && (found == "application/octet-stream" || (found == "application/zip" || found == "application/x-openxml") && isZipBased(named)) {
			return named // damaged, perhaps: its reader says in what way
		}
		return conversation(found, data)
	case bytes.HasPrefix(data, []byte("%PDF-")), isZip(data), bytes.HasPrefix(data, []byte("\x1f\x8b")), bytes.HasPrefix(data, []byte(`{\rtf`)):
		if found := MediaByContent(data); found != "application/octet-stream" {
			return found
		}
	}
	return conversation(named, data)
}

// binaryMedia are the media types whose content always shows what it is.
var binaryMedia = map[string]bool{
	"application/pdf": true, "application/rtf": true, "application/epub+zip": true, "application/zip": true,
	"application/gzip": true, "application/x-tar": true, "application/x-bzip2": true,
	"application/vnd.openxmlformats-officedocument.wordprocessingml.document":   true,
	"application/vnd.openxmlformats-officedocument.presentationml.presentation": true,
	"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet":         true,
	"application/vnd.oasis.opendocument.text":                                   true,
	"application/vnd.oasis.opendocument.spreadsheet":                            true,
	"application/vnd.oasis.opendocument.presentation":                           true,
	"application/msword": true, "application/vnd.ms-excel": true, "application/vnd.ms-powerpoint": true, // often pages or RTF by a program that has no writer for them
}

// isZipBased reports whether files of a media type are ZIP archives by their
// bytes.
func isZipBased(media string) bool {
	return strings.Contains(media, "openxmlformats") || strings.Contains(media, "opendocument") || strings.HasSuffix(media, "+zip")
}

// signs are tests for formats that net/http doesn't know, in the order in
// which they are asked. head is the start of the data without a UTF-8 mark and
// leading white space.
var signs = [...]struct {
	media string
	holds func(head, data []byte) bool
}{
	{"application/x-tar", isTar},
	{"application/x-bzip2", matches(`^BZh[1-9]1AY&SY`)},
	{"application/gzip", prefix("\x1f\x8b")},
	{"application/rtf", prefix(`{\rtf`)},
	{"application/pdf", prefix("%PDF-")},
	{"text/vtt", prefix("WEBVTT")},
	{"application/x-subrip", matches(`^\d+[ \t]*\r?\n\d{1,2}:\d\d:\d\d,\d{3} --> \d`)},
	{"application/mbox", matches(`^From \S+ +(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) .*\r?\n>?[A-Za-z][A-Za-z-]*: `)},
	{"message/rfc822", matches(`(?i)^(?:[a-z][a-z-]*: .*\r?\n(?:[ \t].*\r?\n)*)*(?:received|message-id|mime-version|return-path): .*\r?\n(?:.*\r?\n)*?(?:from|to|subject|date): `)},
	{"application/x-ipynb+json", isNotebook},
	{"text/troff", matches(`^(?:[.']\\"|\.(?:TH|Dd|so|nh|ds|de|ie|if) )`)}, // pages of manuals end in .1 to .9, as old logs do
	{"text/x-tex", matches(`^(?:%.*\r?\n|\s)*\\document(?:class|style)\b`)},
	{"application/json", isJSON},
	{"application/jsonl", isJSONL},
	{"application/xhtml+xml", matches(`(?is)^<\?xml[^>]*>\s*(?:<!doctype html|<html)`)},
	{"application/xml", prefix("<?xml")},
	{"text/html", matches(`(?is)^(?:<!--.*?-->\s*)*<(?:!doctype html|html|head|body)[\s>]`)},
}

// MediaByContent returns the media type that data shows by itself.
func MediaByContent(data []byte) string {
	if isZip(data) {
		return zipMedia(data)
	}
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

// zipSigns tell the formats whose files are ZIP archives apart, by an entry or
// by how the name of one begins, in the order in which they are asked.
var zipSigns = [...]struct{ entry, media string }{
	{"word/document.xml", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"},
	{"ppt/presentation.xml", "application/vnd.openxmlformats-officedocument.presentationml.presentation"},
	{"xl/workbook.xml", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"},
	{"[Content_Types].xml", "application/x-openxml"},
	{"META-INF/MANIFEST.MF", "application/java-archive"},
	{"META-INF/container.xml", "application/epub+zip"}, // packed anew by hand, so that "mimetype" isn't first
}

// zipMedia is the media type of a ZIP archive: what its entry "mimetype" says,
// which EPUB and OpenDocument store first and uncompressed, so that it stands at
// byte 30; else what its entries show.
func zipMedia(data []byte) string {
	if rest, ok := bytes.CutPrefix(data[min(len(data), 30):], []byte("mimetype")); ok {
		for _, m := range []string{"application/epub+zip", "application/vnd.oasis.opendocument."} {
			if bytes.HasPrefix(rest, []byte(m)) {
				end := bytes.IndexFunc(rest[:min(len(rest), 100)], func(r rune) bool {
					return !(r >= 'a' && r <= 'z' || strings.ContainsRune("+-./", r))
				})
				return string(rest[:max(end, len(m))])
			}
		}
	}
	holds := zipHolds(data)
	for _, s := range zipSigns {
		if holds(s.entry) {
			return s.media
		}
	}
	return "application/zip"
}

// zipHolds tells entries by their names: those of the archive's directory; of
// one that is damaged, whatever stands at its start or end.
func zipHolds(data []byte) func(entry string) bool {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return func(entry string) bool {
			return bytes.Contains(data[:min(len(data), sniffBytes)], []byte(entry)) || bytes.Contains(data[max(0, len(data)-sniffBytes):], []byte(entry))
		}
	}
	return func(entry string) bool {
		return slices.ContainsFunc(z.File, func(f *zip.File) bool { return f.Name == entry })
	}
}

// isTar tests for the name of the format in the first header.
func isTar(_, data []byte) bool {
	return len(data) > 262 && string(data[257:262]) == "ustar"
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

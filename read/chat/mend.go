package chat

import (
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/record/assemble"
)

// mended is text whose characters are bytes of UTF-8, as Messenger writes it,
// as the text that was meant.
func mended(s string) string {
	raw := make([]byte, 0, len(s))
	wide := false
	for _, r := range s {
		if r > 0xff {
			return s
		}
		wide = wide || r >= utf8.RuneSelf
		raw = append(raw, byte(r))
	}
	if !wide || !utf8.Valid(raw) {
		return s
	}
	return string(raw)
}

// mention is a mark of Slack: of a user, a channel, or a link, with what is
// shown for it; and the three characters that are escaped.
var mention = regexp.MustCompile(`<([@#!]?)([^<>|\n]*)(?:\|([^<>\n]*))?>|&(?:amp|lt|gt);`)

var escaped = strings.NewReplacer("&amp;", "&", "&lt;", "<", "&gt;", ">")

// unslacked is a text of Slack with its marks written out.
func unslacked(text []assemble.Piece, users map[string]string) []assemble.Piece {
	all := assemble.Join(text)
	var edits []assemble.Edit
	for _, m := range mention.FindAllStringSubmatchIndex(all, -1) {
		group := func(i int) string {
			if m[2*i] < 0 {
				return ""
			}
			return all[m[2*i]:m[2*i+1]]
		}
		shown := escaped.Replace(group(0))
		if group(0)[0] == '<' {
			shown = shownAs(group(1), group(2), escaped.Replace(group(3)), users)
		}
		edits = append(edits, assemble.Edit{Span: doc.Span{Start: m[0], End: m[1]}, Text: shown})
	}
	return assemble.Replace(text, edits)
}

// shownAs is what a mark of Slack shows.
func shownAs(kind, target, label string, users map[string]string) string {
	switch kind {
	case "@":
		if name := users[target]; name != "" {
			return "@" + name
		}
		if label != "" {
			return "@" + label
		}
		return "@" + target
	case "#":
		if label != "" {
			return "#" + label
		}
		return "#" + target
	case "!":
		if label != "" {
			return label
		}
		return "@" + target
	}
	if label == "" || label == target {
		return "<" + target + ">"
	}
	return "[" + label + "](" + target + ")"
}

// moment is a time as it is written, seconds or milliseconds since 1970 and
// RFC 3339 to the minute, and a number that grows with it.
func moment(s string) (when string, order int64) {
	const minutes = "2006-01-02 15:04"
	if f, err := strconv.ParseFloat(s, 64); err == nil && f > 1e8 && f < 1e14 {
		if f < 1e11 {
			f *= 1000
		}
		t := time.UnixMilli(int64(f)).UTC()
		return t.Format(minutes), t.UnixMilli()
	}
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.Format(minutes), t.UnixMilli()
		}
	}
	return strings.Join(strings.Fields(s), " "), 0
}

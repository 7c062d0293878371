package read

import (
	"bytes"
	"regexp"
)

// The media types of conversations, which go by the names of plain text and
// JSON: only their content shows them.
const (
	MediaWhatsApp = "text/x-whatsapp"
	MediaChat     = "application/x-chat+json"
)

// stamp is how a message of WhatsApp begins: with date and time, in brackets
// or before a dash, in the order and with the marks of the phone's language.
var stamp = regexp.MustCompile("^[\u200e\u200f]?(?:" +
	`\[\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?[ \x{00a0}\x{202f}]\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:[ \x{00a0}\x{202f}]?[AaPp]\.?[ \x{00a0}\x{202f}]?[Mm]\.?)?\] ` +
	`|\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?[ \x{00a0}\x{202f}]\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:[ \x{00a0}\x{202f}]?[AaPp]\.?[ \x{00a0}\x{202f}]?[Mm]\.?)?[ \x{00a0}\x{202f}][-–][ \x{00a0}\x{202f}]` +
	")[\u200e\u200f]?")

// WhatsAppStamp is the length of the date and time that a line of an exported
// chat of WhatsApp begins with, or 0.
func WhatsAppStamp(line string) int {
	if m := stamp.FindStringIndex(line); m != nil {
		return m[1]
	}
	return 0
}

// fewStamps is how many lines of a chat begin with date and time, unless it has
// fewer lines.
const fewStamps = 2

// isWhatsApp reports whether text begins as an exported chat: its first line
// with date and time, and another soon.
func isWhatsApp(data []byte) bool {
	head := bytes.TrimPrefix(data[:min(len(data), sniffBytes)], []byte("\xef\xbb\xbf"))
	n, lines := 0, 0
	for line := range bytes.Lines(head) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		if stamp.Match(line) {
			n++
		} else if n == 0 {
			return false
		}
		if lines++; n >= fewStamps || lines > 50 {
			break
		}
	}
	return n >= fewStamps || n == 1 && lines == 1
}

// talks are what the beginning of exported chats in JSON has: all of one group.
var talks = [...][]*regexp.Regexp{
	keys("messages", "from_id", "date_unixtime"),           // Telegram
	keys("messages", "guild|channel", "author", "content"), // DiscordChatExporter
	keys("participants", "messages", "sender_name"),        // Messenger
	keys("ts", "text", "user|bot_id|user_profile", "type"), // Slack
	keys("role", "content"),                                // APIs of language models
	keys("createdDateTime", "from", "body"),                // Teams
	keys("author|sender|from|speaker|user|username", "text|content|message", "time|timestamp|date|created_at|sent_at|datetime"),
}

// keys are patterns for keys of JSON, each with names to choose from.
func keys(names ...string) []*regexp.Regexp {
	var out []*regexp.Regexp
	for _, n := range names {
		out = append(out, regexp.MustCompile(`"(?:`+n+`)"\s*:`))
	}
	return out
}

// isChat reports whether JSON may be a chat: its reader looks closer.
func isChat(data []byte) bool {
	head := data[:min(len(data), sniffBytes/4)]
	for _, group := range talks {
		found := true
		for _, key := range group {
			found = found && key.Match(head)
		}
		if found {
			return true
		}
	}
	return false
}

// conversation is the media type of a chat, where data of the media type named
// is one; else the same.
func conversation(named string, data []byte) string {
	switch {
	case named == "text/plain" && isWhatsApp(data):
		return MediaWhatsApp
	case named == "application/json" && isChat(data):
		return MediaChat
	}
	return named
}

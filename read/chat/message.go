package chat

import (
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/record/assemble"
	"github.com/pildora/pildora/read/record/jsontree"
)

// talk is an exported chat.
type talk struct {
	title    string
	messages []message
}

// message is one of a talk.
type message struct {
	who, when string
	text      []assemble.Piece
	html      bool
	at        doc.Span // the whole of it
	id        string
	replyTo   string // id of the message that it answers
	thread    string // id of the message that its thread began with
	notice    bool   // by the program
	order     int64  // in time, where messages may stand the other way round
}

// talkOf finds the messages in JSON: an array of them, or the array that an
// object has of them.
func talkOf(root jsontree.Value) (talk, bool) {
	list := root
	for _, key := range []string{"messages", "value", "conversation", "chat", "conversations"} {
		if v := root.Get(key); v.Kind == jsontree.Array {
			list = v
			break
		}
		if v := root.At(key, "messages"); v.Kind == jsontree.Array {
			list = v
			break
		}
	}
	if list.Kind != jsontree.Array || len(list.Elements) == 0 {
		return talk{}, false
	}
	t := talk{title: titleOf(root)}
	good := 0
	users := usersIn(list)
	for _, v := range list.Elements {
		m := messageOf(v, users)
		if m.who != "" && (len(m.text) > 0 || hasText(v)) {
			good++
		}
		t.messages = append(t.messages, m)
		for _, r := range v.Get("replies").Elements { // those of Teams are messages
			if m2 := messageOf(r, users); r.Kind == jsontree.Object && m2.who != "" && len(m2.text) > 0 {
				m2.thread = m.id
				t.messages = append(t.messages, m2)
			}
		}
	}
	return t, 10*good >= 6*len(list.Elements)
}

// titleOf is what a chat is called.
func titleOf(root jsontree.Value) string {
	for _, v := range []jsontree.Value{root.Get("title"), root.Get("name"), root.At("channel", "name"), root.Get("topic"), root.Get("subject")} {
		if s := strings.TrimSpace(v.String()); s != "" && v.Kind == jsontree.String {
			return mended(s)
		}
	}
	return ""
}

// The keys that exports have for the parts of a message, best first.
var (
	authorKeys = []string{"author", "user_profile", "sender_name", "sender", "from", "speaker", "user", "username", "name", "role", "actor", "bot_profile"}
	nameKeys   = []string{"display_name", "displayName", "nickname", "real_name", "name", "username", "role", "id"}
	textKeys   = []string{"text", "content", "message", "body"}
	timeKeys   = []string{"timestamp", "date", "time", "created_at", "createdAt", "createdDateTime", "datetime", "sent_at", "ts", "timestamp_ms"}
	replyKeys  = []string{"reply_to_message_id", "replyToId", "reply_to", "in_reply_to"}
)

func hasText(v jsontree.Value) bool {
	for _, key := range textKeys {
		if v.Get(key).Kind != jsontree.Missing {
			return true
		}
	}
	return false
}

// messageOf takes a message from an object.
func messageOf(v jsontree.Value, users map[string]string) message {
	m := message{at: v.Span, who: author(v, users), id: first(v, "id", "client_msg_id", "ts")}
	for _, key := range textKeys {
		if text := v.Get(key); text.Kind != jsontree.Missing && text.Kind != jsontree.Null {
			m.text, m.html = body(text)
			break
		}
	}
	if ts := v.Get("ts"); ts.Kind == jsontree.String { // Slack
		m.id = ts.String()
		m.text = unslacked(m.text, users)
		if root := v.Get("thread_ts").String(); root != m.id {
			m.thread = root
		}
		m.notice = strings.HasPrefix(v.Get("subtype").String(), "channel_") || strings.HasPrefix(v.Get("subtype").String(), "group_")
	}
	m.notice = m.notice || v.Get("type").String() == "service" || v.Get("messageType").String() == "systemEventMessage"
	m.replyTo = first(v, replyKeys...)
	if m.replyTo == "" {
		m.replyTo = v.At("reference", "messageId").String()
	}
	for _, key := range timeKeys {
		if t := v.Get(key); t.String() != "" {
			m.when, m.order = moment(t.String())
			break
		}
	}
	m.text = append(m.text, files(v, len(m.text) > 0)...)
	return m
}

func first(v jsontree.Value, keys ...string) string {
	for _, key := range keys {
		if s := v.Get(key).String(); s != "" {
			return s
		}
	}
	return ""
}

// author is who wrote a message: a name, or that of an object.
func author(v jsontree.Value, users map[string]string) string {
	for _, key := range authorKeys {
		a := v.Get(key)
		if a.Kind == jsontree.Object {
			for _, in := range []jsontree.Value{a, a.Get("user"), a.Get("application")} {
				if name := strings.TrimSpace(first(in, nameKeys...)); name != "" {
					return mended(name)
				}
			}
		}
		if name := strings.TrimSpace(a.String()); name != "" {
			if known := users[name]; known != "" {
				return known
			}
			return mended(name)
		}
	}
	return ""
}

// usersIn are the names of those whom messages call by their id.
func usersIn(list jsontree.Value) map[string]string {
	users := map[string]string{}
	for _, v := range list.Elements {
		id, profile := v.Get("user").String(), v.Get("user_profile")
		if name := first(profile, nameKeys...); id != "" && name != "" && profile.Kind == jsontree.Object {
			users[id] = name
		}
	}
	return users
}

// body is the text of a message: a string, an object with one, or an array of
// both, one after the other.
func body(v jsontree.Value) (text []assemble.Piece, html bool) {
	switch v.Kind {
	case jsontree.String:
		return repaired(v), false
	case jsontree.Object:
		in := v.Get("content")
		if in.Kind == jsontree.Missing {
			in = v.Get("text")
		}
		if in.Kind == jsontree.Object {
			in = in.Get("value")
		}
		return repaired(in), strings.EqualFold(v.Get("contentType").String(), "html")
	case jsontree.Array:
		for _, part := range v.Elements {
			if part.Kind == jsontree.Array {
				continue
			}
			more, _ := body(part)
			if kind := part.Get("type").String(); len(more) > 0 && len(text) > 0 && (kind == "text" || kind == "input_text" || kind == "output_text") {
				text = append(text, assemble.Mark("\n\n", part.Span)) // parts of a model's message are paragraphs
			}
			text = append(text, more...)
		}
	}
	return text, false
}

// repaired are the pieces of a string. Messenger writes each byte of UTF-8 as a
// character of its own.
func repaired(v jsontree.Value) []assemble.Piece {
	if s := v.String(); v.Kind == jsontree.String {
		if better := mended(s); better != s {
			return []assemble.Piece{assemble.Mark(better, v.Span)}
		}
	}
	return assemble.Pieces(v)
}

// files are the names of what is attached.
func files(v jsontree.Value, text bool) []assemble.Piece {
	var out []assemble.Piece
	for _, key := range []string{"files", "attachments"} {
		for _, f := range v.Get(key).Elements {
			name := first(f, "name", "fileName", "title", "fallback")
			if name == "" {
				continue
			}
			before := " "
			if !text && len(out) == 0 {
				before = ""
			}
			out = append(out, assemble.Mark(before+"["+strings.Join(strings.Fields(name), " ")+"]", f.Span))
		}
	}
	return out
}

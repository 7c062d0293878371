package chat_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/internal/cputime"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/chat"
	"github.com/pildora/pildora/read/readtest"
	"github.com/pildora/pildora/read/record"
	"github.com/pildora/pildora/read/record/jsontree"
)

var whatsApp = readtest.Format{
	Media: chat.WhatsApp, Exact: true,
	Seeds: map[string]string{
		"android es": "31/12/23, 21:05 - Los mensajes y las llamadas están cifrados.\n31/12/23, 21:06 - Ana Ruiz: ¿Vienes?\n31/12/23, 21:07 - Luis: Sí,\na las diez\n\ny llevo pan: blanco\n1/1/24, 9:00 - Ana Ruiz: <Multimedia omitido>\n",
		"android en": "12/31/23, 9:05\u202fPM - Ana: Hi\n12/31/23, 9:06 PM - ~Bo: <Media omitted>\n",
		"ios":        "\u200e[31/12/23, 21:05:33] Grupo: \u200eAna creó el grupo\r\n[31/12/23, 21:05:40] Ana: Hola\r\n\u200e[31/12/23, 21:06:00] Luis: \u200eimagen omitida\r\n",
		"es pm":      "31/12/2023, 9:05\u00a0p.\u00a0m. - Ana: Hola\n31/12/2023, 9:06\u00a0p.\u00a0m. - Luis: Hola\n",
		"german":     "31.12.23, 21:05 - Ana: Hallo\n31.12.23, 21:06 - Bo: Hallo\n",
		"iso":        "2023-12-31, 21:05 - Ana: Hej\n2023-12-31, 21:06 - Bo: Hej\n",
		"no chat":    "Some text.\n\nMore: text\n",
		"bom":        "\ufeff31/12/23, 21:06 - Ana: x\n",
		"windows":    "31/12/23, 21:06 - Bego\xf1a: se\xf1or, a\xf1os\n",
	},
	Capped: func(n int64) read.Reader { return chat.Reader{MaxBytes: n} },
}

var exports = map[string]string{
	"slack": `[{"type": "message", "subtype": "channel_join", "user": "U1", "ts": "1704100000.000100", "text": "<@U1> has joined"},
 {"type": "message", "user": "U1", "ts": "1704103200.000100", "thread_ts": "1704103200.000100", "text": "Hi <@U2>, see <https:\/\/e.org\/a|this> &amp; <#C1|general>", "user_profile": {"real_name": "Ana Ruiz", "display_name": "ana"}},
 {"type": "message", "user": "U3", "ts": "1704103260.000100", "text": "Lunch?", "files": [{"name": "menu.pdf"}]},
 {"type": "message", "user": "U2", "ts": "1704103300.000100", "thread_ts": "1704103200.000100", "text": "Yes", "user_profile": {"real_name": "Luis", "display_name": ""}}]`,
	"discord": `{"guild": {"name": "G"}, "channel": {"id": "1", "name": "help"}, "messages": [
 {"id": "10", "type": "Default", "timestamp": "2024-01-01T10:00:00+00:00", "content": "How do I?\n\n` + "```go\\nx := 1\\n```" + `", "author": {"name": "ana", "nickname": "Ana"}},
 {"id": "11", "type": "Default", "timestamp": "2024-01-01T10:01:00+00:00", "content": "Other", "author": {"name": "bo"}},
 {"id": "12", "type": "Reply", "timestamp": "2024-01-01T10:02:00+00:00", "content": "Like this", "author": {"name": "luis"}, "reference": {"messageId": "10"}}]}`,
	"telegram": `{"name": "Barrio", "type": "private_group", "id": 1, "messages": [
 {"id": 1, "type": "service", "date": "2024-01-01T09:00:00", "actor": "Ana", "action": "create_group", "text": ""},
 {"id": 2, "type": "message", "date": "2024-01-01T10:00:00", "date_unixtime": "1704103200", "from": "Ana", "from_id": "user1", "text": ["Mira ", {"type": "link", "text": "https://e.org"}, " ya"]},
 {"id": 3, "type": "message", "date": "2024-01-01T10:01:00", "date_unixtime": "1704103260", "from": "Luis", "from_id": "user2", "reply_to_message_id": 2, "text": "Vale"}]}`,
	"messenger": `{"participants": [{"name": "Ana"}], "title": "Bego\u00c3\u00b1a", "messages": [
 {"sender_name": "Ana", "timestamp_ms": 1704103260000, "content": "s\u00c3\u00ad"}, {"sender_name": "Luis", "timestamp_ms": 1704103200000, "content": "hola"}]}`,
	"teams": `{"value": [{"id": "1", "messageType": "message", "createdDateTime": "2024-01-01T10:00:00Z", "from": {"user": {"displayName": "Ana"}}, "body": {"contentType": "html", "content": "<p>Uno <strong>dos</strong></p>"}, "replies": [{"id": "2", "createdDateTime": "2024-01-01T10:05:00Z", "from": {"user": {"displayName": "Bo"}}, "body": {"contentType": "text", "content": "Tres"}}]}]}`,
	"model": `{"model": "m", "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": [{"type": "text", "text": "Hi"}, {"type": "text", "text": "there"}]}, {"role": "assistant", "content": "# Plan\n\n1. a\n2. b"}]}`,
	"plain": `[{"author": "Ana", "text": "uno", "time": "2024-01-01 10:00:00"}, {"author": "Bo", "text": "", "time": "later"}, {"author": "Bo", "text": "dos", "time": "later"}]`,
}

var jsonContract = readtest.Format{Media: chat.JSON, Seeds: exports, Capped: whatsApp.Capped}

func reader() read.Reader { return read.Decoding(chat.Reader{}) }

func TestWhatsAppContract(t *testing.T) { readtest.Run(t, reader(), whatsApp) }
func TestJSONContract(t *testing.T)     { readtest.Run(t, reader(), jsonContract) }
func FuzzWhatsApp(f *testing.F)         { readtest.Fuzz(f, reader(), whatsApp) }
func FuzzJSON(f *testing.F)             { readtest.Fuzz(f, reader(), jsonContract) }

func document(t testing.TB, media, text string) *doc.Document {
	t.Helper()
	d, err := reader().Read(context.Background(), read.Source{URI: "a", Media: media, Data: []byte(text)})
	if err == nil {
		err = d.Validate()
	}
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// tree writes the blocks with their label and text.
func tree(d *doc.Document) string {
	var b strings.Builder
	for i, block := range d.Blocks {
		fmt.Fprintf(&b, "\n%s%s %s: %s", strings.Repeat("  ", d.Depth(i)), block.Kind, block.Label, strings.ReplaceAll(d.Slice(block.Span), "\n", "|"))
	}
	return b.String()
}

func TestWhatsApp(t *testing.T) {
	for name, want := range map[string]string{
		"android es": `
paragraph : 31/12/23, 21:05 - Los mensajes y las llamadas están cifrados.
turn Ana Ruiz: 31/12/23, 21:06 - Ana Ruiz: ¿Vienes?
turn Luis: 31/12/23, 21:07 - Luis: Sí,|a las diez||y llevo pan: blanco
turn Ana Ruiz: 1/1/24, 9:00 - Ana Ruiz: <Multimedia omitido>`,
		"android en": "\nturn Ana: 12/31/23, 9:05\u202fPM - Ana: Hi\nturn Bo: 12/31/23, 9:06 PM - ~Bo: <Media omitted>",
		"ios":        "\nturn Grupo: \u200e[31/12/23, 21:05:33] Grupo: \u200eAna creó el grupo\nturn Ana: [31/12/23, 21:05:40] Ana: Hola\nturn Luis: \u200e[31/12/23, 21:06:00] Luis: \u200eimagen omitida",
		"es pm":      "\nturn Ana: 31/12/2023, 9:05\u00a0p.\u00a0m. - Ana: Hola\nturn Luis: 31/12/2023, 9:06\u00a0p.\u00a0m. - Luis: Hola",
		"german":     "\nturn Ana: 31.12.23, 21:05 - Ana: Hallo\nturn Bo: 31.12.23, 21:06 - Bo: Hallo",
		"iso":        "\nturn Ana: 2023-12-31, 21:05 - Ana: Hej\nturn Bo: 2023-12-31, 21:06 - Bo: Hej",
		"bom":        "\nturn Ana: 31/12/23, 21:06 - Ana: x",
		"no chat":    "\nparagraph : Some text.||More: text",
	} {
		if got := tree(document(t, chat.WhatsApp, whatsApp.Seeds[name])); got != want {
			t.Errorf("%s:%s\nwant%s", name, got, want)
		}
	}
}

func TestExports(t *testing.T) {
	for name, want := range map[string]string{
		"slack": `
paragraph ana: **ana** (2024-01-01 09:06): @ana has joined
turn ana: **ana** (2024-01-01 10:00): Hi @Luis, see [this](https://e.org/a) & #general||**Luis** (2024-01-01 10:01): Yes
  turn ana: **ana** (2024-01-01 10:00): Hi @Luis, see [this](https://e.org/a) & #general
  turn Luis: **Luis** (2024-01-01 10:01): Yes
turn U3: **U3** (2024-01-01 10:01): Lunch? [menu.pdf]`,
		"discord": `
turn Ana: **Ana** (2024-01-01 10:00):||How do I?||` + "```go|x := 1|```" + `||**bo** (2024-01-01 10:01): Other||**luis** → Ana (2024-01-01 10:02): Like this
  turn Ana: **Ana** (2024-01-01 10:00):||How do I?||` + "```go|x := 1|```" + `
    paragraph : **Ana** (2024-01-01 10:00):
    paragraph : How do I?
    code go: ` + "```go|x := 1|```" + `
  turn bo: **bo** (2024-01-01 10:01): Other
  turn luis: **luis** → Ana (2024-01-01 10:02): Like this`,
		"telegram": `
turn Ana: **Ana** (2024-01-01 10:00): Mira https://e.org ya||**Luis** → Ana (2024-01-01 10:01): Vale
  turn Ana: **Ana** (2024-01-01 10:00): Mira https://e.org ya
  turn Luis: **Luis** → Ana (2024-01-01 10:01): Vale`,
		"messenger": `
turn Luis: **Luis** (2024-01-01 10:00): hola
turn Ana: **Ana** (2024-01-01 10:01): sí`,
		"teams": `
turn Ana: **Ana** (2024-01-01 10:00): Uno **dos**||**Bo** (2024-01-01 10:05): Tres
  turn Ana: **Ana** (2024-01-01 10:00): Uno **dos**
  turn Bo: **Bo** (2024-01-01 10:05): Tres`,
		"model": `
turn system: **system**: Be brief.
turn user: **user**:||Hi||there
  paragraph : **user**:
  paragraph : Hi
  paragraph : there
turn assistant: **assistant**:||# Plan||1. a|2. b
  paragraph : **assistant**:
  heading Plan: # Plan
  list : 1. a|2. b
    item : 1. a
      paragraph : a
    item : 2. b
      paragraph : b`,
		"plain": `
turn Ana: **Ana** (2024-01-01 10:00): uno
turn Bo: **Bo** (later): dos`,
	} {
		d := document(t, chat.JSON, exports[name])
		if got := tree(d); got != want {
			t.Errorf("%s:%s\nwant%s", name, got, want)
		}
	}
	for name, title := range map[string]string{"discord": "help", "telegram": "Barrio", "messenger": "Begoña", "slack": "", "model": ""} {
		if d := document(t, chat.JSON, exports[name]); d.Title != title || d.Meta["title"] != title {
			t.Errorf("%s: title %q", name, d.Title)
		}
	}
}

// TestOtherJSON: JSON without messages is read as records.
func TestOtherJSON(t *testing.T) {
	for _, text := range []string{`{"role": 1, "content": 2}`, `[{"role": "x", "content": "y"}, {"a": 1}, {"b": 1}]`, `{"messages": []}`, `{"messages": [1, 2]}`, `17`} {
		d := document(t, chat.JSON, text)
		if d.Media != record.JSON || d.Text != text {
			t.Errorf("%s: %s %q", text, d.Media, d.Text)
		}
	}
	if _, err := reader().Read(context.Background(), read.Source{URI: "a", Media: chat.JSON, Data: []byte(`{"messages": [`)}); !errors.Is(err, jsontree.ErrSyntax) {
		t.Errorf("cut: %v", err)
	}
}

// TestSniffed: chats are known by their content, whatever their name.
func TestSniffed(t *testing.T) {
	for name, text := range exports {
		if got := read.Media("a.json", []byte(text)); got != chat.JSON {
			t.Errorf("%s: %s", name, got)
		}
	}
	for name, text := range whatsApp.Seeds {
		want := chat.WhatsApp
		if name == "no chat" {
			want = "text/plain"
		}
		if got := read.Media("a.txt", []byte(text)); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
	for name, text := range map[string]string{"a.txt": "12/5/2024 10:00 - the meeting began.\n\nLater on, we spoke.\n", "a.json": `[{"name": "x", "text": "y"}]`, "b.json": `{"openapi": "3", "info": {"title": "x"}}`} {
		if got := read.Media(name, []byte(text)); got == chat.JSON || got == chat.WhatsApp {
			t.Errorf("%s: %s", text, got)
		}
	}
}

func TestOrigins(t *testing.T) {
	in := exports["slack"]
	d := document(t, chat.JSON, in)
	for text, want := range map[string]string{"Hi ": "Hi ", "@Luis": "<@U2>", "[this]": `<https:\/\/e.org\/a|this>`, "Lunch?": "Lunch?", "Yes": "Yes"} {
		at := strings.Index(d.Text, text)
		for o := range d.Locate(doc.Span{Start: at, End: at + 1}) {
			if got := in[o.Source.Start:o.Source.End]; !strings.HasPrefix(got, want) {
				t.Errorf("%q: %q, want %q", text, got, want)
			}
		}
	}
}

func TestGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	in := func(head, unit, tail string) func(n int) string {
		return func(n int) string { return head + strings.Repeat(unit, n/len(unit)) + tail }
	}
	const n = 1 << 15
	for name, c := range map[string]struct {
		media string
		text  func(n int) string
	}{
		"messages":     {chat.WhatsApp, in("", "31/12/23, 21:06 - Ana: x\n", "")},
		"one message":  {chat.WhatsApp, in("31/12/23, 21:06 - Ana: x\n", "more\n", "")},
		"JSON":         {chat.JSON, in("[", `{"author": "a", "text": "b"},`, `{"author": "a", "text": "b"}]`)},
		"one id":       {chat.JSON, in("[", `{"id": "1", "reply_to": "1", "author": "a", "text": "b"},`, `{"author": "a", "text": "b"}]`)},
		"one thread":   {chat.JSON, in(`[{"user": "a", "ts": "1", "text": "b"},`, `{"user": "a", "ts": "2", "thread_ts": "1", "text": "b"},`, `{"user": "a", "ts": "3", "text": "b"}]`)},
		"mentions":     {chat.JSON, in(`[{"user": "a", "ts": "1", "text": "`, `<@U1>\n`, `"}]`)},
		"open mention": {chat.JSON, in(`[{"user": "a", "ts": "1", "text": "`, `<@`, `"}]`)},
		"parts":        {chat.JSON, in(`[{"role": "a", "content": [`, `{"type": "text", "text": "x"},`, `{}]}]`)},
		"nested":       {chat.JSON, in("", `{"messages": [`, "")},
	} {
		reads := func(text string) func() {
			return func() {
				_, _ = reader().Read(context.Background(), read.Source{URI: "a", Media: c.media, Data: []byte(text)})
			}
		}
		if err := cputime.Grows(16, reads(c.text(n)), reads(c.text(16*n))); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

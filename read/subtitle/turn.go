package subtitle

import (
	"strings"
	"time"
	"unicode"

	"github.com/pildora/pildora/doc"
)

// pause is how long nobody speaks until what follows is another turn.
const pause = 4 * time.Second

// blocks makes the blocks of the parts: turns of cues, and the rest.
func blocks(text string, parts []part) []doc.Block {
	who := speakers(text, parts)
	out := make([]doc.Block, 0, len(parts)+len(parts)/2)
	for i := 0; i < len(parts); {
		if p := &parts[i]; !p.cue() {
			out = append(out, other(p))
			i++
			continue
		}
		n := i + 1
		for n < len(parts) && joined(text, parts, who, n) {
			n++
		}
		out = turn(out, parts[i:n], who[i].name)
		i = n
	}
	return out
}

// other is the block of a part that is no cue.
func other(p *part) doc.Block {
	b := doc.Block{Kind: doc.Code, Parent: -1, Span: p.span, Label: p.label}
	switch p.label {
	case "webvtt":
		b.Kind = doc.FrontMatter
	case "text":
		b.Kind, b.Label = doc.Paragraph, ""
	}
	return b
}

// turn adds a turn of cues.
func turn(out []doc.Block, cues []part, name string) []doc.Block {
	parent := int32(len(out))
	out = append(out, doc.Block{Kind: doc.Turn, Parent: -1, Label: name, Span: doc.Span{Start: cues[0].span.Start, End: cues[len(cues)-1].span.End}})
	if len(cues) > 1 {
		for _, c := range cues {
			out = append(out, doc.Block{Kind: doc.Turn, Parent: parent, Span: c.span})
		}
	}
	return out
}

// joined reports whether part n is a cue of the same turn as the part before it.
func joined(text string, parts []part, who []voice, n int) bool {
	a, b := &parts[n-1], &parts[n]
	if !b.cue() || who[n-1].dialog || who[n].dialog || who[n].changes || who[n].name != who[n-1].name {
		return false
	}
	if a.timed && b.timed && b.time[0]-a.time[1] >= pause {
		return false
	}
	return who[n].name != "" || !endsSentence(text[a.text:max(a.text, a.span.End)])
}

func endsSentence(words string) bool {
	words = strings.TrimRight(words, " \t\r\n\"'”’»)]>")
	if i := strings.LastIndexByte(words, '<'); i >= 0 && strings.HasPrefix(words[i:], "</") { // a closing tag
		words = strings.TrimRight(words[:i], " \"'”’»)]")
	}
	for _, end := range []string{".", "?", "!", "…", "。", "？", "！", "؟"} {
		if strings.HasSuffix(words, end) {
			return true
		}
	}
	return false
}

// voice is who speaks in a cue.
type voice struct {
	name    string
	tagged  bool // by a voice tag
	dialog  bool // several do
	changes bool // somebody else than before, unnamed
}

// speakers finds who speaks in each part. A name before a colon is one where it
// comes again, or stands in capitals; whoever was named so goes on until
// somebody else does, a change is marked, or there is a pause.
func speakers(text string, parts []part) []voice {
	out := make([]voice, len(parts))
	count := map[string]int{}
	for i := range parts {
		if p := &parts[i]; p.cue() {
			out[i] = voiceOf(text[p.text:max(p.text, p.span.End)])
			count[out[i].name]++
		}
	}
	last := "" // who was named before a colon
	for i := range out {
		v := &out[i]
		if !parts[i].cue() {
			continue
		}
		if v.name != "" && !v.tagged && count[v.name] < 2 && v.name != strings.ToUpper(v.name) {
			v.name = "" // "Note: …" is no speaker
		}
		rest := i > 0 && parts[i].timed && parts[i-1].timed && parts[i].time[0]-parts[i-1].time[1] >= pause
		switch {
		case v.tagged:
			last = ""
		case v.name != "":
			last = v.name
		case v.changes || v.dialog || rest:
			last = ""
		default:
			v.name = last
		}
	}
	return out
}

// voiceOf reads who speaks in the words of a cue: by its voice tags, dashes
// before several lines, ">>", or a name before a colon.
func voiceOf(words string) voice {
	if names := voiceTags(words); len(names) > 0 {
		return voice{name: strings.Join(names, ", "), tagged: true, dialog: len(names) > 1}
	}
	dashes := 0
	first := ""
	for line := range strings.Lines(words) {
		line = strings.TrimSpace(untagged(line))
		if first == "" {
			first = line
		}
		if strings.HasPrefix(line, "-") || strings.HasPrefix(line, "–") || strings.HasPrefix(line, "—") {
			dashes++
		}
	}
	v := voice{dialog: dashes > 1, changes: dashes == 1 || strings.HasPrefix(first, ">>") || strings.HasPrefix(first, "&gt;&gt;")}
	if !v.dialog {
		v.name = named(strings.TrimLeft(strings.ReplaceAll(first, "&gt;", ">"), ">-–— "))
	}
	return v
}

// voiceTags are the names in the voice tags of a cue, each once, in order.
func voiceTags(words string) []string {
	var names []string
	for rest := words; ; {
		i := strings.Index(rest, "<v")
		if i < 0 {
			return names
		}
		rest = rest[i+2:]
		end := strings.IndexByte(rest, '>')
		if end < 0 {
			return names
		}
		_, name, ok := strings.Cut(strings.ReplaceAll(rest[:end], "\t", " "), " ")
		if rest[0] != ' ' && rest[0] != '.' && rest[0] != '\t' {
			ok = false
		}
		rest = rest[end+1:]
		if name = strings.TrimSpace(name); ok && name != "" && len(names) < maxNames && !contains(names, name) {
			names = append(names, name)
		}
	}
}

const (
	maxNames = 8  // of the speakers in one cue
	maxName  = 40 // bytes of a name before a colon
)

func contains(names []string, name string) bool {
	for _, n := range names {
		if n == name {
			return true
		}
	}
	return false
}

// named is the name before the colon that a line opens with: up to four words,
// the first of which begins with a capital; "" where there is none.
func named(line string) string {
	i := strings.IndexByte(line[:min(len(line), maxName)], ':')
	if i <= 0 || i+1 < len(line) && line[i+1] != ' ' {
		return ""
	}
	name := strings.TrimSpace(line[:i])
	for k, r := range name {
		if k == 0 && !unicode.IsUpper(r) || !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" .'’-#", r) {
			return ""
		}
	}
	if len(strings.Fields(name)) > 4 {
		return ""
	}
	return name
}

// untagged is a line without what stands between < and >, or { and }.
func untagged(line string) string {
	if strings.IndexByte(line, '<') < 0 && strings.IndexByte(line, '{') < 0 {
		return line
	}
	var b strings.Builder
	for line != "" {
		i := strings.IndexAny(line, "<{")
		if i < 0 {
			break
		}
		end := strings.IndexAny(line[i:], ">}")
		if end < 0 {
			break
		}
		b.WriteString(line[:i])
		line = line[i+end+1:]
	}
	return b.String() + line
}

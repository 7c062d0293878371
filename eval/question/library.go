package question

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/pildora/pildora/doc"
)

// library is the documents of a conversion: those given and those made.
type library struct {
	given   bool
	texts   map[string]string // all of them
	made    map[string]string
	sorted  []string // ids, until one is added
	sources map[string]*source
	found   map[string][]located // passages sought already
	stems   map[string]string    // id without folders and extension → id; "" if several
	ofName  map[string]string    // name of a made document → its id
}

// located is a place in a document.
type located struct {
	id string
	at doc.Span
}

func newLibrary(docs map[string]string) *library {
	l := &library{given: len(docs) > 0, texts: map[string]string{}, made: map[string]string{},
		sources: map[string]*source{}, found: map[string][]located{}, ofName: map[string]string{}}
	for id, text := range docs {
		l.texts[id] = text
	}
	return l
}

func (l *library) ids() []string {
	if l.sorted == nil {
		for id := range l.texts {
			l.sorted = append(l.sorted, id)
		}
		slices.Sort(l.sorted)
	}
	return l.sorted
}

func (l *library) source(id string) *source {
	if l.sources[id] == nil {
		l.sources[id] = &source{text: l.texts[id]}
	}
	return l.sources[id]
}

// id returns the document that another tool calls name: the one with that id,
// or the only one whose base name, with its extension or without, is name's.
func (l *library) id(name string) (string, bool) {
	if _, ok := l.texts[name]; ok {
		return name, true
	}
	if id, ok := l.ofName[name]; ok {
		return id, true
	}
	if l.stems == nil {
		l.stems = map[string]string{}
		for _, id := range l.ids() {
			for _, s := range []string{base(id), strings.TrimSuffix(base(id), path.Ext(id))} {
				if other, ok := l.stems[s]; ok && other != id {
					id = "" // several: none is meant
				}
				l.stems[s] = id
			}
		}
	}
	for _, s := range []string{base(name), strings.TrimSuffix(base(name), path.Ext(name))} {
		if id := l.stems[s]; id != "" {
			return id, true
		}
	}
	return "", false
}

func base(id string) string { return path.Base(strings.ReplaceAll(id, `\`, "/")) }

// locate returns the places of a passage in the documents, exact ones or else
// those that differ in white space.
func (l *library) locate(passage string) []located {
	if hit, ok := l.found[passage]; ok {
		return hit
	}
	trimmed := strings.TrimSpace(passage)
	var found []located
	for _, try := range []struct {
		find func(*source, string) []doc.Span
		text string
	}{{(*source).exact, passage}, {(*source).exact, trimmed}, {(*source).loose, trimmed}} {
		for _, id := range l.ids() {
			for _, at := range try.find(l.source(id), try.text) {
				found = append(found, located{id, at})
			}
		}
		if len(found) > 0 {
			break
		}
	}
	l.found[passage] = found
	return found
}

// make makes a document called name of text, and returns its id: name as a
// file's name, with a number where two names give one id.
func (l *library) make(name, text string) string {
	id := slug(name)
	for n := 2; ; n++ {
		if _, taken := l.texts[id+".md"]; !taken {
			break
		}
		id = fmt.Sprintf("%s-%d", slug(name), n)
	}
	id += ".md"
	l.texts[id], l.made[id], l.ofName[name] = text, text, id
	l.sorted, l.stems = nil, nil
	clear(l.found)
	return id
}

// context returns the document made of a passage, once for each.
func (l *library) context(passage string) string {
	name := "context-" + digest(passage)
	if id, ok := l.ofName[name]; ok {
		return id
	}
	return l.make(name, passage+"\n")
}

// slug makes a file's name of any text: letters, digits and marks in lower
// case, one dash for whatever stands between them; of a long one the beginning and
// a digest.
func slug(name string) string {
	const longest = 60 // code points
	var b strings.Builder
	dash, n := false, 0
	for _, r := range norm.NFC.String(strings.ToLower(name)) {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			dash = b.Len() > 0
			continue
		}
		if n++; n > longest {
			return b.String() + "-" + digest(name)
		}
		if dash {
			b.WriteByte('-')
			dash = false
		}
		b.WriteRune(r)
	}
	if b.Len() == 0 {
		return "doc-" + digest(name)
	}
	return b.String()
}

// digest names a text by ten hexadecimal digits.
func digest(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:5])
}

// titled is a document of a title and a body, and the place of the body in
// code points before it.
func titled(title, body string) (text string, before int) {
	title = strings.Join(strings.Fields(title), " ")
	if title == "" {
		return body + "\n", 0
	}
	head := "# " + title + "\n\n"
	return head + body + "\n", len(head)
}

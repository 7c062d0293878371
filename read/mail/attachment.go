package mail

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"iter"
	"mime"
	"path"
	"strings"

	"github.com/jhillyerd/enmime/v2"
	"golang.org/x/text/unicode/norm"

	"github.com/pildora/pildora/read"
)

// Attachments opens messages: what is attached to them, by its name. The zero
// value is ready.
type Attachments struct{}

var _ read.Container = Attachments{}

// Open is that of read.Container. Entries are told the message's subject,
// author and date.
func (Attachments) Open(ctx context.Context, s read.Source, limit int64) iter.Seq2[read.Entry, error] {
	return func(yield func(read.Entry, error) bool) {
		m, err := parse(s.Data)
		if err != nil || m.encrypted != "" {
			return // whoever reads the message says so
		}
		meta := map[string]string{}
		for _, key := range []string{"title", "author", "date"} {
			if v := m.meta()[key]; v != "" {
				meta[key] = v
			}
		}
		taken := map[string]bool{}
		for _, p := range m.attachments {
			if ctx.Err() != nil {
				return
			}
			if limit -= int64(len(p.Content)); limit < 0 {
				yield(read.Entry{}, fmt.Errorf("%w: what it has attached unpacks to more than the limit", read.ErrTooLarge))
				return
			}
			e := read.Entry{Name: unique(fileName(p), taken), Size: int64(len(p.Content)), Mod: p.FileModDate, Meta: meta,
				Open: func() (io.Reader, error) { return bytes.NewReader(p.Content), nil }}
			if read.MediaByName(e.Name) == "" && p.ContentType != "application/octet-stream" {
				e.Media = p.ContentType
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}

// fileName is the name of an attachment: its own without folders, else one for
// its number and kind.
func fileName(p *enmime.Part) string {
	name := strings.ToValidUTF8(p.FileName, "\ufffd")
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	if name = strings.TrimSpace(name); name != "" && name != "." && name != ".." && name != "/" {
		return name
	}
	name = "part-" + p.PartID
	if p.ContentType == Message {
		return name + ".eml"
	}
	if exts, err := mime.ExtensionsByType(p.ContentType); err == nil && len(exts) > 0 {
		return name + exts[0]
	}
	return name
}

// unique is name, with a number where it is taken. Names that differ only in
// how their letters are composed are one.
func unique(name string, taken map[string]bool) string {
	name = norm.NFC.String(name)
	ext := path.Ext(name)
	one := name
	for n := 2; taken[one]; n++ {
		one = fmt.Sprintf("%s-%d%s", strings.TrimSuffix(name, ext), n, ext)
	}
	taken[one] = true
	return one
}

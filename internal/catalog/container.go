package catalog

import (
	"slices"

	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/archive"
	"github.com/pildora/pildora/read/mail"
)

// Container is a kind of source that holds others, by name.
type Container struct {
	Name, Doc string
	Media     []string // media types that it opens
	Opens     read.Container
}

// Containers returns everything that can be opened. What is also in [Formats]
// is a document besides.
func Containers() []Container {
	return []Container{
		{"archive", "archives: ZIP, tar, tar.gz and tar.bz2, and single files that are compressed", archive.Media(), archive.Reader{}},
		{"mailbox", "mailboxes: mbox, each message by its number", []string{mail.Mailbox}, mail.Mailboxes{}},
		{"attachments", "what is attached to an e-mail message", []string{mail.Message}, mail.Attachments{}},
	}
}

// ContainerOf returns what opens a media type, nil where nothing does; it is a
// read.Options.Container.
func ContainerOf(media string) read.Container {
	for _, c := range Containers() {
		if slices.Contains(c.Media, media) {
			return c.Opens
		}
	}
	return nil
}

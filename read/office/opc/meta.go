package opc

import (
	"context"
	"errors"
	"path"
	"strings"
	"time"

	"github.com/pildora/pildora/doc"
)

// maxValue is the longest value of metadata, in bytes; a longer one is cut.
const maxValue = 2 << 10

// coreNames maps the elements of the core properties to names of metadata.
var coreNames = map[string]string{
	"dc:title": "title", "dc:creator": "author", "dc:description": "description", "dc:subject": "subject",
	"dc:language": "language", "cp:keywords": "keywords", "dcterms:created": "date", "dcterms:modified": "modified",
}

// Describe fills d's Title, Language and Meta from the core properties of an
// Office Open XML package; what is there already stays. A package without
// them, or with damaged ones, is no error.
func (p *Package) Describe(ctx context.Context, d *doc.Document) error {
	rels, err := p.Relations(ctx, "")
	if err != nil {
		return err
	}
	part := rels.ByType("core-properties")
	if p.Find(part) == "" {
		part = "docProps/core.xml"
	}
	core, err := p.Tree(ctx, part)
	if errors.Is(err, ErrNoPart) || errors.Is(err, ErrDamaged) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, n := range core.Kids {
		SetMeta(d, coreNames[n.Name], n.Content())
	}
	if d.Title == "" && !byProgram(d.Meta["title"]) {
		d.Title = d.Meta["title"]
	}
	if d.Language == "" {
		d.Language = Language(d.Meta["language"])
	}
	return nil
}

// byProgram reports whether a title is one that a program gave: the name of a
// file, or of the program that printed it.
func byProgram(title string) bool {
	title = strings.ToLower(title)
	if strings.HasPrefix(title, "microsoft word - ") || strings.HasPrefix(title, "microsoft powerpoint - ") {
		return true
	}
	switch path.Ext(title) {
	case ".doc", ".docx", ".dot", ".dotx", ".ppt", ".pptx", ".pot", ".rtf", ".odt", ".tmp":
		return true
	}
	return title == "untitled" || title == "sin título" || title == "document" || title == "documento" || title == "word document"
}

// SetMeta sets a value of d's metadata, as one line and of bounded length. The
// first value of a name stays, empty ones don't count. Dates are brought into
// the form of ISO 8601, and left out where they aren't any.
func SetMeta(d *doc.Document, name, value string) {
	value = strings.ToValidUTF8(value[:min(len(value), maxValue)], "")
	value = strings.Join(strings.Fields(value), " ")
	if name == "date" || name == "modified" {
		value = Date(value)
	}
	if name == "" || value == "" || d.Meta[name] != "" {
		return
	}
	if d.Meta == nil {
		d.Meta = map[string]string{}
	}
	d.Meta[name] = value
}

// Date is the day of a point in time in ISO 8601, "" where value is none or
// is one of the zero dates that programs write.
func Date(value string) string {
	value = strings.TrimSpace(value)
	if len(value) < len(time.DateOnly) {
		if _, err := time.Parse("2006", value); err == nil {
			return value
		}
		if _, err := time.Parse("2006-01", value); err == nil {
			return value
		}
		return ""
	}
	day, err := time.Parse(time.DateOnly, value[:len(time.DateOnly)])
	if err != nil || day.Year() < 1700 {
		return ""
	}
	return day.Format(time.DateOnly)
}

// Language is the primary language of a BCP 47 tag in lower case, "" where
// tag is none.
func Language(tag string) string {
	tag, _, _ = strings.Cut(strings.ReplaceAll(strings.TrimSpace(tag), "_", "-"), "-")
	tag = strings.ToLower(tag)
	if len(tag) < 2 || len(tag) > 3 || strings.Trim(tag, "abcdefghijklmnopqrstuvwxyz") != "" {
		return ""
	}
	return tag
}

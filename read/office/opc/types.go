package opc

import (
	"context"
	"errors"
	"path"
	"strings"
)

// types are the content types of parts.
type types struct{ byExt, byPart map[string]string }

// TypeOf returns the content type of a part in lower case, "" where none is
// declared.
func (p *Package) TypeOf(ctx context.Context, part string) (string, error) {
	if p.types == nil {
		t, err := p.readTypes(ctx)
		if err != nil {
			return "", err
		}
		p.types = t
	}
	part = strings.ToLower(part)
	if t := p.types.byPart[part]; t != "" {
		return t, nil
	}
	return p.types.byExt[strings.TrimPrefix(path.Ext(part), ".")], nil
}

func (p *Package) readTypes(ctx context.Context) (*types, error) {
	all := &types{byExt: map[string]string{}, byPart: map[string]string{}}
	t, err := p.Tokens(ctx, "[Content_Types].xml")
	if errors.Is(err, ErrNoPart) {
		return all, nil
	}
	if err != nil {
		return nil, err
	}
	for t.Next() {
		switch {
		case t.Is(Start, "ct:Default"):
			all.byExt[strings.ToLower(t.Attr("Extension"))] = strings.ToLower(t.Attr("ContentType"))
		case t.Is(Start, "ct:Override"):
			all.byPart[strings.ToLower(strings.TrimPrefix(t.Attr("PartName"), "/"))] = strings.ToLower(t.Attr("ContentType"))
		}
	}
	return all, t.Err()
}

// Application is a program of Office Open XML.
type Application uint8

// The applications.
const (
	Word Application = iota
	Excel
	PowerPoint
)

// applications says how to speak of an application's documents, and how they
// and their main parts are told.
var applications = [...]struct{ what, format, main, mark, macros string }{
	Word:       {"a Word document", "docx", "word/document.xml", "wordprocessingml", "application/vnd.ms-word"},
	Excel:      {"a spreadsheet", "xlsx", "xl/workbook.xml", "spreadsheetml", "application/vnd.ms-excel"},
	PowerPoint: {"a presentation", "pptx", "ppt/presentation.xml", "presentationml", "application/vnd.ms-powerpoint"},
}

// Main returns the name of the main part of a document of an application: what
// the package's relationships say, else the customary name. The error says
// what the package is instead.
func (p *Package) Main(ctx context.Context, want Application) (string, error) {
	rels, err := p.Relations(ctx, "")
	if err != nil {
		return "", err
	}
	if main := p.Find(rels.ByType("officeDocument")); main != "" {
		kind, err := p.TypeOf(ctx, main)
		if err != nil {
			return "", err
		}
		if fits(want, main, kind) {
			return main, nil
		}
	}
	if name := p.Find(applications[want].main); name != "" {
		return name, nil
	}
	return "", p.isInstead(want)
}

// fits reports whether a main part of a content type may be an application's.
func fits(want Application, main, kind string) bool {
	for app, a := range applications {
		if strings.Contains(kind, a.mark) || strings.HasPrefix(kind, a.macros) {
			return Application(app) == want
		}
	}
	return main == applications[want].main
}

// isInstead is the error for a package that isn't what was expected.
func (p *Package) isInstead(want Application) error {
	expected := applications[want]
	for app, a := range applications {
		if Application(app) != want && p.Find(a.main) != "" {
			return p.Errorf(a.main, "%w: it is %s, not %s; name it .%s or give --format %s", ErrFormat, a.what, expected.what, a.format, a.format)
		}
	}
	for _, other := range [...]struct{ part, what string }{
		{"META-INF/container.xml", "a book (EPUB); name it .epub or give --format epub"},
		{"content.xml", "an OpenDocument file; name it by what it is (.odt, .ods, .odp)"},
		{"index.apxl", "a Keynote presentation; export it as .pptx"},
		{"Index/Document.iwa", "a document of Apple's iWork; export it as .docx, .xlsx or .pptx"},
	} {
		if p.Find(other.part) != "" {
			return p.Errorf(other.part, "%w: not %s but %s", ErrFormat, expected.what, other.what)
		}
	}
	return p.Errorf(expected.main, "%w: a zip of %d parts that is not %s, or one whose main part is lost", ErrNoPart, len(p.names), expected.what)
}

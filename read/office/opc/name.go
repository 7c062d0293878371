package opc

import "strings"

// prefixes are the prefixes that names have here, by namespace. The strict
// namespaces of Office Open XML have those of the transitional ones.
var prefixes = map[string]string{
	"http://schemas.openxmlformats.org/package/2006/relationships":            "rel",
	"http://schemas.openxmlformats.org/package/2006/content-types":            "ct",
	"http://schemas.openxmlformats.org/package/2006/metadata/core-properties": "cp",
	"http://schemas.openxmlformats.org/officeDocument/2006/relationships":     "r",
	"http://purl.oclc.org/ooxml/officeDocument/relationships":                 "r",
	"http://schemas.openxmlformats.org/markup-compatibility/2006":             "mc",
	"http://purl.org/dc/elements/1.1/":                                        "dc",
	"http://purl.org/dc/terms/":                                               "dcterms",
	"http://www.w3.org/XML/1998/namespace":                                    "xml",
	"http://www.w3.org/1999/xlink":                                            "xlink",
	"http://www.w3.org/1999/xhtml":                                            "html",
	"http://www.w3.org/1998/Math/MathML":                                      "math",
	"http://www.w3.org/2000/svg":                                              "svg",

	"http://schemas.openxmlformats.org/wordprocessingml/2006/main":           "w",
	"http://purl.oclc.org/ooxml/wordprocessingml/main":                       "w",
	"http://schemas.microsoft.com/office/word/2010/wordml":                   "w14",
	"http://schemas.microsoft.com/office/word/2012/wordml":                   "w15",
	"http://schemas.microsoft.com/office/word/2010/wordprocessingShape":      "wps",
	"http://schemas.microsoft.com/office/word/2010/wordprocessingGroup":      "wpg",
	"http://schemas.microsoft.com/office/word/2010/wordprocessingCanvas":     "wpc",
	"http://schemas.openxmlformats.org/officeDocument/2006/math":             "m",
	"http://purl.oclc.org/ooxml/officeDocument/math":                         "m",
	"http://schemas.openxmlformats.org/drawingml/2006/main":                  "a",
	"http://purl.oclc.org/ooxml/drawingml/main":                              "a",
	"http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing": "wp",
	"http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing":             "wp",
	"http://schemas.openxmlformats.org/drawingml/2006/picture":               "pic",
	"http://purl.oclc.org/ooxml/drawingml/picture":                           "pic",
	"http://schemas.microsoft.com/office/drawing/2010/main":                  "a14",
	"http://schemas.openxmlformats.org/drawingml/2006/chart":                 "c",
	"http://purl.oclc.org/ooxml/drawingml/chart":                             "c",
	"http://schemas.microsoft.com/office/drawing/2014/chartex":               "cx",
	"http://schemas.openxmlformats.org/drawingml/2006/diagram":               "dgm",
	"http://purl.oclc.org/ooxml/drawingml/diagram":                           "dgm",
	"http://schemas.microsoft.com/office/drawing/2008/diagram":               "dsp",
	"http://schemas.openxmlformats.org/presentationml/2006/main":             "p",
	"http://purl.oclc.org/ooxml/presentationml/main":                         "p",
	"http://schemas.microsoft.com/office/powerpoint/2010/main":               "p14",
	"http://schemas.openxmlformats.org/spreadsheetml/2006/main":              "x",
	"http://purl.oclc.org/ooxml/spreadsheetml/main":                          "x",
	"http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing":    "xdr",
	"http://purl.oclc.org/ooxml/drawingml/spreadsheetDrawing":                "xdr",
	"urn:schemas-microsoft-com:vml":                                          "v",
	"urn:schemas-microsoft-com:office:office":                                "o",
	"urn:schemas-microsoft-com:office:word":                                  "w10",

	"urn:oasis:names:tc:opendocument:xmlns:office:1.0":                     "office",
	"urn:oasis:names:tc:opendocument:xmlns:text:1.0":                       "text",
	"urn:oasis:names:tc:opendocument:xmlns:table:1.0":                      "table",
	"urn:oasis:names:tc:opendocument:xmlns:style:1.0":                      "style",
	"urn:oasis:names:tc:opendocument:xmlns:drawing:1.0":                    "draw",
	"urn:oasis:names:tc:opendocument:xmlns:presentation:1.0":               "presentation",
	"urn:oasis:names:tc:opendocument:xmlns:meta:1.0":                       "meta",
	"urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0":                  "number",
	"urn:oasis:names:tc:opendocument:xmlns:form:1.0":                       "form",
	"urn:oasis:names:tc:opendocument:xmlns:script:1.0":                     "script",
	"urn:oasis:names:tc:opendocument:xmlns:chart:1.0":                      "chart",
	"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0":                   "manifest",
	"urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0":          "fo",
	"urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0":             "svg",
	"urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0": "loext",

	"urn:oasis:names:tc:opendocument:xmlns:container":  "container",
	"http://www.idpf.org/2007/opf":                     "opf",
	"http://openebook.org/namespaces/oeb-package/1.0/": "opf",
	"http://www.w3.org/2001/04/xmlenc#":                "enc",
	"http://www.idpf.org/2007/ops":                     "epub",
	"http://www.daisy.org/z3986/2005/ncx/":             "ncx",
}

// spelling is a name as encoding/xml gives it.
type spelling struct{ space, local string }

// name is "prefix:local", or the local name alone where it has no namespace.
// A namespace that prefixes doesn't know stands in braces. The strings are
// made once a package.
func (p *Package) name(space, local string) string {
	if space == "" {
		return local
	}
	key := spelling{space, local}
	if name, ok := p.spelled[key]; ok {
		return name
	}
	prefix, ok := prefixes[space]
	switch {
	case ok:
	case strings.ContainsAny(space, ":/"):
		prefix = "{" + space + "}"
	default: // the file doesn't declare the prefix that it uses
		prefix = space
	}
	name := prefix + ":" + local
	if p.spelled == nil {
		p.spelled = map[spelling]string{}
	}
	if len(p.spelled) < 1<<14 { // real documents have some hundreds
		p.spelled[key] = name
	}
	return name
}

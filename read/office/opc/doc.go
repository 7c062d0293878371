// Package opc opens the zip packages that office formats are: Office Open XML
// (Open Packaging Conventions: docx, pptx, xlsx), OpenDocument and EPUB.
//
// A [Package] is an opened zip; a part is one entry of it, named with slashes
// and without one in front ("word/document.xml"). [Package.Read] unpacks a
// part, [Package.Tokens] reads it as XML, [Package.Tree] a small part of XML
// whole. A relationship ([Package.Relations]) leads from one part to another;
// [Package.Main] is where it all begins in Office Open XML, and
// [Package.Describe] puts the core properties into a document. Whoever reads
// OpenDocument or EPUB uses the parts and the tokens and leaves the rest.
//
//	p, err := opc.Open(ctx, s, opc.Limits{})      // errors name s.URI and the way out
//	t, err := p.Tokens(ctx, "content.xml")
//	for t.Next() {
//		switch {
//		case t.Is(opc.Start, "text:p"): …          // names by the usual prefixes
//		case t.Kind == opc.Text: … t.Text, t.Span   // bytes in the part
//		}
//	}
//	if err := t.Err(); err != nil { … }
//	d.Warnings = append(d.Warnings, p.Warnings()...)
//
// Names of elements and attributes are "prefix:local" with the prefix that the
// standards use for the namespace (w, a, p, r, text, table, office …), whatever the file calls it,
// and the same for the strict and the transitional variant of Office Open XML.
//
// What is damaged is read as far as it goes, with a warning: a zip whose
// directory is lost is read by the headers in front of its entries, a part
// that ends too early or breaks off as XML ends there and its open elements
// are closed. What is hostile is an error within [Limits]: bombs, entries that
// overlap, elements nested without end, declared entities. Nothing is ever
// written to disk and nothing outside of the source is opened.
//
// A Package belongs to one goroutine and is valid while the source's data is.
package opc

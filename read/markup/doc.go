// Package markup holds what the readers of lightweight markup and typesetting
// languages share; each language is a package below it: rst, asciidoc, org,
// latex, man.
//
// A language's parser goes through the source once and tells a [Writer] what it
// finds: elements, as package convert has them, and text. [Text] is text made
// of pieces of the source, for what isn't one stretch of it: the lines of a
// cell, a paragraph with an attribute replaced. A [Line] is a stretch of one
// line; a parser of nested blocks strips the indentation of lines in place, so
// that each level sees lines that begin at the margin.
//
// # Limits
//
// Blocks nest [MaxDepth] deep; a parser reads deeper ones as text. What a
// document makes of itself by replacing names (attributes, substitutions,
// macros) is limited by [Writer.Spend]. No parser opens a file: what a source
// includes becomes a warning. Time and memory are linear in the length of the
// source.
//
// # Why not a library
//
// go-org keeps no offsets into the source, and its time is quadratic for hostile
// input (docs/markup.md has the figures); libasciidoc can't be had any more; for
// the other languages there is none that is kept.
package markup

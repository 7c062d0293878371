// Package html reads HTML and XHTML pages: [Reader] makes a document of a
// source, whose text is Markdown and whose origins lead back to the bytes of
// the page.
//
// The way is: tokens → tree → what is kept → text. The tokens are those of
// golang.org/x/net/html, whose raw lengths add up to exact offsets. The tree is
// our own: an array of small nodes, each with the span of its tag or text in
// the source, built with the implied end tags that people leave out. Rules over
// the finished tree ([Mode]) say what of it is the page's content. The writer
// puts that down as Markdown with blocks, and remembers of each piece of text
// where it came from.
//
// The nouns: a run is inline text being gathered, white space collapsed, with
// a segment for each piece that came from one place; it becomes a leaf block
// when the block around it ends. A container is an open list, item, quote,
// detail or figure; it is written down with the first leaf inside it, so that
// what holds nothing leaves nothing.
//
// # Limits
//
// Elements nest 512 deep, as in browsers; deeper ones are siblings of the
// last. Markdown containers nest 32 deep; deeper ones are left out and their
// content stays. A table repeats cells that span rows up to a budget. A page
// of more than 8 million nodes is refused. Time and memory are linear in the
// length of the source.
package html

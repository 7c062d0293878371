// Package markdown reads Markdown: [Scan] finds the blocks of a text, and
// [Reader] makes a document of a source.
//
// The scanner knows the whole block structure of CommonMark 0.31, and beyond
// it GFM tables, footnote definitions, front matter (YAML, TOML) and display
// formulas. It reads the text once, line by line, as the appendix "A parsing
// strategy" of the specification describes, and never builds a tree: blocks
// are appended in document order with byte-exact spans into the text.
//
// The nouns: a line is a cursor over one line of the text, in bytes and in
// columns. The stack holds the open containers (quotes, lists, items,
// footnotes), outermost first. At most one leaf is open, in the innermost
// container; it is written down when it closes, so a paragraph may still turn
// out to be a heading, a table or a run of link definitions.
//
// # Spans
//
// A span begins at the block's first mark; where only blanks stand before that
// mark, it begins at the start of the line (after a byte order mark). An item
// begins at its marker always. A span ends at the end of the block's last line,
// before the line end; white space at the end of that line is inside. Trailing
// blank lines belong to no block, but lines that hold only marks of a quote
// belong to the quote. On later lines of a block the marks of its parents are
// part of the slice.
//
// # Limits
//
// Containers nest up to 1,000 deep (a list and its item count as two); deeper
// markers are text. Time and memory are linear in the length of the text for
// any input: a container is matched only by bytes of its own on a line, or, on
// blank lines, all at once.
package markdown

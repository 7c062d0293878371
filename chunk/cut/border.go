package cut

import "github.com/pildora/pildora/doc"

// LineStart returns where a cut before block i of d falls: at the start of its
// line, so that markers and indentation go with it, unless another block ends
// on that line.
func LineStart(d *doc.Document, i int) int { return lineStart(d, i) }

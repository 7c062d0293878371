package doc

import "iter"

// Kind says what a block is.
type Kind uint8

// The kinds of blocks. Containers hold other blocks; leaves hold text.
const (
	Root        Kind = iota // never in Blocks: the parent of top-level blocks
	Heading                 // leaf; Level is 1–6, Label its text without marks
	Paragraph               // leaf: prose
	List                    // container of Items; Level 1 = ordered, 0 = bullets
	Item                    // container; the span begins at its marker
	Table                   // container of Rows; Label is what separates their cells in delimited text
	Row                     // leaf; Level 1 = header row, with its delimiter line
	Code                    // leaf; Label is the language (first word of the info string)
	Quote                   // container
	HTML                    // leaf: a block of raw HTML
	Math                    // leaf: a display formula with its fences
	Rule                    // leaf: a thematic break
	FrontMatter             // leaf: metadata at the start; Label "yaml" or "toml"
	Footnote                // container: a footnote's definition; Label is its name
	Definition              // leaf: a link reference definition; Label is its name
	Caption                 // leaf
	Figure                  // container or leaf
	Page                    // container: a page or slide; Label its number
	Turn                    // leaf or container: a message or a speaker's turn
	Record                  // leaf, or container of Records: a data record or a member of one; Label its key
	Decl                    // container: a code declaration; Label its signature
	Term                    // leaf: the term of a definition list
	Detail                  // container: a definition, or the body of a <details>
)

var kindNames = [...]string{"root", "heading", "paragraph", "list", "item", "table", "row", "code", "quote", "html", "math", "rule",
	"frontmatter", "footnote", "definition", "caption", "figure", "page", "turn", "record", "decl", "term", "detail"}

// String returns the kind's name in lower case, as it stands in records.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "unknown"
}

// Block is a structural piece of a document. Parent is an index into
// Document.Blocks, or -1 at the top level. A span begins at the block's first
// mark (after the marks of its parents on that line, but with the indentation
// of its own first line where the block begins the line) and ends after its
// last character, before the line end.
type Block struct {
	Kind   Kind
	Level  uint8
	Parent int32
	Span   Span
	Label  string
}

// Children yields the indices of the blocks whose parent is the block at
// index parent (-1 for the top level), in order.
func (d *Document) Children(parent int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := parent + 1; i < len(d.Blocks); i++ {
			p := int(d.Blocks[i].Parent)
			if p < parent {
				return
			}
			if p == parent && !yield(i) {
				return
			}
		}
	}
}

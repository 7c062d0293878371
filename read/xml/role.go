package xml

// act is what is done with an element that is written to be read.
type act uint8

const (
	unknown   act = iota // by its shape
	through              // what is in it, as if it were not there
	dropped              // nothing
	paragraph            // a paragraph
	division             // a block without a mark of its own
	inline               // inline with the tag of HTML
	section              // its title is a heading, one level below that around it
	heading              // the title of what it stands in
	list                 // items, numbered where tag is ol
	item
	defs // terms and what they mean
	term
	meaning
	entry // holds term and meaning
	table
	group // of rows: tag says which
	row
	cell
	code     // verbatim
	admonish // a note to the reader, in a quotation
	quoted   // in quotation marks
	figure
	picture
	caption
	alternate // what is said instead of a picture
	footnote
	link
	formula
	verse // a line of one
	question
	turn // what one speaker says
	rule // a thematic break
	lineBreak
	about    // what is known of the document
	citation // parts of a reference, one after the other
)

type role struct {
	act act
	tag string // of HTML
}

// roles are those of the elements of DocBook, JATS, TEI and DITA by their
// names. Where vocabularies differ, the writer looks closer.
var roles = map[string]role{
	// Sections.
	"book": {act: section}, "part": {act: section}, "chapter": {act: section}, "appendix": {act: section}, "preface": {act: section},
	"article": {act: section}, "section": {act: section}, "sect1": {act: section}, "sect2": {act: section}, "sect3": {act: section},
	"sect4": {act: section}, "sect5": {act: section}, "simplesect": {act: section}, "sec": {act: section}, "app": {act: section}, "refentry": {act: section},
	"refsect1": {act: section}, "refsect2": {act: section}, "refsect3": {act: section}, "refsection": {act: section}, "refsynopsisdiv": {act: section},
	"bibliography": {act: section}, "glossary": {act: section}, "glossdiv": {act: section}, "dedication": {act: section},
	"div": {act: section}, "div1": {act: section}, "div2": {act: section}, "div3": {act: section}, "div4": {act: section}, "div5": {act: section},
	"topic": {act: section}, "concept": {act: section}, "task": {act: section}, "reference": {act: section}, "glossentrydita": {act: section},
	"abstract": {act: section}, "trans-abstract": {act: section}, "ack": {act: section}, "ref-list": {act: section}, "app-group": {act: through},
	"boxed-text": {act: section}, "sidebar": {act: section}, "qandaset": {act: section}, "qandadiv": {act: section}, "book-part": {act: section},
	"TEI": {act: section}, "TEI.2": {act: section}, "teiCorpus": {act: section},
	"prereq": {act: division}, "context": {act: division}, "result": {act: division}, "postreq": {act: division}, "fn-group": {act: through},

	"title": {act: heading}, "head": {act: heading}, "heading": {act: heading}, "subtitle": {act: paragraph}, "titleabbrev": {act: dropped},
	"refentrytitle": {act: through}, "refname": {act: through}, "refpurpose": {act: through}, "refnamediv": {act: paragraph}, "refmeta": {act: dropped},
	"bridgehead": {act: heading}, "searchtitle": {act: dropped}, "navtitle": {act: dropped}, "alt-title": {act: dropped}, "linktext": {act: through},

	// Paragraphs.
	"p": {act: paragraph}, "para": {act: paragraph}, "simpara": {act: paragraph}, "formalpara": {act: division}, "ab": {act: paragraph},
	"shortdesc": {act: paragraph}, "cmd": {act: paragraph}, "lead": {act: paragraph}, "paragraph": {act: paragraph}, "question": {act: question},
	"answer": {act: division}, "qandaentry": {act: division}, "attribution": {act: paragraph}, "attrib": {act: paragraph}, "speaker": {act: dropped},
	"sp": {act: turn}, "lg": {act: division}, "l": {act: verse}, "verse-line": {act: verse}, "verse-group": {act: division}, "stage": {act: paragraph},
	"byline": {act: paragraph}, "dateline": {act: paragraph}, "salute": {act: paragraph}, "signed": {act: paragraph}, "opener": {act: division}, "closer": {act: division},

	// Lists.
	"itemizedlist": {list, "ul"}, "orderedlist": {list, "ol"}, "simplelist": {list, "ul"}, "list": {list, "ul"}, "ul": {list, "ul"}, "ol": {list, "ol"},
	"sl": {list, "ul"}, "procedure": {list, "ol"}, "substeps": {list, "ol"}, "steps": {list, "ol"}, "steps-unordered": {list, "ul"}, "choices": {list, "ul"},
	"calloutlist": {list, "ol"}, "listBibl": {list, "ul"}, "bibliolist": {list, "ul"}, "itemlist": {list, "ul"},
	"listitem": {act: item}, "list-item": {act: item}, "item": {act: item}, "li": {act: item}, "sli": {act: item}, "member": {act: item},
	"step": {act: item}, "substep": {act: item}, "choice": {act: item}, "callout": {act: item}, "ref": {act: citation}, "bibl": {act: citation},
	"biblioentry": {act: citation}, "bibliomixed": {act: citation}, "biblStruct": {act: citation}, "stepalternatives": {act: through},

	"variablelist": {act: defs}, "glosslist": {act: defs}, "def-list": {act: defs}, "dl": {act: defs}, "parml": {act: defs}, "segmentedlist": {act: through},
	"varlistentry": {act: entry}, "glossentry": {act: entry}, "def-item": {act: entry}, "dlentry": {act: entry}, "plentry": {act: entry},
	"term": {act: term}, "glossterm": {act: term}, "dt": {act: term}, "pt": {act: term},
	"def": {act: meaning}, "glossdef": {act: meaning}, "dd": {act: meaning}, "pd": {act: meaning},

	// Tables.
	"table": {act: table}, "informaltable": {act: table}, "simpletable": {act: table}, "properties": {act: table}, "choicetable": {act: table},
	"table-wrap": {act: through}, "table-wrap-group": {act: through}, "tgroup": {act: through}, "array": {act: table},
	"thead": {group, "thead"}, "tbody": {group, "tbody"}, "tfoot": {group, "tfoot"}, "colspec": {act: dropped}, "col": {act: dropped}, "colgroup": {act: dropped},
	"row": {act: row}, "tr": {act: row}, "strow": {act: row}, "sthead": {act: row}, "property": {act: row}, "prophead": {act: row}, "chrow": {act: row}, "chhead": {act: row},
	"entry": {cell, "td"}, "td": {cell, "td"}, "th": {cell, "th"}, "stentry": {cell, "td"}, "cell": {cell, "td"}, "proptype": {cell, "td"}, "propvalue": {cell, "td"},
	"propdesc": {cell, "td"}, "choption": {cell, "td"}, "chdesc": {cell, "td"}, "table-wrap-foot": {act: division},

	// Code.
	"programlisting": {act: code}, "screen": {act: code}, "literallayout": {act: code}, "synopsis": {act: code}, "cmdsynopsis": {act: paragraph},
	"codeblock": {act: code}, "msgblock": {act: code}, "pre": {act: code}, "preformat": {act: code}, "eg": {act: code}, "egXML": {act: code},
	"literal": {inline, "code"}, "command": {inline, "code"}, "filename": {inline, "code"}, "function": {inline, "code"}, "varname": {inline, "code"},
	"option": {inline, "code"}, "parameter": {inline, "code"}, "constant": {inline, "code"}, "envar": {inline, "code"}, "systemitem": {inline, "code"},
	"code": {inline, "code"}, "codeph": {inline, "code"}, "filepath": {inline, "code"}, "cmdname": {inline, "code"}, "userinput": {inline, "code"},
	"systemoutput": {inline, "code"}, "monospace": {inline, "code"}, "apiname": {inline, "code"}, "classname": {inline, "code"}, "methodname": {inline, "code"},
	"computeroutput": {inline, "code"}, "varid": {inline, "code"}, "parmname": {inline, "code"}, "gi": {inline, "code"}, "tt": {inline, "code"},

	// Inline.
	"emphasis": {inline, "em"}, "emph": {inline, "em"}, "em": {inline, "em"}, "i": {inline, "em"}, "italic": {inline, "em"}, "hi": {inline, "em"},
	"firstterm": {inline, "em"}, "citetitle": {inline, "em"}, "cite": {inline, "em"},
	"b": {inline, "strong"}, "bold": {inline, "strong"}, "strong": {inline, "strong"}, "guilabel": {inline, "strong"}, "uicontrol": {inline, "strong"},
	"sub": {inline, "sub"}, "subscript": {inline, "sub"}, "sup": {inline, "sup"}, "superscript": {inline, "sup"}, "del": {inline, "del"},
	"ulink": {act: link}, "link": {act: link}, "ext-link": {act: link}, "uri": {act: link}, "xref": {act: link}, "ptr": {act: link}, "a": {act: link},
	"quote": {act: quoted}, "q": {act: quoted}, "soCalled": {act: quoted},
	"lb": {act: lineBreak}, "br": {act: lineBreak}, "break": {act: lineBreak}, "sbr": {act: lineBreak}, "hr": {act: rule},

	// Quotations, notes, figures, formulas.
	"blockquote": {division, "blockquote"}, "disp-quote": {division, "blockquote"}, "epigraph": {division, "blockquote"}, "lq": {division, "blockquote"},
	"note": {act: admonish}, "tip": {act: admonish}, "warning": {act: admonish}, "caution": {act: admonish}, "important": {act: admonish},
	"danger": {act: admonish}, "hazardstatement": {act: admonish}, "remark": {act: dropped},
	"figure": {act: figure}, "informalfigure": {act: figure}, "fig": {act: figure}, "mediaobject": {act: figure}, "inlinemediaobject": {act: through},
	"imageobject": {act: through}, "imagedata": {act: picture}, "graphic": {act: picture}, "inline-graphic": {act: picture}, "image": {act: picture},
	"img": {act: picture}, "textobject": {act: alternate}, "figDesc": {act: alternate}, "alt": {act: dropped}, "caption": {act: caption}, "example": {act: division},
	"footnote": {act: footnote}, "fn": {act: footnote}, "disp-formula": {act: formula}, "inline-formula": {act: formula}, "equation": {act: formula},
	"informalequation": {act: formula}, "inlineequation": {act: formula}, "math": {act: formula}, "formula": {act: formula},

	// What is no text of the document.
	"info": {act: about}, "articleinfo": {act: about}, "bookinfo": {act: about}, "chapterinfo": {act: about}, "sectioninfo": {act: about},
	"sect1info": {act: about}, "refentryinfo": {act: about}, "front": {act: about}, "teiHeader": {act: about}, "prolog": {act: about},
	"article-meta": {act: about}, "book-meta": {act: about}, "front-stub": {act: about},
	"indexterm": {act: dropped}, "index": {act: dropped}, "toc": {act: dropped}, "metadata": {act: dropped}, "related-links": {act: through},
	"journal-meta": {act: dropped}, "permissions": {act: dropped}, "history": {act: dropped}, "xi:include": {act: dropped}, "include": {act: dropped},
	"fw": {act: dropped}, "pb": {act: dropped}, "cb": {act: dropped}, "milestone": {act: dropped}, "object-id": {act: dropped},
	"pub-id": {act: through}, "label": {act: dropped}, "style": {act: dropped}, "script": {act: dropped}, "facsimile": {act: dropped},
}

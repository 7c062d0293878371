package catalog

import (
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/chat"
	"github.com/pildora/pildora/read/ebook"
	"github.com/pildora/pildora/read/html"
	"github.com/pildora/pildora/read/mail"
	"github.com/pildora/pildora/read/markdown"
	"github.com/pildora/pildora/read/markup/asciidoc"
	"github.com/pildora/pildora/read/markup/latex"
	"github.com/pildora/pildora/read/markup/man"
	"github.com/pildora/pildora/read/markup/org"
	"github.com/pildora/pildora/read/markup/rst"
	"github.com/pildora/pildora/read/notebook"
	"github.com/pildora/pildora/read/office/docx"
	"github.com/pildora/pildora/read/office/odf"
	"github.com/pildora/pildora/read/office/pptx"
	"github.com/pildora/pildora/read/office/xlsx"
	"github.com/pildora/pildora/read/pdf"
	"github.com/pildora/pildora/read/record"
	"github.com/pildora/pildora/read/rtf"
	"github.com/pildora/pildora/read/sheet"
	"github.com/pildora/pildora/read/source"
	"github.com/pildora/pildora/read/subtitle"
	"github.com/pildora/pildora/read/text"
	"github.com/pildora/pildora/read/xml"
)

// Format is a kind of source, by name.
type Format struct {
	Name, Doc string
	Media     []string // media types that it reads
	Reader    read.Reader
}

// Formats returns all formats that can be read.
func Formats() []Format {
	return []Format{
		{"text", "plain text", []string{"text/plain"}, text.Reader{}},
		{"markdown", "Markdown: CommonMark with GitHub's tables, footnotes, front matter and formulas", []string{"text/markdown"}, read.Decoding(markdown.Reader{})},
		{"html", "HTML and XHTML: a page's content, without navigation and other boilerplate", []string{html.Media, html.MediaXHTML}, html.Reader{}},
		{"html-all", "HTML and XHTML: everything that a page shows, boilerplate too", []string{html.MediaAll}, html.Reader{Mode: html.All}},
		{"html-article", "HTML and XHTML: the article of a page, as Readability finds it", []string{html.MediaArticle}, html.Reader{Mode: html.Article}},
		{"pdf", "PDF: headings, paragraphs, lists and tables in reading order; see --password and --ocr", []string{pdf.Media}, pdf.Reader{}},
		{"csv", "comma-separated values, or with semicolons, bars or tabs: a row a line, quotes around cells of several lines", []string{sheet.CSV}, read.Decoding(sheet.Reader{})},
		{"tsv", "tab-separated values", []string{sheet.TSV}, read.Decoding(sheet.Reader{})},
		{"json", "JSON: a record for each element of its array, or member", []string{record.JSON}, read.Decoding(record.Reader{})},
		{"jsonl", "JSON Lines: a record a line", []string{record.Lines, "application/x-ndjson"}, read.Decoding(record.Reader{})},
		{"yaml", "YAML: a record for each document, or each entry of the only one", []string{record.YAML, "application/x-yaml", "text/yaml", "text/x-yaml"}, read.Decoding(record.Reader{})},
		{"toml", "TOML: a record for each table", []string{record.TOML}, read.Decoding(record.Reader{})},
		{"ini", "settings, one a line: INI files, .properties, .env", []string{record.INI}, read.Decoding(record.Reader{})},
		{"xml", "XML: feeds, DocBook, JATS, TEI, DITA and other prose by its headings; data as records", []string{xml.Media, "text/xml", xml.RSS, xml.Atom}, read.Decoding(xml.Reader{})},
		{"chat", "exported chats: WhatsApp, and JSON of Slack, Discord, Telegram, Messenger, Teams and model APIs; a turn a message", []string{chat.WhatsApp, chat.JSON}, read.Decoding(chat.Reader{})},
		{"vtt", "WebVTT captions: a turn for what one speaker says, with the times of its cues", []string{subtitle.VTT}, read.Decoding(subtitle.Reader{})},
		{"srt", "SubRip subtitles, read as WebVTT is", []string{subtitle.SRT}, read.Decoding(subtitle.Reader{})},
		{"ipynb", "Jupyter notebooks: Markdown, code and what it printed, cell by cell", []string{notebook.Media}, read.Decoding(notebook.Reader{})},
		{"rtf", "Rich Text Format of word processors: headings by style or outline level, lists, tables, footnotes", []string{rtf.Media}, rtf.Reader{}},
		{"asciidoc", "AsciiDoc, as Asciidoctor has it", []string{asciidoc.Media}, asciidoc.Reader{}},
		{"latex", "LaTeX: sections, tables, formulas as TeX, own macros replaced", []string{latex.Media}, latex.Reader{}},
		{"org", "Org, the outlines of Emacs", []string{org.Media}, org.Reader{}},
		{"man", "manual pages: man(7) and mdoc(7), with tables of tbl(1)", []string{man.Media}, man.Reader{}},
		{"rst", "reStructuredText, as docutils and Sphinx have it", []string{rst.Media}, rst.Reader{}},
		{"xlsx", "Excel workbooks (xlsx, xlsm, xltx): a heading a sheet, tables with their header, cells as they are shown, comments", []string{xlsx.Media, xlsx.MediaTemplate, xlsx.MediaMacro, xlsx.MediaLegacy}, xlsx.Reader{}},
		{"docx", "Word documents (docx, docm, dotx, dotm): headings by style, numbers as shown, tables, notes, changes accepted", docx.AllMedia(), docx.Reader{}},
		{"pptx", "presentations (pptx, pptm, ppsx, potx): a page a slide, its title a heading, tables, charts, notes", pptx.AllMedia(), pptx.Reader{}},
		{"eml", "e-mail messages: subject, people and date, and the best body, without what it quotes of other messages below", []string{mail.Message}, mail.Reader{}},
		{"eml-all", "e-mail messages with everything that they quote, and signatures", []string{mail.MessageAll}, mail.Reader{Quotes: mail.Keep}},
		{"odt", "OpenDocument texts, spreadsheets and presentations (odt, ods, odp)", odf.AllMedia(), odf.Reader{}},
		{"epub", "EPUB books: chapters in reading order, with the titles of the table of contents, notes", []string{ebook.Media}, ebook.Reader{}},
		{"source", "source code in 30 languages, by the ending of its name, from C to Zig; its declarations with their comments", source.Media(), read.Decoding(source.Reader{})},
	}
}

// FormatNames lists the names of all formats.
func FormatNames() []string { return names(Formats(), func(f Format) string { return f.Name }) }

// FormatOf returns the format of a name or a media type.
func FormatOf(name string) (Format, error) {
	for _, f := range Formats() {
		if f.Name == name {
			return f, nil
		}
		for _, m := range f.Media {
			if m == name {
				return f, nil
			}
		}
	}
	return Format{}, unknown("format", name, FormatNames())
}

// Reader is the reader of a media type or of a format's name.
func Reader(name string) (read.Reader, error) {
	f, err := FormatOf(name)
	return f.Reader, err
}

// Readable reports whether something reads the media type; it is a
// read.Options.Accept.
func Readable(media string) bool {
	_, err := FormatOf(media)
	return err == nil
}

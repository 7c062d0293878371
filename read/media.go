package read

import (
	"maps"
	"net/url"
	"path"
	"slices"
	"strings"
)

// mediaByExt is the media type of each file name extension, in lower case and
// without its dot. Formats with no registered type have the customary x- one;
// source code is text/x-LANGUAGE.
var mediaByExt = map[string]string{
	"txt": "text/plain", "text": "text/plain", "log": "text/plain",

	"md": "text/markdown", "markdown": "text/markdown", "mdown": "text/markdown", "mkd": "text/markdown",
	"mdx": "text/markdown", "qmd": "text/markdown", "rmd": "text/markdown",

	"rst": "text/x-rst", "adoc": "text/asciidoc", "asciidoc": "text/asciidoc", "asc": "text/asciidoc",
	"org": "text/org", "tex": "text/x-tex", "latex": "text/x-tex", "ltx": "text/x-tex",
	"man": "text/troff", "mdoc": "text/troff", "roff": "text/troff",

	"html": "text/html", "htm": "text/html", "xhtml": "application/xhtml+xml", "xml": "application/xml",
	"rss": "application/xml", "atom": "application/xml", "dita": "application/xml", "docbook": "application/xml", "dbk": "application/xml", "tei": "application/xml",
	"nxml": "application/xml", "opml": "application/xml",

	"csv": "text/csv", "tsv": "text/tab-separated-values", "json": "application/json",
	"jsonl": "application/jsonl", "ndjson": "application/jsonl", "yaml": "application/yaml", "yml": "application/yaml",
	"toml": "application/toml", "ini": "text/x-ini", "cfg": "text/x-ini", "properties": "text/x-ini", "env": "text/x-ini",
	"ipynb": "application/x-ipynb+json",

	"pdf": "application/pdf", "rtf": "application/rtf", "epub": "application/epub+zip",
	"docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
	"pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
	"xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	"xltx": "application/vnd.openxmlformats-officedocument.spreadsheetml.template",
	"xlsm": "application/vnd.ms-excel.sheet.macroenabled.12", "xltm": "application/vnd.ms-excel.sheet.macroenabled.12",
	"xls": "application/vnd.ms-excel",
	"doc": "application/msword", "dot": "application/msword", "ppt": "application/vnd.ms-powerpoint", "pps": "application/vnd.ms-powerpoint",
	"docm": "application/vnd.ms-word.document.macroenabled.12",
	"dotx": "application/vnd.openxmlformats-officedocument.wordprocessingml.template",
	"dotm": "application/vnd.ms-word.template.macroenabled.12",
	"pptm": "application/vnd.ms-powerpoint.presentation.macroenabled.12",
	"ppsx": "application/vnd.openxmlformats-officedocument.presentationml.slideshow",
	"ppsm": "application/vnd.ms-powerpoint.slideshow.macroenabled.12",
	"potx": "application/vnd.openxmlformats-officedocument.presentationml.template",
	"potm": "application/vnd.ms-powerpoint.template.macroenabled.12",
	"odt":  "application/vnd.oasis.opendocument.text",
	"ods":  "application/vnd.oasis.opendocument.spreadsheet",
	"odp":  "application/vnd.oasis.opendocument.presentation",
	"ott":  "application/vnd.oasis.opendocument.text-template",
	"ots":  "application/vnd.oasis.opendocument.spreadsheet-template",
	"otp":  "application/vnd.oasis.opendocument.presentation-template",

	"zip": "application/zip", "tar": "application/x-tar", "gz": "application/gzip", "tgz": "application/gzip",
	"bz2": "application/x-bzip2", "tbz2": "application/x-bzip2",

	"eml": "message/rfc822", "mbox": "application/mbox",
	"vtt": "text/vtt", "srt": "application/x-subrip",

	"go": "text/x-go", "py": "text/x-python", "pyi": "text/x-python",
	"js": "text/javascript", "mjs": "text/javascript", "cjs": "text/javascript", "jsx": "text/javascript",
	"ts": "text/x-typescript", "mts": "text/x-typescript", "cts": "text/x-typescript", "tsx": "text/x-typescript",
	"java": "text/x-java", "kt": "text/x-kotlin", "kts": "text/x-kotlin", "scala": "text/x-scala", "sc": "text/x-scala", "groovy": "text/x-groovy", "gradle": "text/x-groovy",
	"c": "text/x-c", "h": "text/x-c", "cc": "text/x-c++", "cpp": "text/x-c++", "cxx": "text/x-c++",
	"hh": "text/x-c++", "hpp": "text/x-c++", "cs": "text/x-csharp", "swift": "text/x-swift", "m": "text/x-objective-c", "mm": "text/x-objective-c",
	"rs": "text/x-rust", "zig": "text/x-zig", "rb": "text/x-ruby", "php": "text/x-php", "pl": "text/x-perl", "pm": "text/x-perl", "lua": "text/x-lua",
	"r": "text/x-r", "jl": "text/x-julia", "dart": "text/x-dart", "ex": "text/x-elixir", "exs": "text/x-elixir",
	"erl": "text/x-erlang", "hs": "text/x-haskell", "ml": "text/x-ocaml", "clj": "text/x-clojure",
	"sh": "text/x-sh", "bash": "text/x-sh", "zsh": "text/x-sh", "ps1": "text/x-powershell", "psm1": "text/x-powershell", "sql": "text/x-sql",
	"css": "text/css", "scss": "text/x-scss", "vue": "text/x-vue", "svelte": "text/x-svelte", "proto": "text/x-protobuf",
	"graphql": "text/x-graphql", "gql": "text/x-graphql", "sol": "text/x-solidity", "tf": "text/x-hcl", "tfvars": "text/x-hcl", "hcl": "text/x-hcl",
}

// mediaByBase is the media type of well-known file names without an extension,
// in lower case.
var mediaByBase = map[string]string{
	"readme": "text/plain", "license": "text/plain", "licence": "text/plain", "copying": "text/plain",
	"changelog": "text/plain", "changes": "text/plain", "news": "text/plain", "authors": "text/plain",
	"contributors": "text/plain", "notice": "text/plain", "install": "text/plain", "todo": "text/plain",
	"makefile": "text/x-makefile", "dockerfile": "text/x-dockerfile",
}

// MediaByName returns the media type that a path or URL promises by its
// extension, or by its base name where it has none; "" where that is unknown.
func MediaByName(name string) string {
	name = urlPath(name)
	base := strings.ToLower(path.Base(strings.ReplaceAll(name, `\`, "/")))
	if m, ok := mediaByBase[base]; ok {
		return m
	}
	return mediaByExt[strings.TrimPrefix(path.Ext(base), ".")]
}

// urlPath is the path of a URL; what is no URL is a path itself.
func urlPath(name string) string {
	if u, err := url.Parse(name); IsURL(name) && err == nil {
		return u.Path
	}
	return name
}

// Extensions returns the file name extensions whose media type is known and
// accepted, sorted, each with its dot. A nil accept takes all of them.
func Extensions(accept func(media string) bool) []string {
	var exts []string
	for _, ext := range slices.Sorted(maps.Keys(mediaByExt)) {
		if accept == nil || accept(mediaByExt[ext]) {
			exts = append(exts, "."+ext)
		}
	}
	return exts
}

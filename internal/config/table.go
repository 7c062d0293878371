package config

import (
	"strconv"

	"github.com/pildora/pildora/retrieve"
)

// Fields returns the table of all settings, in the order in which they are
// documented. Components that come later extend the allowed names by
// [Table.With].
func Fields() Table {
	return append(append(append(append(indexFields(), recipeFields()...), inputFields()...), llmFields()...), searchFields()...)
}

const many = 1 << 40 // a bound that no real limit reaches and no sum overflows

func indexFields() Table {
	return Table{
		{Key: "index", Kind: Path, Group: IndexGroup, Flag: "index", Example: ".pildora",
			Doc:  "Folder of the index; empty means .pildora beside this file or in the working folder.",
			bind: text(func(s *Settings) *string { return &s.Index })},
		{Key: "collection", Kind: Text, Group: IndexGroup, Default: "default", Flag: "collection", Example: "handbook",
			Doc:  "Named set of documents that chunks are written to and searched in.",
			bind: text(func(s *Settings) *string { return &s.Collection })},
		{Key: "vectors", Kind: Text, Group: IndexGroup, Default: "auto", Flag: "vectors", Example: "yes", Allowed: []string{"auto", "yes", "no"},
			Doc:  "Whether chunks are embedded, so that search finds them by meaning too: auto does where there is a model.",
			bind: text(func(s *Settings) *string { return &s.Vectors })},
	}
}

func recipeFields() Table {
	return append(budgetFields(),
		Field{Key: "frame", Kind: Names, Group: RecipeGroup, Default: "breadcrumb,header", Flag: "frame", Example: "[breadcrumb, header]",
			Allowed: []string{"none", "breadcrumb", "summary", "header", "context", "all"},
			Doc:     "What stands around a chunk's text: it is written down with it, and embed and lexical choose what is embedded and searched.",
			bind:    texts(func(s *Settings) *[]string { return &s.Frame })},
		Field{Key: "summary", Kind: Text, Group: RecipeGroup, Default: "extract", Flag: "summary", Example: "author",
			Allowed: []string{"extract", "author", "llm"},
			Doc:     "Where the summary in a frame comes from if the author wrote none: sentences of the document, nowhere, or the language model of llm.",
			bind:    text(func(s *Settings) *string { return &s.Summary })},
		Field{Key: "context", Kind: Names, Group: RecipeGroup, Default: "rules", Flag: "context", Example: "[llm]",
			Allowed: []string{"rules", "llm"},
			Doc:     "What the context in a frame is: what rules find in the document (some of them by name), or what the language model of llm says.",
			bind:    texts(func(s *Settings) *[]string { return &s.Context })},
		Field{Key: "derive", Kind: Names, Group: RecipeGroup, Default: "none", Flag: "derive", Example: "[questions]",
			Allowed: []string{"none", "propositions", "questions", "tables", "sections"},
			Doc:     "Small texts that the language model of llm derives, which are searched and deliver the chunk that they are about.",
			bind:    texts(func(s *Settings) *[]string { return &s.Derive })},
		Field{Key: "embed", Kind: Names, Group: RecipeGroup, Default: "summary,breadcrumb,context,header,overlap,text", Flag: "embed", Example: "[summary, text]",
			Allowed: bodyParts(),
			Doc:     "Parts of a chunk that are embedded, as far as its frame has them; what isn't embedded costs nothing of max.",
			bind:    texts(func(s *Settings) *[]string { return &s.Embed })},
		Field{Key: "lexical", Kind: Names, Group: RecipeGroup, Default: "headings,text", Flag: "lexical", Example: "[headings, context, text]",
			Allowed: append([]string{"title", "headings"}, bodyParts()...),
			Doc:     "Parts of a chunk that the text index sees, as far as its frame has them; headings begin with the document's title.",
			bind:    texts(func(s *Settings) *[]string { return &s.Lexical })},
		Field{Key: "format", Kind: Text, Group: RecipeGroup, Default: "auto", Flag: "format", Example: "markdown",
			Allowed: []string{"auto", "text", "markdown", "html", "html-all", "html-article", "pdf", "docx", "pptx", "xlsx", "odt", "rtf", "epub", "eml", "eml-all", "csv", "tsv",
				"json", "jsonl", "yaml", "toml", "ini", "xml", "chat", "ipynb", "vtt", "srt", "rst", "asciidoc", "org", "latex", "man", "source"},
			Doc:  "Format of the input; auto looks at the content and the name.",
			bind: text(func(s *Settings) *string { return &s.Format })},
		Field{Key: "quotes", Kind: Text, Group: RecipeGroup, Default: "trim", Flag: "quotes", Example: "keep", Allowed: []string{"trim", "keep"},
			Doc:  "What becomes of the text of other messages below an e-mail's own, and of its signature.",
			bind: text(func(s *Settings) *string { return &s.Quotes })},
		Field{Key: "html", Kind: Text, Group: RecipeGroup, Default: "content", Flag: "html", Example: "article",
			Allowed: []string{"content", "all", "article"},
			Doc:     "How much of a page is read: its content without boilerplate, all of it, or the article that Readability finds.",
			bind:    text(func(s *Settings) *string { return &s.HTML })},
		Field{Key: "lang", Kind: Tag, Group: RecipeGroup, Default: "auto", Flag: "lang", Example: "es",
			Doc:  "Language of the documents as a tag such as es or en; auto detects it.",
			bind: text(func(s *Settings) *string { return &s.Lang })},
		Field{Key: "separators", Kind: Separate, Group: RecipeGroup, Flag: "separator", Example: `["\n\n", {regex: "(?m)^Artículo"}]`,
			Doc:  "Where the strategy recursive cuts, best first: after a text, or at {regex: …}; empty means its own list.",
			bind: separators(func(s *Settings) *[]Separator { return &s.Separators })},
		Field{Key: "packing", Kind: Text, Group: RecipeGroup, Default: "ahead", Flag: "packing", Example: "greedy",
			Allowed: []string{"ahead", "greedy"},
			Doc:     "How the strategy cascade fills chunks with the pieces of what is too large for one: looking ahead over all of it, or one after the other.",
			bind:    text(func(s *Settings) *string { return &s.Packing })},
		Field{Key: "ideas", Kind: Text, Group: RecipeGroup, Default: "words", Flag: "ideas", Example: "vectors",
			Allowed: []string{"words", "vectors"},
			Doc:     "How the strategy cascade finds changes of idea between sentences: by their words, or by vectors of the embedder.",
			bind:    text(func(s *Settings) *string { return &s.Ideas })},
		Field{Key: "embedder", Kind: NameOrPath, Group: RecipeGroup, Default: "auto", Flag: "embedder", Example: "multilingual-e5-small",
			Doc:  "Model that makes vectors, of chunks and to see where the meaning changes: a name of pildora model list, a folder, auto, or PROVIDER:MODEL of a server.",
			bind: text(func(s *Settings) *string { return &s.Embedder })},
		Field{Key: "drift", Kind: Text, Group: RecipeGroup, Default: "percentile", Flag: "drift", Example: "percentile:90",
			Doc:  "From which distance of meaning on the strategy semantic cuts: percentile, deviation, interquartile, gradient or absolute, with a value after a colon.",
			bind: text(func(s *Settings) *string { return &s.Drift })},
		Field{Key: "drift_window", Kind: Number, Group: RecipeGroup, Default: "1", Flag: "drift-window", Example: "2", Lowest: 1, Highest: 3,
			Doc:  "Sentences on either side of a border whose meaning is compared.",
			bind: number(func(s *Settings) *int { return &s.Window })},
		Field{Key: "drift_smooth", Kind: Number, Group: RecipeGroup, Default: "0", Flag: "drift-smooth", Example: "1", Highest: 100,
			Doc:  "Borders on either side that a distance is averaged with.",
			bind: number(func(s *Settings) *int { return &s.Smooth })},
		Field{Key: "tables", Kind: Text, Group: RecipeGroup, Default: "rows", Flag: "tables", Example: "fields",
			Allowed: []string{"rows", "fields"},
			Doc:     "How rows of tables are written in what is embedded: rows as they stand, or fields, a line for each cell that names its column.",
			bind:    text(func(s *Settings) *string { return &s.Tables })},
		Field{Key: "merge", Kind: Joining, Group: RecipeGroup, Default: "never", Flag: "merge", Example: "under:40",
			Doc:  "Which sections under one heading may share a chunk in the strategy cascade: never any, siblings that fit together, or under:40, those that measure less.",
			bind: merge(func(s *Settings) *Merge { return &s.Merge })},
		Field{Key: "parent", Kind: Number, Group: RecipeGroup, Default: "0", Flag: "parent", Example: "1024", Highest: many,
			Doc:  "Most that one parent may hold in the strategy parent-child, frame included, in the unit: what is delivered for the chunks of at most max in it; 0 means four times max.",
			bind: number(func(s *Settings) *int { return &s.Parent })},
		Field{Key: "around", Kind: Number, Group: RecipeGroup, Default: "3", Flag: "around", Example: "2", Lowest: 1, Highest: 100,
			Doc:  "Sentences on either side that are delivered with one that is found, in the strategy sentence-window.",
			bind: number(func(s *Settings) *int { return &s.Around })},
		Field{Key: "profile", Kind: Text, Group: RecipeGroup, Flag: "profile", Example: "faq",
			Allowed: ProfileNames(),
			Doc:     "Kind of source, which sets the recipe keys that nothing else sets; auto finds it out of each document; empty means none.",
			bind:    text(func(s *Settings) *string { return &s.Profile })},
	)
}

func budgetFields() Table {
	return Table{
		{Key: "strategy", Kind: Text, Group: RecipeGroup, Default: "cascade", Flag: "strategy", Example: "structural",
			Allowed: []string{"fixed", "recursive", "paragraph", "sentence", "structural", "cascade", "parent-child", "sentence-window"},
			Doc:     "How documents are cut.",
			bind:    text(func(s *Settings) *string { return &s.Strategy })},
		{Key: "max", Kind: Number, Group: RecipeGroup, Default: "256", Flag: "max", Example: "512", Lowest: 1, Highest: many,
			Doc:  "Most that one chunk may hold, frame included, in the unit.",
			bind: number(func(s *Settings) *int { return &s.Max })},
		{Key: "target", Kind: Number, Group: RecipeGroup, Default: "0", Flag: "target", Example: "200", Highest: many,
			Doc:  "Size to aim at, at most max; 0 means max.",
			bind: number(func(s *Settings) *int { return &s.Target })},
		{Key: "min", Kind: Number, Group: RecipeGroup, Default: "0", Flag: "min", Example: "32", Highest: many,
			Doc:  "Chunks smaller than this are joined to a neighbour where there is room; 0 means none.",
			bind: number(func(s *Settings) *int { return &s.Min })},
		{Key: "unit", Kind: Text, Group: RecipeGroup, Default: "tokens", Flag: "unit", Example: "chars",
			Allowed: []string{"tokens", "chars", "words", "bytes", "sentences"},
			Doc:     "What max, target, min and a bare overlap are counted in.",
			bind:    text(func(s *Settings) *string { return &s.Unit })},
		{Key: "tokenizer", Kind: NameOrPath, Group: RecipeGroup, Default: "cl100k", Flag: "tokenizer", Example: "o200k",
			Allowed: []string{"cl100k", "o200k"},
			Doc:     "Tokenizer that counts tokens, or the model that has it: a name, a tokenizer.json, a folder with one, or a .tiktoken file.",
			bind:    text(func(s *Settings) *string { return &s.Tokenizer })},
		{Key: "overlap", Kind: Amount, Group: RecipeGroup, Default: "none", Flag: "overlap", Example: "10%",
			Doc:  "Text before a chunk that is repeated in it: none, 10% (of max), 64 (in the unit), 2s (sentences) or 1p (paragraphs).",
			bind: overlap(func(s *Settings) *Overlap { return &s.Overlap })},
	}
}

func inputFields() Table {
	return Table{
		{Key: "include", Kind: List, Group: InputGroup, Flag: "include", Example: `["**/*.md", "**/*.txt"]`,
			Doc:  "Globs of the files to take in, relative to the given folder; empty means every readable one.",
			bind: texts(func(s *Settings) *[]string { return &s.Include })},
		{Key: "exclude", Kind: List, Group: InputGroup, Flag: "exclude", Example: `["drafts/**"]`,
			Doc:  "Globs of the files to leave out; exclude wins over include.",
			bind: texts(func(s *Settings) *[]string { return &s.Exclude })},
		{Key: "gitignore", Kind: Text, Group: InputGroup, Default: "yes", Flag: "gitignore", Example: "no", Allowed: []string{"yes", "no"},
			Doc:  "Whether folders leave out what their .gitignore and .pildoraignore files say.",
			bind: text(func(s *Settings) *string { return &s.Gitignore })},
		{Key: "hidden", Kind: Text, Group: InputGroup, Default: "no", Flag: "hidden", Example: "yes", Allowed: []string{"yes", "no"},
			Doc:  "Whether files and folders are taken in whose names begin with a dot, and node_modules.",
			bind: text(func(s *Settings) *string { return &s.Hidden })},
		{Key: "urls", Kind: List, Group: InputGroup, Flag: "allow-url", Example: `["docs.example.org", "*.example.com"]`,
			Doc:  "Hosts whose pages may be read: names, * for a part of one, *.example.org for all below one, * for any; empty means that no URL is read.",
			bind: texts(func(s *Settings) *[]string { return &s.URLs })},
		{Key: "url_addresses", Kind: List, Group: InputGroup, Flag: "allow-address", Example: `["10.0.0.0/8"]`,
			Doc:  "Networks that pages may be read from though their addresses aren't public.",
			bind: texts(func(s *Settings) *[]string { return &s.URLAddresses })},
		{Key: "workers", Kind: Number, Group: InputGroup, Default: "0", Flag: "workers", Short: "j", Example: "4", Highest: 4096,
			Doc:  "Documents worked on at once; 0 means one per CPU.",
			bind: number(func(s *Settings) *int { return &s.Workers })},
		{Key: "max_file_bytes", Kind: Bytes, Group: InputGroup, Default: "256MiB", Flag: "max-file-bytes", Example: "64MiB", Lowest: 1, Highest: many,
			Doc:  "Larger files are refused.",
			bind: bytesOf(func(s *Settings) *int64 { return &s.MaxFileBytes })},
		{Key: "password", Kind: Text, Group: InputGroup, Flag: "password", Example: "open sesame",
			Doc:  "Password of encrypted documents; the variable keeps it out of files and lists of processes.",
			bind: text(func(s *Settings) *string { return &s.Password })},
		{Key: "ocr", Kind: Text, Group: InputGroup, Flag: "ocr", Example: "tesseract {image} stdout -l {lang} tsv",
			Doc:  "Command that reads pages without text: it gets a PNG file as {image} or on standard input, and writes text, hOCR or TSV; empty means none.",
			bind: text(func(s *Settings) *string { return &s.OCR })},
		{Key: "ocr_lang", Kind: Text, Group: InputGroup, Flag: "ocr-lang", Example: "spa+eng",
			Doc:  "What the command of ocr is told as {lang}; empty means that of lang in three letters, else eng.",
			bind: text(func(s *Settings) *string { return &s.OCRLang })},
	}
}

// bodyParts are the parts of a chunk, in the order in which they stand.
func bodyParts() []string {
	return []string{"summary", "breadcrumb", "context", "header", "overlap", "text"}
}

func searchFields() Table {
	return Table{
		{Key: "search.k", Kind: Number, Group: SearchGroup, Default: "8", Flag: "top", Short: "k", Example: "5", Lowest: 1, Highest: 10000,
			Doc:  "Number of results.",
			bind: number(func(s *Settings) *int { return &s.Search.K })},
		{Key: "search.budget", Kind: Number, Group: SearchGroup, Default: "0", Flag: "budget", Example: "2000", Highest: many,
			Doc:  "Most tokens of all results together; 0 means no bound.",
			bind: number(func(s *Settings) *int { return &s.Search.Budget })},
		{Key: "search.neighbors", Kind: Number, Group: SearchGroup, Default: "0", Flag: "neighbors", Example: "1", Highest: 1000,
			Doc:  "Chunks shown before and after each result.",
			bind: number(func(s *Settings) *int { return &s.Search.Neighbors })},
		{Key: "search.parents", Kind: Text, Group: SearchGroup, Default: "yes", Flag: "parents", Example: "no", Allowed: []string{"yes", "no"},
			Doc:  "Whether a chunk that is found delivers its parent, once for all its chunks, or a sentence its window; no shows what was found.",
			bind: text(func(s *Settings) *string { return &s.Search.Parents })},
		{Key: "search.output", Kind: Text, Group: SearchGroup, Default: "text", Flag: "output", Example: "markdown",
			Allowed: []string{"text", "markdown", "json", "prompt"},
			Doc:     "How results are written.",
			bind:    text(func(s *Settings) *string { return &s.Search.Output })},
		{Key: "search.mode", Kind: Text, Group: SearchGroup, Default: "auto", Flag: "mode", Example: "fused",
			Allowed: []string{"auto", "lexical", "dense", "fused"},
			Doc:     "What is searched: words (lexical), vectors (dense) or both (fused); auto is fused where the index has vectors.",
			bind:    text(func(s *Settings) *string { return &s.Search.Mode })},
		{Key: "search.dense_weight", Kind: Decimal, Group: SearchGroup, Default: strconv.FormatFloat(retrieve.DenseWeight, 'g', -1, 64), Flag: "dense-weight", Example: "0.4", Highest: 1,
			Doc:  "How much vectors count in the mode fused, from 0 to 1; words count the rest.",
			bind: decimal(func(s *Settings) *float64 { return &s.Search.Weight })},
		{Key: "search.fusion", Kind: Text, Group: SearchGroup, Default: "zscore", Flag: "fusion", Example: "rrf", Allowed: []string{"zscore", "rrf"},
			Doc:  "How the mode fused adds up: scores by how far they lie above their list's mean (zscore), or ranks (rrf).",
			bind: text(func(s *Settings) *string { return &s.Search.Fusion })},
		{Key: "deliver", Kind: Names, Group: FieldGroup, Default: "text", Example: "[breadcrumb, text]", Allowed: append([]string{"title", "headings"}, bodyParts()...),
			Doc:  "Parts of a chunk that a reader gets.",
			bind: texts(func(s *Settings) *[]string { return &s.Deliver })},
		{Key: "profiles", Kind: Rules, Group: RuleGroup, Example: `[{match: {glob: "faq/**"}, profile: faq, max: 400}]`,
			Doc:  "Rules by source: the first whose match: holds (glob, media, meta) sets recipe keys for that document; variables and flags still win.",
			bind: binding{}},
		{Key: "meta", Kind: MetaRules, Group: RuleGroup, Example: `[{match: {glob: "hr/**"}, set: {access: internal, tags: [hr, leave]}}]`,
			Doc:  "Rules by source: each whose match: holds (glob, media, meta) says what is known of that document, in order; what the document says wins unless override: true.",
			bind: binding{}},
	}
}

// Package config holds the settings of the program: one typed [Settings],
// filled from defaults, the file pildora.yaml, PILDORA_… variables and flags,
// in this order, the later ones winning.
//
// One table ([Fields]) says of each setting its key, kind, default, doc
// sentence, allowed names, range and flag. Decoding, environment names, flags,
// the JSON schema and the example file are all made from it; nothing is
// written twice. A key is written as in the file, dots between levels:
// "search.k".
//
// Decoding is strict. What the user set and cannot be is an [*Error] that says
// where it was set (file, line and column, variable or flag), what was given
// and what is wanted. What may be but is doubtful is a [Warning].
package config

import (
	"path/filepath"
	"slices"

	"github.com/pildora/pildora/ingest"
)

// Settings is everything that can be set. [Load] fills and checks it; the
// zero value is not usable, [Default] is. Settings are a value: copies share
// slices, which nobody writes to after Load.
type Settings struct {
	Index        string // folder of the index; "" is .pildora in Dir
	Collection   string
	Vectors      string // auto, yes or no
	Recipe              // how documents are read and cut
	Include      []string
	Exclude      []string
	Gitignore    string   // yes or no
	URLs         []string // hosts that may be read
	URLAddresses []string // networks that may be read from though they aren't public
	Hidden       string   // yes or no
	Workers      int      // 0 is one per CPU
	MaxFileBytes int64    // larger files are refused
	Password     string   // opens encrypted documents
	OCR          string   // the command that reads pictures of pages
	OCRLang      string   // the language that it is told; "" is Lang's
	LLM          LLM
	Search       Search
	Deliver      []string // parts that a reader gets
	Profiles     []Rule
	Meta         ingest.MetaRules // what is known of documents

	File string // the settings file that was read, "" where there was none
	Dir  string // folder of File, else the working folder

	table Table            // nil is Fields()
	from  map[string]Place // by key; a key that isn't in it has its default
	own   *Recipe          // before the profile set anything; nil where none was asked
}

// Recipe is what decides how one document is cut. A [Rule] can set each of
// these keys for the documents that it matches.
type Recipe struct {
	Strategy   string
	Max        int // in Unit, of the embedded string
	Target     int // 0 is Max
	Min        int // 0 is none
	Unit       string
	Tokenizer  string // a known name, or the path of a tokenizer file
	Overlap    Overlap
	Frame      []string // as set; Frames resolves none and all
	Summary    string   // who sums documents up: extract, author or llm
	Context    []string // what places chunks in their document: rules, pieces of them, or llm
	Derive     []string // kinds of texts that a language model derives; none is none
	Embed      []string // parts of a record that are embedded
	Lexical    []string // parts that the text index sees
	Format     string   // of the input; "auto" sniffs
	HTML       string   // how much of a page is read
	Quotes     string   // trim or keep
	Lang       string   // primary BCP 47 tag; "auto" detects
	Separators []Separator
	Packing    string // of the strategy cascade
	Ideas      string // of the strategy cascade
	Embedder   string
	Drift      string
	Window     int
	Smooth     int
	Tables     string // how rows are written in what is embedded: rows or fields
	Merge      Merge  // of the strategy cascade
	Parent     int    // of the strategy parent-child, in Unit; 0 is four times Max
	Around     int    // of the strategy sentence-window: sentences on either side
	Profile    string // "" is none, "auto" that of each document
}

// Search is how questions are answered.
type Search struct {
	K         int    // number of results
	Budget    int    // tokens of all results together; 0 is no bound
	Neighbors int    // chunks shown before and after each result
	Parents   string // yes or no
	Output    string
	Mode      string  // auto, lexical, dense or fused
	Weight    float64 // of vectors in a fused search, from 0 to 1
	Fusion    string  // zscore or rrf
	Typos     string  // yes or no
	Prefer    string  // none or newest
	// Granularity is chunk or window: what is ranked.
	Granularity string
	// Passages is how many passages are assembled; 0 lists chunks.
	Passages int
	// Rerank is who reads the best results again: PROVIDER[:MODEL] or llm, ""
	// nobody; RerankURL where that is, RerankDepth how many are read.
	Rerank, RerankURL string
	RerankDepth       int
	Order             string  // of passages: best, ends or document
	Diversity         float64 // of passages, from 0 to 1
}

// Separator is a place to cut after: a literal text or a regular expression.
type Separator struct {
	Pattern string
	Regex   bool
}

// IndexDir is the folder of the index: what was set, else .pildora beside the
// settings file or in the working folder.
func (s Settings) IndexDir() string {
	if s.Index != "" {
		return s.Index
	}
	return filepath.Join(s.Dir, ".pildora")
}

// frameParts are the parts of a frame that can be asked for, in the order in
// which they stand before a body.
var frameParts = []string{"summary", "breadcrumb", "context", "header"}

// Frames resolves none and all: the parts asked for, in the order in which
// they stand before a body.
func (r Recipe) Frames() []string {
	var parts []string
	for _, p := range frameParts {
		if slices.Contains(r.Frame, p) || slices.Contains(r.Frame, "all") {
			parts = append(parts, p)
		}
	}
	return parts
}

// Table is the table that the settings were loaded by.
func (s Settings) Table() Table {
	if s.table == nil {
		return Fields()
	}
	return s.table
}

// Default returns the settings that t's defaults give. It panics if a default
// of the table isn't a value of its field, which a test rules out.
func Default(t Table) Settings {
	s := Settings{table: t}
	for _, f := range t {
		if f.Kind.isRules() {
			continue
		}
		if err := f.Set(&s, f.parseItems(f.Default)); err != nil {
			panic("default of " + f.Key + ": " + err.Error())
		}
	}
	return s
}

// Where says where key was set; the zero Place means that it has its default.
func (s Settings) Where(key string) Place { return s.from[key] }

// Fault is an error found out after loading, by whoever knows what the settings
// are of, as one about the settings: at the place where keys were set, the
// strongest of them.
func (s Settings) Fault(err error, keys ...string) *Error {
	key := s.blame(keys...)
	return &Error{Place: s.from[key], Key: key, Message: err.Error(), Err: err}
}

package output

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/store"
)

// array writes a JSON array of one object a record, one a line.
type array struct {
	w    *bufio.Writer
	node func(r *store.Record) any
	n    int
}

// Begin implements Writer; an object stands by itself.
func (a *array) Begin(*doc.Document) error { return nil }

func (a *array) Write(r store.Record) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(a.node(&r)); err != nil {
		return fmt.Errorf("%s: %w", r.ID, err)
	}
	sep := ",\n"
	if a.n == 0 {
		sep = "[\n"
	}
	a.n++
	a.w.WriteString(sep) // an error stays
	_, err := a.w.Write(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
	return err
}

func (a *array) Close() error {
	end := "\n]\n"
	if a.n == 0 {
		end = "[]\n"
	}
	a.w.WriteString(end) // an error stays
	return a.w.Flush()
}

// serialized is an object as langchain_core.load.dumpd writes it, and its load
// reads it.
type serialized struct {
	LC     int       `json:"lc"`
	Type   string    `json:"type"`
	ID     [4]string `json:"id"`
	Kwargs document  `json:"kwargs"`
}

// document are the arguments of LangChain's Document.
type document struct {
	ID          string         `json:"id"`
	Metadata    map[string]any `json:"metadata"`
	PageContent string         `json:"page_content"`
	Type        string         `json:"type"`
}

func newLangChain(w io.Writer, o Options) Writer {
	return &array{w: bufio.NewWriterSize(w, 1<<16), node: func(r *store.Record) any {
		return serialized{1, "constructor", [4]string{"langchain", "schema", "document", "Document"}, document{r.ID, metadata(r), o.content(r), "Document"}}
	}}
}

// textNode is LlamaIndex's TextNode, as its to_dict writes it and from_dict
// reads it.
type textNode struct {
	ID            string                     `json:"id_"`
	Embedding     []float32                  `json:"embedding"`
	Metadata      map[string]any             `json:"metadata"`
	NotEmbedded   []string                   `json:"excluded_embed_metadata_keys"` // all: what is embedded is the text
	NotRead       []string                   `json:"excluded_llm_metadata_keys"`
	Relationships map[string]relatedNodeInfo `json:"relationships"`
	Text          string                     `json:"text"`
	Mimetype      string                     `json:"mimetype"`
	StartChar     int                        `json:"start_char_idx"`
	EndChar       int                        `json:"end_char_idx"`
	Class         string                     `json:"class_name"`
}

type relatedNodeInfo struct {
	NodeID   string         `json:"node_id"`
	NodeType string         `json:"node_type"`
	Metadata map[string]any `json:"metadata"`
	Class    string         `json:"class_name"`
}

// The kinds of relationships and of nodes in LlamaIndex.
const (
	sourceOf   = "1"
	previousTo = "2"
	nextTo     = "3"
	parentOf   = "4"

	nodeText     = "1"
	nodeDocument = "4"
)

func newLlamaIndex(w io.Writer, o Options) Writer {
	return &array{w: bufio.NewWriterSize(w, 1<<16), node: func(r *store.Record) any {
		m := metadata(r)
		n := textNode{ID: r.ID, Metadata: m, NotEmbedded: keysOf(m, nil), NotRead: keysOf(m, readKeys),
			Relationships: map[string]relatedNodeInfo{}, Text: o.content(r), Mimetype: "text/plain", StartChar: r.StartRune, EndChar: r.EndRune, Class: "TextNode"}
		if o.Vectors {
			n.Embedding = r.Vectors[store.Embedding]
		}
		for _, x := range [...]struct{ relation, id, kind string }{{sourceOf, r.DocID, nodeDocument}, {previousTo, r.Prev, nodeText}, {nextTo, r.Next, nodeText}, {parentOf, r.Parent, nodeText}} {
			if x.id != "" {
				n.Relationships[x.relation] = relatedNodeInfo{x.id, x.kind, map[string]any{}, "RelatedNodeInfo"}
			}
		}
		return n
	}}
}

// readKeys are the metadata that a language model is shown beside the text.
var readKeys = []string{"title", "source", "headings", "pages", "date"}

// keysOf are the keys of m but some, in order.
func keysOf(m map[string]any, but []string) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		if !slices.Contains(but, k) {
			keys = append(keys, k)
		}
	}
	slices.Sort(keys)
	return keys
}

// metadata is what is known of a record besides its text, as texts and numbers
// alone, which every vector store takes: lists are texts with commas, headings a
// path. The document's own metadata stand beside the fields; one that is called
// like a field is "meta." and its name.
func metadata(r *store.Record) map[string]any {
	m := map[string]any{
		"doc_id": r.DocID, "collection": r.Collection, "source": r.Source, "title": r.Title, "num": r.Num, "of": r.Of, "role": r.Role,
		"headings": strings.Join(r.Headings, " > "), "kind": r.Kind, "profile": r.Profile, "lang": r.Lang,
		"start": r.Start, "end": r.End, "start_rune": r.StartRune, "end_rune": r.EndRune, "start_line": r.StartLine, "end_line": r.EndLine,
		"pages": numbers(r.Pages), "tokens": r.Tokens, "parent": r.Parent, "prev": r.Prev, "next": r.Next, "digest": r.Digest, "recipe": r.Recipe, "date": r.Date,
	}
	fields := keysOf(m, nil)
	for k, v := range m {
		if v == "" {
			delete(m, k)
		}
	}
	for k, v := range r.Meta {
		if _, is := slices.BinarySearch(fields, k); is {
			k = store.MetaField + k
		}
		m[k] = v
	}
	return m
}

func numbers(list []int) string {
	var out []string
	for _, n := range list {
		out = append(out, fmt.Sprint(n))
	}
	return strings.Join(out, ",")
}

// content is what a record's text is for others: what is embedded, or the body.
func (o Options) content(r *store.Record) string {
	if o.Body {
		return r.Text
	}
	return cmp.Or(r.EmbedText, r.Text)
}

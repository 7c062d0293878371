package output

import (
	"cmp"
	"io"
	"slices"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/store"
)

// chunkRow is a record as a row of Parquet: the columns of JSON Lines in their
// order, frame and window as groups, origins and headings as lists, metadata as
// a map. What is empty there is null here, numbers and lists apart.
type chunkRow struct {
	ID         string            `parquet:"id"`
	DocID      string            `parquet:"doc_id,dict"`
	Collection string            `parquet:"collection,optional,dict"`
	Source     string            `parquet:"source,dict"`
	Title      string            `parquet:"title,optional,dict"`
	Num        int64             `parquet:"num"`
	Of         int64             `parquet:"of"`
	Role       string            `parquet:"role,dict"`
	Headings   []string          `parquet:"headings,list"`
	Kind       string            `parquet:"kind,optional,dict"`
	Profile    string            `parquet:"profile,optional,dict"`
	Lang       string            `parquet:"lang,optional,dict"`
	Start      int64             `parquet:"start"`
	End        int64             `parquet:"end"`
	StartRune  int64             `parquet:"start_rune"`
	EndRune    int64             `parquet:"end_rune"`
	StartLine  int64             `parquet:"start_line"`
	EndLine    int64             `parquet:"end_line"`
	Pages      []int64           `parquet:"pages,list"`
	Origins    []originRow       `parquet:"origins,list"`
	Overlap    int64             `parquet:"overlap"`
	Tokens     int64             `parquet:"tokens"`
	Chars      int64             `parquet:"chars"`
	Text       string            `parquet:"text"`
	Window     *windowRow        `parquet:"window,optional"`
	Frame      frameRow          `parquet:"frame"`
	EmbedText  string            `parquet:"embed_text"`
	Parent     string            `parquet:"parent,optional"`
	Prev       string            `parquet:"prev,optional"`
	Next       string            `parquet:"next,optional"`
	Lexical    []string          `parquet:"lexical,list"`
	Digest     string            `parquet:"digest"`
	Recipe     string            `parquet:"recipe,dict"`
	Date       string            `parquet:"date,optional,dict"`
	Meta       map[string]string `parquet:"meta"`
	Warnings   []string          `parquet:"warnings,list"`
}

// embeddedRow is a row with the vector of what is embedded, an empty list where
// there is none.
type embeddedRow struct {
	chunkRow
	Vector []float32 `parquet:"vector,list"`
}

type frameRow struct {
	Summary    string `parquet:"summary,optional"`
	Breadcrumb string `parquet:"breadcrumb,optional"`
	Overlap    string `parquet:"overlap,optional"`
	Header     string `parquet:"header,optional"`
	Context    string `parquet:"context,optional"`
}

type originRow struct {
	Start       int64     `parquet:"start"`
	End         int64     `parquet:"end"`
	SourceStart int64     `parquet:"source_start,optional"`
	SourceEnd   int64     `parquet:"source_end,optional"`
	Page        int64     `parquet:"page,optional"`
	Box         []float32 `parquet:"box,list"`
	Part        string    `parquet:"part,optional"`
	From        float64   `parquet:"from,optional"`
	To          float64   `parquet:"to,optional"`
}

type windowRow struct {
	Start     int64   `parquet:"start"`
	End       int64   `parquet:"end"`
	StartRune int64   `parquet:"start_rune"`
	EndRune   int64   `parquet:"end_rune"`
	StartLine int64   `parquet:"start_line"`
	EndLine   int64   `parquet:"end_line"`
	Pages     []int64 `parquet:"pages,list"`
	Tokens    int64   `parquet:"tokens"`
	Text      string  `parquet:"text"`
}

// A group of rows is held in memory until it is full.
const (
	groupRows  = 50_000
	groupBytes = 32 << 20 // of texts, before compression
)

// parquetWriter writes Parquet, compressed by zstd. The same records give the
// same bytes.
type parquetWriter struct {
	w       *parquet.GenericWriter[any]
	schema  *parquet.Schema
	vectors bool
	key     int // column of the keys of meta; their values are in the next one
	row     parquet.Row
	rows    int // of the group
	bytes   int
}

func newParquet(w io.Writer, o Options) Writer {
	p := &parquetWriter{schema: parquet.SchemaOf(chunkRow{}), vectors: o.Vectors}
	if o.Vectors {
		p.schema = parquet.SchemaOf(embeddedRow{})
	}
	column, _ := p.schema.Lookup("meta", "key_value", "key")
	p.key = column.ColumnIndex
	p.w = parquet.NewGenericWriter[any](w, p.schema, parquet.Compression(&zstd.Codec{}), parquet.CreatedBy("pildora", "", ""))
	return p
}

// Begin implements Writer; a row stands by itself.
func (p *parquetWriter) Begin(*doc.Document) error { return nil }

func (p *parquetWriter) Write(r store.Record) error {
	row := rowOf(&r)
	if p.vectors {
		p.row = p.schema.Deconstruct(p.row[:0], &embeddedRow{row, r.Vectors[store.Embedding]})
	} else {
		p.row = p.schema.Deconstruct(p.row[:0], &row)
	}
	p.sortMeta()
	if _, err := p.w.WriteRows([]parquet.Row{p.row}); err != nil {
		return err
	}
	p.rows++
	if p.bytes += len(r.Text) + len(r.EmbedText); p.rows < groupRows && p.bytes < groupBytes {
		return nil
	}
	p.rows, p.bytes = 0, 0
	return p.w.Flush()
}

// sortMeta puts the metadata of the row in the order of their keys: the library
// takes a map as it comes.
func (p *parquetWriter) sortMeta() {
	from := slices.IndexFunc(p.row, func(v parquet.Value) bool { return v.Column() == p.key })
	values := slices.IndexFunc(p.row, func(v parquet.Value) bool { return v.Column() == p.key+1 })
	n := values - from
	type entry struct{ key, value parquet.Value }
	entries := make([]entry, n)
	for i := range entries {
		entries[i] = entry{p.row[from+i], p.row[values+i]}
	}
	slices.SortFunc(entries, func(a, b entry) int { return cmp.Compare(a.key.String(), b.key.String()) })
	for i, e := range entries {
		repeats := min(i, 1) // the first one begins the map
		p.row[from+i] = e.key.Level(repeats, e.key.DefinitionLevel(), p.key)
		p.row[values+i] = e.value.Level(repeats, e.value.DefinitionLevel(), p.key+1)
	}
}

func (p *parquetWriter) Close() error { return p.w.Close() }

func rowOf(r *store.Record) chunkRow {
	row := chunkRow{
		ID: r.ID, DocID: r.DocID, Collection: r.Collection, Source: r.Source, Title: r.Title, Num: int64(r.Num), Of: int64(r.Of), Role: r.Role,
		Headings: r.Headings, Kind: r.Kind, Profile: r.Profile, Lang: r.Lang,
		Start: int64(r.Start), End: int64(r.End), StartRune: int64(r.StartRune), EndRune: int64(r.EndRune), StartLine: int64(r.StartLine), EndLine: int64(r.EndLine),
		Pages: int64s(r.Pages), Overlap: int64(r.Overlap), Tokens: int64(r.Tokens), Chars: int64(r.Chars), Text: r.Text,
		Frame: frameRow(r.Frame), EmbedText: r.EmbedText, Parent: r.Parent, Prev: r.Prev, Next: r.Next, Lexical: r.Lexical,
		Digest: r.Digest, Recipe: r.Recipe, Date: r.Date, Meta: r.Meta, Warnings: r.Warnings,
	}
	for _, o := range r.Origins {
		to := originRow{Start: int64(o.Start), End: int64(o.End), SourceStart: int64(o.SourceStart), SourceEnd: int64(o.SourceEnd),
			Page: int64(o.Page), Part: o.Part, From: o.From, To: o.To}
		if o.Box != nil {
			to.Box = o.Box[:]
		}
		row.Origins = append(row.Origins, to)
	}
	if w := r.Window; w != nil {
		row.Window = &windowRow{Start: int64(w.Start), End: int64(w.End), StartRune: int64(w.StartRune), EndRune: int64(w.EndRune),
			StartLine: int64(w.StartLine), EndLine: int64(w.EndLine), Pages: int64s(w.Pages), Tokens: int64(w.Tokens), Text: w.Text}
	}
	return row
}

func int64s(list []int) []int64 {
	var out []int64
	for _, n := range list {
		out = append(out, int64(n))
	}
	return out
}

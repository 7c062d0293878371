package cli

import (
	"math"

	"github.com/pildora/pildora/embed"
	"github.com/pildora/pildora/ingest/verify"
	"github.com/pildora/pildora/store"
)

// vectorSurvey is what the vectors of an index have in common: whose most of them
// are, and how long those of each model.
type vectorSurvey struct {
	by      map[string]string      // document → who made its vectors
	records map[string]int         // with a vector, by who made it
	lengths map[string]map[int]int // how many are how long, by who made them
}

func newVectorSurvey() *vectorSurvey {
	return &vectorSurvey{map[string]string{}, map[string]int{}, map[string]map[int]int{}}
}

func (v *vectorSurvey) add(r store.Record) {
	n := len(r.Vectors[store.Embedding])
	if n == 0 {
		return
	}
	by := v.by[r.DocID]
	v.records[by]++
	if v.lengths[by] == nil {
		v.lengths[by] = map[int]int{}
	}
	v.lengths[by][n]++
}

// length is how long most vectors of a model are.
func (v *vectorSurvey) length(by string) (length int) {
	most := 0
	for n, count := range v.lengths[by] {
		if count > most || count == most && n < length {
			length, most = n, count
		}
	}
	return length
}

// problems are what is wrong with the vectors of a document.
func (v *vectorSurvey) problems(d store.DocState, records []store.Record) (out []verify.Problem) {
	problem := func(record, message string) {
		out = append(out, verify.Problem{Doc: d.DocID, Record: record, Check: "vectors", Message: message})
	}
	with, wanted := 0, 0
	for _, r := range records {
		if r.Searched() && r.EmbedText != "" {
			wanted++
		}
		x := r.Vectors[store.Embedding]
		if len(x) == 0 {
			continue
		}
		with++
		if n := v.length(d.Embedder); len(x) != n {
			problem(r.ID, "its vector has "+count(len(x), "number")+", the others of "+describe(d.Embedder)+" have "+count(n, "number")+"; sync it anew")
		} else if norm := math.Sqrt(embed.Dot(x, x)); math.Abs(norm-1) > 1e-3 {
			problem(r.ID, "its vector isn't of length 1; sync it anew")
		}
	}
	most := mostUsed(v.records)
	switch {
	case with > 0 && d.Embedder == "":
		problem("", "nobody knows who made its vectors; sync it anew")
	case with > 0 && d.Embedder != most:
		problem("", "its vectors are by "+describe(d.Embedder)+", most of the index by "+describe(most)+"; sync embeds it again")
	case d.Embedder != "" && with < wanted:
		problem("", count(wanted-with, "chunk")+" of it without a vector; sync it anew")
	case d.Embedder == "" && most != "" && wanted > 0:
		problem("", "has no vectors, while most of the index has some by "+describe(most)+"; sync embeds it")
	}
	return out
}

package output

import (
	"iter"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/store"
)

// Copy writes records, those of a document one after the other, closes w and
// returns how many they were. It ends at the first error.
func Copy(w Writer, records iter.Seq2[store.Record, error]) (n int, err error) {
	last := ""
	for r, err := range records {
		if err != nil {
			return n, err
		}
		if r.DocID != last || n == 0 {
			if err := w.Begin(&doc.Document{URI: r.DocID, Title: r.Title, Language: r.Lang, Meta: r.Meta}); err != nil {
				return n, err
			}
			last = r.DocID
		}
		if err := w.Write(r); err != nil {
			return n, err
		}
		n++
	}
	return n, w.Close()
}

package ingest_test

import (
	"slices"
	"testing"

	"github.com/pildora/pildora/doc"
)

// TestRecordPages: the pages of a record are named once each, in order, though
// the text goes back and forth between them, as around a link over two pages.
func TestRecordPages(t *testing.T) {
	d := &doc.Document{URI: "p", Text: "unodostrescuatro"}
	for i, page := range []int{2, 3, 2, 0, 1} {
		d.Origins = append(d.Origins, doc.Origin{Text: doc.Span{Start: 3 * i, End: 3*i + 3}, Source: doc.Span{Start: i, End: i + 1}, Page: page})
	}
	c := newBench(t).cutting()
	records, err := c.Records(t.Context(), d, "p")
	if err != nil || len(records) != 1 || !slices.Equal(records[0].Pages, []int{1, 2, 3}) {
		t.Errorf("%+v, %v", records, err)
	}
}

// TestRecordDates: dates of every precision that documents have reach the
// record.
func TestRecordDates(t *testing.T) {
	for meta, want := range map[string]string{
		"2024-03-04T10:15:00+01:00": "2024-03-04T10:15:00+01:00",
		"2024-03-04T10:15:00":       "2024-03-04T10:15:00Z",
		"2024-03-04T10:15Z":         "2024-03-04T10:15:00Z",
		"2024-03-04T10:15":          "2024-03-04T10:15:00Z",
		"2024-03-04 10:15:00":       "2024-03-04T10:15:00Z",
		"2024-03-04":                "2024-03-04T00:00:00Z",
		"2024-03":                   "2024-03-01T00:00:00Z",
		"2024":                      "2024-01-01T00:00:00Z",
		"last spring":               "",
	} {
		records, err := newBench(t).cutting().Records(t.Context(), &doc.Document{URI: "d", Text: "Text.", Meta: map[string]string{"date": meta}}, "d")
		if err != nil || len(records) != 1 || records[0].Date != want {
			t.Errorf("%q: %+v, %v; want %q", meta, records, err, want)
		}
	}
}

package extract

import "testing"

func TestTitleOf(t *testing.T) {
	for title, want := range map[string]string{
		"Manual de uso":           "Manual de uso",
		"Microsoft Word - a.doc":  "",
		"untitled":                "",
		"Untitled-2":              "",
		"informe final.docx":      "",
		"":                        "",
		"1234-5":                  "",
		"코로나-19 관련":               "코로나-19 관련",
		"Presentation of results": "Presentation of results",
		"https://example.org/x":   "",
	} {
		if got := titleOf(title); got != want {
			t.Errorf("%q: %q", title, got)
		}
	}
}

func TestDateOf(t *testing.T) {
	for date, want := range map[string]string{
		"D:20260131093000+01'00'": "2026-01-31T09:30:00+01:00",
		"D:20260131093000Z":       "2026-01-31T09:30:00Z",
		"20260131093000":          "2026-01-31T09:30:00",
		"D:202601310930":          "2026-01-31T09:30:00",
		"D:20260131":              "2026-01-31",
		"D:202601":                "2026-01",
		"D:2026":                  "2026",
		"2026-01-31T09:30:00Z":    "2026-01-31T09:30:00Z",
		"D:20261399":              "",
		"yesterday":               "",
	} {
		if got := dateOf(date); got != want {
			t.Errorf("%q: %q, want %q", date, got, want)
		}
	}
}

package doc

import "time"

// dateForms are the forms of a date in metadata, each with what it names: the
// years, months, days and time that lie between its first moment and the next
// one of its kind.
var dateForms = [...]struct {
	layout              string
	years, months, days int
	rest                time.Duration
}{
	{time.RFC3339, 0, 0, 0, time.Second},
	{"2006-01-02T15:04:05", 0, 0, 0, time.Second},
	{time.DateTime, 0, 0, 0, time.Second},
	{"2006-01-02T15:04Z07:00", 0, 0, 0, time.Minute},
	{"2006-01-02T15:04", 0, 0, 0, time.Minute},
	{time.DateOnly, 0, 0, 1, 0},
	{"2006-01", 0, 1, 0, 0},
	{"2006", 1, 0, 0, 0},
}

// ParseDate reads a date as metadata have it: a year, a month, a day, or a time
// of a day, in the order of ISO 8601. What it names goes from its first moment
// up to, but not with, end: 2024 is a whole year. A time without an offset
// counts as UTC.
func ParseDate(text string) (start, end time.Time, ok bool) {
	for _, f := range dateForms {
		if t, err := time.Parse(f.layout, text); err == nil {
			return t, t.AddDate(f.years, f.months, f.days).Add(f.rest), true
		}
	}
	return time.Time{}, time.Time{}, false
}

package doc

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestList(t *testing.T) {
	for text, want := range map[string][]string{
		"":                       nil,
		" , ":                    nil,
		"rrhh":                   {"rrhh"},
		"rrhh, vacaciones,":      {"rrhh", "vacaciones"},
		`García\, Ana, Luis`:     {"García, Ana", "Luis"},
		`C:\temp\\, a\`:          {`C:\temp\`, `a\`},
		"one value\nof two rows": {"one value\nof two rows"},
	} {
		if got := SplitList(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOf(rapid.StringOf(rapid.SampledFrom([]rune(`ab,\ ñ`)))).Draw(t, "values")
		var want []string
		for _, v := range values {
			if v = strings.TrimSpace(v); v != "" {
				want = append(want, v)
			}
		}
		if got := SplitList(JoinList(values)); !slices.Equal(got, want) {
			t.Fatalf("%q: written %q, read %q", values, JoinList(values), got)
		}
	})
}

func TestParseDate(t *testing.T) {
	for text, want := range map[string][2]string{
		"2024":                      {"2024-01-01T00:00:00Z", "2025-01-01T00:00:00Z"},
		"2024-02":                   {"2024-02-01T00:00:00Z", "2024-03-01T00:00:00Z"},
		"2024-02-29":                {"2024-02-29T00:00:00Z", "2024-03-01T00:00:00Z"},
		"2024-02-29T10:30":          {"2024-02-29T10:30:00Z", "2024-02-29T10:31:00Z"},
		"2024-02-29 10:30:05":       {"2024-02-29T10:30:05Z", "2024-02-29T10:30:06Z"},
		"2024-02-29T10:30:05+02:00": {"2024-02-29T10:30:05+02:00", "2024-02-29T10:30:06+02:00"},
	} {
		start, end, ok := ParseDate(text)
		if !ok || start.Format(time.RFC3339) != want[0] || end.Format(time.RFC3339) != want[1] {
			t.Errorf("%q: %v %v %v", text, start, end, ok)
		}
	}
	for _, text := range []string{"", "mayo", "2024-13", "2023-02-29", "24", "20240101", "2024-1-1"} {
		if _, _, ok := ParseDate(text); ok {
			t.Errorf("%q is no date", text)
		}
	}
}

package tune

import (
	"strings"
	"testing"

	"github.com/pildora/pildora/ingest"
)

var standard = ingest.Recipe{Strategy: "cascade", Max: 256, Unit: "tokens", Frame: []string{"breadcrumb", "header"}}

// Nearest first: one setting differs, then two.
func TestAround(t *testing.T) {
	apart := func(r ingest.Recipe) (n int) {
		for i, s := range settings(r) {
			if s != settings(standard)[i] && (s.key != "target" || r.Target > 0) {
				n++
			}
		}
		return n
	}
	last, seen := 0, 0
	for r, err := range Standard().around(standard, 3) {
		if err != nil {
			t.Fatal(err)
		}
		n := apart(r)
		if n > last+1 || seen > 100 && n < 1 {
			t.Errorf("%s differs in %d settings, after one with %d", Name(r), n, last)
		}
		last = max(last, n)
		seen++
	}
	if want := 6*7*3*2*2 - 1; seen != want { // values, and the default's own
		t.Errorf("%d recipes, want %d", seen, want)
	}
	if standard.Frame[0] != "breadcrumb" || standard.Max != 256 {
		t.Errorf("the default was changed: %+v", standard)
	}
}

func TestSettingValues(t *testing.T) {
	r := standard
	r.Target, r.Min, r.Overlap.Size = 128, 32, 16
	for _, step := range []struct {
		d     Dimension
		value string
		want  string
	}{
		{Max(), "512", "cascade@512 target 256 min 64 overlap 32 frame breadcrumb+header"},
		{Overlap(), "2s", "cascade@512 target 256 min 64 overlap 2s frame breadcrumb+header"},
		{Overlap(), "12.5%", "cascade@512 target 256 min 64 overlap 12.5% frame breadcrumb+header"},
		{Overlap(), "1p", "cascade@512 target 256 min 64 overlap 1p frame breadcrumb+header"},
		{Overlap(), "none", "cascade@512 target 256 min 64 frame breadcrumb+header"},
		{Target(), "10%", "cascade@512 target 51 min 51 frame breadcrumb+header"},
		{Target(), "0", "cascade@512 frame breadcrumb+header"},
		{Frame(), "none", "cascade@512 frame none"},
		{Strategy(), "sentence", "sentence@512 frame none"},
	} {
		if err := step.d.Set(&r, step.value); err != nil {
			t.Fatal(err)
		}
		if got := Name(r); got != step.want {
			t.Errorf("%s %s: %s, want %s", step.d.Key, step.value, got, step.want)
		}
	}
	for _, bad := range []struct {
		d     Dimension
		value string
	}{{Max(), "0"}, {Max(), "big"}, {Overlap(), "-2s"}, {Overlap(), "xs"}, {Overlap(), "300%"}, {Target(), "60"}, {Target(), "-1%"}} {
		if err := bad.d.Set(&r, bad.value); err == nil || !strings.Contains(err.Error(), bad.value) {
			t.Errorf("%s %s: %v", bad.d.Key, bad.value, err)
		}
	}
}

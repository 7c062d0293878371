package cputime_test

import (
	"testing"
	"time"

	"github.com/pildora/pildora/internal/cputime"
)

func TestProcessMovesOn(t *testing.T) {
	start, before := time.Now(), cputime.Process()
	for n := 0; cputime.Process() == before; n++ {
		if time.Since(start) > 10*time.Second {
			t.Fatal("no processor time passes")
		}
	}
}

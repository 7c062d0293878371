package mem_test

import (
	"testing"

	"github.com/pildora/pildora/store"
	"github.com/pildora/pildora/store/mem"
	"github.com/pildora/pildora/store/storetest"
)

func TestStore(t *testing.T) {
	storetest.Run(t, func(*testing.T) store.Store { return mem.New() })
}

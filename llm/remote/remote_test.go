package remote_test

import (
	"testing"

	"github.com/pildora/pildora/llm/llmtest"
)

// TestConformance runs the suite of llmtest for every provider.
func TestConformance(t *testing.T) {
	for _, name := range llmtest.Dialects() {
		t.Run(name, func(t *testing.T) { llmtest.Run(t, name) })
	}
}

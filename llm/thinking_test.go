package llm_test

import (
	"testing"

	"github.com/pildora/pildora/llm"
	"github.com/pildora/pildora/llm/llmtest"
)

func TestThinking(t *testing.T) {
	for asked, want := range map[int]int{0: 0, 5: 105} {
		s := llmtest.New(t, llmtest.Text("yes")...)
		r := call
		r.MaxTokens = asked
		if _, err := llm.Thinking(s.Client(), 100).Complete(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		if got := s.Calls()[0].MaxTokens; got != want {
			t.Errorf("%d became %d, want %d", asked, got, want)
		}
	}
}

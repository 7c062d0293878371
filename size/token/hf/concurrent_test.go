package hf

import (
	"math/rand/v2"
	"sync"
	"testing"
)

// TestConcurrent uses one tokenizer of each kind from several goroutines at
// once: counts, ids, spans and rulers are those that one alone has.
func TestConcurrent(t *testing.T) {
	for _, k := range small(t) {
		var wait sync.WaitGroup
		for seed := range uint64(4) {
			wait.Go(func() {
				r := rand.New(rand.NewPCG(seed, 3))
				for range 5 {
					text := prose(r)
					if n := k.Size(text); n != len(k.Encode(text)) || n != len(k.Spans(text)) {
						t.Errorf("%s: %.100q: size, ids and spans differ", k.Name(), text)
					}
					checkRuler(t, k, text, r, 4)
				}
			})
		}
		wait.Wait()
	}
}

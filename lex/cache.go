package lex

import (
	"strings"
	"sync"
)

// generation is the number of words after which a cache begins a new half.
const generation = 1 << 15

// stems remembers stems by word, for one set of rules. It holds at most two
// generations: when the young one is full it becomes the old one, and what is
// still asked for moves back. Words in use stay without bookkeeping per word.
type stems struct {
	mu         sync.RWMutex
	young, old map[string]string
}

func (c *stems) get(word, rules string) string {
	c.mu.RLock()
	s, ok := c.young[word]
	if !ok {
		if s, ok = c.old[word]; ok {
			ok = false // found, but to be moved
		}
	}
	c.mu.RUnlock()
	if ok {
		return s
	}
	if s == "" {
		s = stem(word, rules)
	}
	c.put(word, s)
	return s
}

func (c *stems) put(word, s string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.young == nil || len(c.young) >= generation {
		c.young, c.old = make(map[string]string), c.young
	}
	if s == word {
		s = strings.Clone(s) // don't hold on to the text
		word = s
	} else {
		word, s = strings.Clone(word), strings.Clone(s)
	}
	c.young[word] = s
}

package unigram

// counter counts the tokens of a word without finding them, in one pass from
// the front and in memory of the size of a piece: each place knows how many
// tokens its best cut has. A word may grow at its end between two counts.
type counter struct {
	nodes []node // by end, modulo its length, a power of two above twice the longest piece
	begin int64  // the end that stands for the beginning of the word
	done  int    // how much of the word is counted
	close bool   // two cuts with other tokens were so close that rounding might choose
	lost  bool   // what the tokens are can't be said without finding them
}

// node is the best cut up to a place.
type node struct {
	end     int64 // the place, counted over all words; any other is a node of old
	score   float64
	tokens  int32
	unknown uint8 // whether there are unknown letters, and whether they are last
}

const (
	anywhere = 1 << iota
	last
)

// tally says what unknown letters count.
type tally uint8

const (
	fused  tally = iota // one token a run
	bytes               // one token a byte
	untold              // it depends on the run
)

// newTally tells how a model counts unknown letters. Where every piece scores
// high above zero, a piece may lose against its letters, each unknown, and is
// found again as they are looked up together.
func newTally(m *Model) tally {
	missing := 0
	for _, id := range m.bytes {
		if id < 0 {
			missing++
		}
	}
	switch {
	case m.worst > 0 || m.bytes != nil && missing > 0:
		return untold
	case m.bytes != nil:
		return bytes
	}
	return fused
}

func newCounter(m *Model) *counter {
	n := 1
	for n <= 2*m.longest {
		n *= 2
	}
	c := &counter{nodes: make([]node, n), begin: int64(n)}
	c.start()
	return c
}

// start begins a new word.
func (c *counter) start() {
	c.begin += int64(c.done) + int64(len(c.nodes))
	c.done, c.close, c.lost = 0, false, false
	*c.at(0) = node{end: c.begin}
}

func (c *counter) at(place int) *node { return &c.nodes[(c.begin+int64(place))&int64(len(c.nodes)-1)] }

// Count is the number of tokens of the word.
func (m *Model) Count(word string) int {
	c := m.counter.Get().(*counter)
	defer m.counter.Put(c)
	return m.count(c, word)
}

func (m *Model) count(c *counter, word string) int {
	c.start()
	return m.grown(c, word)
}

// grown counts a word that begins with the one counted before.
func (m *Model) grown(c *counter, word string) int {
	c.grow(m, word)
	if c.lost {
		n := 0
		m.Each(word, func(int, int, int) { n++ })
		return n
	}
	return int(c.at(len(word)).tokens)
}

// clear counts a word and says whether no choice was close.
func (c *counter) clear(m *Model, word string) (tokens int, clear bool) {
	tokens = m.count(c, word)
	return tokens, !c.close && !c.lost
}

// grow counts on, up to the end of the word. Pieces that begin in what was
// counted before are looked for again, but only those that reach beyond it:
// each place is still offered its cuts in the order of their last pieces.
func (c *counter) grow(m *Model, word string) {
	known := c.done
	if c.lost = c.lost || m.counts == untold; c.lost || known == len(word) {
		return
	}
	start := max(0, known-m.longest)
	for start < known && c.at(start).end != c.begin+int64(start) {
		start++
	}
	for start < len(word) {
		start += c.extend(m, word, start, known)
	}
	c.done = len(word)
}

// extend prolongs the best cut that ends at start, beyond what is known. It
// returns the bytes of the letter there.
func (c *counter) extend(m *Model, word string, start, known int) int {
	from := *c.at(start)
	letter := letterAt(word, start)
	single := false
	n := m.trie.Root()
	for i := start; i < len(word); i++ {
		if n = m.trie.Next(n, word[i]); n == 0 {
			break
		}
		id := n.Value()
		if id < 0 {
			continue
		}
		single = single || i+1-start == letter
		if i < known {
			continue
		}
		to := node{c.begin + int64(i) + 1, m.scores[id] + from.score, from.tokens + 1, from.unknown &^ last}
		if id == m.unknown {
			to.tokens, to.unknown = from.runOf(m, 1), anywhere|last
			c.lost = c.lost || m.counts == bytes
		}
		c.offer(to)
	}
	if !single && start+letter > known {
		c.offer(node{c.begin + int64(start+letter), m.worst + from.score, from.runOf(m, letter), anywhere | last})
	}
	return letter
}

// runOf is how many tokens a cut has with one more unknown letter.
func (n node) runOf(m *Model, letter int) int32 {
	switch {
	case m.counts == bytes:
		return n.tokens + int32(letter)
	case n.unknown&last != 0:
		return n.tokens
	}
	return n.tokens + 1
}

// offer takes a cut, if it is the best one yet for its place.
func (c *counter) offer(to node) {
	best := &c.nodes[to.end&int64(len(c.nodes)-1)]
	if best.end == to.end {
		better := to.score - best.score
		if better > -margin && better < margin && (to.tokens != best.tokens || (to.unknown|best.unknown) != 0) {
			c.close = true
		}
		if to.score <= best.score {
			return
		}
	}
	*best = to
}

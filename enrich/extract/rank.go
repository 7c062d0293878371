package extract

import (
	"context"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pildora/pildora/embed"
	"github.com/pildora/pildora/lex/cue"
)

// central are the n sentences that say most of what the document does, the best first,
// since a frame without room for all lines leaves out the last, one a line. They are less than half of its prose: what is as short as that
// needs fewer.
func (s *Summarizer) central(ctx context.Context, p *page, n int) ([]string, error) {
	if n <= 0 {
		return nil, nil
	}
	found := p.candidates()
	if len(found) == 0 {
		return nil, nil
	}
	found = p.once(p.best(found))
	if len(found) == 0 {
		return nil, nil
	}
	scores := make([]float64, len(found))
	for i := range found {
		scores[i] = found[i].prior
	}
	g, err := s.graph(ctx, p, found, scores)
	if err != nil {
		return nil, err
	}
	chosen := choose(g, scores, n)
	if len(chosen) > 1 && len(p.topics()) > 0 && !p.worth(&found[chosen[0]], &found[chosen[1]], scores[chosen[1]]/scores[chosen[0]]) {
		chosen = chosen[:1]
	}
	room := len(p.doc.Text) / 2
	var lines []string
	for _, i := range chosen {
		line := clipped(found[i].text, lineChars)
		if room -= len(line); room < 0 {
			break
		}
		lines = append(lines, line)
	}
	return lines, nil
}

// best are the sentences that count most before they are compared, in order.
func (p *page) best(found []candidate) []candidate {
	priors := make([]float64, len(found))
	for i := range found {
		found[i].prior = p.prior(&found[i])
		priors[i] = found[i].prior
	}
	least := 0.0
	if len(priors) > mostCompared {
		slices.Sort(priors)
		least = priors[len(priors)-mostCompared]
	}
	return slices.DeleteFunc(found, func(c candidate) bool { return c.prior < least || c.prior == 0 })
}

// How many sentences are compared, at most and at least: so few have no center.
const (
	mostCompared  = 16
	leastCompared = 5
)

// graph compares the sentences, and multiplies their scores by how central they are
// and how much of the title they have. So few that none is central stay as they are.
func (s *Summarizer) graph(ctx context.Context, p *page, found []candidate, scores []float64) (graph, error) {
	if len(found) < leastCompared {
		return apart(len(found)), nil
	}
	t := s.terms(found, p.doc.Language)
	var g graph = t
	if s.Embedder != nil {
		var err error
		if g, err = s.vectors(ctx, found); err != nil {
			return nil, err
		}
	}
	said := t.shares(s.stems(p.title, p.doc.Language))
	for i, c := range centrality(g, len(found)) {
		scores[i] *= math.Sqrt(c) * (1 + titleWeight*said[i])
		if said[i] > 0.99 && found[i].rank < headBlocks && !found[i].self {
			scores[i] *= 1.3 // it defines what the title names
		}
	}
	return g, nil
}

// graph says how alike sentences are, from 0 to 1.
type graph interface {
	// spread adds up for each sentence how alike it is to the others, each times
	// its weight.
	spread(weights []float64) []float64
	alike(i, j int) float64
}

// centrality is the PageRank of sentences in a graph, the highest 1.
func centrality(g graph, n int) []float64 {
	const damping, rounds = 0.85, 20
	rank, share := make([]float64, n), make([]float64, n)
	for i := range rank {
		rank[i], share[i] = 1, 1
	}
	degree := g.spread(share)
	for range rounds {
		for i := range share {
			share[i] = 0
			if degree[i] > leastDegree {
				share[i] = rank[i] / degree[i]
			}
		}
		moved := 0.0
		for i, sum := range g.spread(share) {
			next := 1 - damping + damping*sum
			moved = max(moved, math.Abs(next-rank[i]))
			rank[i] = next
		}
		if moved < 1e-3 {
			break
		}
	}
	top := 0.0
	for _, r := range rank {
		top = max(top, r)
	}
	for i := range rank {
		rank[i] /= top
	}
	return rank
}

// leastDegree is above what rounding leaves of a sentence that is like none.
const leastDegree = 1e-9

// choose takes the n best sentences, each as unlike those before as its score can
// afford.
func choose(g graph, scores []float64, n int) []int {
	scores = append([]float64(nil), scores...)
	var chosen []int
	for len(chosen) < n {
		best := -1
		for i, s := range scores {
			if s > leastScore && (best < 0 || s > scores[best]) {
				best = i
			}
		}
		if best < 0 {
			return chosen
		}
		chosen = append(chosen, best)
		scores[best] = 0
		for i := range scores {
			if scores[i] > 0 {
				scores[i] *= 1 - 0.8*g.alike(best, i)
			}
		}
	}
	return chosen
}

// leastScore is below what a sentence says too little to be shown.
const leastScore = 0.08

// worth reports whether the second best sentence, of so many times the score of the
// best, says more than the titles of the sections: it says what the document is about,
// or from when it holds, or it is one of a contract after that on the parties.
func (p *page) worth(best, second *candidate, ratio float64) bool {
	if p.between(best) {
		return ratio > 0.15
	}
	telling := second.self || second.holds&(cue.Scope|cue.Parties|cue.Validity) != 0
	return telling && second.rank < headBlocks && ratio > 0.4
}

// between reports whether a sentence at the start says between whom the document is
// made.
func (p *page) between(c *candidate) bool { return c.rank < headBlocks && c.holds&cue.Parties != 0 }

// titleWeight is how much more a sentence counts that has all words of the title.
const titleWeight = 0.8

// prior is how much a sentence counts for where it stands and how it opens.
func (p *page) prior(c *candidate) float64 {
	w := 1.0
	if c.rank < headBlocks {
		w *= 1 + 1/float64(1+c.rank)
	}
	switch {
	case c.nth == 0 && c.rank == 0:
		w *= 1.5
	case c.nth == 0 && c.lead:
		w *= 1.2
	case c.nth > 0:
		w *= 1 / (1 + 0.08*float64(c.nth))
	}
	if c.about {
		w *= 1.6
	}
	if p.item(c.block) {
		w *= 0.5
	}
	return w * p.saying(c) * length(c.text)
}

// saying is how much a sentence counts for its phrases and its form.
func (p *page) saying(c *candidate) float64 {
	w := 1.0
	switch {
	case c.self && c.holds&cue.Scope != 0:
		w *= 2
	case c.self:
		w *= 1.3
	case c.holds&cue.Scope != 0:
		w *= 1.35
	}
	if p.between(c) {
		w *= 2.5
	}
	if c.holds&cue.Validity != 0 && c.rank < headBlocks {
		w *= 1.25
	}
	if c.opens&cue.Bound != 0 && !c.self {
		w *= 0.25
	}
	if c.opens&(cue.Act|cue.Warning|cue.Step|cue.Introduces|cue.Case) != 0 {
		w *= 0.6
	}
	if c.opens&cue.Label != 0 && strings.Contains(c.text[:min(len(c.text), maxNumber)], ":") {
		w *= 0.4
	}
	if _, rest, _ := strings.Cut(c.text, " "); p.cues.Opens(rest)&cue.Back != 0 && !c.self {
		w *= 0.5
	}
	if c.holds&(cue.Exception|cue.Introduces) != 0 {
		w *= 0.7
	}
	if c.holds&cue.See != 0 {
		w *= 0.4
	}
	if c.holds&cue.Defines != 0 && !c.self && (c.text[0] == '"' || strings.HasPrefix(c.text, "“") || strings.HasPrefix(c.text, "«")) {
		w *= 0.3
	}
	if slices.Contains(p.used, c.text) {
		w = 0
	}
	switch first, last := c.text[0], lastRune(c.text); {
	case first >= utf8.RuneSelf && unicode.Is(unicode.S, firstRune(c.text)):
		w *= 0.4
	case '0' <= first && first <= '9' && strings.Contains(c.text[:wordEnd(c.text, 8)], ","): // it was a part of an address
		w *= 0.3
	case 'a' <= first && first <= 'z' || first == '(':
		w *= 0.2 // it goes on with something
	case last == '!':
		w *= 0.5
	case !c.listed && last != '.' && last != ')' && last != '"' && last < utf8.RuneSelf:
		w *= 0.5 // a title or a cell
	}
	if strings.ContainsAny(c.text, "{}|=$\\") || strings.Count(c.text, "[") > 1 || numbers(c.text) {
		w *= 0.4
	}
	return w
}

// numbers reports whether a text has a number every few words, as what was a table of
// contents or of figures has.
func numbers(text string) bool {
	runs, blanks, in := 0, 0, false
	for i := range len(text) {
		was := in
		if in = '0' <= text[i] && text[i] <= '9'; in && !was {
			runs++
		}
		if text[i] == ' ' {
			blanks++
		}
	}
	return runs > 7 && 5*runs > blanks
}

// length is how much a sentence counts for its length: those of a line or two say
// most for their room.
func length(text string) float64 {
	switch n := utf8.RuneCountInString(text); {
	case n < 25:
		return 0.3
	case n < 45:
		return 0.6
	case n < 70:
		return 0.95
	case n <= 200:
		return 1
	case n <= lineChars:
		return 0.9
	}
	return 0.65
}

// stems are the words of a text of more than a letter or two, stemmed.
func (s *Summarizer) stems(text, lang string) []string {
	var out []string
	for l := range s.words.Lexemes(text, lang) {
		if len(l.Text) > leastWord {
			out = append(out, l.Text)
		}
	}
	return distinct(out)
}

// leastWord is how many bytes a word has at most that says nothing.
const leastWord = 2

// vectors compares sentences by the embedder's vectors.
func (s *Summarizer) vectors(ctx context.Context, found []candidate) (graph, error) {
	texts := make([]string, len(found))
	for i := range found {
		texts[i] = found[i].text
	}
	vectors, err := s.Embedder.Embed(ctx, embed.Passage, texts)
	if err != nil {
		return nil, err
	}
	return newDense(vectors), nil
}

// terms are sentences as lists of their words, each weighted by how rare it is in
// the sample, of length 1. How alike two are is the product of their lists; so the
// sum over all pairs is a product with the words in between, and no pair is ever
// written down.
type terms struct {
	rows [][]term
	ids  map[string]int32 // by word
}

type term struct {
	id     int32
	weight float64
}

func (s *Summarizer) terms(found []candidate, lang string) *terms {
	ids := make(map[string]int32, wordsPerSentence*len(found))
	in := make([]int, 0, wordsPerSentence*len(found)) // by word: how many sentences have it
	t := &terms{make([][]term, len(found)), ids}
	for i, c := range found {
		row := make([]term, 0, wordsPerSentence)
		for l := range s.words.Lexemes(c.text, lang) {
			if len(l.Text) <= leastWord {
				continue
			}
			id, known := ids[l.Text]
			if !known {
				id = int32(len(in))
				ids[l.Text] = id
				in = append(in, 0)
			}
			row = addTerm(row, id, in)
		}
		t.rows[i] = row
	}
	for _, row := range t.rows {
		sum := 0.0
		for k := range row {
			row[k].weight = (1 + math.Log(row[k].weight)) * math.Log(1+float64(len(found))/float64(in[row[k].id]))
			sum += row[k].weight * row[k].weight
		}
		for k := range row {
			row[k].weight /= math.Sqrt(sum)
		}
	}
	return t
}

// wordsPerSentence is about how many different words a sentence has.
const wordsPerSentence = 16

// addTerm counts a word of a row; in counts the rows that have it. Rows are short.
func addTerm(row []term, id int32, in []int) []term {
	for k := range row {
		if row[k].id == id {
			row[k].weight++
			return row
		}
	}
	in[id]++
	return append(row, term{id, 1})
}

// shares are which share of some words each sentence has.
func (t *terms) shares(words []string) []float64 {
	out := make([]float64, len(t.rows))
	wanted := make([]bool, len(t.ids))
	for _, w := range words {
		if id, known := t.ids[w]; known {
			wanted[id] = true
		}
	}
	for i, row := range t.rows {
		for _, k := range row {
			if wanted[k.id] {
				out[i] += 1 / float64(len(words))
			}
		}
	}
	return out
}

func (t *terms) spread(weights []float64) []float64 {
	words := make([]float64, len(t.ids))
	for i, row := range t.rows {
		for _, k := range row {
			words[k.id] += k.weight * weights[i]
		}
	}
	out := make([]float64, len(t.rows))
	for i, row := range t.rows {
		for _, k := range row {
			out[i] += k.weight * words[k.id]
		}
		if len(row) > 0 {
			out[i] = max(0, out[i]-weights[i]) // itself
		}
	}
	return out
}

func (t *terms) alike(i, j int) float64 {
	sum := 0.0
	for _, a := range t.rows[i] {
		for _, b := range t.rows[j] {
			if a.id == b.id {
				sum += a.weight * b.weight
			}
		}
	}
	return sum
}

// dense is how alike sentences are by their vectors: how much more than two of
// them are on the average, since some models hold everything for alike.
type dense [][]float64

func newDense(vectors [][]float32) dense {
	g := make(dense, len(vectors))
	sum, pairs := 0.0, 0
	for i := range g {
		g[i] = make([]float64, len(vectors))
		for j := range i {
			g[i][j] = embed.Dot(vectors[i], vectors[j])
			sum += g[i][j]
			pairs++
		}
	}
	mean := sum / float64(max(pairs, 1))
	for i := range g {
		for j := range i {
			g[i][j] = max(0, (g[i][j]-mean)/max(1-mean, 1e-6))
			g[j][i] = g[i][j]
		}
	}
	return g
}

func (g dense) spread(weights []float64) []float64 {
	out := make([]float64, len(g))
	for i, row := range g {
		for j, alike := range row {
			out[i] += alike * weights[j]
		}
	}
	return out
}

func (g dense) alike(i, j int) float64 { return g[i][j] }

// apart are so many sentences that are not compared.
type apart int

func (n apart) spread([]float64) []float64 { return make([]float64, n) }
func (n apart) alike(int, int) float64     { return 0 }

package tune

import (
	"fmt"

	"github.com/pildora/pildora/eval"
)

// groupOf is the group of each question's document, len(Groups) where it is in
// none.
func (t *tuning) groupOf(asked []eval.Asked) []int {
	out := make([]int, len(asked))
	for i := range asked {
		out[i] = len(t.Groups)
		d := t.Eval.Corpus.Document(asked[i].Doc)
		for g := range t.Groups {
			if t.Groups[g].Holds(d) {
				out[i] = g
				break
			}
		}
	}
	return out
}

// newArenas makes the arena of all questions, and one for each group that has
// some, unless it would be all of them.
func (t *tuning) newArenas(asked []eval.Asked, group []int) []*arena {
	order := interleaved(asked, group, t.Seed)
	out := []*arena{{group: -1, questions: order}}
	for g := range t.Groups {
		a := &arena{group: g}
		for _, q := range order {
			if group[q] == g {
				a.questions = append(a.questions, q)
			}
		}
		if n := len(a.questions); n > 0 && n < len(order) {
			out = append(out, a)
		}
	}
	for _, a := range out {
		if a.few = t.tooFew(a); a.few == "" {
			a.tracks = t.newTracks(a)
		}
	}
	return out
}

// tooFew says why an arena's questions can't carry a choice, "" where they can.
func (t *tuning) tooFew(a *arena) string {
	if n := len(a.questions); n < t.MinQuestions {
		return fmt.Sprintf("%s; a choice needs %d", count(n, "question"), t.MinQuestions)
	}
	in := make([]int, t.folds)
	for _, q := range a.questions {
		in[t.fold[q]]++
	}
	for _, n := range in {
		if 3*n > 2*len(a.questions) {
			return fmt.Sprintf("%d of its %d questions are about the same document or fold, so that nothing can be held out", n, len(a.questions))
		}
	}
	return ""
}

// newTracks are the tracks of an arena; a fold without questions of the arena
// needs none, for nothing would be judged by it.
func (t *tuning) newTracks(a *arena) []*track {
	all := make([]int, len(t.candidates))
	for i := range all {
		all[i] = i
	}
	held := map[int]bool{}
	for _, q := range a.questions {
		held[t.fold[q]] = true
	}
	var out []*track
	for f := -1; f < t.folds; f++ {
		if f < 0 || held[f] {
			out = append(out, &track{fold: f, alive: append([]int(nil), all...)})
		}
	}
	return out
}

// track is the track that didn't see a question.
func (a *arena) track(fold int) *track {
	for _, k := range a.tracks {
		if k.fold == fold {
			return k
		}
	}
	return a.tracks[0]
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

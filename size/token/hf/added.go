package hf

import (
	"fmt"
	"unicode/utf8"

	"github.com/pildora/pildora/size/token/trie"
)

// addedToken is a token that is found in the text itself, before it is cut.
type addedToken struct {
	ID         int
	Content    string
	SingleWord bool
	LStrip     bool
	RStrip     bool
	Normalized bool
	Special    bool
}

// namedToken is an addedToken of a file. All its fields must be there: one
// without its content or flags would be sought otherwise than the model does.
type namedToken struct {
	ID         *int    `json:"id"`
	Content    *string `json:"content"`
	SingleWord *bool   `json:"single_word"`
	LStrip     *bool   `json:"lstrip"`
	RStrip     *bool   `json:"rstrip"`
	Normalized *bool   `json:"normalized"`
	Special    *bool   `json:"special"`
}

// addedTokens are those of a file.
func (f *file) addedTokens() ([]addedToken, error) {
	var all []addedToken
	for i, x := range f.AddedTokens {
		if x.ID == nil || x.Content == nil || x.SingleWord == nil || x.LStrip == nil || x.RStrip == nil || x.Normalized == nil || x.Special == nil {
			return nil, fmt.Errorf("token %d: want id, content, single_word, lstrip, rstrip, normalized and special", i)
		}
		if *x.ID < 0 || *x.ID > mostID {
			return nil, fmt.Errorf("token %d, %q, has the id %d, out of range", i, *x.Content, *x.ID)
		}
		all = append(all, addedToken{*x.ID, *x.Content, *x.SingleWord, *x.LStrip, *x.RStrip, *x.Normalized, *x.Special})
	}
	return all, nil
}

// added finds added tokens: at each place the longest one, from the front,
// without overlap.
type added struct {
	t      *tables
	tokens []addedToken // with ids as the reference gives them out
	texts  []string     // as they are sought
	trie   *trie.Trie
	first  [256]bool // bytes that a token may begin with
}

// newAdded makes the finders of tokens in the original text and in the
// normalized one. Ids are those of the vocabulary, else the next free ones,
// whatever the file says, as in the reference.
func newAdded(t *tables, tokens []addedToken, v vocabulary, n normalizer) (original, normalized *added, err error) {
	var texts [2][]string
	sets := [2]*added{{t: t}, {t: t}}
	next := v.len()
	ids := map[string]int{}
	index := map[string]int{}
	owner := map[int]string{}
	var unique []addedToken
	for _, a := range tokens {
		if a.Content == "" {
			continue
		}
		if i, ok := index[a.Content]; ok { // of equal ones the last holds
			a.ID = ids[a.Content]
			unique[i] = a
			continue
		}
		id, ok := v.id(a.Content)
		if !ok {
			id = next
			next++
		}
		if other, ok := owner[id]; ok {
			return nil, nil, fmt.Errorf("added tokens %q and %q share the id %d", other, a.Content, id)
		}
		owner[id] = a.Content
		ids[a.Content], index[a.Content] = id, len(unique)
		a.ID = id
		unique = append(unique, a)
	}
	for _, a := range unique {
		k, text := 0, a.Content
		if a.Normalized {
			k = 1
			if n != nil {
				text = n.normalize(whole(a.Content, 0, false)).s
			}
		}
		if text == "" {
			return nil, nil, fmt.Errorf("added token %q: nothing is left of it once it is normalized", a.Content)
		}
		sets[k].tokens = append(sets[k].tokens, a)
		texts[k] = append(texts[k], text)
	}
	for k, s := range sets {
		if err := s.unique(texts[k]); err != nil {
			return nil, nil, err
		}
		if len(s.tokens) == 0 {
			sets[k] = nil
			continue
		}
		s.texts = texts[k]
		if s.trie, err = trie.New(texts[k]); err != nil {
			return nil, nil, fmt.Errorf("added tokens: %w", err)
		}
	}
	return sets[0], sets[1], nil
}

// unique refuses tokens that are the same text and yet differ in what becomes
// of the text around them: which of them the reference finds is chance.
func (a *added) unique(texts []string) error {
	seen := map[string]addedToken{}
	for i, text := range texts {
		a.first[text[0]] = true
		x := a.tokens[i]
		y, ok := seen[text]
		if ok && (x.SingleWord != y.SingleWord || x.LStrip != y.LStrip || x.RStrip != y.RStrip) {
			return fmt.Errorf("added tokens %q and %q are both the text %q and have other settings", y.Content, x.Content, text)
		}
		seen[text] = x
	}
	return nil
}

// split calls yield with the parts of a text: tokens, with their index, and
// what stands between them, with -1.
func (a *added) split(text string, yield func(start, end, token int)) {
	if a == nil {
		yield(0, len(text), -1)
		return
	}
	done, blanks := 0, 0 // blanks: the end of the last run of them that was looked at
	a.each(text, func(start, end, i int) {
		found := a.tokens[i]
		if found.SingleWord && !a.alone(text, start, end) {
			return
		}
		if found.LStrip {
			start = max(a.blanksBefore(text, start, done), done)
			end = max(end, start)
		}
		if found.RStrip {
			if end >= blanks {
				blanks = a.blanksBehind(text, end)
			}
			end = blanks
		}
		if done < start {
			yield(done, start, -1)
		}
		// The search goes on behind the token, not behind the blanks, so that the next one may begin among them.
		yield(start, end, i)
		done = end
	})
	if done < len(text) {
		yield(done, len(text), -1)
	}
}

// takes reports whether a text, wherever it stands, is found as an added token
// or is part of one.
func (a *added) takes(text string) bool {
	if a == nil {
		return false
	}
	for _, x := range a.tokens {
		if x.Content == text && !x.SingleWord {
			return true
		}
	}
	return false
}

// each calls yield with each token that stands in a text, whatever is around
// it: at each place the longest, from the front, without overlap.
func (a *added) each(text string, yield func(start, end, token int)) {
	for p := 0; p < len(text); {
		if a.first[text[p]] {
			if i, end := a.longest(text, p); i >= 0 {
				yield(p, end, i)
				p = end
				continue
			}
		}
		p++
	}
}

func (a *added) longest(text string, p int) (token, end int) {
	token = -1
	node := a.trie.Root()
	for i := p; i < len(text); i++ {
		if node = a.trie.Next(node, text[i]); node == 0 {
			break
		}
		if t := node.Value(); t >= 0 {
			token, end = t, i+1
		}
	}
	return token, end
}

// alone reports whether no word goes on before or behind text[start:end].
func (a *added) alone(text string, start, end int) bool {
	before, n := utf8.DecodeLastRuneInString(text[:start])
	behind, m := utf8.DecodeRuneInString(text[end:])
	return (n == 0 || !a.t.word.Has(before)) && (m == 0 || !a.t.word.Has(behind))
}

// blanksBefore returns where the white space that ends at start begins, not
// before low.
func (a *added) blanksBefore(text string, start, low int) int {
	for start > low {
		c, n := utf8.DecodeLastRuneInString(text[low:start])
		if !a.t.space.Has(c) {
			break
		}
		start -= n
	}
	return start
}

func (a *added) blanksBehind(text string, end int) int {
	for end < len(text) {
		c, n := utf8.DecodeRuneInString(text[end:])
		if !a.t.space.Has(c) {
			break
		}
		end += n
	}
	return end
}

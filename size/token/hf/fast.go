package hf

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/size"
	"github.com/pildora/pildora/size/token/atom"
	"github.com/pildora/pildora/size/token/lossy"
	"github.com/pildora/pildora/size/token/unigram"
	"github.com/pildora/pildora/size/token/wordpiece"
)

// fast counts texts without added tokens, as the pipeline does but atom by atom.
type fast interface {
	Count(text string) int
	Prepare(text string, tokens ...doc.Span) *atom.Parted
}

// newFast is the fast way of a pipeline that is known to look at nothing beyond
// a blank, or nil: BERT's normalizer and pre-tokenizer before WordPiece, or a
// precompiled character map and Metaspace before Unigram.
func (t *Tokenizer) newFast(f *file) fast {
	if t.second != nil {
		return nil // these are sought in the normalized text
	}
	normalizers, ok := kinds(f.Normalizer, 0)
	splitters, ok2 := kinds(f.PreTokenizer, 0)
	if !ok || !ok2 {
		return nil
	}
	switch m := t.model.(type) {
	case *wordpiece.Model:
		if isBERT(normalizers) && slices.Equal(splitters, []string{"BertPreTokenizer"}) {
			return wordpiece.NewFast(m, t.words)
		}
	case *unigram.Model:
		if isPrecompiled(normalizers) && t.isMetaspace(splitters) {
			if f, err := unigram.NewFast(m, t.words); err == nil {
				return f
			}
		}
	}
	return nil
}

func isBERT(normalizers []string) bool {
	return len(normalizers) == 0 || len(normalizers) == 1 && strings.HasPrefix(normalizers[0], "Bert")
}

// isPrecompiled says whether there is one character map, before which nothing
// but the ends of a text are changed and after which nothing but runs of blanks
// are. Of the pipelines of SentencePiece that is all save lower case.
func isPrecompiled(normalizers []string) bool {
	maps := 0
	for _, kind := range normalizers {
		switch {
		case kind == "Precompiled":
			maps++
		case kind != "Strip" && (kind != "Replace" || maps == 0):
			return false
		}
	}
	return maps == 1
}

func (t *Tokenizer) isMetaspace(splitters []string) bool {
	last := len(splitters) - 1
	if last < 0 || splitters[last] != "Metaspace" || last > 1 || last == 1 && splitters[0] != "WhitespaceSplit" {
		return false
	}
	m, ok := t.splitters[len(t.splitters)-1].(metaspace)
	return ok && m.scheme == "always" && m.cut
}

// kinds are the types of the parts of a normalizer or pre-tokenizer, without
// Sequence; false where a Replace does more than to make runs of blanks one.
func kinds(raw json.RawMessage, depth int) ([]string, bool) {
	if missing(raw) {
		return nil, true
	}
	var p struct {
		Type    string            `json:"type"`
		Parts   []json.RawMessage `json:"normalizers"`
		Cuts    []json.RawMessage `json:"pretokenizers"`
		Content string            `json:"content"`
		Pattern struct {
			Regex string
		} `json:"pattern"`
	}
	if depth > mostNested || json.Unmarshal(raw, &p) != nil {
		return nil, false
	}
	if p.Type == "Replace" && (p.Pattern.Regex != " {2,}" || p.Content != " " && p.Content != "▁") {
		return nil, false
	}
	if p.Type != "Sequence" {
		return []string{p.Type}, true
	}
	var all []string
	for _, raw := range append(p.Parts, p.Cuts...) {
		ks, ok := kinds(raw, depth+1)
		if !ok {
			return nil, false
		}
		all = append(all, ks...)
	}
	return all, true
}

// words calls yield with the words that the normalizers and pre-tokenizers make
// of a text.
func (t *Tokenizer) words(text string, yield func(word string)) {
	if !utf8.ValidString(text) {
		text, _ = lossy.Decode(text)
	}
	if text == "" {
		return
	}
	t.cut(0, t.normalize.normalize(whole(text, 0, false)), yield)
}

func (t *Tokenizer) cut(stage int, v view, yield func(word string)) {
	switch {
	case v.s == "":
	case stage == len(t.splitters):
		yield(v.s)
	default:
		t.splitters[stage].split(v, func(w view) { t.cut(stage+1, w, yield) })
	}
}

// countFast counts a text with its added tokens.
func (t *Tokenizer) countFast(text string) int {
	n := 0
	t.first.split(text, func(start, end, token int) {
		switch {
		case start == end:
		case token >= 0:
			n++
		default:
			n += t.fast.Count(text[start:end])
		}
	})
	return n
}

// fastRuler measures the spans of a text. Those that part an added token are
// measured from their beginning.
type fastRuler struct {
	parted *atom.Parted
	direct
}

// Size returns what the tokenizer says of text[s.Start:s.End].
func (r fastRuler) Size(s doc.Span) int {
	if n, ok := r.parted.Size(s); ok {
		return n
	}
	return r.direct.Size(s)
}

// prepareFast returns a ruler, or nil where the tokens of a span may be others
// than those of the text that lie in it.
func (t *Tokenizer) prepareFast(text string) size.Ruler {
	if !utf8.ValidString(text) || t.mayAppear(text) {
		return nil
	}
	var tokens []doc.Span
	t.first.split(text, func(start, end, token int) {
		if token >= 0 && start < end {
			tokens = append(tokens, doc.Span{Start: start, End: end})
		}
	})
	return fastRuler{t.fast.Prepare(text, tokens...), direct{t, text}}
}

// mayAppear says whether a span may hold an added token that the text doesn't:
// one that is none beside a letter, or one with a rune that cutting can make.
func (t *Tokenizer) mayAppear(text string) bool {
	if t.first == nil {
		return false
	}
	return slices.ContainsFunc(t.first.tokens, func(a addedToken) bool {
		return a.SingleWord && strings.Contains(text, a.Content) || strings.ContainsRune(a.Content, utf8.RuneError)
	})
}

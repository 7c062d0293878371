package hf

import (
	"math"
	"slices"

	"github.com/pildora/pildora/size/token"
)

// takeRaw lets a byte-level model take pieces as bytes, which saves writing
// each byte as a character. It must know all bytes and do nothing by the
// characters themselves.
func (t *Tokenizer) takeRaw() {
	b, ok := t.model.(*bpe)
	last := len(t.splitters) - 1
	if !ok || last < 0 || b.prefix != "" || b.suffix != "" {
		return
	}
	s, ok := t.splitters[last].(byteSplitter)
	if !ok {
		return
	}
	ids := new([256]uint32)
	for i, text := range byteText {
		id, ok := b.vocab[text]
		if !ok {
			return
		}
		ids[i] = uint32(id)
	}
	if b.ignoreMerges {
		b.whole = make(map[string]int, len(b.vocab))
		for text, id := range b.vocab {
			if raw, ok := rawBytes(text); ok && raw != "" {
				b.whole[raw] = id
			}
		}
	}
	b.raw = ids
	s.raw = true
	t.splitters[last] = s
}

// knownPatterns are regular expressions that package token cuts by, and the
// names it has for them.
var knownPatterns = map[string]string{
	gpt2: "r50k",
	`(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`: "cl100k",
	`[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|` +
		`[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|` +
		`\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+`: "o200k",
}

// pattern is the name of the pattern by which pieces are cut, if that is all
// that is done to them.
func (t *Tokenizer) pattern() string {
	var cut splitter
	switch len(t.splitters) {
	case 1:
		if s, ok := t.splitters[0].(byteSplitter); ok && s.raw && !s.prefix {
			cut = s.words
		}
	case 2:
		if s, ok := t.splitters[1].(byteSplitter); ok && s.raw && !s.prefix && s.words == nil {
			cut = t.splitters[0]
		}
	}
	c, ok := cut.(cutter)
	if !ok || c.covering == "" {
		return ""
	}
	return knownPatterns[c.covering]
}

// ranked is the tokenizer as package token has it, which is much faster, or nil
// where that isn't the same.
//
// There, two neighbours merge whenever they make a token, the token of lowest
// rank first. Here, only pairs that are listed merge, in the order of the list.
// Let the rank of a token be that of the last merge that makes it of its own
// bytes. Both then go the same way: Say that all merges of lower rank are done,
// and two neighbours make the token t. What they are made of was never merged
// across the ends of t, so between these ends all has gone as it goes for t
// alone, where this same pair is what the last merge joins. Tokens that merges
// don't make of their own bytes never come about, and are left out; but where
// pieces that are tokens are taken without merging, they come last. There they
// don't merge either, if three tokens or more are left of their bytes.
func (t *Tokenizer) ranked() *token.Tokenizer {
	pattern := t.pattern()
	if pattern == "" || t.second != nil || !t.onlyForm() {
		return nil
	}
	b := t.model.(*bpe)
	type ranked struct {
		text string
		rank int
	}
	var all []ranked
	s := new(bpeScratch)
	for text := range b.vocab {
		raw, ok := rawBytes(text)
		if !ok || raw == "" {
			continue
		}
		switch n := b.encode(raw, s); {
		case len(raw) == 1:
			all = append(all, ranked{raw, -1})
		case n == 1:
			all = append(all, ranked{raw, int(s.last)})
		case !b.ignoreMerges || t.first.takes(text):
		case n == 2:
			return nil // as a token of last rank it would merge
		default:
			all = append(all, ranked{raw, math.MaxInt32})
		}
	}
	slices.SortFunc(all, func(x, y ranked) int {
		if x.rank != y.rank {
			return x.rank - y.rank
		}
		return int(x.text[0]) - int(y.text[0]) // single bytes
	})
	texts := make([]string, len(all))
	for i, x := range all {
		texts[i] = x.text
	}
	k, err := token.FromRanks(t.name, texts, pattern)
	if err != nil {
		return nil // a token is too long for it
	}
	return k
}

// onlyForm reports whether texts are at most brought into a normal form.
func (t *Tokenizer) onlyForm() bool {
	if len(t.normalize) == 0 {
		return true
	}
	_, ok := t.normalize[0].(form)
	return ok && len(t.normalize) == 1
}

// formed reports whether the normalizer surely leaves a text, and all parts of
// it, as they are.
func (t *Tokenizer) formed(text string) bool {
	if len(t.normalize) == 0 {
		return true
	}
	f, ok := t.normalize[0].(form)
	return ok && f.quick().IsNormalString(text)
}

// countRanked counts a text with its added tokens.
func (t *Tokenizer) countRanked(k *token.Tokenizer, text string) int {
	n := 0
	t.first.split(text, func(start, end, found int) {
		switch part := text[start:end]; {
		case part == "":
		case found >= 0:
			n++
		case t.formed(part):
			n += k.Size(part)
		default:
			n += k.Size(t.normalize.normalize(view{s: part}).s)
		}
	})
	return n
}

// noTokens says whether no added token stands in a text or in a part of it.
func (t *Tokenizer) noTokens(text string) bool {
	if t.first == nil {
		return true
	}
	free := true
	t.first.each(text, func(_, _, _ int) { free = false })
	return free
}

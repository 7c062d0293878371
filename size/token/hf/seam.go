package hf

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A seam is a place in a text across which nothing works: what stands before it
// has the same tokens whatever follows, and what follows has the same whatever
// stands before, as long as something does. Seams are sought before a
// separator, such as a blank, between two letters or digits. Whether a
// tokenizer has seams there follows from its parts, each of which is looked at
// below; where one isn't known to be harmless, there are none.

// separators are what seams may be before.
var separators = []string{" ", "\n", "。", "，", "、"}

// seams are the separators that a tokenizer has seams before.
func (t *Tokenizer) seams() []string {
	var out []string
	for _, sep := range separators {
		if t.seamBefore(sep) {
			out = append(out, sep)
		}
	}
	return out
}

// seamBefore reports whether there is a seam before a separator.
func (t *Tokenizer) seamBefore(sep string) bool {
	if !t.first.local(sep) {
		return false
	}
	for _, n := range t.normalize {
		if r, ok := n.(replace); ok && !r.local() {
			return false
		}
	}
	_, now, ok := strings.Cut(t.normalize.normalize(view{s: "a" + sep + "a"}).s, "a")
	now, found := strings.CutSuffix(now, "a")
	if !ok || !found || utf8.RuneCountInString(now) != 1 || strings.ContainsFunc(now, solid) || !t.second.local(now) {
		return false
	}
	for _, s := range t.splitters {
		cuts, next, local := t.cutsBefore(s, now)
		if cuts || !local {
			return local
		}
		now = next
	}
	b, ok := t.model.(*bpe)
	return ok && b.mark != "" && b.mark == now && !b.ignoreMerges
}

// solid are letters and digits, between which seams are sought. A letter that
// is a grapheme with what follows it, whatever that is, is none.
func solid(c rune) bool {
	if c < utf8.RuneSelf {
		return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
	}
	return c < 0x10000 && c != 0x0d4e && (unicode.IsLetter(c) || unicode.Is(unicode.Nd, c))
}

// local reports whether no added token, with the blanks that it takes or looks
// at, reaches across a seam before a separator.
func (a *added) local(sep string) bool {
	if a == nil {
		return true
	}
	for i, text := range a.texts {
		x := a.tokens[i]
		last, _ := utf8.DecodeLastRuneInString(text)
		if solid(last) && x.RStrip || strings.HasPrefix(text, sep) && x.SingleWord {
			return false
		}
		for p := 1; p < len(text); p++ {
			before, _ := utf8.DecodeLastRuneInString(text[:p])
			if strings.HasPrefix(text[p:], sep) && !ignorable(before) {
				return false
			}
		}
	}
	return true
}

// ignorable are characters that can't stand before a seam.
func ignorable(c rune) bool { return c < utf8.RuneSelf && !solid(c) }

// runsOfBlanks are expressions that match blanks alone.
var runsOfBlanks = map[string]bool{` {2,}`: true, `\s+`: true, ` +`: true, `\s{2,}`: true, `[\r\n]`: true, `\n`: true}

// local reports whether what the pattern matches never reaches across a seam.
func (r replace) local() bool {
	if r.pattern.Regex != nil {
		return runsOfBlanks[*r.pattern.Regex]
	}
	for _, c := range *r.pattern.Literal {
		if !ignorable(c) {
			return false
		}
	}
	return true
}

// otherPatterns are further expressions that cut before a separator that stands
// between letters or digits, as knownPatterns do.
var otherPatterns = map[string]bool{
	`(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`: true,
	"[!\"#$%&'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+|[^\r\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+" +
		"| ?[\\p{P}\\p{S}]+[\r\n]*|\\s*[\r\n]+|\\s+(?!\\S)|\\s+": true,
}

// harmlessPatterns are expressions that match runs of digits or of letters.
var harmlessPatterns = map[string]bool{`\p{N}{1,3}`: true, "[一-龥\u3040-ゟ゠-ヿ]+": true}

// cutsBefore says what a pre-tokenizer does at a separator between letters:
// whether it cuts before it, what the separator becomes, and whether what it
// does on one side depends on that side alone.
func (t *Tokenizer) cutsBefore(s splitter, sep string) (cuts bool, next string, local bool) {
	c, _ := utf8.DecodeRuneInString(sep)
	switch s := s.(type) {
	case inTurn:
		if cuts, next, local = t.cutsBefore(s[0], sep); cuts || !local {
			return cuts, next, local
		}
		return t.cutsBefore(s[1], next)
	case wordSplitter:
		return !t.tables.word.Has(c), sep, true
	case metaspace:
		if sep == " " {
			sep = s.mark
		}
		return s.cut && sep == s.mark, sep, true
	case byteSplitter:
		if s.words != nil {
			return t.cutsBefore(s.words, sep)
		}
		if s.raw {
			return false, sep, true
		}
		return false, byteLevel{}.normalize(view{s: sep}).s, true
	case cutter:
		switch {
		case s.has != nil:
			if s.has(c) {
				return s.behavior != mergedWithPrevious, sep, s.behavior != mergedWithPrevious
			}
			return false, sep, !anySolid(s.has)
		case s.literal != "":
			if s.literal == sep && !s.inverted {
				return s.behavior != mergedWithPrevious, sep, s.behavior != mergedWithPrevious
			}
			return false, sep, !s.inverted && !strings.Contains(s.literal, sep) && !strings.ContainsFunc(s.literal, func(c rune) bool { return !ignorable(c) })
		case s.covering != "":
			if knownPatterns[s.covering] != "" || otherPatterns[s.covering] {
				return true, sep, true
			}
			return false, sep, harmlessPatterns[s.covering] && !t.marksPieces()
		}
	}
	return false, sep, false
}

// anySolid reports whether a set has letters or digits, so that pieces may end
// at a separator for what stands before it.
func anySolid(has func(rune) bool) bool {
	for c := rune(0); c < 0x10000; c++ {
		if has(c) && solid(c) {
			return true
		}
	}
	return false
}

// marksPieces reports whether a pre-tokenizer puts something in front of pieces.
func (t *Tokenizer) marksPieces() bool {
	for _, s := range t.splitters {
		switch s := s.(type) {
		case metaspace:
			if s.scheme != "never" {
				return true
			}
		case byteSplitter:
			if s.prefix {
				return true
			}
		}
	}
	return false
}

// known reports whether a character before a seam is sure to be a token by
// itself, so that it isn't part of an unknown one that goes on.
func (t *Tokenizer) known(c rune) bool {
	b, ok := t.model.(*bpe)
	if !ok || b.raw != nil {
		return true
	}
	_, ok = b.vocab[string(c)]
	return ok
}

package lex

import (
	"strings"
	"unicode"
)

// detectBytes is how much of a text is looked at; more changes no answer.
const detectBytes = 8 << 10

// Detect guesses the language of text: a BCP 47 primary tag, or "" where
// nothing in it tells. It knows es, en, fr, de, pt, it and ca by their common
// words, endings and letters, and zh, ja, ko, th, ar, hi, ru, el and he by
// their script alone. Confidence runs from 0 (no better than the next language)
// to 1; a sentence of ten words mostly reaches 0.3. It is a guess for choosing
// stemming rules, which forgive a wrong one, and not more.
func Detect(text string) (lang string, confidence float64) {
	text = clip(text, detectBytes)
	if lang, share := byScript(text); lang != "" {
		return lang, share
	}
	scores := latinScores(text)
	best, second := -1, 0.0
	for i, s := range scores {
		if best < 0 || s > scores[best] {
			best = i
		}
	}
	if scores[best] == 0 {
		return "", 0
	}
	for i, s := range scores {
		if i != best {
			second = max(second, s)
		}
	}
	// The 1 keeps a single telling word from being called certain.
	return latin[best].lang, (scores[best] - second) / (scores[best] + 1)
}

// scripts name a language for a script; the first that holds a third of the
// letters wins, so kana, mixed with Han in Japanese, come before it.
var scripts = [...]struct {
	lang  string
	table *unicode.RangeTable
	share float64
}{
	{"ja", unicode.Hiragana, 0.1},
	{"ja", unicode.Katakana, 0.3},
	{"ko", unicode.Hangul, 0.3},
	{"zh", unicode.Han, 0.3},
	{"th", unicode.Thai, 0.3},
	{"ar", unicode.Arabic, 0.3},
	{"hi", unicode.Devanagari, 0.3},
	{"ru", unicode.Cyrillic, 0.3},
	{"el", unicode.Greek, 0.3},
	{"he", unicode.Hebrew, 0.3},
}

// byScript returns the language whose script prevails, and the share of the
// letters that are of it, or "" where that is Latin or none known.
func byScript(text string) (string, float64) {
	var counts [len(scripts)]int
	letters := 0
	for _, r := range text {
		switch {
		case r < 0x250:
			if unicode.IsLetter(r) {
				letters++
			}
		case unicode.IsLetter(r):
			letters++
			for i, s := range scripts {
				if unicode.Is(s.table, r) {
					counts[i]++
					break
				}
			}
		}
	}
	for i, n := range counts {
		if share := float64(n) / float64(max(letters, 1)); n > 0 && share >= scripts[i].share {
			return scripts[i].lang, max(share, 0.5)
		}
	}
	return "", 0
}

// latinScores adds up what the words of text say for each language of latin:
// a common word counts one, shared among the languages that have it; an ending
// and a letter count less.
func latinScores(text string) [len(latin)]float64 {
	var scores [len(latin)]float64
	text = strings.ToLower(text)
	for l := range Words(text) {
		w := text[l.Start:l.End]
		langs := common[w]
		for _, i := range langs {
			scores[i] += 1 / float64(len(langs))
		}
		if len(langs) > 0 {
			continue
		}
		for i := range latin {
			if hasEnding(w, latin[i].endings) {
				scores[i] += 0.5
			}
		}
	}
	for i := range latin {
		for _, r := range latin[i].letters {
			scores[i] += min(0.7*float64(strings.Count(text, string(r))), 3)
		}
	}
	return scores
}

func hasEnding(w string, endings []string) bool {
	for _, e := range endings {
		if len(w) > len(e)+1 && strings.HasSuffix(w, e) {
			return true
		}
	}
	return false
}

var common = buildCommon()

// buildCommon maps each common word to the languages that have it.
func buildCommon() map[string][]int {
	m := map[string][]int{}
	for i := range latin {
		for w := range strings.FieldsSeq(latin[i].words) {
			m[w] = append(m[w], i)
		}
	}
	return m
}

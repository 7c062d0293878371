package lex

import (
	"strings"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/arabic"
	"github.com/blevesearch/snowballstem/danish"
	"github.com/blevesearch/snowballstem/dutch"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/finnish"
	"github.com/blevesearch/snowballstem/french"
	"github.com/blevesearch/snowballstem/german"
	"github.com/blevesearch/snowballstem/hungarian"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/blevesearch/snowballstem/norwegian"
	"github.com/blevesearch/snowballstem/portuguese"
	"github.com/blevesearch/snowballstem/romanian"
	"github.com/blevesearch/snowballstem/russian"
	"github.com/blevesearch/snowballstem/spanish"
	"github.com/blevesearch/snowballstem/swedish"
	"github.com/blevesearch/snowballstem/turkish"
)

// stemmer reduces the words of one language. Words reach it folded, without
// accents, because people ask without them; unfold gives the accents back that
// the Snowball rules depend on, where the ending alone decides, and finish
// mends what those rules leave alone.
type stemmer struct {
	snowball func(*snowballstem.Env) bool
	unfold   func(string) string
	finish   func(string) string
}

var stemmers = map[string]stemmer{
	"ar": {snowball: arabic.Stem},
	"ca": {finish: stemCatalan}, // Snowball's Catalan isn't in this port
	"da": {snowball: danish.Stem},
	"de": {snowball: german.Stem},
	"en": {snowball: english.Stem},
	"es": {snowball: spanish.Stem, unfold: unfoldSpanish, finish: finishSpanish},
	"fi": {snowball: finnish.Stem},
	"fr": {snowball: french.Stem},
	"hu": {snowball: hungarian.Stem},
	"it": {snowball: italian.Stem},
	"nl": {snowball: dutch.Stem},
	"no": {snowball: norwegian.Stem},
	"pt": {snowball: portuguese.Stem, unfold: unfoldPortuguese},
	"ro": {snowball: romanian.Stem},
	"ru": {snowball: russian.Stem},
	"sv": {snowball: swedish.Stem},
	"tr": {snowball: turkish.Stem},
}

// Stemming returns the name of the rules by which words of lang (a BCP 47 tag:
// "es", "pt-BR") are stemmed, or "" where there are none and words are only
// folded. Two languages with one name share their lexemes.
func Stemming(lang string) string {
	lang, _, _ = strings.Cut(strings.ToLower(lang), "-")
	lang, _, _ = strings.Cut(lang, "_")
	if lang == "nb" || lang == "nn" {
		lang = "no"
	}
	if _, ok := stemmers[lang]; ok {
		return lang
	}
	return ""
}

// longestStemmed is the length in bytes up to which words are stemmed; longer
// ones are no words of a language.
const longestStemmed = 48

// stem reduces a folded word of letters by the rules named by rules.
func stem(word, rules string) string {
	st, ok := stemmers[rules]
	if !ok || len(word) < 3 || len(word) > longestStemmed {
		return word
	}
	s := word
	if st.unfold != nil {
		s = st.unfold(s)
	}
	if st.snowball != nil {
		env := snowballstem.NewEnv(s)
		st.snowball(env)
		s = Fold(env.Current())
	}
	if st.finish != nil {
		s = st.finish(s)
	}
	if s == "" || !utf8.ValidString(s) {
		return word
	}
	return s
}

// unfoldSpanish writes -ión with the accent that every such noun carries.
func unfoldSpanish(s string) string {
	if base, ok := strings.CutSuffix(s, "ion"); ok {
		return base + "ión"
	}
	return s
}

// finishSpanish takes the plural off words too short for Snowball's regions:
// días, años, usos, pies; and makes z of the c that vez takes in veces.
func finishSpanish(s string) string {
	n := len(s)
	switch {
	case n >= 4 && (strings.HasSuffix(s, "as") || strings.HasSuffix(s, "os") || strings.HasSuffix(s, "ies")):
		s = s[:n-1]
	case n >= 4 && strings.HasSuffix(s, "ces"):
		s = s[:n-3] + "z"
	case n >= 3 && strings.HasSuffix(s, "c"):
		s = s[:n-1] + "z"
	}
	return s
}

// unfoldPortuguese writes -ção and its like with their letters, makes singulars
// of their plurals, and takes the plural off words too short for Snowball's
// regions: opções is opção, dias is dia.
func unfoldPortuguese(s string) string {
	for _, e := range [...][2]string{{"coes", "ção"}, {"soes", "são"}, {"oes", "ão"}, {"cao", "ção"}, {"sao", "são"}} {
		if base, ok := strings.CutSuffix(s, e[0]); ok && base != "" {
			return base + e[1]
		}
	}
	if base, ok := strings.CutSuffix(s, "s"); ok && len(s) >= 4 && len(s) <= 5 && strings.ContainsAny(base[len(base)-1:], "aeo") {
		return base
	}
	return s
}

// stemCatalan takes plurals and the last vowel off: dies and dia, cases and
// casa, informes and informe, nacions and nació give one stem each.
func stemCatalan(s string) string {
	if base, ok := strings.CutSuffix(s, "ions"); ok && len(base) > 2 {
		return base + "i"
	}
	for _, e := range [...]string{"es", "os", "s", "a", "e", "o"} {
		if base, ok := strings.CutSuffix(s, e); ok && len(base) > 1 {
			return base
		}
	}
	return s
}

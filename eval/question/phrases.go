package question

import (
	"regexp"
	"strings"
)

// phrases are the questions of one language, and the sentences that answer
// them.
type phrases struct {
	means   string // a term
	steps   string // a procedure
	cell    string // a column, a row, a document or heading
	asked   string // the same, where the column's heading asks something itself
	says    string // a document, a heading
	within  string // the end of a question: in a document
	isThing []sentenceForm
	isValue []sentenceForm
	verbal  *regexp.Regexp  // a subject of several words that begins with a verb
	excuses map[string]bool // words that no subject has
	asking  map[string]bool // words that begin such headings
	opens   map[string]bool // words that begin no step
	// joins begin a text that goes on with its label and explains nothing.
	joins map[string]bool
	// conditions begin a step that holds in one case.
	conditions map[string]bool
	generic    map[string]bool // headings that name nothing by themselves
}

// sentenceForm asks about the subject of a sentence: its first group is the
// article or empty, the second the subject, the third the verb.
type sentenceForm struct {
	re  *regexp.Regexp
	ask map[string]string // by verb: the question, with article and subject
}

var (
	spanish = phrases{
		means: "¿Qué significa «%s»?", steps: "¿Cuáles son los pasos de «%s»?",
		cell: "¿Qué «%s» tiene «%s» en «%s»?", asked: "¿Qué pone en «%s» para «%s» en «%s»?", says: "¿Qué dice «%s» sobre «%s»?", within: " en «%s»?",
		isThing: []sentenceForm{
			{regexp.MustCompile(`^(El|La|Los|Las|Un|Una) (\pL[\pL\d-]*(?: [\pL\d-]+){0,5}?) (es|son) (?:un|una|unos|unas) `),
				map[string]string{"es": "¿Qué es %s %s?", "son": "¿Qué son %s %s?"}},
			{regexp.MustCompile(`^(El|La|Los|Las) (\pL[\pL\d-]*(?: [\pL\d-]+){0,5}?) (es|son) (?:el|la|los|las) `),
				map[string]string{"es": "¿Cuál es %s %s?", "son": "¿Cuáles son %s %s?"}},
			{regexp.MustCompile(`^()(\p{Lu}[\pL\d-]+(?: [\pL\d-]+){0,3}?) (es) (?:un|una) `), map[string]string{"es": "¿Qué es %s%s?"}},
		},
		isValue: []sentenceForm{
			{regexp.MustCompile(`^(El|La|Los|Las) (\pL[\pL\d-]*(?: [\pL\d-]+){0,6}?) (es|son) (?:de )?(?:\d|un máximo|un mínimo|del? \d)`),
				map[string]string{"es": "¿Cuál es %s %s?", "son": "¿Cuáles son %s %s?"}},
		},
		verbal:     regexp.MustCompile(`^\pL+[aei]r \pL`),
		excuses:    set("que se no lo le les quien cual si como cuando donde ya nunca también solo sólo y o pero esto eso este ese esta esa aquí ahí allí todo cada nada nadie ni sino porque más único única resto mismo misma dos tres cuatro primero primera primeros primeras último última últimos últimas ahora siguiente siguientes anterior anteriores opción ejemplo"),
		asking:     set("qué cómo quién quiénes cuál cuáles cuándo cuánto cuántos dónde por a en hasta desde con"),
		conditions: set("si cuando"),
		joins:      set("con en sin para por de del al a y o que hacia desde"),
		opens:      set("con en sin para por de el la los las un una al a cada todo todos toda quien cuando si hay más menos ningún"),
		generic:    set("pasos procedimiento instrucciones proceso cómo hacerlo método"),
	}
	english = phrases{
		means: "What does “%s” mean?", steps: "What are the steps of “%s”?",
		cell: "What is the “%s” for “%s” in “%s”?", asked: "What does “%s” say for “%s” in “%s”?", says: "What does “%s” say about “%s”?", within: " in “%s”?",
		isThing: []sentenceForm{
			{regexp.MustCompile(`^(The|A|An) (\pL[\pL\d-]*(?: [\pL\d-]+){0,4}?) (is|are) (?:an?|the) `),
				map[string]string{"is": "What is %s %s?", "are": "What are %s %s?"}},
			{regexp.MustCompile(`^()(\p{Lu}[\pL\d-]+(?: [\pL\d-]+){0,3}?) (is) (?:an?) `), map[string]string{"is": "What is %s%s?"}},
		},
		isValue: []sentenceForm{
			{regexp.MustCompile(`^(The) (\pL[\pL\d-]*(?: [\pL\d-]+){0,6}?) (is|are) (?:at most |at least |up to )?[£$€]?\d`),
				map[string]string{"is": "What is %s %s?", "are": "What are %s %s?"}},
		},
		verbal:     regexp.MustCompile(`^\pL+ing \pL`),
		excuses:    set("it this whereas that these those there here he she they we you i who which what when where if not never nobody nothing everything and or but because other only same rest all each two three four first last now neither either following above below most more option example way"),
		asking:     set("what who whom which how when where why is are do does can"),
		conditions: set("if when"),
		joins:      set("with in without for by of from to and or that than into on at"),
		opens:      set("with in without for by of the a an every each all who when if there no any"),
		generic:    set("steps procedure instructions process how to method"),
	}
)

// phrasesOf returns the phrases of a language, if there are any.
func phrasesOf(lang string) (phrases, bool) {
	primary, _, _ := strings.Cut(lang, "-")
	switch primary {
	case "es":
		return spanish, true
	case "en":
		return english, true
	}
	return phrases{}, false
}

// function are the words that don't tell two questions apart.
var function = set("¿ el la los las un una unos unas de del en a al y o que qué es son cuál cuáles cómo se tiene dice sobre significa pasos para por con su " +
	"the a an of in on to and or is are what does do mean say about how which steps for with its")

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

var (
	guessSpanish = set("el los las una con y del su más al como está son tiene")
	guessEnglish = set("the of and to in is that for with are be on or not")
)

// guess tells Spanish from English by common words that their neighbours don't
// share, and gives "" where neither has enough of them.
func guess(text string) string {
	const looked = 1 << 14 // bytes
	es, en, all := 0, 0, 0
	for word := range strings.FieldsSeq(text[:min(len(text), looked)]) {
		word = strings.ToLower(word)
		all++
		if guessSpanish[word] {
			es++
		}
		if guessEnglish[word] {
			en++
		}
	}
	switch {
	case max(es, en)*20 < all || max(es, en) < 2:
		return ""
	case es > en:
		return "es"
	case en > es:
		return "en"
	}
	return ""
}

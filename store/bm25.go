package store

import (
	"math"
	"slices"

	"github.com/pildora/pildora/lex"
)

// Ranking is BM25 (Robertson and Zaragoza, "The Probabilistic Relevance
// Framework: BM25 and Beyond", 2009) over two fields, the way SQLite's FTS5
// adds fields up: a lexeme's frequency is that in the body plus HeadingWeight
// times that in the headings, a record's length is that of both fields
// together. What FTS5 does with frequent lexemes isn't followed: it counts one
// that stands in more than half of the records as nothing, which in a folder of
// three files is most of the question. The inverse document frequency here is
// Lucene's, ln(1 + (N − n + ½) / (n + ½)), which is never negative.
//
// Measured on paragraphs of public question sets (the answer whole among the
// first five): this frequency against FTS5's 0.826 and 0.818 (chroma), 0.097
// and 0.087 (cuad, all contracts), 0.861 and 0.865 (mlqa-es), elsewhere within
// 0.002.
const (
	K1 = 1.2
	B  = 0.75
	// HeadingWeight is how often a lexeme in a heading counts. Among weights of
	// 0, 1, 1.5 and 2 the answer was whole among the first five for 0.476, 0.619,
	// 0.619 and 0.571 of the 21 questions of docs-qa-en, and for 0.789 of the 19
	// of docs-qa-es by each: a compromise on few questions, to be settled by
	// evaluation.
	HeadingWeight = 1.5
	// MaxTerms is how many of a question's lexemes are searched for: the
	// rarest ones.
	MaxTerms = 64
	// MaxLexemes is how many distinct lexemes of a question are looked at.
	MaxLexemes = 512
	// Large is the number of records from which a search is done in two steps,
	// as most of its time goes into lexemes that more than half of the records
	// hold: the records are ranked by the rarer lexemes alone, and only the
	// Reranked best get what the frequent ones add. It took less than
	// half of the processor time (squad-es, 1,034 paragraphs) with the same hits;
	// leaving the frequent ones out altogether cost 0.8 points (chroma,
	// covid-qa).
	Large    = 500
	Reranked = 1000
)

// Fields are the lexemes of a record, by field, and the name of the stemming
// rules that made them.
type Fields struct {
	Body, Head []string
	Rules      string
}

// Length is the number of lexemes.
func (f Fields) Length() int { return len(f.Body) + len(f.Head) }

// Frequency is how often f holds a lexeme, in the sense of [Term.Weight].
func (f Fields) Frequency(lexeme string) float64 {
	n := 0.0
	for _, l := range f.Body {
		if l == lexeme {
			n++
		}
	}
	for _, l := range f.Head {
		if l == lexeme {
			n += HeadingWeight
		}
	}
	return n
}

// Analyse returns what the text index holds of r: the parts that r.Lexical
// names, by default its headings and its text. Titles (title, headings,
// breadcrumb) are one field, everything else is the body. The title of the
// document belongs to its headings.
func Analyse(a *lex.Analyzer, r *Record) Fields {
	f := Fields{Rules: Rules(r)}
	for _, part := range r.searched() {
		switch part {
		case "text":
			f.Body = appendLexemes(f.Body, a, r.Text, f.Rules)
		case "headings":
			if r.Title != "" && (len(r.Headings) == 0 || r.Headings[0] != r.Title) {
				f.Head = appendLexemes(f.Head, a, r.Title, f.Rules)
			}
			for _, h := range r.Headings {
				f.Head = appendLexemes(f.Head, a, h, f.Rules)
			}
		case "title":
			f.Head = appendLexemes(f.Head, a, r.Title, f.Rules)
		case "breadcrumb":
			f.Head = appendLexemes(f.Head, a, r.Frame.Breadcrumb, f.Rules)
		case "summary":
			f.Body = appendLexemes(f.Body, a, r.Frame.Summary, f.Rules)
		case "context":
			f.Body = appendLexemes(f.Body, a, r.Frame.Context, f.Rules)
		case "header":
			f.Body = appendLexemes(f.Body, a, r.Frame.Header, f.Rules)
		case "overlap":
			f.Body = appendLexemes(f.Body, a, r.Frame.Overlap, f.Rules)
		}
	}
	return f
}

// ownParts are what the text index sees of a record that doesn't say.
var ownParts = []string{"text", "headings"}

func (r *Record) searched() []string {
	if len(r.Lexical) == 0 {
		return ownParts
	}
	return r.Lexical
}

func appendLexemes(to []string, a *lex.Analyzer, text, rules string) []string {
	for l := range a.Lexemes(text, rules) {
		to = append(to, l.Text)
	}
	return to
}

// sure is the confidence from which a guessed language is believed.
const sure = 0.2

// Rules names the stemming rules for r: those of its language, or where none
// is given, of the one that its text looks like.
func Rules(r *Record) string {
	if r.Lang != "" {
		return lex.Stemming(r.Lang)
	}
	if lang, c := lex.Detect(r.Text); c >= sure {
		return lex.Stemming(lang)
	}
	return ""
}

// Term is a lexeme of a question, how many records hold it, and its weight.
type Term struct {
	Lexeme  string
	Records int
	IDF     float64
	// Late says that it only adds to the score of records found by others, in
	// the second step of a search.
	Late bool
	// Of is the prefix or the misspelt word that it stands for; empty where the
	// question itself has it.
	Of string
}

// Weight is what t adds to the score of a record that holds it with frequency
// (see above) and is length lexemes long, among records of mean length.
func (t Term) Weight(frequency float64, length int, mean float64) float64 {
	return t.IDF * frequency * (K1 + 1) / (frequency + K1*(1-B+B*float64(length)/mean))
}

// Most is what t adds at most.
func (t Term) Most() float64 { return t.IDF * (K1 + 1) }

// Terms chooses what to search for among the lexemes of a question asked of n
// records. Count says how many of them hold a lexeme. Lexemes that none holds
// are left out; of the rest the MaxTerms rarest stay, in the order of the
// question. At least one isn't Late, unless there is none at all.
func Terms(n int, lexemes []string, count func(string) (int, error)) ([]Term, error) {
	var terms []Term
	rarer := false
	for _, l := range lexemes {
		c, err := count(l)
		if err != nil {
			return nil, err
		}
		if c > 0 {
			late := n >= Large && 2*c > n
			terms = append(terms, Term{Lexeme: l, Records: c, IDF: idf(n, c), Late: late})
			rarer = rarer || !late
		}
	}
	for i := range terms {
		terms[i].Late = terms[i].Late && rarer
	}
	if len(terms) > MaxTerms {
		byRarity := slices.Clone(terms)
		slices.SortStableFunc(byRarity, func(a, b Term) int { return a.Records - b.Records })
		kept := map[string]bool{}
		for _, t := range byRarity[:MaxTerms] {
			kept[t.Lexeme] = true
		}
		terms = slices.DeleteFunc(terms, func(t Term) bool { return !kept[t.Lexeme] })
	}
	return terms, nil
}

func idf(n, holding int) float64 { return IDF(float64(n), float64(holding)) }

// IDF is the inverse document frequency of a lexeme that holding of n pieces of
// text hold; holding may be an estimate.
func IDF(n, holding float64) float64 { return math.Log(1 + (n-holding+0.5)/(holding+0.5)) }

// Round takes off a score what the order of additions may have put there, so
// that equal records tie in every store.
func Round(score float64) float64 {
	const noise = 1 << 20 // of 2⁵² steps of a float64
	return math.Float64frombits((math.Float64bits(score) + noise/2) &^ (noise - 1))
}

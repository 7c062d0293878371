package store

import "context"

// Counts is what the text index of a generation knows of a question.
type Counts struct {
	Records int    // that searches look at
	Terms   []Term // lexemes of the question that some of them hold, chosen by [Terms]
}

// TermCounter says how many records hold each lexeme of a question, for
// rankings of pieces other than whole records. Of the filter only the
// generation counts: how rare a word is is a matter of the whole index.
type TermCounter interface {
	CountTerms(ctx context.Context, query string, f Filter) (Counts, error)
}

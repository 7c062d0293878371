// Package eval measures ways of cutting documents by questions whose answers
// are known: it cuts a corpus by each recipe, indexes what came out, asks every
// question of it, and says how well the answers were found, how sure that is,
// and which of the differences mean anything.
//
// The nouns: a [Corpus] is the documents, read once. A [Contender] turns them
// into records: a recipe of ours ([Recipe]), or the chunks of another program
// ([Foreign]). [Run] has every contender searched by the same searcher with the
// same questions and budgets and returns a [Result]: a [Trial] for each
// contender with a figure for every question, and a [Comparison] for every two.
// [Diff] compares the results of two evaluations, [Gate] decides whether the
// later one is worse.
//
// What is found is what is delivered, as in a search: of a contender with parents
// the parents are the passages, of one with windows the windows, and of a text
// that was derived the chunk it was derived of. Chunk sizes and answers cut are
// those of what is delivered.
//
// What a contender is asked for differs in nothing but the cuts. By default the
// text index holds the body of a record and, for recipes of ours, its headings,
// as the stores do; foreign chunks have no headings unless [Spec.Index] gives
// all the same. What is delivered is the body. Metrics at budgets of tokens are
// there twice: with what stands around the body free, and paid for.
package eval

// Version is the version of everything that decides a figure. It changes when
// the same documents, questions and contenders may give other ones, so that
// cached results of another version are not used.
const Version = "2"

// Package metric says how good a ranking is: of ids, and of passages cut from
// documents.
//
// A [Document] is prepared once and then measures its spans without reading
// them. A [Passage] is what a search delivers: spans of one document, and what
// else its reader pays for. A [Question] knows the spans that answer it. A
// [Scorer] holds the settings of an evaluation and gives every figure of one
// question in one call; it is safe for concurrent use, and so are documents and
// pools once they are made.
//
// Conventions, for every function here:
//
//   - A value lies between 0 and 1 and is never NaN.
//   - Nothing retrieved, or nothing to be found, gives 0.
//   - A hit counts once: the second time it is a place in the ranking that
//     brought nothing. A gold entry given twice is one entry.
//   - Lengths of text are in non-blank code points ([github.com/pildora/pildora/doc.IsBlank]
//     says what is blank), so that no chunker gains by trimming. Offsets are
//     in code points, half-open.
package metric

// Package stat says how sure figures over questions are: intervals for a mean,
// and for the difference of two runs over the same questions whether it could
// be chance.
//
// Everything rests on one resampling of the questions (Efron, Bootstrap
// Methods, 1979): a resample draws as many questions as there are, with
// repeats, and all columns and pairs of a call see the same draws. The draws
// depend on the seed and the number of questions only, not on the number of
// workers or the machine, so figures can be committed and compared.
//
// The questions are taken to be independent. Where many come from one document
// they are not quite, and intervals come out somewhat too narrow.
package stat

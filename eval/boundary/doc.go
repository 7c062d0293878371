// Package boundary judges cuts without questions: how well they agree with
// boundaries that are known, and how far apart the pieces are that they leave.
//
// Known boundaries come from [Stitch], which joins pieces of different
// documents (or of different sections) into one. [Cuts] asks a splitter where
// it cuts, [Project] counts cuts in units of the text, and a [Comparison] of
// both gives the figures: Pk, WindowDiff, adjusted mutual information, and
// precision and recall within a tolerance. [Evaluate] does all of it.
//
// Without known boundaries, [Measure] gives clarity and stickiness of chunks,
// by their words.
//
// # Units
//
// Positions are not bytes but [Words] (the default) or [Runes]. Both leave out
// white space, so that a cut before a blank line and one behind it are the
// same. A unit belongs to the segment in which it begins: a cut inside a word
// counts as one behind it.
//
// # Reading the figures
//
// A splitter with a maximum size must cut more often than topics change, and
// Pk, WindowDiff and precision blame it for that: once every window holds a
// cut, Pk is the same wherever the cuts are. AMI hardly tells such splitters
// apart either, as runs of neighbours have most of it by chance (0.76 for cuts
// at any word as for cuts at paragraphs, on the texts of TestSharedDocuments).
// There, BoundaryAMI (0.000 and 0.090) and recall tell which topic changes
// were seen. Compare splitters at equal sizes.
//
// No figure is ever NaN; what holds where there is nothing to compare stands
// with each.
package boundary

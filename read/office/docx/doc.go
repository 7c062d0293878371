// Package docx reads Word documents (Office Open XML): docx, docm, dotx, dotm,
// in their transitional and their strict variant.
//
// The paragraphs of the main part become blocks as Word shows them with all
// changes accepted: headings by style and outline level, numbers computed as
// Word computes them, items of lists, tables with their spans, text boxes after
// the paragraph that they hang on, notes at the end of their section, formulas
// in TeX. Headers, footers, comments, hidden text, the table of contents and
// what was deleted are left out.
//
// One file a concept: styles, numbering (numbers, number formats), story (a
// part's paragraphs in order), paragraph, run, field, drawing, table, note.
// How blocks become lists, quotes and code is in package flow.
package docx

// Package pptx reads presentations (Office Open XML): pptx, pptm, ppsx, potx and
// their like.
//
// A slide is a container of the kind Page whose label is its number. Its title
// is a heading; the rest follows in the order in which it is read: from top to
// bottom, what stands beside each other from left to right. Text keeps its lists,
// tables their spans; charts are read as tables, diagrams as lists, pictures by
// their description, and the speaker's notes end the slide. Hidden slides are
// read as any others. Footers, dates, slide numbers, comments and what stands on
// layouts and masters are left out.
package pptx

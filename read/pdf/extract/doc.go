// Package extract finds what is drawn on the pages of PDF files, with pdfium
// in its WebAssembly build.
//
// An [Engine] is pdfium compiled to machine code, which takes seconds once and
// is then kept in a folder. Each file is read by an instance of its own, with a
// memory of its own that has a limit: it sees no files, no network, no clock of
// ours and nothing of any other document. What it finds goes to a [Sink] page
// by page, as plain data of package page.
//
// pdfium runs in this process. Where a file makes it loop for ever only an
// Interruptible engine comes back, and that one is some five times slower;
// package worker therefore runs a fast one in a process that can be killed.
package extract

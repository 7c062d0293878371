// Bench measures how fast Pildora is beside other splitters and tokenizers,
// and writes docs/benchmarks.md.
//
//	bench all -o FILE        measure everything and write the document
//	bench one TASK FILE N    one task of ours over one file, N repetitions; prints a JSON line
//	bench grow TASK INPUT M  one task of ours over 1, 2, 4 … M MB of one kind of input
//	bench list               the tasks and the inputs
//
// The nouns: a task is one thing of ours that is timed, such as structural
// cutting at 1500 runes. A contender is a task or a peer, that is, a program
// that stands beside the repository (see scripts/bench-peers.sh). A section is
// a set of contenders that do the same work over the same files. A result is
// what one contender said of one file.
//
// How it is measured: every measurement is a process of its own. It loads the
// file, does its work on a short text first, then several times on the file,
// and takes the least processor time (user and system, all threads), for on a
// shared machine other work can only add to it. The contenders of a section
// take turns, for several rounds, and the best round counts.
package main

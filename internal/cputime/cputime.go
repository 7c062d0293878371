// Package cputime tells how much processor time the process has used, for
// tests of growth: on a machine that others use too, the clock tells nothing.
package cputime

package opc

import "errors"

// What can be wrong with a source. Each comes wrapped, with the name of the
// source, the part, and the way out; what is too large wraps read.ErrTooLarge.
var (
	ErrFormat    = errors.New("not a package of the expected kind") // no zip, or another format
	ErrDamaged   = errors.New("damaged")                            // nothing of it can be read
	ErrEncrypted = errors.New("encrypted")                          // protected by a password
	ErrLegacy    = errors.New("a format of before 2007")            // .doc, .xls, .ppt
	ErrNoPart    = errors.New("no such part")
	ErrHostile   = errors.New("refused") // made to exhaust whoever reads it
)

package token

import "syscall"

// adviseHuge asks for large pages. It is advice: without them all works, slower.
func adviseHuge(memory []byte) { _ = syscall.Madvise(memory, syscall.MADV_HUGEPAGE) }

//go:build unix

package cputime

import (
	"syscall"
	"time"
)

// Process is the processor time that all threads of the process have used,
// or zero where the system doesn't say.
func Process() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

package main

import (
	"os"
	"syscall"
)

// peakOf is the most that an ended process had resident, in MiB.
func peakOf(p *os.ProcessState) float64 {
	if u, ok := p.SysUsage().(*syscall.Rusage); ok {
		return float64(u.Maxrss) / 1024
	}
	return 0
}

package main

import (
	"os"
	"strconv"
	"strings"
)

// resident reads a line of /proc/self/status in MiB; 0 where there is none.
func resident(key string) float64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range strings.SplitSeq(string(status), "\n") {
		if name, value, ok := strings.Cut(line, ":"); ok && name == key {
			kib, _ := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 64)
			return kib / 1024
		}
	}
	return 0
}

// forgetPeak makes VmHWM begin anew, where the system can.
func forgetPeak() { _ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) }

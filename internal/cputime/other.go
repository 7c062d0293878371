//go:build !unix

package cputime

import "time"

// Process is the time of day: the best there is here.
func Process() time.Duration { return time.Duration(time.Now().UnixNano()) }

//go:build !linux

package markdown_test

import "time"

// threadTime is the time on the wall, where there is no clock of the thread.
func threadTime() time.Duration { return time.Duration(time.Now().UnixNano()) }

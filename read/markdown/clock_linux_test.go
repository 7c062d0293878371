package markdown_test

import (
	"syscall"
	"time"
	"unsafe"
)

// threadTime is the processor time that the calling thread has had, which other
// work on the machine doesn't change.
func threadTime() time.Duration {
	const threadClock = 3 // CLOCK_THREAD_CPUTIME_ID
	var t syscall.Timespec
	if _, _, errno := syscall.Syscall(syscall.SYS_CLOCK_GETTIME, threadClock, uintptr(unsafe.Pointer(&t)), 0); errno != 0 {
		return time.Duration(time.Now().UnixNano())
	}
	return time.Duration(t.Nano())
}

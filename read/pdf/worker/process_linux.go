package worker

import "syscall"

// attributes let a worker die with the thread that started it.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}

// limitMemory makes the system refuse this process more memory.
func limitMemory(bytes int64) {
	var now syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_DATA, &now) != nil || now.Cur < uint64(bytes) {
		return // unknown, or lower already
	}
	// Where it can't be set the memory of pdfium has its own limit still.
	_ = syscall.Setrlimit(syscall.RLIMIT_DATA, &syscall.Rlimit{Cur: uint64(bytes), Max: min(now.Max, uint64(bytes))})
}

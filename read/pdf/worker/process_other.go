//go:build !linux

package worker

import "syscall"

// attributes are none: the worker ends when its standard input does.
func attributes() *syscall.SysProcAttr { return nil }

// limitMemory does nothing: the memory of pdfium has its own limit.
func limitMemory(int64) {}

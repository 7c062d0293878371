//go:build unix

package token

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestOpenPipe: a pipe that nobody writes to is refused, not waited for.
func TestOpenPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.tiktoken")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	if _, err := Open(path, "cl100k"); err == nil || !strings.Contains(err.Error(), "a pipe") {
		t.Errorf("error %v", err)
	}
}

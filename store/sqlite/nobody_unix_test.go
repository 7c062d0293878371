//go:build unix

package sqlite_test

import (
	"os/exec"
	"syscall"
)

// runAsNobody makes c run by a user without rights.
func runAsNobody(c *exec.Cmd) bool {
	c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	return true
}

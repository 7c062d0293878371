package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestFullDisk syncs into an index on a disk that fills up, and again when there
// is room: what was written stays, and the rest comes in then.
func TestFullDisk(t *testing.T) {
	t.Chdir(t.TempDir())
	disk := t.TempDir()
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=700k"); err != nil {
		t.Skip("no file system can be mounted here: ", err)
	}
	defer syscall.Unmount(disk, 0)
	ballast := filepath.Join(disk, "ballast")
	if err := os.WriteFile(ballast, bytes.Repeat([]byte("x"), 200<<10), 0o644); err != nil {
		t.Fatal(err)
	}
	const documents = 12
	for i := range documents {
		write(t, fmt.Sprintf("docs/d%02d.md", i), fmt.Sprintf("# Documento %d\n\n", i)+strings.Repeat(fmt.Sprintf("La frase %d dice algo que nadie más dice. ", i), 300))
	}
	index := filepath.Join(disk, "index")
	code, out, errs := run(t, "", "sync", "--vectors", "no", "-j", "1", "--index", index, "docs")
	if code != 1 || !strings.Contains(errs, "see whether the disk is full") {
		t.Fatalf("exit %d\n%s%s", code, out, errs)
	}
	code, listed, errs := run(t, "", "list", "--index", index)
	before := strings.Count(listed, "\tindexed\t")
	if code != 0 || before == documents {
		t.Fatalf("%d documents are there on a full disk: exit %d\n%s%s", before, code, listed, errs)
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", disk, "tmpfs", syscall.MS_REMOUNT, "size=20m"); err != nil {
		t.Fatal(err)
	}
	expect(t, 0, fmt.Sprintf("%d added, 0 replaced, 0 retired, %d unchanged", documents-before, before), "sync", "--vectors", "no", "--index", index, "docs")
	expect(t, 0, "0 problems", "index", "check", "--index", index)
}

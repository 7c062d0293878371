package cli

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// expect runs a command and looks at its exit code and its output, both kinds.
func expect(t *testing.T, code int, says string, args ...string) {
	t.Helper()
	got, out, errs := run(t, "", args...)
	if got != code || !strings.Contains(out+errs, says) {
		t.Errorf("pildora %q: exit %d, wanted %d and %q:\n%s%s", args, got, code, says, out, errs)
	}
}

// Documents that were unchanged stayed in their collection without a word, and
// those that were changed failed one by one.
func TestSyncIntoAnotherCollectionIsRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "docs/a.md", "# Hello\n\nThere.\n")
	expect(t, 0, "1 added", "sync", "docs")
	expect(t, 2, `document "a.md" is in collection "default", not "b"; forget it there first`, "sync", "--collection", "b", "docs")
	expect(t, 0, "\"state\":\"indexed\"", "list", "--json")
	expect(t, 0, "1 unchanged", "sync", "docs")
	expect(t, 0, "", "forget", "a.md")
	expect(t, 0, "1 added", "sync", "--collection", "b", "docs")
	expect(t, 0, "a.md", "search", "--collection", "b", "hello")
}

// A document that was planned and failed counted as two.
func TestFailedDocumentCountsOnce(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "docs/a.md", "# Hello\n")
	write(t, "docs/b.md", strings.Repeat("\x01\x02\x03", 1000))
	expect(t, 1, "1 of 2 documents could not be indexed", "sync", "docs")
}

// SQLite takes an empty file for a new index, so that of one cut to nothing was
// said that it doesn't hold the answer.
func TestIndexCutToNothingIsNoEmptyIndex(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "docs/a.md", "# Hello\n")
	expect(t, 0, "1 added", "sync", "docs")
	for _, size := range []int64{1, 0} {
		if err := os.Truncate(".pildora/index.db", size); err != nil {
			t.Fatal(err)
		}
		expect(t, 2, "is empty: its file has", "search", "hello")
		expect(t, 2, "is empty: its file has", "verify", ".pildora")
	}
	expect(t, 0, "1 added", "sync", "docs")
	write(t, "file", "")
	expect(t, 2, "no index in", "status", "--index", "file")
}

// What couldn't be looked at was called gone.
func TestVerifyDoesntTakeWhatItCantSeeForGone(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "docs/sub/a.md", "# Hello\n")
	write(t, "docs/b.md", "# Hello\n")
	expect(t, 0, "2 added", "sync", "docs")
	if err := os.RemoveAll("docs/sub"); err != nil {
		t.Fatal(err)
	}
	expect(t, 1, "sub/a.md: zombie: ", "verify", ".pildora")
	if err := os.Symlink("sub", "docs/sub"); err != nil { // a circle
		t.Skip(err)
	}
	expect(t, 1, "sub/a.md: source: its source can't be looked at", "verify", ".pildora")
}

// Records that had changed places were not found.
func TestVerifyFindsRecordsOutOfOrder(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "a.md", "# One\n\nText.\n\n# Two\n\nText.\n\n# Three\n\nText.\n")
	expect(t, 0, "", "chunk", "a.md", "-o", "good.jsonl")
	expect(t, 0, "3 chunks", "verify", "good.jsonl")
	data, err := os.ReadFile("good.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(data), "\n")
	var second struct{ ID string }
	if err := json.Unmarshal([]byte(lines[1]), &second); err != nil {
		t.Fatal(err)
	}
	write(t, "swapped.jsonl", lines[0]+lines[2]+lines[1])
	expect(t, 1, second.ID+": numbers: is 2/3, and stands after a later chunk", "verify", "swapped.jsonl")
}

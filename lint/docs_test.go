package lint_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pildora/pildora/lint"
)

var update = flag.Bool("update", false, "write docs/lint.md anew")

const lintDoc = `# Lint

Problems of chunks that show without asking a question. Written from the rules themselves by
` + "`go test ./lint -run Docs -update`" + `; don't edit by hand.

` + "```sh" + `
pildora lint docs/                                   # cut by the settings in force, and looked at
pildora lint --strategy fixed --max 128 docs/        # what another strategy would do
pildora lint chunks.jsonl                            # what chunk -o wrote, with its recipe beside it
pildora lint .pildora --fail-on warning              # an index; its sources are read again
pildora lint docs/ --output sarif > pildora.sarif    # for code hosts and editors; --output json too
pildora lint docs/ --rules split-pill,mosaic         # these only
` + "```" + `

Each finding is a line ` + "`document:line: level: rule: message`" + `, and after the last one each rule that found something
says why that is a problem and how to mend it. The exit status is 1 where something is found at the level of
` + "`--fail-on`" + ` (note, warning, error, never; error unless given) or a document couldn't be looked at. What must never
be, lost text or wrong offsets, is for ` + "`pildora verify`" + `.

A rule about what "would fit" holds a unit, with the headings before it and its frame, against the recipe's ` + "`max`" + `;
of a chunk file without its recipe nothing is known to fit, and these rules find nothing. ` + "`--tiny`, `--huge` and\n`--similar`" + ` set the sizes, in tokens with the frame, and the share of common word sequences from which two chunks are
near-duplicates.

`

// docs/lint.md says of each rule what the rule says of itself.
func TestDocs(t *testing.T) {
	var b strings.Builder
	b.WriteString(lintDoc)
	b.WriteString("| rule | level | finds | why it is a problem | how to mend it |\n| --- | --- | --- | --- | --- |\n")
	for _, r := range lint.Rules() {
		if r.Finds == "" || r.Why == "" || r.Mend == "" {
			t.Errorf("%s says too little of itself: %+v", r.ID, r)
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", r.ID, r.Level, r.Finds, r.Why, r.Mend)
	}
	path := filepath.Join("..", "docs", "lint.md")
	if *update {
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != b.String() {
		t.Errorf("%s is not what the rules say; -update writes it", path)
	}
}

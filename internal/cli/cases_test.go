package cli

import (
	"bufio"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/pildora/pildora/internal/output"
	"github.com/pildora/pildora/store"
)

// The cases from public bug reports in ../shared/cases: the runner that stands
// beside them judges most; what it says it can't judge is judged here.

// knownFailures are checks on which the runner and the design differ; each is
// judged by a test of ours instead.
func knownFailures() map[string]string {
	return map[string]string{}
}

// casesDir is ../shared/cases from the root of the repository.
func casesDir(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join("..", "..", "..", "shared", "cases"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "given.jsonl")); err != nil {
		t.Skip("../shared/cases/given.jsonl isn't there: the cases from bug reports are not run")
	}
	return dir
}

func TestCasesByRunner(t *testing.T) {
	dir := casesDir(t)
	python, err := exec.LookPath("python3")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("python3 isn't there, and CI has to run the cases")
		}
		t.Skip("python3 isn't there: the runner of the cases can't run")
	}
	binary := filepath.Join(t.TempDir(), "pildora")
	if out, err := exec.Command("go", "build", "-o", binary, "github.com/pildora/pildora/cmd/pildora").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	out, err := exec.Command(python, filepath.Join(dir, "run.py"), "--pildora", binary, "--format", "text,markdown").CombinedOutput()
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if summary := lines[len(lines)-1]; !strings.Contains(summary, " passed, ") {
		t.Fatalf("the runner ended early: %v\n%s", err, out)
	}
	failed := 0
	for _, line := range lines {
		fields := strings.Fields(line)
		if len(fields) < 3 || fields[0] != "FAIL" {
			continue
		}
		if why, known := knownFailures()[fields[1]+" "+fields[2]]; known {
			t.Logf("%s: %s", line, why)
			continue
		}
		failed++
		t.Error(line)
	}
	t.Logf("%s, %d beyond the known ones", lines[len(lines)-1], failed)
}

// given is one case, as far as we need it.
type given struct {
	ID       string
	Format   string
	Input    string
	Settings caseSettings
	Variants []caseSettings `json:"settings_variants"`
	Steps    []struct {
		Op, Doc, Text string
		Settings      caseSettings
	}
	Expect []struct {
		Check, Doc   string
		Names, Texts []string
	}
}

type caseSettings struct {
	Strategy string
	Unit     string
	Limit    int
	Overlap  *int
}

// over returns s with what o sets.
func (s caseSettings) over(o caseSettings) caseSettings {
	if o.Strategy != "" {
		s.Strategy = o.Strategy
	}
	if o.Overlap != nil {
		s.Overlap = o.Overlap
	}
	if o.Limit != 0 {
		s.Limit = o.Limit
	}
	return s
}

func (s caseSettings) flags() []string {
	units := map[string]string{"char": "chars", "byte": "bytes", "word": "words", "token": "tokens"}
	strategies := map[string]string{"markdown": "structural", "token": "fixed"}
	strategy := s.Strategy
	if to, ok := strategies[strategy]; ok {
		strategy = to
	}
	out := []string{"--strategy", strategy, "--unit", units[s.Unit], "--max", strconv.Itoa(s.Limit), "--frame", "none"}
	if s.Overlap != nil {
		out = append(out, "--overlap", strconv.Itoa(*s.Overlap))
	}
	return out
}

func givenCases(t *testing.T) []given {
	t.Helper()
	f, err := os.Open(filepath.Join(casesDir(t), "given.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []given
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var c given
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatalf("case %d: %v", len(out)+1, err)
		}
		out = append(out, c)
	}
	return out
}

func (c given) expects(check string) bool {
	for _, e := range c.Expect {
		if e.Check == check {
			return true
		}
	}
	return false
}

// TestCasesOfErrors: each wrong setting is an error that names what is wrong.
func TestCasesOfErrors(t *testing.T) {
	judged := 0
	for _, c := range givenCases(t) {
		for _, e := range c.Expect {
			if e.Check != "error_for_each" {
				continue
			}
			for _, v := range c.Variants {
				judged++
				code, _, stderr := run(t, c.Input, append([]string{"chunk", "--format", c.Format, "-"}, v.flags()...)...)
				if code != 2 {
					t.Errorf("%s: %v: exit code %d", c.ID, v.flags(), code)
				}
				for _, names := range e.Names {
					if !regexp.MustCompile(names).MatchString(strings.ToLower(stderr)) {
						t.Errorf("%s: %v: %q names none of %s", c.ID, v.flags(), stderr, names)
					}
				}
			}
		}
	}
	if judged == 0 {
		t.Error("no case was judged")
	}
}

// TestCasesWithTextValues: numbers given as text (variables, quoted in YAML)
// count as numbers.
func TestCasesWithTextValues(t *testing.T) {
	judged := 0
	for _, c := range givenCases(t) {
		if !c.expects("also_with_string_values") {
			continue
		}
		judged++
		limit, overlap := strconv.Itoa(c.Settings.Limit), strconv.Itoa(*c.Settings.Overlap)
		dir := t.TempDir()
		settings := filepath.Join(dir, "pildora.yaml")
		if err := os.WriteFile(settings, []byte("max: \""+limit+"\"\noverlap: \""+overlap+"\"\nunit: chars\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		_, want, _ := run(t, c.Input, "chunk", "--max", limit, "--overlap", overlap, "--unit", "chars", "-")
		code, got, stderr := run(t, c.Input, "chunk", "--config", settings, "-")
		if code != 0 || got != want {
			t.Errorf("%s in YAML: exit code %d: %s", c.ID, code, stderr)
		}
		t.Setenv("PILDORA_MAX", limit)
		t.Setenv("PILDORA_OVERLAP", overlap)
		t.Setenv("PILDORA_UNIT", "chars")
		code, got, stderr = run(t, c.Input, "chunk", "-")
		if code != 0 || got != want {
			t.Errorf("%s in variables: exit code %d: %s", c.ID, code, stderr)
		}
	}
	if judged == 0 {
		t.Error("no case was judged")
	}
}

// TestCasesOfHeadings: no byte order mark gets into a heading.
func TestCasesOfHeadings(t *testing.T) {
	judged := 0
	for _, c := range givenCases(t) {
		if !c.expects("no_bom_in_heading") {
			continue
		}
		judged++
		code, out, stderr := run(t, c.Input, append([]string{"chunk", "--format", c.Format, "-"}, c.Settings.flags()...)...)
		if code != 0 {
			t.Errorf("%s: exit code %d: %s", c.ID, code, stderr)
		}
		for _, r := range parse(t, out) {
			if strings.Contains(strings.Join(r.Headings, " "), "\ufeff") || strings.HasPrefix(r.Text, "\ufeff") {
				t.Errorf("%s: a byte order mark in %q", c.ID, r.Headings)
			}
		}
	}
	if judged == 0 {
		t.Error("no case was judged")
	}
}

func parse(t *testing.T, jsonl string) []store.Record {
	t.Helper()
	var out []store.Record
	for r, err := range output.Read(strings.NewReader(jsonl)) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, r)
	}
	return out
}

// TestLineNumbersWithOverlap: lines begin where the overlap does (see
// docs/adr/0004).
func TestLineNumbersWithOverlap(t *testing.T) {
	judged := 0
	for _, c := range givenCases(t) {
		if !c.expects("line_numbers") || c.Input == "" {
			continue
		}
		judged++
		code, out, stderr := run(t, c.Input, append([]string{"chunk", "--format", c.Format, "-"}, c.Settings.flags()...)...)
		if code != 0 {
			t.Errorf("%s: exit code %d: %s", c.ID, code, stderr)
		}
		for _, r := range parse(t, out) {
			from := r.Start - r.Overlap
			first := 1 + strings.Count(c.Input[:from], "\n")
			last := first + strings.Count(c.Input[from:r.End], "\n")
			if r.StartLine != first || r.EndLine != last {
				t.Errorf("%s: %d:%d is lines %d–%d, not %d–%d", c.ID, r.Start, r.End, first, last, r.StartLine, r.EndLine)
			}
		}
	}
	if judged == 0 {
		t.Error("no case was judged")
	}
}

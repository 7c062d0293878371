package cli

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/pildora/pildora/embed/encoder/encodertest"
	"github.com/pildora/pildora/internal/output"
	"github.com/pildora/pildora/llm"
	"github.com/pildora/pildora/llm/llmtest"
	"github.com/pildora/pildora/llm/prompt"
	"github.com/pildora/pildora/store"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"pildora": func() {
		ctx, _ := signal.NotifyContext(context.Background(), os.Interrupt) // until it exits
		os.Exit(Run(ctx, os.Args[1:], Env{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Vars: os.Environ()}))
	}})
}

// TestScripts runs the scripts in testdata/script. UPDATE=1 writes the golden
// files in them anew.
func TestScripts(t *testing.T) {
	model := encodertest.New().Write(t)
	asked := llmtest.NewFunc(t, scripted)
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: os.Getenv("UPDATE") != "",
		Setup: func(e *testscript.Env) error {
			e.Setenv("TINY_MODEL", model)
			e.Setenv("LLM_URL", asked.URL)
			e.Setenv("PILDORA_LLM_KEY", llmtest.Key)
			return surround(e)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":  exits,
			"bytes":  writeBytes,
			"damage": damage,
		},
		RequireExplicitExec: true,
	})
}

// scripted is a language model that answers and judges by rule: what holds
// "ten" helps and is borne out.
func scripted(r llm.Request) llmtest.Reply {
	asked := r.Messages[0].Text
	verdict := "0"
	if strings.Contains(asked, "ten") {
		verdict = "1"
	}
	if strings.Contains(asked, `Form: {"scores": [`) {
		_, data := prompt.Split(r)
		var scores []string
		for passage := range strings.Lines(data[len(data)-1]) {
			score := "1"
			if strings.Contains(passage, "ten weeks") {
				score = "9"
			}
			scores = append(scores, score)
		}
		return llmtest.Reply{Text: `{"scores": [` + strings.Join(scores, ", ") + `]}`, Usage: &llm.Usage{Input: 100, Output: 10}}
	}
	for _, rule := range []struct{ prompt, answer string }{
		{`Form: {"after": [`, `{"after": [2]}`},
		{`Form: {"lines": [`, `{"lines": ["Returns and loans of a library.", "A return takes ten days."]}`},
		{`Form: {"context": `, "```json\n" + `{"context": "From the rules of the town's library."}` + "\n```"},
		{`Form: {"questions": ["…?"]}`, `{"questions": ["How long may a book be kept?"]}`},
		{`Form: {"propositions": [`, `{"propositions": [{"text": "A return takes ten days.", "from": 1, "to": 1}, {"text": "A whale takes ten years.", "from": 1, "to": 1}]}`},
		{`Form: {"description": `, `I'm sorry, but I can't help with that.`},
		{`Form: {"summary": `, `{"summary": "What the library asks of its readers."}`},
		{"Break the answer up", `{"statements": ["It takes ten days."]}`},
		{"You check statements", `{"verdicts": [{"statement": 1, "reason": "it is not said", "verdict": ` + verdict + `}]}`},
		{"You see an answer", `{"questions": ["How long does it take?", "How long?", "How many days?"], "noncommittal": 0}`},
		{"was useful", `{"reason": "it says nothing of that", "verdict": ` + verdict + `}`},
		{"Break the reference", `{"statements": [{"statement": "ten days", "reason": "it is missing", "verdict": ` + verdict + `}]}`},
		{"A passage of a document", `{"questions": [{"question": "How long may it take?", "quote": "takes ten days"}, {"question": "Who asks?", "quote": "not there"}]}`},
		{"A person asks", `{"answer": "It takes ten days."}`},
		{"Una persona pregunta", `Lo siento, no puedo ayudarte con eso.`},
	} {
		if strings.Contains(r.System+asked, rule.prompt) {
			return llmtest.Reply{Text: rule.answer, Usage: &llm.Usage{Input: 100, Output: 10}}
		}
	}
	return llmtest.Reply{Status: 400, Text: "what is that?"}
}

// surround gives a script the examples of the repository and a cache of its
// own.
func surround(e *testscript.Env) error {
	e.Setenv("XDG_CACHE_HOME", filepath.Join(e.WorkDir, "cache"))
	e.Setenv("HOME", e.WorkDir)
	return os.CopyFS(filepath.Join(e.WorkDir, "examples"), os.DirFS(filepath.Join("..", "..", "examples")))
}

// exits CODE COMMAND… runs a command and holds its exit code. Its output is
// there for stdout and stderr afterwards.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var ended *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &ended) {
		got = ended.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// writeBytes FILE TEXT writes a text with Go's escapes, for bytes that no
// script can hold.
func writeBytes(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: bytes FILE TEXT")
	}
	text, err := strconv.Unquote(`"` + args[1] + `"`)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), fs.FileMode(0o644)))
}

// damage HOW FROM TO copies a file of chunks with one thing broken.
func damage(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: damage HOW FROM TO")
	}
	var lines []store.Record
	for r, err := range output.Read(strings.NewReader(ts.ReadFile(args[1]))) {
		ts.Check(err)
		lines = append(lines, r)
	}
	switch second := &lines[1]; args[0] {
	case "shift":
		second.Start, second.End = second.Start+1, second.End+1
	case "lose":
		lines = append(lines[:1], lines[2:]...)
	case "twice":
		lines[2].ID = second.ID
	case "text":
		second.Text = strings.ToUpper(second.Text)
	default:
		ts.Fatalf("unknown damage %q", args[0])
	}
	var b strings.Builder
	w, err := output.New("jsonl", &b, output.Options{})
	ts.Check(err)
	for _, r := range lines {
		ts.Check(w.Write(r))
	}
	ts.Check(w.Close())
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), []byte(b.String()), 0o644))
}

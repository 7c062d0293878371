package judge_test

import (
	"io"
	"iter"
	"os/exec"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/eval/judge"
)

func collect(seq iter.Seq2[judge.Sample, error]) (all []judge.Sample, err error) {
	for s, err := range seq {
		if err != nil {
			return all, err
		}
		all = append(all, s)
	}
	return all, nil
}

var two = []judge.Sample{
	{Question: "¿Qué es <b>?", Contexts: []string{"one, \"two\"\n", "it's"}, Answer: "a\nb", Reference: "c"},
	{Question: "q", Contexts: []string{}},
}

func TestForms(t *testing.T) {
	var j, c strings.Builder
	if err := judge.WriteJSONL(&j, slices.Values(two)); err != nil {
		t.Fatal(err)
	}
	want := `{"user_input":"¿Qué es <b>?","retrieved_contexts":["one, \"two\"\n","it's"],"response":"a\nb","reference":"c"}
{"user_input":"q","retrieved_contexts":[]}
`
	if j.String() != want {
		t.Errorf("got %s\nwant %s", &j, want)
	}
	if err := judge.WriteCSV(&c, slices.Values(two)); err != nil {
		t.Fatal(err)
	}
	want = `user_input,retrieved_contexts,response,reference
¿Qué es <b>?,"[""one, \""two\""\n"",""it's""]","a
b",c
q,[],,
`
	if c.String() != want {
		t.Errorf("got %s\nwant %s", &c, want)
	}
}

func TestRoundTrip(t *testing.T) {
	text := rapid.StringOf(rapid.RuneFrom([]rune("ab'\"\\,\n é😀\u2028\t[]")))
	rapid.Check(t, func(t *rapid.T) {
		samples := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) judge.Sample {
			s := judge.Sample{Question: "q" + text.Draw(t, "question"), Answer: text.Draw(t, "answer"), Reference: text.Draw(t, "reference")}
			if rapid.Bool().Draw(t, "searched") {
				s.Contexts = rapid.SliceOfN(text, 0, 3).Draw(t, "contexts")
			}
			return s
		}), 0, 4).Draw(t, "samples")
		for name, form := range map[string]struct {
			write func(io.Writer, iter.Seq[judge.Sample]) error
			read  func(io.Reader) iter.Seq2[judge.Sample, error]
		}{"jsonl": {judge.WriteJSONL, judge.ReadJSONL}, "csv": {judge.WriteCSV, judge.ReadCSV}} {
			var b strings.Builder
			if err := form.write(&b, slices.Values(samples)); err != nil {
				t.Fatal(err)
			}
			got, err := collect(form.read(strings.NewReader(b.String())))
			if err != nil || len(got) != len(samples) || len(got) > 0 && !reflect.DeepEqual(got, samples) {
				t.Fatalf("%s: wrote %q\nread %q, %v", name, samples, got, err)
			}
		}
	})
}

// What pandas and Python's csv write of a list is its repr.
func TestPythonLists(t *testing.T) {
	for in, want := range map[string][]string{
		`['a', "it's", 'say "no"\n', 'x\\y', '\x85\u2028\U0001f600é']`: {"a", "it's", "say \"no\"\n", `x\y`, "\u0085\u2028😀é"},
		`[ 'a' , ]`: {"a"},
		`[]`:        {},
		`['']`:      {""},
	} {
		table := "reference,user_input,retrieved_contexts\nr,q,\"" + strings.ReplaceAll(in, `"`, `""`) + "\"\n"
		got, err := collect(judge.ReadCSV(strings.NewReader("\ufeff" + table)))
		if err != nil || len(got) != 1 || !reflect.DeepEqual(got[0], judge.Sample{Question: "q", Contexts: want, Reference: "r"}) {
			t.Errorf("%s: %q, %v", in, got, err)
		}
	}
}

func TestPythonReadsWhatIsWritten(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("needs python3")
	}
	var c strings.Builder
	if err := judge.WriteCSV(&c, slices.Values(two)); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(python, "-c", "import csv, ast, sys\n"+
		"for r in csv.DictReader(sys.stdin): print(ascii((r['user_input'], ast.literal_eval(r['retrieved_contexts']), r['response'], r['reference'])))")
	cmd.Env = append(cmd.Environ(), "PYTHONIOENCODING=utf-8", "PYTHONUTF8=1")
	cmd.Stdin = strings.NewReader(c.String())
	out, err := cmd.CombinedOutput()
	want := `('\xbfQu\xe9 es <b>?', ['one, "two"\n', "it's"], 'a\nb', 'c')` + "\n('q', [], '', '')\n"
	if err != nil || string(out) != want {
		t.Errorf("got %s, %v\nwant %s", out, err, want)
	}
}

func TestReadingFaults(t *testing.T) {
	for _, c := range []struct {
		name, in, says string
		read           func(io.Reader) iter.Seq2[judge.Sample, error]
	}{
		{"broken", "{\"user_input\":\"q\"}\n\n{\"user_input\":", "line 3", judge.ReadJSONL},
		{"a conversation", `{"user_input":[{"content":"hi"}]}`, "conversation", judge.ReadJSONL},
		{"no question", `{"response":"a"}`, "user_input is missing", judge.ReadJSONL},
		{"no column", "question\nq\n", "no column user_input", judge.ReadCSV},
		{"no list", "user_input,retrieved_contexts\nq,a\n", "line 2: retrieved_contexts: \"a\" is not a list", judge.ReadCSV},
		{"open list", "user_input,retrieved_contexts\nq,['a'\n", "neither , nor ]", judge.ReadCSV},
		{"open text", "user_input,retrieved_contexts\nq,['a\n", "closing quote", judge.ReadCSV},
		{"numbers", "user_input,retrieved_contexts\nq,[1]\n", "no text in quotes", judge.ReadCSV},
		{"behind it", "user_input,retrieved_contexts\nq,['a']]\n", "follows the list", judge.ReadCSV},
		{"escape", `user_input,retrieved_contexts` + "\n" + `q,['\q']` + "\n", "unknown escape", judge.ReadCSV},
		{"few cells", "user_input,response\nq\n", "line 2", judge.ReadCSV},
		{"empty cell", "user_input,response\n ,a\n", "user_input is empty", judge.ReadCSV},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := collect(c.read(strings.NewReader(c.in))); err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("got %v, want %q", err, c.says)
			}
		})
	}
	for _, empty := range []string{"", "\n", "\ufeff"} {
		if got, err := collect(judge.ReadJSONL(strings.NewReader(empty))); len(got) > 0 || err != nil {
			t.Errorf("%q: %v, %v", empty, got, err)
		}
	}
	if got, err := collect(judge.ReadCSV(strings.NewReader(""))); len(got) > 0 || err != nil {
		t.Errorf("no table: %v, %v", got, err)
	}
}

func FuzzReadCSV(f *testing.F) {
	f.Add("user_input,retrieved_contexts\nq,\"['a', \"\"b\\n\"\"]\"\n")
	f.Add("user_input,retrieved_contexts\nq,['\\U00110000']\n")
	f.Add("retrieved_contexts,user_input\n[],q\n")
	f.Fuzz(func(t *testing.T, in string) {
		got, err := collect(judge.ReadCSV(strings.NewReader(in)))
		if err == nil && len(got) > 0 && got[0].Question == "" {
			t.Errorf("%q: a sample without a question", in)
		}
	})
}

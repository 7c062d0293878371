package jsontree_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/read/record/jsontree"
)

func parse(t testing.TB, text string) jsontree.Value {
	t.Helper()
	v, err := jsontree.Parse(context.Background(), text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestValues(t *testing.T) {
	const text = "\ufeff {\"a\": [1, -2.5e3, true, null, \"x\"], \"b\": {\"c\": \"d\\u00f1\\n\\ud83d\\ude00\\/\"}, \"a b\": [], \"b2\": {}, \"twice\": 1, \"twice\": 2} \n"
	v := parse(t, text)
	a := v.Get("a").Elements
	if len(a) != 5 || a[0].Int() != 1 || a[1].Int() != -2500 || a[2].String() != "true" || a[3].Kind != jsontree.Null || a[3].String() != "" || a[4].String() != "x" {
		t.Errorf("array: %+v", a)
	}
	if got := v.At("b", "c").String(); got != "dñ\n😀/" {
		t.Errorf("string: %q", got)
	}
	if v.Get("twice").Int() != 2 || v.Get("none").Kind != jsontree.Missing || v.At("none", "x", "y").String() != "" {
		t.Error("members")
	}
	if s := v.At("b").Span; text[s.Start:s.End] != `{"c": "d\u00f1\n\ud83d\ude00\/"}` {
		t.Errorf("span of an object: %q", text[s.Start:s.End])
	}
	var got []string
	for piece, s := range v.At("b", "c").Pieces() {
		got = append(got, piece+"="+text[s.Start:s.End])
	}
	if want := "d=d|ñ=\\u00f1|\n=\\n|😀=\\ud83d\\ude00|/=\\/"; strings.Join(got, "|") != want {
		t.Errorf("pieces: %q", got)
	}
}

func TestHalfSurrogates(t *testing.T) {
	for in, want := range map[string]string{`"\ud83d"`: "\ufffd", `"\ud83dx"`: "\ufffdx", `"\ude00\ud83d"`: "\ufffd\ufffd", `"\ud83d\u0041"`: "\ufffdA"} {
		if got := parse(t, in).String(); got != want {
			t.Errorf("%s: %q", in, got)
		}
	}
}

func TestErrors(t *testing.T) {
	for in, want := range map[string]string{
		"{\n \"a\": x}":            "line 2, column 7: ",
		"[1,\n2":                   "line 2, column 1: unexpected end",
		"":                         "line 1, column 1: unexpected end",
		"[1] 2":                    "line 1, column 5: ",
		"\ufeff[}":                 "line 1, column 2: ",
		strings.Repeat("[", 20000): "exceeded max depth",
	} {
		_, err := jsontree.Parse(context.Background(), in)
		if !errors.Is(err, jsontree.ErrSyntax) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %v", in, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := jsontree.Parse(ctx, "[]"); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestStringsAsTheStandardLibrary: any string comes out as encoding/json has
// it, and its pieces are the source or stand for an escape.
func TestStringsAsTheStandardLibrary(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		raw := `"` + strings.Join(rapid.SliceOf(rapid.SampledFrom([]string{"a", "ñ", " ", `\n`, `\\`, `\"`, `\u00e1`, `\ud83d`, `\ude00`, `\u0000`, "😀"})).Draw(rt, "s"), "") + `"`
		var want string
		if err := json.Unmarshal([]byte(raw), &want); err != nil {
			rt.Fatal(err)
		}
		v, err := jsontree.Parse(context.Background(), raw)
		if err != nil || v.String() != want {
			rt.Fatalf("%s: %q, want %q: %v", raw, v.String(), want, err)
		}
		at := 1
		for piece, s := range v.Pieces() {
			if s.Start != at || raw[s.Start] != '\\' && raw[s.Start:s.End] != piece {
				rt.Fatalf("%s: %q from %v", raw, piece, s)
			}
			at = s.End
		}
		if at != len(raw)-1 {
			rt.Fatalf("%s: pieces end at %d", raw, at)
		}
	})
}

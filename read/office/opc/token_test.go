package opc_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/office/opc"
	"github.com/pildora/pildora/read/office/opc/opctest"
)

// shown writes the tokens of a part: <name a=b>, text, </name>.
func shown(t *testing.T, content string, l opc.Limits) (string, []string, error) {
	t.Helper()
	p, err := open(t, opctest.Zip("a", content), l)
	if err != nil {
		t.Fatal(err)
	}
	tokens, err := p.Tokens(context.Background(), "a")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for depth := 0; tokens.Next(); {
		switch tokens.Kind {
		case opc.Start:
			depth++
			b.WriteString("<" + tokens.Name)
			for _, a := range tokens.Attrs {
				b.WriteString(" " + a.Name + "=" + a.Value)
			}
			b.WriteString(">")
		case opc.End:
			depth--
			b.WriteString("</" + tokens.Name + ">")
		case opc.Text:
			b.WriteString(tokens.Text)
		}
		if tokens.Depth != depth {
			t.Fatalf("depth %d at %s, want %d", tokens.Depth, b.String(), depth)
		}
	}
	return b.String(), p.Warnings(), tokens.Err()
}

const w = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"

func TestTokens(t *testing.T) {
	for name, c := range map[string]struct{ in, want, warns string }{
		"namespaces":  {`<x:p xmlns:x="` + w + `" x:a="1" b="2"/>`, "<w:p w:a=1 b=2></w:p>", ""},
		"strict":      {`<p xmlns="http://purl.oclc.org/ooxml/wordprocessingml/main"/>`, "<w:p></w:p>", ""},
		"unknown":     {`<q:p xmlns:q="urn:q"/>`, "<{urn:q}:p></{urn:q}:p>", ""},
		"undeclared":  {`<w:p w:a="1"/>`, "<w:p w:a=1></w:p>", ""},
		"references":  {`<a>1 &lt; 2 &#241; <![CDATA[<b>]]></a>`, "<a>1 < 2 ñ <b></a>", ""},
		"passed over": {`<?xml version="1.1" encoding="no-such"?><!DOCTYPE a SYSTEM "a.dtd"><!-- c --><a><?pi?></a>`, "<a></a>", ""},
		"broken off":  {`<a><b>text`, "<a><b>text</b></a>", "not well-formed"},
		"mismatch":    {`<a><b>text</a>after`, "<a><b>text</b></a>", ""},
		"stray end":   {`<a>one</b>two</a>`, "<a>one</a>", "not well-formed"},
		"bad quotes":  {`<a b=1 c>t & u &nbsp; v</a>`, "<a b=1 c=c>t & u &nbsp; v</a>", ""},
		"bad bytes":   {"<a>ñandú \xff" + strings.Repeat("ñ", 300) + "</a>", "<a>ñandú \ufffd" + strings.Repeat("ñ", 300) + "</a>", "U+FFFD"},
		"declared":    {`<?xml version="1.0" encoding="iso-8859-2"?><a>` + strings.Repeat("\xb3\xf3d\xbc ", 9) + "</a>", "<a>" + strings.Repeat("łódź ", 9) + "</a>", "iso-8859-2"},
		"controls":    {"<a>x\x01y&#1;z&#xFFFE;\uffff</a>", "<a>x y    z           </a>", "forbids"},
		"utf-16":      {"\xff\xfe<\x00a\x00>\x00\xf1\x00<\x00/\x00a\x00>\x00", "<a>ñ</a>", "utf-16"},
	} {
		got, warnings, err := shown(t, c.in, opc.Limits{})
		if err != nil || strings.TrimRight(got, " ") != c.want {
			t.Errorf("%s: %q, %v; want %q", name, got, err, c.want)
		}
		if all := strings.Join(warnings, "; "); c.warns == "" && all != "" || !strings.Contains(all, c.warns) {
			t.Errorf("%s: warnings %q", name, all)
		}
	}
}

func TestTokensHostile(t *testing.T) {
	laughs := `<!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;&b;&b;">]><a>&c;</a>`
	for name, c := range map[string]struct {
		in     string
		limits opc.Limits
		want   error
	}{
		"laughs": {laughs, opc.Limits{}, opc.ErrHostile},
		"deep":   {strings.Repeat("<a>", 100_000), opc.Limits{}, opc.ErrHostile},
		"tokens": {"<a>" + strings.Repeat("<b/>", 1000), opc.Limits{Tokens: 500}, read.ErrTooLarge},
		"empty":  {"", opc.Limits{}, opc.ErrDamaged},
		"text":   {"no markup", opc.Limits{}, opc.ErrDamaged},
	} {
		_, _, err := shown(t, c.in, c.limits)
		if !errors.Is(err, c.want) || !strings.Contains(err.Error(), uri+": a: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestSpans(t *testing.T) {
	const in = `<?xml version="1.0" encoding="utf-8"?><a>ñandú<b c="1"/> x</a>`
	p := mustOpen(t, "a", in)
	tokens, err := p.Tokens(context.Background(), "a")
	if err != nil {
		t.Fatal(err)
	}
	for tokens.Next() {
		got := in[tokens.Span.Start:tokens.Span.End]
		switch {
		case tokens.Kind == opc.Text && got != tokens.Text:
			t.Errorf("text %q at %q", tokens.Text, got)
		case tokens.Kind == opc.Start && !strings.HasPrefix(got, "<"+tokens.Name):
			t.Errorf("start of %s at %q", tokens.Name, got)
		}
	}
}

func TestTree(t *testing.T) {
	const in = `<a><b c="1">x<d/>y</b><e><f g="2"/></e><e/></a>`
	root, err := mustOpen(t, "a", in).Tree(context.Background(), "a")
	if err != nil {
		t.Fatal(err)
	}
	b := root.Kid("b")
	if b.Attr("c") != "1" || !b.Has("c") || b.Has("z") || b.Content() != "xy" || in[b.Span.Start:b.Span.End] != `<b c="1">x<d/>y</b>` {
		t.Errorf("%+v", b)
	}
	if root.Kid("e", "f").Attr("g") != "2" || root.Kid("e", "z").Attr("g") != "" {
		t.Error("paths of names")
	}
	n := 0
	for range root.All("e") {
		n++
	}
	if n != 2 {
		t.Errorf("%d children e", n)
	}
}

func TestSkip(t *testing.T) {
	tokens, err := mustOpen(t, "a", `<a><b><b/><c/></b><d/></a>`).Tokens(context.Background(), "a")
	if err != nil {
		t.Fatal(err)
	}
	tokens.Next()
	tokens.Next()
	tokens.Skip()
	if !tokens.Next() || !tokens.Is(opc.Start, "d") {
		t.Errorf("after skipping: %v %s", tokens.Kind, tokens.Name)
	}
}

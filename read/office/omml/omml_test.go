package omml_test

import (
	"context"
	"strings"
	"testing"

	"github.com/pildora/pildora/internal/cputime"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/office/omml"
	"github.com/pildora/pildora/read/office/opc"
	"github.com/pildora/pildora/read/office/opc/opctest"
)

func tree(t *testing.T, content string) *opc.Node {
	t.Helper()
	data := opctest.Zip("a", `<m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math">`+content+`</m:oMath>`)
	p, err := opc.Open(context.Background(), read.Source{URI: "a", Data: data}, opc.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	n, err := p.Tree(context.Background(), "a")
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func r(s string) string { return "<m:r><m:t>" + s + "</m:t></m:r>" }

func TestTeX(t *testing.T) {
	e := func(s string) string { return "<m:e>" + s + "</m:e>" }
	for name, c := range map[string]struct{ in, want string }{
		"text":         {r("x=2α+π r"), `x=2\alpha+\pi r`},
		"command":      {r("π") + r("r"), `\pi r`},
		"minus":        {r("x – y^2 − 1"), `x - y^2 - 1`},
		"special":      {r("50% #1 $ {a} &amp;"), `50\% \#1 \$ \{a\} \&`},
		"alphabets":    {r("𝑥𝛼𝟏"), `x\alpha1`},
		"words":        {"<m:r><m:rPr><m:nor/></m:rPr><m:t>si x_1 es</m:t></m:r>", `\text{si x\_1 es}`},
		"double":       {`<m:r><m:rPr><m:scr m:val="double-struck"/></m:rPr><m:t>R</m:t></m:r>`, `\mathbb{R}`},
		"bold":         {`<m:r><m:rPr><m:sty m:val="b"/></m:rPr><m:t>v</m:t></m:r>`, `\mathbf{v}`},
		"fraction":     {"<m:f><m:num>" + r("a") + "</m:num><m:den>" + r("b") + "</m:den></m:f>", `\frac{a}{b}`},
		"linear":       {`<m:f><m:fPr><m:type m:val="lin"/></m:fPr><m:num>` + r("a") + "</m:num><m:den>" + r("b") + "</m:den></m:f>", `{a}/{b}`},
		"binomial":     {`<m:d>` + e(`<m:f><m:fPr><m:type m:val="noBar"/></m:fPr><m:num>`+r("n")+"</m:num><m:den>"+r("k")+"</m:den></m:f>") + "</m:d>", `\left( \genfrac{}{}{0pt}{}{n}{k} \right)`},
		"power":        {"<m:sSup>" + e(r("x")) + "<m:sup>" + r("2") + "</m:sup></m:sSup>", `x^{2}`},
		"index":        {"<m:sSub>" + e(r("x")) + "<m:sub>" + r("i") + "</m:sub></m:sSub>", `x_{i}`},
		"both":         {"<m:sSubSup>" + e(r("x")) + "<m:sub>" + r("i") + "</m:sub><m:sup>" + r("2") + "</m:sup></m:sSubSup>", `x_{i}^{2}`},
		"before":       {"<m:sPre><m:sub>" + r("6") + "</m:sub><m:sup>" + r("14") + "</m:sup>" + e(r("C")) + "</m:sPre>", `{}_{6}^{14}C`},
		"tower":        {"<m:sSup>" + e("<m:sSup>"+e(r("x"))+"<m:sup>"+r("2")+"</m:sup></m:sSup>") + "<m:sup>" + r("3") + "</m:sup></m:sSup>", `{x^{2}}^{3}`},
		"root":         {`<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/>` + e(r("x")) + "</m:rad>", `\sqrt{x}`},
		"cube root":    {"<m:rad><m:deg>" + r("3") + "</m:deg>" + e(r("x")) + "</m:rad>", `\sqrt[3]{x}`},
		"sum":          {`<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>` + r("i=1") + "</m:sub><m:sup>" + r("n") + "</m:sup>" + e(r("i")) + "</m:nary>", `\sum_{i=1}^{n} i`},
		"integral":     {`<m:nary><m:naryPr><m:supHide m:val="on"/></m:naryPr><m:sub>` + r("D") + "</m:sub><m:sup/>" + e(r("f")) + "</m:nary>", `\int_{D} f`},
		"brackets":     {`<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val=")"/><m:sepChr m:val=","/></m:dPr>` + e(r("0")) + e(r("1")) + "</m:d>", `[0,1)`},
		"braces":       {`<m:d><m:dPr><m:begChr m:val="{"/><m:endChr m:val="}"/></m:dPr>` + e(r("x")) + "</m:d>", `\{x\}`},
		"one side":     {`<m:d><m:dPr><m:begChr m:val=""/><m:endChr m:val="|"/></m:dPr>` + e(r("x")) + "</m:d>", `\left. x \right|`},
		"cases":        {`<m:d><m:dPr><m:begChr m:val="{"/><m:endChr m:val=""/></m:dPr>` + e("<m:eqArr>"+e(r("a&amp;=1"))+e(r("b&amp;=2"))+"</m:eqArr>") + "</m:d>", `\begin{cases} a&=1 \\ b&=2 \end{cases}`},
		"matrix":       {`<m:d>` + e("<m:m><m:mr>"+e(r("1"))+e(r("2"))+"</m:mr><m:mr>"+e(r("3"))+e(r("4"))+"</m:mr></m:m>") + "</m:d>", `\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}`},
		"function":     {"<m:func><m:fName>" + r("sin") + "</m:fName>" + e(r("x")) + "</m:func>", `\sin x`},
		"own function": {"<m:func><m:fName>" + r("rot") + "</m:fName>" + e(r("F")) + "</m:func>", `\operatorname{rot} F`},
		"limit":        {"<m:func><m:fName><m:limLow>" + e(r("lim")) + "<m:lim>" + r("x→0") + "</m:lim></m:limLow></m:fName>" + e(r("f")) + "</m:func>", `\lim_{x\to0} f`},
		"hat":          {"<m:acc>" + e(r("x")) + "</m:acc>", `\hat{x}`},
		"vector":       {"<m:acc><m:accPr><m:chr m:val=\"\u20d7\"/></m:accPr>" + e(r("v")) + "</m:acc>", `\vec{v}`},
		"bar":          {`<m:bar><m:barPr><m:pos m:val="top"/></m:barPr>` + e(r("x")) + "</m:bar>", `\overline{x}`},
		"brace":        {"<m:groupChr>" + e(r("x")) + "</m:groupChr>", `\underbrace{x}`},
		"arrow":        {`<m:groupChr><m:groupChrPr><m:chr m:val="→"/><m:pos m:val="top"/></m:groupChrPr>` + e(r("x")) + "</m:groupChr>", `\overset{\to}{x}`},
		"box":          {"<m:borderBox>" + e(r("x")) + "</m:borderBox><m:box>" + e(r("y")) + "</m:box>", `\boxed{x}y`},
		"phantom":      {`<m:phant><m:phantPr><m:show m:val="0"/></m:phantPr>` + e(r("x")) + "</m:phant>" + r("y"), `y`},
		"empty":        {"", ""},
		"halves":       {"<m:f/><m:sSup/><m:rad/><m:nary/><m:d/><m:m/><m:func/><m:acc/>", `\frac{}{}{}\sqrt{}\int()\begin{matrix}  \end{matrix}\hat{}`},
	} {
		if got := omml.TeX(tree(t, c.in)); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// TestGrows nests formulas and makes long ones.
func TestGrows(t *testing.T) {
	for name, make := range map[string]func(n int) string{
		"deep": func(n int) string {
			return strings.Repeat("<m:rad><m:e>", n/100) + r(strings.Repeat("x+π", n)) + strings.Repeat("</m:e></m:rad>", n/100)
		},
		"long":      func(n int) string { return strings.Repeat(r("x+π"), n) },
		"fractions": func(n int) string { return strings.Repeat("<m:f><m:num>"+r("1")+"</m:num></m:f>", n) },
	} {
		small, large := tree(t, make(10_000)), tree(t, make(160_000))
		if err := cputime.Grows(16, func() { omml.TeX(small) }, func() { omml.TeX(large) }); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

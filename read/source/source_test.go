package source_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/internal/cputime"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/source"
)

func document(t testing.TB, media, text string) *doc.Document {
	t.Helper()
	d, err := source.Reader{}.Read(context.Background(), read.Source{URI: "src/a.x", Media: media, Data: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Validate(); err != nil {
		t.Fatal(err)
	}
	return d
}

// tree writes each declaration as "[first-last label …]", with those in it;
// lines count from 1.
func tree(d *doc.Document, parent int) string {
	var b strings.Builder
	for i := range d.Children(parent) {
		if block := d.Blocks[i]; block.Kind == doc.Decl {
			first, last := 1+strings.Count(d.Text[:block.Span.Start], "\n"), 1+strings.Count(d.Text[:block.Span.End], "\n")
			fmt.Fprintf(&b, "[%d-%d %s%s]", first, last, block.Label, tree(d, i))
		}
	}
	return b.String()
}

var declarations = []struct{ media, name, in, want string }{
	{"text/x-python", "class", "import os\n\n# about C\n@deco(\n    1,\n)\nclass C(Base):\n    \"\"\"Doc.\n\ndef no(): pass\n    \"\"\"\n    x = 1\n\n    @property\n    def a(self):\n        return {\n1: 2\n        }\n\n    # of b\n    async def b(self): pass\n    # the end\n\n# apart\n\ny = 2\n",
		"[3-22 class C(Base):[14-18 def a(self):][20-21 async def b(self): pass]]"},
	{"text/x-python", "multi-line signature", "def f(\n    a,\n):\n    def inner():\n        pass\n    return inner\nf(1)\n", "[1-6 def f(]"},
	{"text/x-python", "strings", "s = '''\ndef no():\n'''\nt = \"def\"\nu = 'a # b'\nif s:\n    def yes(): pass\n", "[7-7 def yes(): pass]"},
	{"text/x-python", "words that are none", "default = 1\nclassify()\n# def no():\nprint('x')\n", ""},
	{"text/x-python", "comment at the margin", "def f():\n    a()\n# b()\n    c()\n\n# of g\ndef g(): pass\n", "[1-4 def f():][6-7 def g(): pass]"},
	{"text/x-python", "tabs and windows", "class C:\r\n\tdef a(self):\r\n\t\tpass\r\n\tdef b(self):\r\n\t\tpass\r\n", "[1-5 class C:[2-3 def a(self):][4-5 def b(self):]]"},

	{"text/x-go", "parsed", "package p\n\nimport \"fmt\"\n\n// A is.\nconst (\n\tA = 1\n\tB = 2\n)\n\n// T is.\ntype T struct {\n\tx int // y\n}\n\n// M does.\n// Much.\nfunc (t *T) M() string {\n\treturn `}`\n}\n\nvar f = func() {}\n",
		"[5-9 const (][11-14 type T struct {][16-20 func (t *T) M() string {][22-22 var f = func() {}]"},
	{"text/x-go", "broken", "package p\n\n// A is.\nfunc A() {\n\tx := `}\n}`\n\tif {\n}\n}\n\n// B is\nfunc B(\n\tx interface{},\n) (y int) {\n\treturn '}'\n}\n\ntype T struct {\n\ta int\n}\nvar x = 1\n", "[3-9 func A() {][11-16 func B(][18-20 type T struct {][21-21 var x = 1]"},
	{"text/x-go", "windows", "package p\r\n\r\n// A is.\r\nfunc A() {\r\n}\r\n", "[3-5 func A() {]"},
	{"text/x-go", "one line", "package p; var a int; func b() {}\nfunc c() {}\n", "[1-1 package p; var a int; func b() {}][2-2 func c() {}]"},

	{"text/javascript", "functions", "import a from 'a';\n\n/** F.\n * function no() {\n */\nexport async function f(x) {\n  return `}${x ? `{${x}` : \"}\"}`;\n}\n\nconst g = (a, b) => {\n  return /[/}]{/.test(a / b) ? 1 : /\\}/;\n};\nconst n = 5;\nf();\n",
		"[3-8 export async function f(x) {][10-12 const g = (a, b) => {]"},
	{"text/javascript", "class", "export default class A extends B {\n  #x = 1;\n  // c\n  constructor(a) {\n    super(a);\n    if (a) {\n      b();\n    }\n  }\n\n  static async *gen() {}\n  get y() { return 1 }\n  h = () => {\n  };\n}\n",
		"[1-15 export default class A extends B {[3-9 constructor(a) {][11-11 static async *gen() {}][12-12 get y() { return 1 }][13-14 h = () => {]]"},
	{"text/javascript", "assigned", "A.prototype.b = function () {\n};\nmodule.exports = { a: 1 };\nclassify({\n});\n", "[1-2 A.prototype.b = function () {]"},
	{"text/x-typescript", "types", "@Injectable({\n  a: 1,\n})\nexport class S<T> implements I {\n  @Input() name: string;\n  private async m<T>(a: T): Promise<void> {\n  }\n}\n\ntype U =\n  | { a: 1 }\n  | { b: 2 }\ninterface I {\n  x: number\n}\nexport enum E { A, B }\nexport const k: number = 1\ndeclare module 'm' {\n  function f(): void;\n}\n",
		"[1-8 export class S<T> implements I {[6-7 private async m<T>(a: T): Promise<void> {]][10-12 type U =][13-15 interface I {][16-16 export enum E { A, B }][17-17 export const k: number = 1][18-20 declare module 'm' {[19-19 function f(): void;]]"},

	{"text/x-java", "class", "package a;\nimport b.C;\n\n/** Doc { */\n@Entity\npublic final class A<T> extends B\n    implements D {\n  private int x = f(1);\n  static { y(); }\n\n  /** M. */\n  @Override\n  public <U> List<U> m(int a,\n      int b) throws E {\n    return new X() {\n      public void no() {}\n    };\n  }\n\n  A(int x) { this.x = x; }\n  abstract void n();\n\n  interface In {\n    int k();\n  }\n  String s = \"\"\"\n    void no() {\n    \"\"\";\n}\n",
		"[4-29 public final class A<T> extends B[11-18 public <U> List<U> m(int a,][20-20 A(int x) { this.x = x; }][21-21 abstract void n();][23-25 interface In {[24-24 int k();]]]"},
	{"text/x-csharp", "class", "using System;\n\nnamespace N\n{\n    /// <summary>A.</summary>\n    [Serializable]\n    public class A : B\n    {\n        string p = @\"c:\\\";\n        public int X { get; set; }\n\n        public async Task<int> M(int a)\n        {\n            return 1;\n        }\n        public A() : base() { }\n    }\n}\n",
		"[3-18 namespace N[5-17 public class A : B[12-15 public async Task<int> M(int a)][16-16 public A() : base() { }]]]"},
	{"text/x-c", "functions", "#include <a.h>\n#define X(a) { a\n\n/* F. */\nstatic int *f(int a,\n              char b)\n{\n#ifdef Y\n  if (a) {\n#else\n  if (b) {\n#endif\n    return '}';\n  }\n}\n\nint g(void);\nint h = f(1, 2);\nstruct S {\n  int a;\n};\ntypedef struct {\n  int b;\n} T;\nvoid k() {}\n",
		"[4-15 static int *f(int a,][19-21 struct S {][22-24 typedef struct {][25-25 void k() {}]"},
	{"text/x-c++", "class", "namespace n {\n\ntemplate <typename T>\nclass A : public B {\n public:\n  A(int x) : x_(x) {}\n  void m() const {\n    auto s = R\"x(}})\" )x\";\n  }\n  void decl();\n};\n\nA::A()\n    : x_{1}\n{\n}\nbool operator==(A a, A b) { return true; }\n}  // n\n",
		"[1-18 namespace n {[3-11 class A : public B {[6-6 A(int x) : x_(x) {}][7-9 void m() const {]][13-16 A::A()][17-17 bool operator==(A a, A b) { return true; }]]"},
	{"text/x-rust", "items", "use a::b;\n\n/// Doc.\n#[derive(Debug)]\npub struct S<'a> {\n    x: &'a str,\n}\n\nimpl<'a> S<'a> {\n    /* { /* } */ { */\n    pub const fn f(&self) -> char\n    where\n        T: X,\n    {\n        '{'\n    }\n    fn g() { let s = r#\"}\"}\"#; }\n}\nconst A: [u8; 2] = [1, 2];\nfn main() {\n}\n",
		"[3-7 pub struct S<'a> {][9-18 impl<'a> S<'a> {[10-16 pub const fn f(&self) -> char][17-17 fn g() { let s = r#\"}\"}\"#; }]][19-19 const A: [u8; 2] = [1, 2];][20-21 fn main() {]"},
	{"text/x-ruby", "class", "require 'a'\n\n=begin\ndef no\n=end\nmodule M\n  # C.\n  class C < B\n    attr_reader :x\n\n    def a(x)\n      s = <<~EOS\n  end\n        def no\n      EOS\n    rescue E\n      nil\n    end\n\n    def b = 1\n    def self.c; end\n  end\nend\nputs 1\n",
		"[3-23 module M[7-22 class C < B[11-18 def a(x)][20-20 def b = 1][21-21 def self.c; end]]]"},
	{"text/x-php", "class", "<p>Don't {</p>\n<?php\n\n/** D. */\n#[Attr(1)]\nfinal class A extends B\n{\n    private $x = 1;\n    // it's\n    public static function f(int $a): string\n    {\n        return <<<EOT\n}}\nEOT;\n    }\n    abstract function g();\n}\nfunction h() {\n}\n",
		"[4-17 final class A extends B[9-15 public static function f(int $a): string][16-16 abstract function g();]]" + "[18-19 function h() {]"},
	{"text/x-sh", "functions", "#!/bin/sh\nset -e\n\n# F.\nf() {\n  cat <<EOF\n}\nEOF\n  echo \"${x#}}\" 'it' # }\n}\n\nfunction g\n{\n  :\n}\nf\n", "[4-10 f() {][12-15 function g]"},
	{"text/x-sql", "statements", "-- T;\nCREATE TABLE t (\n  a int, -- ;\n  b text DEFAULT ';'\n);\nINSERT INTO t VALUES (1);\ncreate function f() returns int as $$\nbegin\n  return 1;\nend;\n$$ language plpgsql;\nCREATE PROCEDURE p()\nBEGIN\n  SELECT 1;\nEND;\nSELECT 2;\n",
		"[1-5 CREATE TABLE t (][7-11 create function f() returns int as $$][12-15 CREATE PROCEDURE p()]"},
	{"text/x-kotlin", "class", "/** A. */\n@Serializable\ndata class A(\n    val x: Int,\n) : B() {\n    override fun f(): Int = 1\n    companion object {\n        fun g() {\n        }\n    }\n}\nfun h() = 2\n", "[1-11 data class A([6-6 override fun f(): Int = 1][7-10 companion object {[8-9 fun g() {]]][12-12 fun h() = 2]"},
	{"text/x-swift", "class", "import A\n\n/// S.\n@objc public class S: B {\n    init(x: Int) {\n    }\n    func f() -> String { \"}\" }\n}\nextension S {}\n", "[3-8 @objc public class S: B {[5-6 init(x: Int) {][7-7 func f() -> String { \"}\" }]][9-9 extension S {}]"},
	{"text/x-scala", "class", "package a\n\n/** A. */\n@tag\ncase class A(x: Int) extends B {\n  // f\n  private def f(y: Int): String =\n    \"}\"\n  val z = 1\n}\nobject A {\n  def g = { 1 }\n}\n", "[3-10 case class A(x: Int) extends B {[6-8 private def f(y: Int): String =]][11-13 object A {[12-12 def g = { 1 }]]"},
	{"text/x-dart", "class", "import 'a';\n\n/// A.\nclass A extends B {\n  final int x = 1;\n  A(this.x);\n  @override\n  String get name => 'a}';\n  Future<void> m(int a) async {\n    return f(a);\n  }\n}\nvoid main() {\n  print('x');\n}\n", "[3-12 class A extends B {[6-6 A(this.x);][7-8 String get name => 'a}';][9-11 Future<void> m(int a) async {]][13-15 void main() {]"},
	{"text/x-groovy", "class", "class A {\n  def f(x) {\n    '}'\n  }\n}\ndef g(int a) {\n}\ntask b {\n}\n", "[1-5 class A {[2-4 def f(x) {]][6-7 def g(int a) {]"},
	{"text/x-objective-c", "methods", "#import <A.h>\n\n@implementation A\n\n// F.\n- (void)f:(int)x\n        g:(int)y {\n  NSString *s = @\"}\";\n}\n+ (id)h { return nil; }\n@end\nstatic int k(void) {\n}\n", "[5-9 - (void)f:(int)x][10-10 + (id)h { return nil; }][12-13 static int k(void) {]"},
	{"text/x-solidity", "contract", "pragma solidity ^0.8.0;\n\n/// C.\ncontract C is D {\n    uint x;\n    event E(uint a);\n    constructor() {\n    }\n    /// F.\n    function f(uint a)\n        public\n        returns (uint)\n    {\n        return a;\n    }\n}\n", "[3-16 contract C is D {[6-6 event E(uint a);][7-8 constructor() {][9-15 function f(uint a)]]"},
	{"text/x-zig", "struct", "const std = @import(\"std\");\n\n/// P.\npub const P = struct {\n    x: i32,\n    pub fn f(self: P) i32 {\n        return self.x;\n    }\n};\nconst s =\n    \\\\ }\n;\ntest \"t\" {\n}\n", "[3-9 pub const P = struct {[6-8 pub fn f(self: P) i32 {]][13-14 test \"t\" {]"},
	{"text/x-protobuf", "messages", "syntax = \"proto3\";\n\n// M.\nmessage M {\n  string a = 1;\n  enum E {\n    X = 0;\n  }\n}\nservice S {\n  rpc F(M) returns (M) {}\n}\n", "[3-9 message M {[6-8 enum E {]][10-12 service S {[11-11 rpc F(M) returns (M) {}]]"},
	{"text/x-graphql", "types", "\"\"\"\nA } thing.\n\"\"\"\ntype A implements B {\n  \"one\"\n  x: Int\n}\nunion U =\n  | A\n  | B\nquery q($a: Int) {\n  a\n}\n", "[1-7 type A implements B {][8-10 union U =][11-13 query q($a: Int) {]"},
	{"text/x-hcl", "blocks", "# V.\nvariable \"v\" {\n  default = \"}\"\n}\nlocals {\n  a = <<-EOT\n  }\n  EOT\n}\n", "[1-4 variable \"v\" {][5-9 locals {]"},
	{"text/x-powershell", "functions", "<#\n F }\n#>\nfunction Get-A {\n  [CmdletBinding()]\n  param([string]$x = \"a`\"}\")\n  'C:\\'\n}\nclass B {\n  [int] M() {\n    return 1\n  }\n}\n", "[1-8 function Get-A {][9-13 class B {[10-12 [int] M() {]]"},
	{"text/x-perl", "subs", "package A;\nuse strict;\n\n=head1 F\n\nsub no {\n\n=cut\n\n# f\nsub f {\n  my %h = (q => 1);\n  s/\\}{/}/ if /[}]/;\n  return q{{}}, qw(a }), $h{q};\n}\nsub g { 1 }\nsub p;\n", "[10-15 sub f {][16-16 sub g { 1 }]"},
	{"text/x-r", "functions", "library(x)\n\n#' F.\nf <- function(a,\n              b = \"}\") {\n  a\n}\n`g<-` = function(x) x\nsetMethod(\"m\", function(x) {\n})\n", "[3-7 f <- function(a,][8-8 `g<-` = function(x) x][9-10 setMethod(\"m\", function(x) {]"},
	{"text/x-lua", "functions", "-- F.\nlocal function f(x)\n  if x then\n    return [[\nend\n]]\n  end\nend\n\nfunction M.g() end\nM.h = function(a)\n  return a\nend\n--[[\nfunction no()\n]]\n", "[1-8 local function f(x)][10-10 function M.g() end][11-13 M.h = function(a)]"},
	{"text/x-elixir", "module", "defmodule A.B do\n  @moduledoc \"\"\"\n  def no do\n  \"\"\"\n\n  @doc \"\"\"\n  F.\n\n  \"\"\"\n  @spec f(any) :: any\n  def f(x) when x in [?\", ?a] do\n    ~s(\") <> \"end\"\n  rescue\n    _ -> nil\n  end\n\n  defp g(_), do: 1\nend\n", "[1-18 defmodule A.B do[6-15 def f(x) when x in [?\", ?a] do][17-17 defp g(_), do: 1]]"},
	{"text/x-julia", "functions", "module M\n\n\"\"\"\nF.\n\"\"\"\nfunction f(x)\n    #= end =#\n    x'\nend\n\n# g\n@inline g(x::T) where T = x\nmutable struct S\n    a\nend\nx = 1\nend\n", "[6-9 function f(x)][11-12 @inline g(x::T) where T = x][13-15 mutable struct S]"},
	{"text/x-ruby", "flush modules and marks", "module A\nclass B\n  def a\n    %w(a b) + [%(}\nend)]\n  end\nend\nclass E < F; end\nend\n", "[1-9 module A[2-7 class B[3-6 def a]][8-8 class E < F; end]]"},
	{"text/plain", "unknown", "class A {\n}\n", ""},
}

func TestDeclarations(t *testing.T) {
	for _, c := range declarations {
		if got := tree(document(t, c.media, c.in), -1); got != c.want {
			t.Errorf("%s, %s: got\n%s\nwant\n%s", c.media, c.name, got, c.want)
		}
	}
}

// TestLeavesHoldAll: what no leaf holds is blank, and each is code.
func TestLeavesHoldAll(t *testing.T) {
	for _, c := range declarations {
		d := document(t, c.media, c.in)
		at := 0
		for i, b := range d.Blocks {
			if !d.Leaf(i) {
				continue
			}
			if b.Kind != doc.Code || b.Label != d.Meta["language"] {
				t.Errorf("%s, %s: leaf %v", c.media, c.name, b)
			}
			if !doc.IsBlank(c.in[at:b.Span.Start]) {
				t.Errorf("%s, %s: %q is in no leaf", c.media, c.name, c.in[at:b.Span.Start])
			}
			at = b.Span.End
		}
		if !doc.IsBlank(c.in[at:]) {
			t.Errorf("%s, %s: %q is in no leaf", c.media, c.name, c.in[at:])
		}
	}
}

func TestDocument(t *testing.T) {
	for _, c := range []struct{ uri, media, wantMedia, language string }{
		{"a/b.py", "", "text/x-python", "python"},
		{`C:\a\b.py`, "text/x-java", "text/x-java", "java"},
		{"b.py", "text/plain", "text/x-python", "python"},
		{"b.go", source.AnyMedia, "text/x-go", "go"},
		{"b.zzz", source.AnyMedia, source.AnyMedia, ""},
		{"b.zzz", "", "text/plain", ""},
	} {
		d, err := source.Reader{}.Read(context.Background(), read.Source{URI: c.uri, Media: c.media, Data: []byte("x")})
		if err != nil || d.Media != c.wantMedia || d.Meta["language"] != c.language || d.Title != c.uri[strings.LastIndexAny(c.uri, `/\`)+1:] {
			t.Errorf("%s: %+v %v", c.uri, d, err)
		}
	}
}

func TestLongSignature(t *testing.T) {
	d := document(t, "text/x-python", "def f(a='"+strings.Repeat("ñ", 300)+"'): pass\n")
	if label := d.Blocks[0].Label; len(label) > 200 || !strings.HasPrefix(d.Text, label) {
		t.Errorf("%q", label)
	}
}

func TestGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const n = 1 << 15
	reads := func(media, text string) func() { return func() { document(t, media, text) } }
	for _, c := range []struct{ media, unit string }{
		{"text/x-python", "class A:\n"}, {"text/x-python", "# a\n"}, {"text/x-python", "@a\n"}, {"text/x-python", "def f(\n"}, {"text/x-python", "class A:\n # b\n"},
		{"text/javascript", "class A {\n"}, {"text/javascript", "`${"}, {"text/javascript", "=/["}, {"text/javascript", "export const a =\n"}, {"text/javascript", "f() {\n"},
		{"text/x-go", "func f() {\n"}, {"text/x-go", "var a int\n"}, {"text/x-rust", "/*"}, {"text/x-rust", "'a "}, {"text/x-c", "int f(\n"}, {"text/x-c", "#if a\n"},
		{"text/x-c++", "R\"x("}, {"text/x-sh", "<<E "}, {"text/x-ruby", "<<~E\n"}, {"text/x-ruby", "def f\n"}, {"text/x-sql", "$a$ "}, {"text/x-sql", "create a\n"}, {"text/x-php", "?>"}, {"text/x-java", "@A(("},
		{"text/x-perl", "s{"}, {"text/x-perl", "=a\n"}, {"text/x-elixir", "~s("}, {"text/x-elixir", "?a "}, {"text/x-lua", "[["}, {"text/x-lua", "[="}, {"text/x-ruby", " %("}, {"text/x-ruby", "module A\n"},
	} {
		if err := cputime.Grows(16, reads(c.media, strings.Repeat(c.unit, n/len(c.unit))), reads(c.media, strings.Repeat(c.unit, 16*n/len(c.unit)))); err != nil {
			t.Errorf("%s, %q: %v", c.media, c.unit, err)
		}
	}
}

func BenchmarkRead(b *testing.B) {
	for _, media := range []string{"text/x-python", "text/x-go", "text/javascript"} {
		for _, c := range declarations {
			if c.media != media {
				continue
			}
			text := strings.Repeat(c.in, 1<<20/len(c.in))
			b.Run(media, func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				for b.Loop() {
					if _, err := (source.Reader{}).ReadText(context.Background(), read.Source{URI: "a", Media: media}, text); err != nil {
						b.Fatal(err)
					}
				}
			})
			break
		}
	}
}

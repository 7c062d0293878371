package source

import (
	"regexp"
	"strings"
)

// language is how the code of a language is written.
type language struct {
	name            string
	media           []string
	line            []string // marks of comments up to the line end
	begin, end      string   // of comments of several lines
	nested          bool     // they nest
	quotes          string   // of strings
	multiline       bool     // strings in them may go over line ends
	rawSingle       bool     // a backslash escapes nothing in single quotes
	long            []string // marks of strings of several lines
	heredoc         string   // the mark that opens one
	template        bool     // literals in backquotes hold code in ${}
	regex           bool     // literals in slashes are regular expressions
	raw             bool     // strings with a prefix, see rawString
	lifetimes       bool     // a quote may begin a lifetime
	dollar          bool     // strings between $tag$
	directives      bool     // lines that begin with # are the preprocessor's
	html            bool     // code stands between <?php and ?>
	blankBeforeHash bool     // # begins a comment only behind a blank
	pod             bool     // a line that begins with = and a letter begins a comment, up to =cut
	longBrackets    bool     // strings between [[ and ]], with equal signs or not
	question        bool     // a character is written behind a question mark
	sigils          bool     // strings begin with ~, a letter and a mark of their own
	percent         bool     // strings begin with a percent sign, perhaps a letter, and a mark of their own
	operators       bool     // strings begin with q, qw, m, s … and a mark of their own
	escape          byte     // what escapes in strings, where it is no backslash
	indented        bool     // declarations end with their indentation
	ends            bool     // and with a line "end" there
	flush           bool     // what is in a module need not be indented
	semicolons      bool     // statements end with a semicolon
	goesOn          string   // what a line that goes on with the one before begins with
	annotations     *regexp.Regexp
	patterns        []pattern
}

// pattern tells by its first line that a declaration begins.
type pattern struct {
	re, not   *regexp.Regexp
	container bool // it may hold declarations
	member    bool // only in a container
	body      bool // only with a body in curly brackets
}

// bare is the head of a line without the annotations that it begins with.
func (l *language) bare(head string) string {
	if l.annotations == nil {
		return head
	}
	for head != "" {
		if strings.IndexByte("@[#tB", head[0]) < 0 { // what annotations of any language begin with
			return head
		}
		n := l.annotations.FindStringIndex(head)
		if n == nil || n[1] == 0 {
			return head
		}
		head = strings.TrimLeft(head[n[1]:], " \t")
	}
	return ""
}

func holder(re string) pattern {
	return pattern{re: regexp.MustCompile("^(?:" + re + ")"), container: true}
}
func single(re string) pattern { return pattern{re: regexp.MustCompile("^(?:" + re + ")")} }
func member(re string) pattern {
	return pattern{re: regexp.MustCompile("^(?:" + re + ")"), not: statement, member: true}
}
func bodied(re string) pattern {
	return pattern{re: regexp.MustCompile("^(?:" + re + ")"), not: statement, body: true}
}

// statement is what no function's signature begins with.
var statement = regexp.MustCompile(`^(?:return|if|else|for|foreach|while|do|switch|case|default|throw|new|await|yield|using|lock|fixed|catch|try|goto|typeof|sizeof|super|this|delete|assert)\b`)

// atName is an annotation: a name behind @, with its brackets, which may go on in
// the next lines.
var atName = regexp.MustCompile(`^@(?:[\w$]+\.)*[\w$]+(?:\s*\((?:[^()]|\([^()]*\))*(?:\)|$))?`)

var unknown = language{line: []string{"//", "#"}, begin: "/*", end: "*/", quotes: `"`}

const (
	javaMods = `(?:(?:public|protected|private|static|final|abstract|sealed|non-sealed|default|synchronized|native|strictfp|transient|volatile)\s+)*`
	csMods   = `(?:(?:public|protected|private|internal|static|sealed|abstract|partial|virtual|override|async|unsafe|extern|new|readonly|ref|required|file)\s+)*`
	tsMods   = `(?:(?:public|private|protected|static|async|readonly|override|abstract|declare|accessor|get|set)\s+)*`
	exported = `(?:export\s+)?(?:default\s+)?(?:declare\s+)?`
	rustMods = `(?:pub(?:\s*\([^)]*\))?\s+)?(?:default\s+)?(?:const\s+)?(?:async\s+)?(?:unsafe\s+)?(?:extern\s+(?:"[^"]*"\s+)?)?`
	phpMods  = `(?:(?:abstract|final|readonly|public|private|protected|static)\s+)*`
	kotMods  = `(?:(?:public|private|protected|internal|open|abstract|final|sealed|data|inline|value|inner|enum|annotation|override|suspend|operator|infix|tailrec|external|const|lateinit|companion|expect|actual|fileprivate|static|mutating|indirect|required|convenience|class)\s+)*`
)

var scripts = []pattern{
	holder(exported + `(?:abstract\s+)?(?:class|interface)\b`),
	holder(`(?:export\s+)?(?:declare\s+)?(?:namespace|module|global)\s+[\w$.'"]+\s*\{`),
	single(exported + `(?:async\s+)?function\b`),
	single(exported + `(?:const\s+)?enum\s+[\w$]`),
	single(exported + `type\s+[\w$]+\s*(?:<.*)?(?:=|$)`),
	single(`export\s+(?:declare\s+)?(?:const|let|var)\s`),
	single(`export\s+default\b`),
	holder(exported + `(?:const|let|var)\s+[\w$]+\s*=\s*class\b`),
	single(exported + `(?:const|let|var)\s+[\w$]+\s*(?::[^=]+)?=\s*(?:async\s+)?(?:function\b|\([^()]*\)\s*(?::[^=]+)?=>|[\w$]+\s*=>|\([^)]*$)`),
	single(`[\w$]+(?:\.[\w$]+)+\s*=\s*(?:async\s+)?(?:function\b|class\b|\([^()]*\)\s*=>|[\w$]+\s*=>)`),
	member(tsMods + `\*?\s*(?:#?[\w$]+|\[[^\]]*\])\??\s*(?:<[^(]*>)?\(`),
	member(tsMods + `#?[\w$]+\s*(?::[^=]+)?=\s*(?:async\s+)?(?:function\b|\(|[\w$]+\s*=>)`),
}

var languages = append(known, more...)

// known are the languages whose scanning was held against a parser of theirs
// in detail.
var known = []language{
	{name: "python", media: []string{"text/x-python"}, line: []string{"#"}, quotes: `"'`, long: []string{`"""`, "'''"}, indented: true, annotations: atName,
		patterns: []pattern{holder(`class\s+\w`), single(`(?:async\s+)?def\s+\w`)}},
	{name: "go", media: []string{"text/x-go"}, line: []string{"//"}, begin: "/*", end: "*/", quotes: `"'`, long: []string{"`"},
		patterns: []pattern{single(`func\b`), single(`type\s`), single(`(?:const|var)\b`)}},
	{name: "javascript", media: []string{"text/javascript"}, line: []string{"//"}, begin: "/*", end: "*/", quotes: `"'`, template: true, regex: true,
		goesOn: "|&.?:=,", annotations: atName, patterns: scripts},
	{name: "typescript", media: []string{"text/x-typescript"}, line: []string{"//"}, begin: "/*", end: "*/", quotes: `"'`, template: true, regex: true,
		goesOn: "|&.?:=,", annotations: atName, patterns: scripts},
	{name: "java", media: []string{"text/x-java"}, line: []string{"//"}, begin: "/*", end: "*/", quotes: `"'`, long: []string{`"""`}, semicolons: true, annotations: atName,
		patterns: []pattern{
			holder(javaMods + `(?:class|interface|enum|record|@interface)\s+\w`),
			member(javaMods + `(?:<[^(]*>\s*)?[\w.$]+(?:<[^(=]*>)?(?:\[\])*\s+\w+\s*\(`),
			{re: regexp.MustCompile(`^` + javaMods + `[A-Z]\w*\s*\(`), not: statement, member: true, body: true},
		}},
	{name: "csharp", media: []string{"text/x-csharp"}, line: []string{"//"}, begin: "/*", end: "*/", quotes: `"'`, long: []string{`"""`}, raw: true, directives: true, semicolons: true,
		annotations: regexp.MustCompile(`^\[[A-Za-z](?:[^\[\]"]|"[^"]*"|\[\])*\]`),
		patterns: []pattern{
			{re: regexp.MustCompile(`^namespace\s+[\w.]+`), container: true, body: true},
			holder(csMods + `(?:class|interface|struct|enum|record)\s+\w`),
			single(csMods + `delegate\s+\w`),
			member(csMods + `[\w.]+(?:<[^(=]*>)?(?:\[\])*\??\s+[\w.]+(?:<[^(=]*>)?\s*\(`),
			{re: regexp.MustCompile(`^` + csMods + `~?[A-Z]\w*\s*\(`), not: statement, member: true, body: true},
		}},
	{name: "c", media: []string{"text/x-c"}, line: []string{"//"}, begin: "/*", end: "*/", quotes: `"'`, directives: true, semicolons: true, patterns: cFamily},
	{name: "c++", media: []string{"text/x-c++"}, line: []string{"//"}, begin: "/*", end: "*/", quotes: `"'`, raw: true, directives: true, semicolons: true, goesOn: ",:{", patterns: cFamily,
		annotations: regexp.MustCompile(`^(?:template\s*<[^;{}()]*>|\[\[[^\]]*\]\])`)},
	{name: "rust", media: []string{"text/x-rust"}, line: []string{"//"}, begin: "/*", end: "*/", nested: true, quotes: `"'`, multiline: true, raw: true, lifetimes: true, semicolons: true,
		annotations: regexp.MustCompile(`^#!?\[(?:[^\[\]]|\[[^\]]*\])*\]`),
		patterns: []pattern{
			holder(rustMods + `(?:trait|impl|mod)\b`),
			single(rustMods + `(?:fn|struct|enum|union|type|static)\s`), single(`(?:pub(?:\([^)]*\))?\s+)?const\s+\w`), single(`macro_rules!`),
		}},
	{name: "ruby", media: []string{"text/x-ruby"}, line: []string{"#"}, begin: "=begin", end: "\n=end", quotes: `"'`, multiline: true, heredoc: "<<", regex: true, blankBeforeHash: true, indented: true, ends: true, flush: true, percent: true,
		patterns: []pattern{holder(`(?:class|module)\s+[\w:<]`), single(`(?:(?:private|protected|public|module_function|private_class_method)\s+)?def\s`)}},
	{name: "php", media: []string{"text/x-php"}, line: []string{"//", "#"}, begin: "/*", end: "*/", quotes: "\"'`", multiline: true, heredoc: "<<<", html: true, semicolons: true,
		annotations: regexp.MustCompile(`^#\[(?:[^\[\]]|\[[^\]]*\])*\]`),
		patterns: []pattern{
			{re: regexp.MustCompile(`^namespace\s+[\w\\]+`), container: true, body: true},
			holder(phpMods + `(?:class|interface|trait|enum)\s+\w`), single(phpMods + `function\s+&?\w`),
		}},
	{name: "shell", media: []string{"text/x-sh"}, line: []string{"#"}, quotes: "\"'`", multiline: true, rawSingle: true, heredoc: "<<", blankBeforeHash: true,
		patterns: []pattern{single(`function\s+[\w:.-]+`), single(`[\w:.-]+\s*\(\s*\)`)}},
	{name: "sql", media: []string{"text/x-sql"}, line: []string{"--"}, begin: "/*", end: "*/", quotes: "\"'`", multiline: true, rawSingle: true, dollar: true, semicolons: true,
		patterns: []pattern{single(`(?i:create)\s`)}},
	{name: "kotlin", media: []string{"text/x-kotlin"}, line: []string{"//"}, begin: "/*", end: "*/", nested: true, quotes: `"'`, long: []string{`"""`}, goesOn: ":.=", annotations: atName, patterns: kotlinLike},
	{name: "swift", media: []string{"text/x-swift"}, line: []string{"//"}, begin: "/*", end: "*/", nested: true, quotes: `"`, long: []string{`"""`}, goesOn: ":.", annotations: atName, patterns: kotlinLike},
}

var kotlinLike = []pattern{
	holder(kotMods + `(?:class|interface|object|struct|enum|protocol|extension|actor)\b`),
	single(kotMods + `(?:fun|func|init|typealias)\b`),
}

var cFamily = []pattern{
	{re: regexp.MustCompile(`^(?:inline\s+)?namespace\b[^;=]*$`), container: true, body: true},
	{re: regexp.MustCompile(`^extern\s+"C(?:\+\+)?"\s*(?:\{|$)`), container: true, body: true},
	{re: regexp.MustCompile(`^(?:(?:typedef|static|const)\s+)*(?:class|struct|union|enum)\b[^;()=]*$`), container: true, body: true},
	single(`typedef\b`), single(`using\s+\w+\s*=`),
	bodied(`[A-Za-z_][\w\s*&:<>,~\[\]]*[\s*&]~?[\w:~]*\w\s*\(`),
	bodied(`[A-Za-z_][\w\s*&:<>,]*\boperator\b`),
	bodied(`(?:\w+(?:<[^>]*>)?::)*~?\w+\s*\(`),
}

package source

import "regexp"

// more are the languages of which less is known: their declarations go by
// brackets or by indentation as those above.
var more = []language{
	{name: "scala", media: []string{"text/x-scala"}, line: []string{"//"}, begin: "/*", end: "*/", nested: true, quotes: `"`, long: []string{`"""`}, goesOn: ".=", annotations: atName,
		patterns: []pattern{
			holder(scalaMods + `(?:class|object|trait|enum|extension|package\s+object)\b`),
			single(scalaMods + `(?:def|type|given)\b`),
		}},
	{name: "dart", media: []string{"text/x-dart"}, line: []string{"//"}, begin: "/*", end: "*/", nested: true, quotes: `"'`, long: []string{`"""`, "'''"}, semicolons: true, annotations: atName,
		patterns: []pattern{
			holder(`(?:(?:abstract|base|final|interface|sealed|mixin)\s+)*(?:class|mixin|extension|enum)\s+\w`),
			single(`typedef\s`),
			{re: regexp.MustCompile(`^` + dartMods + `(?:[\w.]+(?:<[^(=]*>)?\??\s+)?(?:get\s+|set\s+)?[\w.]+(?:<[^(=]*>)?\s*(?:\(|=>|\{|async\b)`), not: dartNot},
			member(dartMods + `[\w.]+(?:<[^(=]*>)?\??\s+operator\b`),
		}},
	{name: "groovy", media: []string{"text/x-groovy"}, line: []string{"//"}, begin: "/*", end: "*/", quotes: `"'`, long: []string{`"""`, "'''"}, goesOn: ".", annotations: atName,
		patterns: []pattern{
			holder(javaMods + `(?:class|interface|enum|trait|@interface)\s+\w`),
			{re: regexp.MustCompile(`^` + javaMods + `(?:def|[\w.$]+(?:<[^(=]*>)?(?:\[\])*)\s+\w+\s*\([^()]*(?:\)[^;=]*\{|$)`), not: statement},
		}},
	{name: "objective-c", media: []string{"text/x-objective-c"}, line: []string{"//"}, begin: "/*", end: "*/", quotes: `"'`, directives: true, semicolons: true,
		patterns: append([]pattern{{re: regexp.MustCompile(`^[-+]\s*\(`), body: true}}, cFamily...)},
	{name: "solidity", media: []string{"text/x-solidity"}, line: []string{"//"}, begin: "/*", end: "*/", quotes: `"'`, semicolons: true,
		patterns: []pattern{
			holder(`(?:abstract\s+)?(?:contract|interface|library)\s+\w`),
			single(`(?:function|modifier|event|struct|enum|error|type)\s+[\w$]`), single(`(?:constructor|receive|fallback|function)\s*\(`),
		}},
	{name: "zig", media: []string{"text/x-zig"}, line: []string{"//", `\\`}, quotes: `"'`, semicolons: true,
		patterns: []pattern{
			holder(`(?:pub\s+)?(?:const|var)\s+\w+\s*(?::[^=]+)?=\s*(?:packed\s+|extern\s+)?(?:struct|enum|union|opaque)\b`),
			single(`(?:pub\s+)?(?:export\s+|extern\s+(?:"[^"]*"\s+)?|inline\s+|noinline\s+)?fn\s`), single(`(?:test|comptime)\b[^;]*\{`), single(`(?:pub\s+)?const\s+\w+\s*=\s*error\b`),
		}},
	{name: "protobuf", media: []string{"text/x-protobuf"}, line: []string{"//"}, begin: "/*", end: "*/", quotes: `"'`, semicolons: true,
		patterns: []pattern{holder(`(?:message|service|extend)\s+[\w.]`), single(`(?:enum|rpc)\s+\w`)}},
	{name: "graphql", media: []string{"text/x-graphql"}, line: []string{"#"}, begin: `"""`, end: `"""`, quotes: `"`, goesOn: "|@&=",
		patterns: []pattern{single(`(?:extend\s+)?(?:type|interface|input|enum|union|scalar|schema)\b`), single(`directive\s+@`), single(`(?:query|mutation|subscription|fragment)\b`)}},
	{name: "hcl", media: []string{"text/x-hcl"}, line: []string{"#", "//"}, begin: "/*", end: "*/", quotes: `"`, heredoc: "<<",
		patterns: []pattern{single(`[a-z_][\w-]*(?:\s+(?:"[^"]*"|[\w-]+))*\s*\{`)}},
	{name: "powershell", media: []string{"text/x-powershell"}, line: []string{"#"}, begin: "<#", end: "#>", quotes: `"'`, multiline: true, rawSingle: true, escape: '`', blankBeforeHash: true,
		annotations: regexp.MustCompile(`^\[[A-Za-z](?:[^\[\]"]|"[^"]*"|\[\])*\]`),
		patterns: []pattern{
			{re: regexp.MustCompile(`^(?i:class|enum)\s+\w`), container: true},
			single(`(?i:function|filter|workflow|configuration)\s+[\w:-]+`),
			{re: regexp.MustCompile(`^(?:(?i:static|hidden)\s+)*(?:\[[^\]]*\]\s*)?[A-Za-z_]\w*\s*\(`), not: statement, member: true, body: true},
		}},
	{name: "perl", media: []string{"text/x-perl"}, line: []string{"#"}, quotes: "\"'`", multiline: true, heredoc: "<<", regex: true, blankBeforeHash: true, pod: true, operators: true, semicolons: true,
		patterns: []pattern{{re: regexp.MustCompile(`^package\s+[\w:]+(?:\s+v?[\d.]+)?\s*\{`), container: true}, {re: regexp.MustCompile(`^sub\s+\w`), body: true}}},
	{name: "r", media: []string{"text/x-r"}, line: []string{"#"}, quotes: "\"'`", multiline: true,
		patterns: []pattern{single("(?:[\\w.]+|`[^`]+`|\"[^\"]+\")\\s*(?:<-|<<-|=)\\s*function\\b"), single(`set(?:Class|Method|Generic|RefClass|Validity)\s*\(`), single(`[\w.]+\s*(?:<-|=)\s*(?:R6Class|setRefClass)\s*\(`)}},
	{name: "lua", media: []string{"text/x-lua"}, line: []string{"--"}, begin: "--[[", end: "]]", quotes: `"'`, longBrackets: true, indented: true, ends: true,
		patterns: []pattern{single(`(?:local\s+)?function\s`), single(`(?:local\s+)?[\w.:\[\]"']+\s*=\s*function\b`)}},
	{name: "elixir", media: []string{"text/x-elixir"}, line: []string{"#"}, question: true, sigils: true, quotes: `"'`, multiline: true, long: []string{`"""`, "'''"}, indented: true, ends: true,
		annotations: regexp.MustCompile(`^@(?:doc|spec|impl|deprecated|typedoc|since)\b.*`),
		patterns:    []pattern{holder(`(?:defmodule|defprotocol|defimpl)\s`), single(`def(?:p|macro|macrop|guard|guardp|delegate|struct|exception)?\s`), single(`(?:test|describe|setup|setup_all)\b.*\bdo$`)}},
	{name: "julia", media: []string{"text/x-julia"}, line: []string{"#"}, begin: "#=", end: "=#", nested: true, quotes: `"`, multiline: true, long: []string{`"""`}, indented: true, ends: true,
		annotations: regexp.MustCompile(`^(?:Base\.)?@(?:Base\.)?(?:inline|noinline|generated|doc|propagate_inbounds|pure)\b`),
		patterns: []pattern{
			single(`(?:function|macro|struct|mutable\s+struct|abstract\s+type|primitive\s+type)\s`), single(`(?:[A-Z]\w*\.)*[\w!]+(?:\{[^{}]*\})?\([^=]*\)\s*(?:::[^=]+)?(?:where\s[^=]*)?=[^=>]`),
		}},
}

const (
	scalaMods = `(?:(?:private|protected)(?:\[\w+\])?\s+|(?:public|override|final|sealed|abstract|implicit|lazy|case|inline|open|opaque|transparent|infix)\s+)*`
	dartMods  = `(?:(?:static|external|const|factory|late|final|covariant|abstract)\s+)*`
)

// dartNot is what no function of Dart begins with.
var dartNot = regexp.MustCompile(`^(?:return|if|else|for|while|do|switch|case|default|throw|new|await|yield|catch|try|assert|super|this|import|export|part|library|var|set|get)\b[^=]*`)

package markdown_test

import (
	"testing"

	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/markdown"
	"github.com/pildora/pildora/read/readtest"
)

// contract is what read/readtest needs to know of Markdown.
var contract = readtest.Format{
	Media: markdown.Media,
	Exact: true,
	Seeds: map[string]string{
		"sections":     "\ufeff# Manual\n\nIntro.\n\n## Vacaciones\n\n1. uno\n   - dos\n\n> cita\n> más\n",
		"crlf":         "Title\r\n=====\r\n\r\n| a | b |\r\n|---|---|\r\n| 1 | 2 |\r\n",
		"front matter": "---\ntitle: Guía\nlang: es\n---\n# A\n\n```go\nfunc main() {}\n```\n\n$$\nx^2\n$$\n",
		"html":         "<div>\n\n*text*[^1]\n\n</div>\n\n[^1]: A note.\n\n    And more.\n",
		"windows":      "# Pol\xedtica de vacaciones\r\n\r\nLa compa\xf1\xeda abonar\xe1 el salario.\r\n",
		"utf-16":       "\xff\xfe#\x00 \x00h\x00i\x00\n\x00\n\x00x\x00",
		"nul":          "# a\x00b\n\nwords before the gap and words after the gap\n",
	},
}

func reader() read.Reader { return read.Decoding(markdown.Reader{}) }

func TestContract(t *testing.T) { readtest.Run(t, reader(), contract) }

func FuzzContract(f *testing.F) { readtest.Fuzz(f, reader(), contract) }

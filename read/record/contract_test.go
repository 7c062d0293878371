package record_test

import (
	"testing"

	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/readtest"
	"github.com/pildora/pildora/read/record"
)

// JSON has errors, so its contract isn't exact; TestTextIsSource holds the rest.
var contract = readtest.Format{
	Media: record.JSON,
	Seeds: map[string]string{
		"array":     `[{"bird": "gull"}, {"bird": "tern"}, {"bird": "auk"}]`,
		"wrapper":   "{\n  \"items\": [\n    {\"id\": 1, \"tags\": [\"a\", \"b\"]},\n    {\"id\": 2, \"note\": \"una nota bastante larga, para que no quepa en uno\"}\n  ],\n  \"total\": 2\n}\n",
		"scalar":    "17",
		"empty":     "[]",
		"bom":       "\ufeff{\"a\": {}}",
		"escapes":   `{"a\"b": "\u00f1\\", "\\": "\\\""}`,
		"numbers":   `[1, -2.5e+10, 123456789012345678901234567890, [1, 2], [3, 4]]`,
		"lenient":   "// c\n{\"a\": NaN, /* d */ \"b\": [1,],}",
		"several":   "{\"a\": 1}\n{\"a\": 2}\n[3]\n",
		"windows":   "{\"a\": \"se\xf1or\", \"b\": \"a\xf1o pasado\"}",
		"utf-16":    "\xff\xfe{\x00\"\x00a\x00\"\x00:\x001\x00}\x00",
		"duplicate": `{"a": 1, "a": 2}`,
	},
	Capped: func(n int64) read.Reader { return record.Reader{MaxBytes: n} },
}

var linesContract = readtest.Format{
	Media: record.Lines,
	Seeds: map[string]string{
		"lines":   "{\"id\": 1}\n{\"id\": 2}\n\n[1, 2]\n\"x\"\n",
		"broken":  "{\"id\": 1}\n{\"id\": 2\n{\"id\": 3} x\r\n{\"id\": 4}\r\n",
		"several": "{\n \"id\": 1\n}\n{\n \"id\": 2\n}\n",
		"blank":   "\n \n",
		"cut":     "{\"id\": 1}\n{\"id\": \"2",
	},
	Capped: contract.Capped,
}

func reader() read.Reader { return read.Decoding(record.Reader{}) }

func TestContract(t *testing.T)      { readtest.Run(t, reader(), contract) }
func TestLinesContract(t *testing.T) { readtest.Run(t, reader(), linesContract) }
func FuzzContract(f *testing.F)      { readtest.Fuzz(f, reader(), contract) }
func FuzzLinesContract(f *testing.F) { readtest.Fuzz(f, reader(), linesContract) }

package sheet_test

import (
	"testing"

	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/readtest"
	"github.com/pildora/pildora/read/sheet"
)

var contract = readtest.Format{
	Media: sheet.CSV,
	Exact: true,
	Seeds: map[string]string{
		"plain":     "name,age\nAna,31\nBo,42\n",
		"quoted":    "name,note\n\"Ana \"\"A\"\" Lee\",\"first\nsecond, with comma\"\nBo,\"\"\n",
		"semicolon": "\ufeffprecio;cantidad\r\n1,5;2\r\n2,75;10\r\n",
		"tab":       "q1\ta1\nq2\t\"a2 starts with a quote\nq3\ta3\n",
		"ragged":    "a,b,c\n1,2\n\n1,2,3,4\n,,\n",
		"named":     "sep=|\r\na|b\r\n1|2",
		"titled":    "Report\n\na;b\n1;2\n3;4\n",
		"old mac":   "a,b\r1,2\r\r3,4",
		"windows":   "a\xf1o;pa\xeds\r\n2024;Espa\xf1a\r\n",
		"utf-16":    "\xff\xfea\x00,\x00b\x00\n\x001\x00,\x002\x00\n\x00",
	},
	Capped: func(n int64) read.Reader { return sheet.Reader{MaxBytes: n} },
}

func reader() read.Reader { return read.Decoding(sheet.Reader{}) }

func TestContract(t *testing.T) { readtest.Run(t, reader(), contract) }

func FuzzContract(f *testing.F) { readtest.Fuzz(f, reader(), contract) }

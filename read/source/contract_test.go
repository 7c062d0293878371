package source_test

import (
	"testing"

	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/readtest"
	"github.com/pildora/pildora/read/source"
)

func contract(media string) readtest.Format {
	f := readtest.Format{Media: media, Exact: true, Seeds: map[string]string{}, Capped: func(n int64) read.Reader { return source.Reader{MaxBytes: n} }}
	for _, c := range declarations {
		if c.media == media {
			f.Seeds[c.name] = c.in
		}
	}
	f.Seeds["windows"] = "x = \"se\xf1or, a\xf1os atr\xe1s\"\r\n"
	return f
}

func reader() read.Reader { return read.Decoding(source.Reader{}) }

func TestPythonContract(t *testing.T) { readtest.Run(t, reader(), contract("text/x-python")) }
func TestGoContract(t *testing.T)     { readtest.Run(t, reader(), contract("text/x-go")) }
func TestScriptContract(t *testing.T) { readtest.Run(t, reader(), contract("text/javascript")) }

// FuzzContract reads its input as each language in turn.
func FuzzContract(f *testing.F) {
	for _, c := range declarations {
		f.Add([]byte(c.in))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, media := range source.Media() {
			if err := readtest.Check(reader(), contract(media), data, false); err != nil {
				t.Errorf("%s: %v", media, err)
			}
		}
	})
}

package subtitle_test

import (
	"testing"

	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/readtest"
	"github.com/pildora/pildora/read/subtitle"
)

var contract = readtest.Format{
	Media: subtitle.VTT,
	Exact: true,
	Seeds: map[string]string{
		"vtt":     "WEBVTT - Talk\nLanguage: es-MX\n\nSTYLE\n::cue { color: red }\n\nNOTE a remark\n\nid-1\n00:01.000 --> 00:03.500 align:left\n<v Ana>Hola.\n\n00:03.600 --> 00:00:06.000\n<v Ben>Adiós.</v>\n",
		"srt":     "\ufeff1\r\n00:00:01,000 --> 00:00:02,000\r\nUno\r\n\r\n2\r\n00:00:02,000 --> 00:00:03,000\r\n- Dos\r\n- Tres\r\n",
		"joined":  "1\n00:01,0 --> 00:02,0\nA\n2\n00:02,0 --> 00:03,0\nB\n\nmore of B\n",
		"broken":  "1\n00:99:01,000 --> 00:00:02,000\nA\n\n00:05 --> 00:04\nB",
		"windows": "1\r\n00:00:01,000 --> 00:00:02,000\r\nEl se\xf1or, a\xf1os atr\xe1s.\r\n",
		"old mac": "1\r00:00:01,000 --> 00:00:02,000\rUno\r\r2\r00:00:02,000 --> 00:00:03,000\rDos",
	},
	Capped: func(n int64) read.Reader { return subtitle.Reader{MaxBytes: n} },
}

func reader() read.Reader { return read.Decoding(subtitle.Reader{}) }

func TestContract(t *testing.T) { readtest.Run(t, reader(), contract) }

func FuzzContract(f *testing.F) { readtest.Fuzz(f, reader(), contract) }

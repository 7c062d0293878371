package read

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/pildora/pildora/doc"
)

// words reads UTF-8 only; with parts, an origin for each word.
type words struct{ parts bool }

func (w words) Read(_ context.Context, s Source) (*doc.Document, error) {
	d := &doc.Document{URI: s.URI, Media: s.Media, Text: string(s.Data), Warnings: []string{"mine"}}
	if !w.parts {
		return d, nil
	}
	at := 0
	for word := range strings.SplitAfterSeq(d.Text, " ") {
		span := doc.Span{Start: at, End: at + len(word)}
		d.Origins = append(d.Origins, doc.Origin{Text: span, Source: span, Part: word})
		at = span.End
	}
	return d, nil
}

func TestDecoding(t *testing.T) {
	line := strings.Repeat("se\xf1or ni\xf1o ", 20) + "\n"
	data := strings.Repeat(line, 5)
	for _, parts := range []bool{false, true} {
		d, err := Decoding(words{parts}).Read(t.Context(), Source{URI: "a", Media: "text/plain; charset=latin1", Data: []byte(data)})
		if err != nil || d.Text != strings.ReplaceAll(data, "\xf1", "ñ") || d.Media != "text/plain" {
			t.Fatalf("%+v, %v", d, err)
		}
		if len(d.Warnings) != 2 || !strings.Contains(d.Warnings[0], "windows-1252") || d.Warnings[1] != "mine" {
			t.Errorf("%q", d.Warnings)
		}
		for _, o := range d.Origins {
			source := strings.ReplaceAll(data[o.Source.Start:o.Source.End], "\xf1", "ñ")
			if !strings.Contains(source, d.Slice(o.Text)) || o.Source.Len() > 2*len(line) {
				t.Fatalf("%q is not in %v, %q", d.Slice(o.Text), o.Source, source)
			}
		}
		if want := 5; !parts && len(d.Origins) != want {
			t.Errorf("%d origins", len(d.Origins))
		}
	}
	d, err := Decoding(words{}).Read(t.Context(), Source{URI: "a", Media: "text/x; q=1", Data: []byte("niño")})
	if err != nil || d.Text != "niño" || len(d.Origins) != 0 || d.Media != "text/x; q=1" || len(d.Warnings) != 1 {
		t.Errorf("UTF-8 is not handed on as it is: %+v, %v", d, err)
	}
	if _, err := Decoding(words{}).Read(t.Context(), Source{URI: "a", Data: []byte("\x89PNG\r\n\x1a\n")}); !errors.Is(err, ErrBinary) {
		t.Error(err)
	}
}

// taker is words for text that is decoded already.
type taker struct{ words }

func (taker) Read(context.Context, Source) (*doc.Document, error) {
	return nil, errors.New("the data was handed on, not the text")
}

func (w taker) ReadText(ctx context.Context, s Source, text string) (*doc.Document, error) {
	return w.words.Read(ctx, Source{URI: s.URI, Media: s.Media, Data: []byte(text)})
}

func TestDecodingText(t *testing.T) {
	for _, data := range []string{"", "niño", "se\xf1or ni\xf1o", "\xff\xfea\x00\xf1\x00", "\xff\xfe"} {
		for _, parts := range []bool{false, true} {
			s := Source{URI: "a", Media: "text/plain", Data: []byte(data)}
			want, err := Decoding(words{parts}).Read(t.Context(), s)
			if err != nil {
				t.Fatal(err)
			}
			got, err := Decoding(taker{words{parts}}).Read(t.Context(), s)
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%q: %+v, %v, want %+v", data, got, err, want)
			}
		}
	}
}

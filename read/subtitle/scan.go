package subtitle

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/pildora/pildora/doc"
)

// part is a run of lines of a file: a cue, or something else.
type part struct {
	span  doc.Span
	label string // what it is, where it is no cue: webvtt, note, style, region, text
	text  int    // where the words of a cue begin
	time  [2]time.Duration
	timed bool
}

func (p *part) cue() bool { return p.label == "" }

// scanner goes through the lines once.
type scanner struct {
	text     string
	at       int
	parts    []part
	language string
	badTimes int
	badAt    int
}

// checkEvery is how many lines are read between two looks at the context.
const checkEvery = 1 << 12

// run finds the parts. A cue begins at its times, or at the line before them
// where that follows a blank line or is a number; it ends at a blank line, or
// where the next one begins.
func (s *scanner) run(ctx context.Context) error {
	fresh := true      // after a blank line, or at the start
	prev := doc.Span{} // the line before, empty where it is blank
	prevFresh := false
	for n := 0; s.at < len(s.text); n++ {
		if n%checkEvery == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		line := s.line()
		if n == 0 {
			line.Start += len(s.text) - len(strings.TrimLeft(s.text, doc.BOM))
			line.Start = min(line.Start, line.End)
		}
		words := s.text[line.Start:line.End]
		switch {
		case doc.IsBlank(words):
			fresh, prev = true, doc.Span{}
			continue
		case isTiming(words):
			s.begin(line, prev, prevFresh)
		case fresh:
			s.open(line, words, n == 0)
		default:
			s.parts[len(s.parts)-1].span.End = line.End
		}
		if len(s.parts) > 0 && s.parts[len(s.parts)-1].label == "webvtt" {
			s.header(words)
		}
		prev, prevFresh, fresh = line, fresh, false
	}
	s.settle()
	return ctx.Err()
}

// settle lets text without times belong to the cue that it follows: there was a
// blank line in what is said.
func (s *scanner) settle() {
	kept := s.parts[:0]
	for _, p := range s.parts {
		if last := len(kept) - 1; p.label == "text" && last >= 0 && kept[last].cue() {
			kept[last].span.End = p.span.End
			continue
		}
		kept = append(kept, p)
	}
	s.parts = kept
}

// line returns the next line without its end.
func (s *scanner) line() doc.Span {
	out := doc.Span{Start: s.at, End: len(s.text)}
	s.at = len(s.text)
	if i := strings.IndexAny(s.text[out.Start:], "\r\n"); i >= 0 {
		out.End = out.Start + i
		s.at = out.End + 1
		if s.text[out.End] == '\r' && s.at < len(s.text) && s.text[s.at] == '\n' {
			s.at++
		}
	}
	return out
}

// begin begins a cue at the line of its times, or at its number before that.
func (s *scanner) begin(line, prev doc.Span, prevFresh bool) {
	start := line.Start
	if last := len(s.parts) - 1; last >= 0 && !prev.Empty() {
		p := &s.parts[last]
		switch {
		case prevFresh && p.span.Start == prev.Start && p.label == "text", isNumber(s.text[prev.Start:prev.End]):
			start = prev.Start
			if p.span.Start >= start {
				s.parts = s.parts[:last]
			} else {
				p.span.End = p.span.Start + len(strings.TrimRight(s.text[p.span.Start:start], " \t\r\n"))
			}
		}
	}
	times, ok := timesOf(s.text[line.Start:line.End])
	if !ok {
		if s.badTimes++; s.badTimes == 1 {
			s.badAt = line.Start
		}
	}
	s.parts = append(s.parts, part{span: doc.Span{Start: start, End: line.End}, text: s.at, time: times, timed: ok})
}

// open begins a part of another kind. What is text may turn out to be the
// number of a cue.
func (s *scanner) open(line doc.Span, words string, first bool) {
	label := "text"
	word, _, _ := strings.Cut(strings.ReplaceAll(words, "\t", " "), " ")
	switch {
	case first && word == "WEBVTT":
		label = "webvtt"
	case word == "NOTE" || word == "STYLE" || word == "REGION":
		label = strings.ToLower(word)
	}
	s.parts = append(s.parts, part{span: line, label: label})
}

// header reads a line of WebVTT's header.
func (s *scanner) header(line string) {
	if name, value, ok := strings.Cut(line, ":"); ok && strings.EqualFold(strings.TrimSpace(name), "language") {
		primary, _, _ := strings.Cut(strings.TrimSpace(value), "-")
		if len(primary) == 2 || len(primary) == 3 {
			s.language = strings.ToLower(primary)
		}
	}
}

func isNumber(line string) bool {
	line = strings.TrimSpace(line)
	return line != "" && strings.Trim(line, "0123456789") == ""
}

func (s *scanner) warnings() []string {
	if s.badTimes == 0 {
		return nil
	}
	line := 1 + strings.Count(s.text[:s.badAt], "\n")
	what := "1 cue has times"
	if s.badTimes > 1 {
		what = fmt.Sprintf("%d cues have times", s.badTimes)
	}
	return []string{fmt.Sprintf("%s that can't be read, the first in line %d", what, line)}
}

// origins tie each part to its times.
func origins(parts []part) []doc.Origin {
	out := make([]doc.Origin, len(parts))
	for i, p := range parts {
		out[i] = doc.Origin{Text: p.span, Source: p.span, Time: p.time}
	}
	return out
}

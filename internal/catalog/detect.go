package catalog

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/pildora/pildora/chunk/pill"
	"github.com/pildora/pildora/doc"
)

// Seen is what a document was found to be made of, and the profile that goes
// with it.
type Seen struct {
	Profile string      `json:"profile"`
	Why     string      `json:"why"`
	Bytes   int         `json:"bytes"` // that aren't in blank lines
	Prose   float64     `json:"prose"` // share of the text that stands in paragraphs, outside of all pills but sections
	Pills   []PillShare `json:"pills"` // those that occur, the largest share first
}

// PillShare is how much of a text the pills of one kind are.
type PillShare struct {
	Kind  string  `json:"kind"`
	Pills int     `json:"pills"`
	Share float64 `json:"share"` // of the text that isn't blank
}

// Detect finds the profile of a document: that of the kind of pills which most
// of its text stands in, the default where there is no such kind.
func Detect(d *doc.Document) Seen {
	l := look(d)
	s := Seen{Bytes: l.bytes, Prose: l.part(l.prose)}
	for k, n := range l.count {
		if n > 0 {
			s.Pills = append(s.Pills, PillShare{pill.Kind(k).String(), n, l.part(l.in[k])})
		}
	}
	slices.SortStableFunc(s.Pills, func(a, b PillShare) int { return cmp.Compare(b.Share, a.Share) })
	s.Profile, s.Why = l.profile()
	return s
}

// DetectedProfiles lists what [Detect] can find.
func DetectedProfiles() []string {
	out := []string{DefaultProfile, "narrative"}
	for _, s := range signs {
		out = append(out, s.profile)
	}
	return out
}

// DefaultProfile is the profile of what is of no kind, or of several.
const DefaultProfile = "default"

// kinds is how many kinds of pills there are.
const kinds = int(pill.Decl) + 1

// looked is what was seen of one document. Lengths are bytes without blank
// lines and the white space around lines.
type looked struct {
	bytes int
	prose int
	in    [kinds]int // text in pills of the kind, each byte once
	count [kinds]int
	of    [len(signs)]int // text in pills of a sign's kinds, each byte once
}

func look(d *doc.Document) *looked {
	l := &looked{}
	ink := newInk(d.Text)
	l.bytes = ink.in(d.Whole())
	forest := pill.Find(d, d.Whole())
	var upto [kinds]int        // where the last pill of the kind ends
	var signed [len(signs)]int // where the last pill of a sign's kinds ends
	other := 0                 // where the last pill that is no section ends
	leaf := 0
	// prose adds the paragraphs before at, from the end of the last such pill.
	prose := func(at int) {
		for ; leaf < len(d.Blocks) && d.Blocks[leaf].Span.Start < at; leaf++ {
			if b := d.Blocks[leaf]; b.Kind == doc.Paragraph && b.Parent < 0 && b.Span.Start >= other {
				l.prose += ink.in(b.Span)
			}
		}
	}
	for _, p := range forest.Pills {
		l.count[p.Kind]++
		if p.Span.Start >= upto[p.Kind] {
			l.in[p.Kind] += ink.in(p.Span)
			upto[p.Kind] = p.Span.End
		}
		for i, s := range signs {
			if slices.Contains(s.kinds, p.Kind) && p.Span.Start >= signed[i] {
				l.of[i] += ink.in(p.Span)
				signed[i] = p.Span.End
			}
		}
		if p.Kind != pill.Section {
			prose(p.Span.Start)
			other = max(other, p.Span.End)
		}
	}
	prose(len(d.Text))
	return l
}

func (l *looked) part(n int) float64 {
	if l.bytes == 0 {
		return 0
	}
	return float64(n) / float64(l.bytes)
}

// most is the share of a text that must stand in pills of a kind to make it of
// that kind.
const most = 0.5

// signs are the profiles with the pills that show them, the surest first: where
// two have more than half of a text, as tables in articles may, the first is
// taken.
var signs = [...]struct {
	profile string
	kinds   []pill.Kind
	least   float64
}{
	{"code", []pill.Kind{pill.Decl}, most},
	{"slides", []pill.Kind{pill.Slide}, most},
	{"conversation", []pill.Kind{pill.Turn, pill.Message}, most},
	{"faq", []pill.Kind{pill.FAQ, pill.Entry}, most},
	{"legal", []pill.Kind{pill.Article}, most},
	{"table", []pill.Kind{pill.Table, pill.Record}, most},
	{"manual", []pill.Kind{pill.Procedure, pill.Code, pill.List, pill.Figure}, 0.3},
}

// flowing is the share of prose of a narrative, and enough the bytes that one
// has: less is a note. A manual is also what has many sections of few bytes.
const (
	flowing = 0.8
	enough  = 2000
	many    = 10
	few     = 400
)

func (l *looked) profile() (name, why string) {
	if l.bytes == 0 {
		return DefaultProfile, "it is empty"
	}
	for i, s := range signs {
		if share := l.part(l.of[i]); share >= s.least {
			return s.profile, fmt.Sprintf("%.0f %% of the text stands in pills of the kind %s, at least %.0f %%", 100*share, l.names(s.kinds), 100*s.least)
		}
	}
	prose, sections := l.part(l.prose), l.count[pill.Section]
	switch {
	case l.bytes >= enough && prose >= flowing:
		return "narrative", fmt.Sprintf("%.0f %% of the text is prose, at least %.0f %%", 100*prose, 100*flowing)
	case sections >= many && l.bytes/sections <= few:
		return "manual", fmt.Sprintf("it has %d sections of %d bytes on the average, at least %d of at most %d", sections, l.bytes/sections, many, few)
	}
	return DefaultProfile, "no kind has enough of the text"
}

// names lists the kinds that occur.
func (l *looked) names(kinds []pill.Kind) string {
	var out []string
	for _, k := range kinds {
		if l.count[k] > 0 {
			out = append(out, k.String())
		}
	}
	return strings.Join(out, ", ")
}

// ink counts the bytes of a text without the white space around its lines.
type ink struct {
	starts []int // of lines
	before []int // ink before each line
	text   string
}

func newInk(text string) *ink {
	k := &ink{text: text}
	at, n := 0, 0
	for line := range strings.Lines(text) {
		k.starts, k.before = append(k.starts, at), append(k.before, n)
		at += len(line)
		n += len(strings.TrimSpace(line))
	}
	k.starts, k.before = append(k.starts, at), append(k.before, n)
	return k
}

func (k *ink) in(s doc.Span) int { return k.upTo(s.End) - k.upTo(s.Start) }

func (k *ink) upTo(at int) int {
	i, _ := slices.BinarySearch(k.starts, at+1)
	i--
	return k.before[i] + len(strings.TrimSpace(k.text[k.starts[i]:at]))
}

package onig

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	"github.com/pildora/pildora/internal/cputime"
)

// drawn writes random expressions of small parts.
type drawn struct{ r *rand.Rand }

func (d drawn) choice(depth int) string {
	parts := make([]string, 1+d.r.IntN(3))
	for i := range parts {
		for range d.r.IntN(4) {
			parts[i] += d.repeated(depth)
		}
	}
	return strings.Join(parts, "|")
}

func (d drawn) repeated(depth int) string {
	s := d.part(depth)
	if strings.HasPrefix(s, "(?<") || d.r.IntN(2) == 0 {
		return s
	}
	counts := []string{"?", "*", "+", "{2}", "{1,3}", "{2,}", "??", "*?", "+?", "?+", "*+", "++", "{1,2}?"}
	return s + counts[d.r.IntN(len(counts))]
}

func (d drawn) part(depth int) string {
	simple := []string{"a", "b", "a", "é", "的", ".", "[ab]", "[^a]", `\w`, `\s`, "^", "$", `\b`, `\B`, `\A`, `\z`, `\Z`, "(?i:A)"}
	groups := []string{"(", "(?:", "(?>", "(?=", "(?!", "(?<=", "(?<!"}
	if depth == 0 || d.r.IntN(3) > 0 {
		return simple[d.r.IntN(len(simple))]
	}
	return groups[d.r.IntN(len(groups))] + d.choice(depth-1) + ")"
}

func (d drawn) text() string {
	var b strings.Builder
	for range d.r.IntN(14) {
		b.WriteString([]string{"a", "a", "a", "b", "b", "é", "的", " ", "\n", "A"}[d.r.IntN(10)])
	}
	return b.String()
}

func matches(m *machine) (out [][]int) {
	m.each(func(a, b int) { out = append(out, []int{a, b}) })
	return out
}

// TestScanAsBacktracking holds that a scan finds what going back and forth
// finds, wherever it takes over.
func TestScanAsBacktracking(t *testing.T) {
	const plenty = 200_000
	d := drawn{rand.New(rand.NewPCG(5, 6))}
	compiled, compared, found := 0, 0, 0
	for range 6000 {
		pattern := d.choice(3)
		re, err := Compile(pattern, ascii)
		if err != nil {
			continue
		}
		compiled++
		for range 6 {
			text := d.text()
			m := &machine{re: re, text: text, budget: plenty}
			want := matches(m)
			if m.ends != nil {
				continue // took too many steps
			}
			found += len(want)
			for _, budget := range []int{0, d.r.IntN(plenty - m.budget + 1)} {
				m := &machine{re: re, text: text, budget: budget}
				if got := matches(m); fmt.Sprint(got) != fmt.Sprint(want) {
					t.Fatalf("%s in %q, scanned after %d steps: got %v, want %v", pattern, text, budget, got, want)
				}
				if m.ends != nil {
					compared++
				}
			}
		}
	}
	if compiled < 2000 || compared < 15_000 || found < 15_000 {
		t.Errorf("%d expressions, %d scans, %d matches: too few to tell", compiled, compared, found)
	}
}

// tables are the classes of package unicode.
func tables(name string) ([]Range, bool) {
	if out, ok := ascii(name); ok && name != "Nd" {
		return out, true
	}
	table := unicode.Categories[name]
	if table == nil {
		return nil, false
	}
	var out []Range
	for c := rune(0); c <= unicode.MaxRune; c++ {
		if unicode.Is(table, c) {
			out = append(out, Range{c, c})
		}
	}
	return out, true
}

// known are the expressions of GPT-2, of Llama 3 and cl100k, of Qwen 2, of
// o200k and of DeepSeek.
var known = []string{
	`'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`,
	`(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`,
	`'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s`,
	`(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`,
	`[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|` +
		`[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|` +
		`\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+`,
	`\p{N}{1,3}`,
	"[一-龥\u3040-ゟ゠-ヿ]+",
	"[!\"#$%&'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+|[^\r\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+" +
		"| ?[\\p{P}\\p{S}]+[\r\n]*|\\s*[\r\n]+|\\s+(?!\\S)|\\s+",
}

// TestKnownLinear holds that the expressions of known tokenizers take linear
// time on runs of one character and on words, without a scan on the latter.
func TestKnownLinear(t *testing.T) {
	const prose = "It's the 1st of 20,000 words: «où» → 東京タワー, isn't it?\n\n  Yes.\t"
	for _, p := range known {
		re, err := Compile(p, tables)
		if err != nil {
			t.Fatal(err)
		}
		for _, unit := range []string{"a", "A", " ", "\n", " \n", "的", "1", "-", "'", "e\u0301", prose} {
			find := func(n int) func() {
				text := strings.Repeat(unit, n/len(unit))
				return func() { re.Each(text, func(int, int) {}) }
			}
			if err := cputime.Grows(8, find(20_000), find(160_000)); err != nil {
				t.Errorf("%s on %q: %v", p, unit, err)
			}
		}
		m := &machine{re: re, text: strings.Repeat(prose, 100)}
		m.budget = stepsPerByte * len(m.text)
		if matches(m); m.ends != nil {
			t.Errorf("%s: prose takes more steps than there are", p)
		}
	}
}

// TestKnownScanned holds that scans of what known tokenizers match agree too.
func TestKnownScanned(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	units := []string{"a", "B", "é", "的", "ア", " ", " ", "\n", "\r\n", "1", "'s", "'LL", ".", "→", "\u0301"}
	for _, p := range known {
		re, err := Compile(p, tables)
		if err != nil {
			t.Fatal(err)
		}
		for range 300 {
			var b strings.Builder
			for range r.IntN(40) {
				b.WriteString(units[r.IntN(len(units))])
			}
			want := fmt.Sprint(all(re, b.String()))
			if got := fmt.Sprint(matches(&machine{re: re, text: b.String(), budget: r.IntN(50)})); got != want {
				t.Fatalf("%s in %q: got %s, want %s", p, b.String(), got, want)
			}
		}
	}
}

// TestBoundedMemory holds that ways left to try don't pile up with the text.
func TestBoundedMemory(t *testing.T) {
	re, err := Compile(`(?:a|b)*c?`, ascii)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Repeat("ab", 1<<19)
	m := &machine{re: re, text: text, budget: stepsPerByte * len(text)}
	if got := fmt.Sprint(matches(m)); got != fmt.Sprintf("[[0 %d]]", len(text)) {
		t.Errorf("got %s", got)
	}
	if cap(m.stack) > 2*mostThreads {
		t.Errorf("%d ways left to try", cap(m.stack))
	}
}

// TestAtomicsBounded holds that an expression that would take too much memory
// is an error that names it and the part.
func TestAtomicsBounded(t *testing.T) {
	for _, x := range []struct{ pattern, part string }{
		{`x(?:(?>a+b)c){17}`, `(?>a+b)`},
		{`x(?:(?:ab)++c){17}`, `(?:ab)++`},
	} {
		_, err := Compile(x.pattern, ascii)
		if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%q", x.pattern)) || !strings.Contains(err.Error(), fmt.Sprintf("%q", x.part)) {
			t.Errorf("%s: %v", x.pattern, err)
		}
	}
	for _, p := range []string{`(?:(?>a+b)c){16}`, `(?:a++b){100}`} {
		if _, err := Compile(p, ascii); err != nil {
			t.Error(err)
		}
	}
}

// TestCompileBounded holds that large expressions don't take ages to compile.
func TestCompileBounded(t *testing.T) {
	var class, sets strings.Builder
	for c := rune(0x4e00); class.Len() < longest-6; c += 2 {
		class.WriteRune(c)
	}
	for c := rune(0x4e00); sets.Len() < longest-6; c++ {
		sets.WriteRune(c)
	}
	start := cputime.Process()
	for _, x := range []struct {
		pattern string
		large   bool
	}{
		{`(?:(?:(?:){1000}){1000}){1000}`, true},
		{`(?:(?:a{1000}){1000}){1000}`, true},
		{`\p{L}{1000}[^b]{1000}`, false},
		{"[" + class.String() + "]", false},
		{strings.Repeat("{", longest-1), true},
		{sets.String(), true},
		{strings.Repeat("a", longest+1), true},
	} {
		if _, err := Compile(x.pattern, tables); x.large != (err != nil) {
			t.Errorf("%.30s: %.100v", x.pattern, err)
		}
	}
	if spent := cputime.Process() - start; spent.Seconds() > 5 {
		t.Errorf("took %v", spent)
	}
}

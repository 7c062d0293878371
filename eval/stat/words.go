package stat

import (
	"fmt"
	"strings"
)

// Significant reports whether the difference is more than chance explains,
// after correction for all the differences that were judged with it.
func (d Difference) Significant() bool { return d.Adjusted < 1-d.Level }

// Words says in a sentence what the difference shows between the runs named a
// and b, in points (hundredths).
func (d Difference) Words(a, b string) string {
	level := strings.TrimSuffix(fmt.Sprintf("%.1f", 100*d.Level), ".0")
	facts := fmt.Sprintf("%s %% interval %s to %s, %s", level, points(d.Lo), points(d.Hi), d.chance())
	switch {
	case d.Wins+d.Losses == 0:
		return fmt.Sprintf("no difference between %s and %s on any of %s", a, b, questions(d.N))
	case !d.Significant():
		return fmt.Sprintf("no significant difference between %s and %s: %s points (%s); %s like these show differences from %.1f points on",
			a, b, points(d.Diff), facts, questions(d.N), 100*d.Detectable)
	case d.Diff < 0:
		return fmt.Sprintf("%s is worse than %s by %.1f points (%s)", a, b, -100*d.Diff, facts)
	}
	return fmt.Sprintf("%s is better than %s by %.1f points (%s)", a, b, 100*d.Diff, facts)
}

// points writes a difference with its sign; one that rounds to 0 has none.
func points(v float64) string {
	s := strings.Replace(fmt.Sprintf("%+.1f", 100*v), "-", "−", 1)
	if strings.TrimLeft(s, "+−") == "0.0" {
		return "0.0"
	}
	return s
}

func (d Difference) chance() string {
	if d.Of > 1 {
		return fmt.Sprintf("%s, %s as one of %d comparisons", probability(d.P), probability(d.Adjusted), d.Of)
	}
	return probability(d.P)
}

func probability(p float64) string {
	if p < 0.001 {
		return "p < 0.001"
	}
	return fmt.Sprintf("p = %.2g", p)
}

func questions(n int) string {
	if n == 1 {
		return "1 question"
	}
	return fmt.Sprintf("%d questions", n)
}

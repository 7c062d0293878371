package stat_test

import (
	"testing"

	"github.com/pildora/pildora/eval/stat"
)

func TestWords(t *testing.T) {
	d := stat.Difference{Diff: .0241, Lo: .001, Hi: .047, P: .0312, Adjusted: .0312, Of: 1, Level: .95, N: 391, Wins: 60, Losses: 40, Detectable: .031}
	worse := d
	worse.Diff, worse.Lo, worse.Hi, worse.P, worse.Adjusted, worse.Of = -.0241, -.047, -.001, .0001, .004, 40
	vague := d
	vague.Lo, vague.P, vague.Adjusted = -.0004, .3, .3
	many := d
	many.Adjusted, many.Of = .62, 40
	for _, c := range []struct {
		d    stat.Difference
		want string
	}{
		{d, "new is better than old by 2.4 points (95 % interval +0.1 to +4.7, p = 0.031)"},
		{worse, "new is worse than old by 2.4 points (95 % interval −4.7 to −0.1, p < 0.001, p = 0.004 as one of 40 comparisons)"},
		{vague, "no significant difference between new and old: +2.4 points (95 % interval 0.0 to +4.7, p = 0.3); 391 questions like these show differences from 3.1 points on"},
		{many, "no significant difference between new and old: +2.4 points (95 % interval +0.1 to +4.7, p = 0.031, p = 0.62 as one of 40 comparisons); 391 questions like these show differences from 3.1 points on"},
		{stat.Difference{P: 1, Adjusted: 1, Of: 1, Level: .9, N: 1}, "no difference between new and old on any of 1 question"},
	} {
		if got := c.d.Words("new", "old"); got != c.want {
			t.Errorf("\n%s\nwant\n%s", got, c.want)
		}
	}
}

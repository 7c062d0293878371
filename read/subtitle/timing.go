package subtitle

import (
	"strings"
	"time"
)

const arrow = "-->"

// isTiming reports whether a line is meant to be the times of a cue: an arrow
// between two things that begin with a digit and hold a colon.
func isTiming(line string) bool {
	from, to, ok := strings.Cut(line, arrow)
	return ok && clockLike(strings.TrimSpace(from)) && clockLike(strings.TrimSpace(to))
}

func clockLike(s string) bool {
	s, _, _ = strings.Cut(s, " ")
	return s != "" && (s[0] >= '0' && s[0] <= '9' || s[0] == '-') && strings.IndexByte(s, ':') > 0
}

// timesOf reads the times of a cue. Each may omit its hours, and has a comma or
// a dot before its fraction, or none.
func timesOf(line string) (times [2]time.Duration, ok bool) {
	from, to, _ := strings.Cut(line, arrow)
	to, _, _ = strings.Cut(strings.TrimSpace(strings.ReplaceAll(to, "\t", " ")), " ")
	a, okA := clock(strings.TrimSpace(from))
	b, okB := clock(to)
	if !okA || !okB || b < a {
		return times, false
	}
	return [2]time.Duration{a, b}, true
}

// clock reads "hh:mm:ss.fff" or "mm:ss,fff".
func clock(s string) (time.Duration, bool) {
	whole, fraction, _ := strings.Cut(strings.Replace(s, ",", ".", 1), ".")
	fields := strings.Split(whole, ":")
	if len(fields) < 2 || len(fields) > 3 || len(fraction) > 9 {
		return 0, false
	}
	t := time.Duration(0)
	for i, f := range fields {
		n, ok := digits(f)
		if !ok || i > 0 && n > 59 {
			return 0, false
		}
		t = t*60 + time.Duration(n)*time.Second
	}
	if fraction != "" {
		n, ok := digits(fraction)
		if !ok {
			return 0, false
		}
		part := time.Duration(n)
		for range 9 - len(fraction) {
			part *= 10
		}
		t += part
	}
	return t, true
}

// digits reads up to nine digits.
func digits(s string) (n int, ok bool) {
	if s == "" || len(s) > 9 {
		return 0, false
	}
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return n, true
}

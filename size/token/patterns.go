package token

// The patterns are tiktoken's, read by hand. Alternatives stand in the order
// of the regular expression, which takes the first that matches.

// cl100k cuts as
//
//	'(?i:[sdmt]|ll|ve|re) | [^\r\n\p{L}\p{N}]?+\p{L}++ | \p{N}{1,3}+ |
//	 ?[^\s\p{L}\p{N}]++[\r\n]*+ | \s++$ | \s*[\r\n] | \s+(?!\S) | \s
func cl100k(s *scanner, text string, p int) int {
	c, n := s.at(text, p)
	q := p + n
	switch {
	case c&letter != 0:
		return s.run(text, q, letter, letter)
	case c&number != 0:
		return s.digits(text, q)
	case c&blank == 0:
		if text[p] == '\'' {
			if n := contraction(text, p, true); n > 0 {
				return p + n
			}
		}
		if w := s.run(text, q, letter, letter); w > q {
			return w
		}
		return s.run(text, s.run(text, q, wordOrBlank, 0), newline, newline)
	case c&newline == 0 && q < len(text):
		d, m := s.at(text, q)
		if d&letter != 0 {
			return s.run(text, q+m, letter, letter)
		}
		if text[p] == ' ' && d&wordOrBlank == 0 {
			return s.run(text, s.run(text, q+m, wordOrBlank, 0), newline, newline)
		}
	}
	w := s.run(text, q, blank, blank)
	if w == len(text) {
		return w
	}
	if end := s.last(text, p, w, newline, newline); end > 0 {
		return end
	}
	return blanks(text, p, w)
}

// digits matches the rest of \p{N}{1,3} after its first character.
func (s *scanner) digits(text string, q int) int {
	for range 2 {
		if q == len(text) {
			break
		}
		c, n := s.at(text, q)
		if c&number == 0 {
			break
		}
		q += n
	}
	return q
}

// r50k cuts as
//
//	'(?:[sdmt]|ll|ve|re) |  ?\p{L}++ |  ?\p{N}++ |  ?[^\s\p{L}\p{N}]++ |
//	\s++$ | \s+(?!\S) | \s
func r50k(s *scanner, text string, p int) int {
	c, n := s.at(text, p)
	q := p + n
	if text[p] == '\'' {
		if n := contraction(text, p, false); n > 0 {
			return p + n
		}
	}
	if text[p] == ' ' && q < len(text) {
		if d, m := s.at(text, q); d&blank == 0 {
			c, q = d, q+m
		}
	}
	if c&blank == 0 {
		return s.run(text, q, wordOrBlank, c&wordOrBlank)
	}
	return blanks(text, p, s.run(text, q, blank, blank))
}

// o200k cuts as (contractions fold case)
//
//	[^\r\n\p{L}\p{N}]?[U]*[V]+('s|'t|'re|'ve|'m|'ll|'d)? |
//	[^\r\n\p{L}\p{N}]?[U]+[V]*('s|'t|'re|'ve|'m|'ll|'d)? |
//	\p{N}{1,3} |  ?[^\s\p{L}\p{N}]+[\r\n/]* | \s*[\r\n]+ | \s+(?!\S) | \s+
//
// where U is Lu, Lt, Lm, Lo or M and V is Ll, Lm, Lo or M.
func o200k(s *scanner, text string, p int) int {
	c, n := s.at(text, p)
	q := p + n
	if c&letter != 0 {
		return s.word(text, p, p)
	}
	if c&number != 0 {
		return s.digits(text, q)
	}
	if c&newline == 0 {
		if end := s.word(text, p, q); end > 0 {
			return end
		}
		r := q
		if text[p] == ' ' && q < len(text) {
			d, m := s.at(text, q)
			c, r = d, q+m
		}
		if c&wordOrBlank == 0 {
			return s.run(text, s.run(text, r, wordOrBlank, 0), trailer, trailer)
		}
	}
	w := s.run(text, q, blank, blank)
	if end := s.last(text, p, w, newline, newline); end > 0 {
		return end
	}
	return blanks(text, p, w)
}

// word matches the first two alternatives of o200k for a piece from p whose
// letters and marks begin at q (behind its optional first character), or 0.
//
// [U]*[V]+ takes the longest run of U and goes on with V. Where no V follows,
// it gives back what stands behind the last character of the run that is in
// both. Where there is none, a mark that was taken as the optional first
// character can still be a whole word, and then a run of U alone matches the
// second alternative.
func (s *scanner) word(text string, p, q int) int {
	u := s.run(text, q, upper, upper)
	if v := s.run(text, u, lower, lower); v > u {
		return v + contraction(text, v, true)
	}
	if b := s.last(text, q, u, upper|lower, upper|lower); b > 0 {
		return b + contraction(text, b, true)
	}
	if c, _ := s.at(text, p); p < q && c&mark != 0 {
		return q + contraction(text, q, true)
	}
	if u > q {
		return u + contraction(text, u, true)
	}
	return 0
}

package lint

import (
	"strings"
	"unicode"

	"github.com/pildora/pildora/lex"
)

// tiny and huge find chunks of doubtful size.
func tiny(s *subject) {
	if len(s.records) == 1 {
		return // a short document is as long as it is
	}
	for i := range s.records {
		r := &s.records[i]
		if n := len(strings.Fields(r.Text)); r.Tokens < s.opts.Tiny || n < 3 {
			s.report(r, body(r), "it has %d tokens with its frame and %d words of its own: %q", r.Tokens, n, excerpt(r.Text, 40))
		}
	}
}

func huge(s *subject) {
	for i := range s.records {
		if r := &s.records[i]; r.Tokens > s.opts.Huge {
			s.report(r, body(r), "it has %d tokens, more than %d", r.Tokens, s.opts.Huge)
		}
	}
}

// boilerplate finds chunks that are links, marks or notices and little else.
func boilerplate(s *subject) {
	for i := range s.records {
		r := &s.records[i]
		if why := boilerplateOf(r.Text); why != "" {
			s.report(r, body(r), "it is %s and little else: %q", why, excerpt(r.Text, 50))
		}
	}
}

// notices are words that legal and cookie notices are made of.
var notices = []string{"todos los derechos reservados", "all rights reserved", "politica de cookies", "cookie policy", "aviso legal", "utilizamos cookies",
	"we use cookies", "this site uses cookies", "este sitio utiliza cookies", "skip to content", "saltar al contenido", "terms of service", "condiciones de uso"}

func boilerplateOf(text string) string {
	links, words, letters := 0, 0, 0
	for _, w := range strings.Fields(text) {
		words++
		if strings.Contains(w, "](") || strings.Contains(w, "://") || strings.HasPrefix(w, "<") {
			links++
		}
	}
	for _, r := range text {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			letters++
		}
	}
	switch {
	case letters == 0:
		return "marks"
	case words >= 3 && links*2 > words && !strings.Contains(text, ". "):
		return "links"
	case words < 40:
		folded := lex.Fold(text)
		for _, n := range notices {
			if strings.Contains(folded, n) {
				return "a notice"
			}
		}
	}
	return ""
}

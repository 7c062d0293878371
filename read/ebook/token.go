package ebook

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/pildora/pildora/doc"
)

// token is a tag or a text of a chapter.
type token struct {
	kind  html.TokenType
	name  string // of a tag
	attrs []html.Attribute
	raw   string // as it stands in the chapter
	span  doc.Span
}

// starts reports whether t is a start tag, of an empty element too.
func (t *token) starts() bool {
	return t.kind == html.StartTagToken || t.kind == html.SelfClosingTagToken
}

func (t *token) attr(name string) string {
	for _, a := range t.attrs {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func (t *token) has(name string) bool {
	for _, a := range t.attrs {
		if a.Key == name {
			return true
		}
	}
	return false
}

// is reports whether the token's epub:type or role has one of some words.
func (t *token) is(words ...string) bool {
	types, role := t.attr("epub:type"), t.attr("role")
	for _, w := range words {
		if hasProperty(types, w) || hasProperty(role, "doc-"+w) {
			return true
		}
	}
	return false
}

// tokens yields the tags and texts of a chapter until yield returns false.
// Chapters are XHTML, read with the patience of HTML.
func (c *chapter) tokens(yield func(*token) bool) {
	z := html.NewTokenizer(strings.NewReader(c.text))
	z.SetMaxBuf(0)
	z.AllowCDATA(true)
	at := 0
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			return
		}
		raw := len(z.Raw())
		t := token{kind: kind, raw: c.text[at : at+raw], span: doc.Span{Start: at, End: at + raw}}
		at += raw
		switch kind {
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			name, more := z.TagName()
			t.name = string(name)
			if _, local, ok := strings.Cut(t.name, ":"); ok {
				t.name = local
			}
			for more {
				var key, value []byte
				key, value, more = z.TagAttr()
				t.attrs = append(t.attrs, html.Attribute{Key: string(key), Val: string(value)})
			}
			if kind == html.SelfClosingTagToken {
				z.NextIsNotRawText() // <title/> has no content
			}
		case html.TextToken:
		default:
			continue
		}
		if !yield(&t) {
			return
		}
	}
}

// plainText is the text of a piece of HTML.
func plainText(s string) string {
	if !strings.ContainsAny(s, "<&") {
		return s
	}
	var b strings.Builder
	(&chapter{text: s}).tokens(func(t *token) bool {
		if t.kind == html.TextToken {
			b.WriteString(html.UnescapeString(t.raw))
		} else if blocks[t.name] || t.name == "br" {
			b.WriteByte(' ')
		}
		return true
	})
	return b.String()
}

package doc

import (
	"slices"
	"strings"
)

// JoinList writes several values as one text, as metadata hold them: a comma
// and a blank between two, a backslash before a comma or a backslash that is
// part of a value. Blanks around a value, and values that are empty then, are
// left out.
func JoinList(values []string) string {
	escape := strings.NewReplacer(`\`, `\\`, `,`, `\,`)
	var out []string
	for _, v := range values {
		if v = strings.TrimSpace(v); v != "" {
			out = append(out, escape.Replace(v))
		}
	}
	return strings.Join(out, ", ")
}

// SplitList reads what [JoinList] wrote. Any other text is a list of what
// stands between its commas; a backslash before another sign is itself.
func SplitList(text string) []string {
	if !strings.ContainsAny(text, `,\`) {
		if text = strings.TrimSpace(text); text == "" {
			return nil
		}
		return []string{text}
	}
	var out []string
	var b strings.Builder
	end := func() {
		if v := strings.TrimSpace(b.String()); v != "" {
			out = append(out, v)
		}
		b.Reset()
	}
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && i+1 < len(text) && (text[i+1] == ',' || text[i+1] == '\\'):
			i++
			b.WriteByte(text[i])
		case c == ',':
			end()
		default:
			b.WriteByte(c)
		}
	}
	end()
	return out
}

// ListHas reports whether a text is value, or a list that value is an element
// of.
func ListHas(text, value string) bool {
	return text == value || slices.Contains(SplitList(text), value)
}

package cli

import (
	"strings"

	"github.com/pildora/pildora/store"
)

// delivered is what a reader gets of a record: the parts of it that deliver
// names, each on lines of its own.
func delivered(r store.Record, parts []string) string {
	var out []string
	for _, p := range parts {
		if text := part(r, p); text != "" {
			out = append(out, text)
		}
	}
	return strings.Join(out, "\n\n")
}

func part(r store.Record, name string) string {
	switch name {
	case "title":
		return r.Title
	case "headings":
		return strings.Join(r.Headings, " > ")
	case "summary":
		return r.Frame.Summary
	case "breadcrumb":
		return r.Frame.Breadcrumb
	case "context":
		return r.Frame.Context
	case "header":
		return r.Frame.Header
	case "overlap":
		return r.Frame.Overlap
	case "text":
		return r.Text
	}
	return ""
}

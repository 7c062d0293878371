package catalog

import "github.com/pildora/pildora/chunk"

// FramePart is a part of a frame that can be asked for by name.
type FramePart struct {
	Name, Doc string
	roles     []chunk.Role // that an enrich.Framer makes; contexts are made once bodies are known
}

// FrameParts returns all parts and the names that stand for several or none.
func FrameParts() []FramePart {
	return []FramePart{
		{"breadcrumb", "the titles down to the chunk", []chunk.Role{chunk.Breadcrumb}},
		{"summary", "the document's summary: its author's, else as the setting summary says", []chunk.Role{chunk.Summary}},
		{"context", "what the chunk's reader must know of the document, as the setting context says", nil},
		{"header", "the header of the table that a chunk continues", []chunk.Role{chunk.Header}},
		{"all", "every part", []chunk.Role{chunk.Summary, chunk.Breadcrumb, chunk.Header}},
		{"none", "no frame", nil},
	}
}

// FrameNames lists the names of frame parts.
func FrameNames() []string { return names(FrameParts(), func(p FramePart) string { return p.Name }) }

// Roles are the parts of a frame by name. The error names an unknown one.
func Roles(frame []string) ([]chunk.Role, error) {
	var roles []chunk.Role
	for _, name := range frame {
		found := false
		for _, p := range FrameParts() {
			if p.Name == name {
				roles, found = append(roles, p.roles...), true
			}
		}
		if !found {
			return nil, unknown("frame part", name, FrameNames())
		}
	}
	return roles, nil
}

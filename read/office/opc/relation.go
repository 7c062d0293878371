package opc

import (
	"context"
	"errors"
	"net/url"
	"path"
	"slices"
	"strings"
)

// Relation leads from a part to another one or out of the package.
type Relation struct {
	ID string
	// Type is the last segment of the relationship's type: "hyperlink",
	// "image", "styles", "slide". The strict and the transitional variant have
	// the same.
	Type string
	// Target is the name of a part, or what the file says if External.
	Target   string
	External bool
}

// Relations are what a part leads to. They are empty where there are none.
type Relations []Relation

// ByID returns the relation of an id; its zero value where there is none.
func (r Relations) ByID(id string) Relation {
	for _, rel := range r {
		if rel.ID == id {
			return rel
		}
	}
	return Relation{}
}

// Index is all relations by their ids, for those who look up many; of two of
// one id the first counts, as in ByID.
func (r Relations) Index() map[string]Relation {
	all := make(map[string]Relation, len(r))
	for _, rel := range slices.Backward(r) {
		all[rel.ID] = rel
	}
	return all
}

// ByType returns the target of the first relation of a type that stays inside;
// "" where there is none.
func (r Relations) ByType(kind string) string {
	for _, rel := range r {
		if rel.Type == kind && !rel.External {
			return rel.Target
		}
	}
	return ""
}

// Relations reads what a part leads to; "" stands for the package.
func (p *Package) Relations(ctx context.Context, part string) (Relations, error) {
	name := path.Join(path.Dir(part), "_rels", path.Base(part)+".rels")
	if part == "" {
		name = "_rels/.rels"
	}
	t, err := p.Tokens(ctx, name)
	if errors.Is(err, ErrNoPart) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var all Relations
	for t.Next() {
		if !t.Is(Start, "rel:Relationship") {
			continue
		}
		r := Relation{ID: t.Attr("Id"), Type: path.Base(t.Attr("Type")), Target: t.Attr("Target"), External: t.Attr("TargetMode") == "External"}
		if !r.External {
			r.Target = resolve(part, r.Target)
		}
		all = append(all, r)
	}
	return all, t.Err()
}

// resolve is the name of the part that a target means, seen from another part.
func resolve(from, target string) string {
	target, _, _ = strings.Cut(target, "#")
	if plain, err := url.PathUnescape(target); err == nil {
		target = plain
	}
	target = strings.ReplaceAll(target, `\`, "/")
	if !strings.HasPrefix(target, "/") {
		target = path.Join(path.Dir("/"+from), target)
	}
	return strings.TrimPrefix(path.Clean(target), "/")
}

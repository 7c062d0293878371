package question

import (
	"path"
	"slices"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/internal/near"
)

// shelf is the documents that questions are compared with. Each is asked for
// once.
type shelf struct {
	docs    func(string) (*doc.Document, bool)
	known   []string
	sources map[string]*source // nil: there is no such document
	near    map[string]string  // guesses made already
	hunts   int                // searches over all documents done
}

func newShelf(docs func(string) (*doc.Document, bool), known []string) *shelf {
	return &shelf{docs: docs, known: known, sources: map[string]*source{}, near: map[string]string{}}
}

// source returns the document with that id, or nil.
func (s *shelf) source(id string) *source {
	src, ok := s.sources[id]
	if !ok {
		if d, found := s.docs(id); found {
			src = &source{text: d.Text}
		}
		s.sources[id] = src
	}
	return src
}

const (
	maxGuesses = 200 // unknown ids for which the nearest is sought
	maxHunts   = 100 // texts sought in all documents
	minHunted  = 12  // bytes of the shortest text worth that
)

// nearest is the known id most likely meant by id, or "".
func (s *shelf) nearest(id string) string {
	guess, ok := s.near[id]
	if !ok && len(s.near) < maxGuesses {
		guess = nearest(id, s.known)
		s.near[id] = guess
	}
	return guess
}

// elsewhere names the first known document that holds text, or "". It says so
// for a limited number of texts only, because each costs a pass over all.
func (s *shelf) elsewhere(text string) string {
	if len(text) < minHunted || s.hunts >= maxHunts {
		return ""
	}
	s.hunts++
	for _, id := range s.known {
		if src := s.source(id); src != nil && strings.Contains(src.text, text) {
			return id
		}
	}
	return ""
}

// nearest returns the id among known that id was most likely meant to be: one
// that is equal but for folders and extension, else the one with the fewest
// letters changed, at most a third of them.
func nearest(id string, known []string) string {
	for _, k := range known {
		if stem(k) == stem(id) {
			return k
		}
	}
	best, found := min(len(id)/3, longestName/3)+1, ""
	for _, k := range known {
		if max(len(k), len(id))-min(len(k), len(id)) >= best {
			continue
		}
		if d := near.Distance(tail(strings.ToLower(id)), tail(strings.ToLower(k))); d < best {
			best, found = d, k
		}
	}
	return found
}

// longestName is how many bytes of an id, from its end, are compared.
const longestName = 80

func tail(s string) string { return s[max(0, len(s)-longestName):] }

// stem is the base name of an id without its extension, in lower case.
func stem(id string) string {
	base := path.Base(strings.ReplaceAll(id, `\`, "/"))
	return strings.ToLower(strings.TrimSuffix(base, path.Ext(base)))
}

// knownOf is the ids known without anybody saying so: those that the questions
// name and that exist, sorted.
func (s *shelf) knownOf(qs []Question) []string {
	var ids []string
	for _, q := range qs {
		if q.Doc != "" && s.source(q.Doc) != nil {
			ids = append(ids, q.Doc)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

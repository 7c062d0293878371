package cli

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/internal/catalog"
	"github.com/pildora/pildora/internal/config"
)

// survey counts of what kinds documents are, where one recipe cuts all of them.
type survey struct {
	mu    sync.Mutex
	kinds map[string]int // by profile
	n     int
}

// The bounds of a survey: it looks at so many documents, of at most so many
// bytes each, and says nothing of fewer than some, or where one kind has most.
const (
	surveyed    = 60
	surveyBytes = 1 << 18
	surveyLeast = 21
	surveyMost  = 0.6
)

// newSurvey is nil where settings already have recipes by kind.
func newSurvey(s config.Settings) *survey {
	if s.Profile != "" || len(s.Profiles) > 0 {
		return nil
	}
	return &survey{kinds: map[string]int{}}
}

// look counts a document.
func (s *survey) look(d *doc.Document) {
	if s == nil || len(d.Text) > surveyBytes {
		return
	}
	s.mu.Lock()
	s.n++
	more := s.n <= surveyed
	s.mu.Unlock()
	if !more {
		return
	}
	profile := catalog.Detect(d).Profile
	s.mu.Lock()
	s.kinds[profile]++
	s.mu.Unlock()
}

// doubt is what a person should know of the documents; empty where there is
// nothing.
func (s *survey) doubt() string {
	if s == nil {
		return ""
	}
	names := slices.SortedFunc(maps.Keys(s.kinds), func(a, b string) int {
		return cmp.Or(cmp.Compare(s.kinds[b], s.kinds[a]), cmp.Compare(a, b))
	})
	all := 0
	var parts []string
	for _, name := range names {
		all += s.kinds[name]
		parts = append(parts, fmt.Sprintf("%d %s", s.kinds[name], name))
	}
	if all < surveyLeast || float64(s.kinds[names[0]]) > surveyMost*float64(all) {
		return ""
	}
	return fmt.Sprintf("one size for very different documents (of %d: %s); --profile auto chooses by kind, --profile default is silent", all, strings.Join(parts, ", "))
}

// doubtful says what a survey found.
func (a *app) doubtful(s *survey) {
	if text := s.doubt(); text != "" {
		a.log.Warn(text)
	}
}

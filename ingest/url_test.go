package ingest_test

import (
	"context"
	"errors"
	"io/fs"
	"iter"
	"strings"
	"sync"
	"testing"

	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/internal/catalog"
	"github.com/pildora/pildora/read"
)

// site is a server: texts by path, each its own version, and a site map of
// all of them.
type site struct {
	pages map[string]string
	sent  []string // pages that were transferred
	part  bool     // the map breaks off
	mu    sync.Mutex
}

const home = "https://e.example"

func (s *site) Fetch(_ context.Context, url, known string, _ int64) (read.Source, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	text, ok := s.pages[strings.TrimPrefix(url, home)]
	switch {
	case !ok:
		return read.Source{}, fs.ErrNotExist
	case known == ingest.Hash([]byte(text)):
		return read.Source{}, read.ErrUnchanged
	}
	s.sent = append(s.sent, strings.TrimPrefix(url, home))
	return read.Source{Data: []byte(text), Version: ingest.Hash([]byte(text))}, nil
}

func (s *site) Pages(context.Context, string) iter.Seq2[read.Page, error] {
	return func(yield func(read.Page, error) bool) {
		for path := range s.pages {
			if !yield(read.Page{URL: home + path}, nil) {
				return
			}
		}
		if s.part {
			yield(read.Page{}, errors.New("broke off"))
		}
	}
}

func TestSyncURLs(t *testing.T) {
	b := newBench(t)
	s := &site{pages: map[string]string{"/a.md": "uno", "/b.md": "dos", "/z.zip": packed(t, "c.md", "tres")}}
	opt, opened := b.opens()
	opt.Find.Remote, opt.Find.Accept = s, catalog.Readable
	run := func() string {
		t.Helper()
		s.sent, *opened = nil, 0
		r, err := b.p.Sync(t.Context(), opt, home+"/sitemap.xml")
		if err != nil {
			t.Fatal(err)
		}
		short := func(ids []string) string { return strings.ReplaceAll(strings.Join(ids, " "), home, "") }
		return "added " + short(r.Added) + "; replaced " + short(r.Replaced) + "; retired " + short(r.Retired) + "; unchanged " + short(r.Unchanged)
	}
	b.want(run(), "added /a.md /b.md /z.zip /z.zip!/c.md; replaced ; retired ; unchanged ")
	b.want(run(), "added ; replaced ; retired ; unchanged /a.md /b.md /z.zip /z.zip!/c.md")
	if len(s.sent) != 0 || *opened != 0 {
		t.Errorf("unchanged, and transferred: %q, opened %d", s.sent, *opened)
	}
	s.pages["/a.md"] = "UNO"
	delete(s.pages, "/b.md")
	s.part = true // what the map doesn't list may still be there
	b.want(run(), "added ; replaced /a.md; retired ; unchanged /z.zip /z.zip!/c.md")
	s.part = false
	b.want(run(), "added ; replaced ; retired /b.md; unchanged /a.md /z.zip /z.zip!/c.md")
	delete(s.pages, "/z.zip")
	b.want(run(), "added ; replaced ; retired /z.zip /z.zip!/c.md; unchanged /a.md")
	b.want(b.texts(), home+"/a.md: UNO")
}

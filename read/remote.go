package read

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"path"
	"strings"
	"time"
)

// Remote reads what stands at URLs. It is safe for concurrent use.
type Remote interface {
	// Fetch reads what stands at url, of at most limit bytes. known is the
	// Version of what was read of it before, or "": where that still holds,
	// the error is [ErrUnchanged] and nothing is transferred. Others wrap
	// [ErrTooLarge], fs.ErrNotExist where there is nothing, or ctx's error.
	Fetch(ctx context.Context, url, known string, limit int64) (Source, error)
	// Pages yields what the site map at url lists, each once. An error doesn't
	// end the list but says that it isn't whole.
	Pages(ctx context.Context, url string) iter.Seq2[Page, error]
}

// Page is an entry of a site map.
type Page struct {
	URL string
	Mod time.Time // last change; zero where the map doesn't say
}

// ErrUnchanged is the error for a source that is what it was.
var ErrUnchanged = errors.New("unchanged")

// isSiteMap reports whether a URL names a list of pages: a site map, or the
// robots.txt that names those of its site.
func isSiteMap(url string) bool {
	name := strings.ToLower(path.Base(urlPath(url)))
	if name == "robots.txt" {
		return true
	}
	return strings.HasPrefix(name, "sitemap") && (strings.HasSuffix(name, ".xml") || strings.HasSuffix(name, ".xml.gz"))
}

// pages yields what a site map lists as documents.
func (f *finder) pages(root File) bool {
	if f.opts.Remote == nil {
		return f.yield(root, errNoRemote(root.Path))
	}
	f.found = 0
	whole := true
	for p, err := range f.opts.Remote.Pages(f.ctx, root.Path) {
		if err != nil {
			whole = false
			if !f.yield(root, prefixed(root.Path, err)) {
				return false
			}
			continue
		}
		id := strings.TrimPrefix(urlPath(p.URL), "/") // as globs see it
		if len(f.include) > 0 && !anyMatch(f.include, id) || anyMatch(f.exclude, id) {
			continue
		}
		if !f.document(File{Root: root.Root, Path: p.URL, ID: p.URL, Media: MediaByName(p.URL), Size: -1, Mod: p.Mod, opts: f.opts}) {
			return false
		}
	}
	if f.found == 0 && whole {
		return f.yield(root, fmt.Errorf("%s: %w in this site map", root.Path, ErrNoDocuments))
	}
	return true
}

func errNoRemote(url string) error {
	return fmt.Errorf("%s: URLs are not read here; allow its host (--allow-url, urls:), or download it and give the file", url)
}

// fetch reads a URL.
func (o *Options) fetch(ctx context.Context, f File, known string) (Source, error) {
	if o.Remote == nil {
		return Source{}, errNoRemote(f.Path)
	}
	limit := o.maxBytes()
	s, err := o.Remote.Fetch(ctx, f.Path, known, limit)
	switch {
	case errors.Is(err, ErrUnchanged):
		return Source{}, err
	case err != nil:
		return Source{}, prefixed(f.Path, err)
	case int64(len(s.Data)) > limit:
		return Source{}, tooLarge(f.Path, int64(len(s.Data)), limit)
	}
	if s.URI = f.ID; s.Media == "" {
		s.Media = f.Media
	}
	s.Media = correctMedia(s.Media, s.Data)
	return s, nil
}

// Changed is Read for what was read before as the version known, which is the
// Version of that source: where nothing has changed since, the error is
// [ErrUnchanged]. Only what stands at URLs has versions; the rest is read.
func (f File) Changed(ctx context.Context, known string) (Source, error) {
	if known == "" || !IsURL(f.Path) || f.held != nil || f.opts == nil || f.Skipped != "" {
		return f.Read(ctx)
	}
	return f.opts.fetch(ctx, f, known)
}

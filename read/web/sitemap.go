package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/url"
	"strings"
	"time"

	"golang.org/x/net/html/charset"

	"github.com/pildora/pildora/read"
)

// The limits of site maps: those of the protocol, and how many maps one may
// lead to.
const (
	maxMapBytes = 50 << 20
	maxMaps     = 500
	maxMapDepth = 3
)

// Pages is that of read.Remote. A map of maps is followed; the URL of a
// robots.txt stands for the maps that it names. Pages of other hosts than the
// map's own are left out: a site map speaks for its site only.
func (c *Client) Pages(ctx context.Context, address string) iter.Seq2[read.Page, error] {
	return func(yield func(read.Page, error) bool) {
		u, err := c.allowed(address)
		if err != nil {
			yield(read.Page{}, err)
			return
		}
		m := mapping{c: c, ctx: ctx, host: strings.ToLower(u.Host), yield: yield, seen: map[string]bool{}, maps: map[string]bool{}}
		if u.Path != robotsPath {
			m.follow(u, 0)
			return
		}
		r, err := c.rulesOf(ctx, u)
		if err == nil {
			err = r.err
		}
		if err != nil || len(r.maps) == 0 {
			if err == nil {
				err = errors.New("it names no site map")
			}
			yield(read.Page{}, err)
			return
		}
		for _, at := range r.maps {
			if !m.lead(u, at, 0) {
				return
			}
		}
	}
}

// mapping is the state of one Pages. Its methods return false to end it.
type mapping struct {
	c     *Client
	ctx   context.Context
	host  string
	yield func(read.Page, error) bool
	seen  map[string]bool // pages
	maps  map[string]bool
}

// lead follows a map that another one, or a robots.txt, names.
func (m *mapping) lead(from *url.URL, to string, depth int) bool {
	u, err := from.Parse(strings.TrimSpace(to))
	switch {
	case err != nil || m.maps[u.String()] || strings.ToLower(u.Host) != m.host:
		return true
	case depth > maxMapDepth || len(m.maps) >= maxMaps:
		return m.yield(read.Page{}, fmt.Errorf("%w: site maps lead to more than %d site maps, or %d deep", read.ErrTooLarge, maxMaps, maxMapDepth))
	}
	return m.follow(u, depth)
}

// follow yields what one map lists.
func (m *mapping) follow(u *url.URL, depth int) bool {
	m.maps[u.String()] = true
	data, err := m.c.mapAt(m.ctx, u)
	if err != nil {
		return m.yield(read.Page{}, fmt.Errorf("%s: %w", u, err)) && m.ctx.Err() == nil
	}
	for e, err := range mapEntries(data) {
		switch {
		case err != nil:
			return m.yield(read.Page{}, fmt.Errorf("%s: no site map: %w", u, err))
		case e.isMap:
			if !m.lead(u, e.Loc, depth+1) {
				return false
			}
		case !m.page(u, e):
			return false
		}
	}
	return true
}

// page yields a page once.
func (m *mapping) page(from *url.URL, e mapEntry) bool {
	u, err := from.Parse(strings.TrimSpace(e.Loc))
	if err != nil || strings.ToLower(u.Host) != m.host || u.Scheme != "http" && u.Scheme != "https" {
		return true
	}
	u.Fragment = ""
	at := u.String()
	if m.seen[at] {
		return true
	}
	if len(m.seen) >= m.c.opts.MaxPages {
		m.yield(read.Page{}, fmt.Errorf("%w: it lists more than the %d pages allowed; give a smaller map", read.ErrTooLarge, m.c.opts.MaxPages))
		return false
	}
	m.seen[at] = true
	return m.yield(read.Page{URL: at, Mod: e.time()}, nil)
}

// mapAt reads a map, unpacked where it is packed.
func (c *Client) mapAt(ctx context.Context, u *url.URL) ([]byte, error) {
	if err := c.mayVisit(ctx, u); err != nil {
		return nil, err
	}
	a, err := c.get(ctx, u, "", maxMapBytes)
	if err != nil || !bytes.HasPrefix(a.data, []byte("\x1f\x8b")) {
		return a.data, err
	}
	r, err := gzip.NewReader(bytes.NewReader(a.data))
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(r, maxMapBytes+1))
	if err == nil && len(data) > maxMapBytes {
		err = tooLarge(maxMapBytes)
	}
	return data, err
}

// mapEntry is a page or a map in a map.
type mapEntry struct {
	Loc     string `xml:"loc"`
	LastMod string `xml:"lastmod"`
	isMap   bool
}

// time is when the entry last changed.
func (e mapEntry) time() time.Time {
	for _, form := range []string{time.RFC3339, "2006-01-02T15:04Z07:00", time.DateOnly} {
		if t, err := time.Parse(form, strings.TrimSpace(e.LastMod)); err == nil {
			return t
		}
	}
	return time.Time{}
}

// mapEntries yields the entries of a map; an error ends it.
func mapEntries(data []byte) iter.Seq2[mapEntry, error] {
	return func(yield func(mapEntry, error) bool) {
		d := xml.NewDecoder(bytes.NewReader(data))
		d.CharsetReader = charset.NewReaderLabel
		root := ""
		for {
			t, err := d.Token()
			if err == io.EOF && root != "" {
				return
			}
			start, ok := t.(xml.StartElement)
			switch {
			case err != nil:
				yield(mapEntry{}, err)
				return
			case !ok:
				continue
			case root == "" && start.Name.Local != "urlset" && start.Name.Local != "sitemapindex":
				yield(mapEntry{}, fmt.Errorf("its root is <%s>", start.Name.Local))
				return
			case root == "":
				root = start.Name.Local
				continue
			case start.Name.Local != "url" && start.Name.Local != "sitemap":
				if err := d.Skip(); err != nil {
					yield(mapEntry{}, err)
					return
				}
				continue
			}
			e := mapEntry{isMap: start.Name.Local == "sitemap"}
			if err := d.DecodeElement(&e, &start); err != nil {
				yield(mapEntry{}, err)
				return
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}

package web_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/web"
)

const limit = 1 << 20

// here allows what test servers need.
var here = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}

// client reads everything from this machine, without waiting.
func client(t *testing.T, change ...func(*web.Options)) *web.Client {
	t.Helper()
	o := web.Options{Hosts: []string{"*"}, Addresses: here, Delay: -1, Timeout: 5 * time.Second}
	for _, c := range change {
		c(&o)
	}
	c, err := web.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// serve starts a server; what mux doesn't know isn't found.
func serve(t *testing.T, pages map[string]http.HandlerFunc) string {
	t.Helper()
	mux := http.NewServeMux()
	for path, h := range pages {
		mux.HandleFunc(path, h)
	}
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s.URL
}

// text answers with a text of a type.
func text(media, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", media)
		_, _ = io.WriteString(w, body)
	}
}

func TestFetch(t *testing.T) {
	url := serve(t, map[string]http.HandlerFunc{
		"/page":    text("text/html; charset=iso-8859-1", "<p>a\xf1o"),
		"/a.md":    text("text/plain", "# A"),
		"/binary":  text("application/octet-stream", "%PDF-1.4\n"),
		"/wrong":   text("text/html", "%PDF-1.4\n"),
		"/agent":   func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.UserAgent()) },
		"/to-page": http.RedirectHandler("/page", http.StatusFound).ServeHTTP,
	})
	opts := read.Options{Remote: client(t)}
	for path, want := range map[string]string{
		"/page": "text/html iso-8859-1 <p>a\xf1o", "/a.md": "text/markdown  # A", "/binary": "application/pdf  %PDF-1.4\n", "/wrong": "application/pdf  %PDF-1.4\n",
		"/agent": "text/plain utf-8 pildora", "/to-page": "text/html iso-8859-1 <p>a\xf1o",
	} {
		for f, err := range read.Find(t.Context(), opts, url+path) {
			if err != nil {
				t.Fatal(err)
			}
			s, err := f.Read(t.Context())
			if got := fmt.Sprint(s.Media, " ", s.Charset, " ", string(s.Data)); err != nil || s.URI != url+path || got != want {
				t.Errorf("%s: %q, %v; want %q", path, got, err, want)
			}
		}
	}
	_, err := client(t).Fetch(t.Context(), url+"/none", "", limit)
	var status web.StatusError
	if !errors.Is(err, fs.ErrNotExist) || !errors.As(err, &status) || status != http.StatusNotFound {
		t.Error(err)
	}
}

func TestForbidden(t *testing.T) {
	var asked atomic.Int64
	url := serve(t, map[string]http.HandlerFunc{"/": func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		switch r.URL.Path {
		case "/robots.txt":
			http.NotFound(w, r)
		case "/metadata":
			http.Redirect(w, r, "http://169.254.169.254/latest/meta-data/", http.StatusFound)
		case "/file":
			http.Redirect(w, r, "file:///etc/passwd", http.StatusFound)
		case "/other":
			http.Redirect(w, r, "http://other.example/", http.StatusFound)
		}
	}})
	port := url[strings.LastIndex(url, ":"):]
	closed := func(o *web.Options) { o.Addresses = nil }
	only := func(o *web.Options) { o.Hosts = []string{"127.0.0.1"} }
	for name, tt := range map[string]struct {
		client *web.Client
		url    string
		want   string
	}{
		"loopback":             {client(t, closed), url, "127.0.0.1 is no public address"},
		"name of loopback":     {client(t, closed), "http://localhost" + port, "is no public address"},
		"loopback in IPv6":     {client(t, closed), "http://[::1]" + port, "::1 is no public address"},
		"mapped":               {client(t, closed), "http://[::ffff:127.0.0.1]" + port, "127.0.0.1 is no public address"},
		"private":              {client(t), "http://10.0.0.1/", "10.0.0.1 is no public address"},
		"carrier":              {client(t), "http://100.100.100.200/", "100.100.100.200 is no public address"},
		"metadata":             {client(t), "http://169.254.169.254/", "169.254.169.254 is no public address"},
		"redirect to metadata": {client(t), url + "/metadata", "169.254.169.254 is no public address"},
		"redirect to a file":   {client(t), url + "/file", "only http and https"},
		"redirect to another":  {client(t, only), url + "/other", "host other.example isn't allowed"},
		"other host":           {client(t, only), "https://example.org/", "host example.org isn't allowed"},
		"no host allowed":      {client(t, func(o *web.Options) { o.Hosts = nil }), url, "isn't allowed"},
		"scheme":               {client(t), "ftp://example.org/", "only http and https"},
		"password":             {client(t), "http://a:b@127.0.0.1/", "name or a password"},
	} {
		before := asked.Load()
		_, err := tt.client.Fetch(t.Context(), tt.url, "", limit)
		if !errors.Is(err, web.ErrForbidden) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", name, err, tt.want)
		}
		if !strings.HasPrefix(name, "redirect") && asked.Load() != before {
			t.Errorf("%s: it was connected to", name)
		}
	}
}

func TestHosts(t *testing.T) {
	for _, h := range []string{"", "a/b", "http://a", "a:80", "[", "x@y"} {
		if _, err := web.New(web.Options{Hosts: []string{h}}); err == nil {
			t.Errorf("%q is taken for a host", h)
		}
	}
	for _, tt := range []struct {
		pattern, host string
		want          bool
	}{
		{"example.org", "EXAMPLE.org", true}, {"example.org", "example.org.", true}, {"example.org", "www.example.org", false},
		{"*.example.org", "a.b.example.org", true}, {"*.example.org", "example.org", false}, {"*.example.org", "badexample.org", false},
		{"docs-*.example.org", "docs-1.example.org", true}, {"docs-*.example.org", "docs-1.evil.example.org", false}, {"*", "anything", true},
	} {
		c, err := web.New(web.Options{Hosts: []string{tt.pattern}})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel() // whether it is allowed is known before anything is asked for
		_, err = c.Fetch(ctx, "http://"+tt.host+"/", "", limit)
		if got := !errors.Is(err, web.ErrForbidden); got != tt.want {
			t.Errorf("%s %s: %v", tt.pattern, tt.host, err)
		}
	}
}

func TestMisbehaving(t *testing.T) {
	bomb := gzipped(t, bytes.Repeat([]byte("x"), 8*limit))
	url := serve(t, map[string]http.HandlerFunc{
		"/loop": http.RedirectHandler("/loop", http.StatusFound).ServeHTTP,
		"/slow": func(w http.ResponseWriter, r *http.Request) {
			for range 100 {
				if _, err := io.WriteString(w, "x"); err != nil {
					return
				}
				w.(http.Flusher).Flush()
				select {
				case <-time.After(50 * time.Millisecond):
				case <-r.Context().Done():
					return
				}
			}
		},
		"/silent": func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		"/endless": func(w http.ResponseWriter, _ *http.Request) {
			for {
				if _, err := w.Write(bytes.Repeat([]byte("x"), 4096)); err != nil {
					return
				}
			}
		},
		"/huge": func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Content-Length", "1099511627776") },
		"/bomb": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write(bomb)
		},
		"/short": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100")
			_, _ = io.WriteString(w, "not a hundred")
		},
		"/broken":  func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) },
		"/headers": func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("X-Long", strings.Repeat("x", 1<<18)) },
	})
	c := client(t, func(o *web.Options) { o.Timeout = 500 * time.Millisecond })
	for path, want := range map[string]string{
		"/loop": "more than 5 redirects", "/slow": "no whole answer within 500ms", "/silent": "no whole answer within 500ms", "/endless": "too large", "/huge": "too large",
		"/bomb": "too large", "/short": "unexpected EOF", "/broken": "500", "/headers": "header",
	} {
		s, err := c.Fetch(t.Context(), url+path, "", limit)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %d bytes, %v; want %q", path, len(s.Data), err, want)
		}
	}
}

func TestVersions(t *testing.T) {
	var full atomic.Int64
	url := serve(t, map[string]http.HandlerFunc{
		"/tag": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("ETag", `"v1"`)
			if r.Header.Get("If-None-Match") == `"v1"` {
				w.WriteHeader(http.StatusNotModified)
				return
			}
			full.Add(1)
			_, _ = io.WriteString(w, "text")
		},
		"/time": func(w http.ResponseWriter, r *http.Request) {
			http.ServeContent(w, r, "a.txt", time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC), strings.NewReader("text"))
		},
	})
	for _, path := range []string{"/tag", "/time"} {
		c := client(t)
		s, err := c.Fetch(t.Context(), url+path, "", limit)
		if err != nil || s.Version == "" {
			t.Fatalf("%+v, %v", s, err)
		}
		if _, err := c.Fetch(t.Context(), url+path, s.Version, limit); !errors.Is(err, read.ErrUnchanged) {
			t.Errorf("%s: %v", path, err)
		}
	}
	// What is read twice in one run is asked for once.
	c := client(t)
	full.Store(0)
	for range 3 {
		if _, err := c.Fetch(t.Context(), url+"/tag", "", limit); err != nil {
			t.Fatal(err)
		}
	}
	if full.Load() != 1 {
		t.Errorf("asked %d times", full.Load())
	}
}

func TestRobots(t *testing.T) {
	var asked atomic.Int64
	pages := map[string]http.HandlerFunc{
		"/robots.txt": func(w http.ResponseWriter, _ *http.Request) {
			asked.Add(1)
			_, _ = io.WriteString(w, "User-agent: *\nDisallow: /\n\nUser-agent: pildora\nDisallow: /private\nAllow: /private/open\nCrawl-delay: 0.2\n")
		},
		"/":     text("text/html", "open"),
		"/sent": http.RedirectHandler("/private/x", http.StatusFound).ServeHTTP,
	}
	url := serve(t, pages)
	c := client(t)
	for path, ok := range map[string]bool{"/": true, "/private/x": false, "/private/open": true, "/sent": false} {
		_, err := c.Fetch(t.Context(), url+path, "", limit)
		if ok != (err == nil) || !ok && !strings.Contains(err.Error(), "robots.txt") {
			t.Errorf("%s: %v", path, err)
		}
	}
	if asked.Load() != 1 {
		t.Errorf("robots.txt was asked for %d times", asked.Load())
	}
	began := time.Now()
	for i := range 3 {
		if _, err := c.Fetch(t.Context(), fmt.Sprint(url, "/", i), "", limit); err != nil {
			t.Fatal(err)
		}
	}
	if waited := time.Since(began); waited < 400*time.Millisecond { // a lower bound: requests keep their distance
		t.Errorf("three requests in %v", waited)
	}
	// One that can't be read allows nothing.
	down := serve(t, map[string]http.HandlerFunc{"/robots.txt": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) }, "/": text("text/html", "x")})
	if _, err := client(t).Fetch(t.Context(), down+"/", "", limit); !errors.Is(err, web.ErrForbidden) || !strings.Contains(err.Error(), "502") {
		t.Error(err)
	}
}

func gzipped(t *testing.T, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// listed writes what Pages yields.
func listed(t *testing.T, c *web.Client, url string) string {
	t.Helper()
	var out []string
	for p, err := range c.Pages(t.Context(), url) {
		if err != nil {
			out = append(out, "ERROR "+err.Error())
			continue
		}
		line := p.URL
		if !p.Mod.IsZero() {
			line += " " + p.Mod.Format(time.DateOnly)
		}
		out = append(out, line)
	}
	base, _, _ := strings.Cut(strings.TrimPrefix(url, "http://"), "/")
	return strings.ReplaceAll(strings.Join(out, "\n"), "http://"+base, "")
}

func urlset(urls ...string) string {
	return `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>` +
		strings.Join(urls, "</loc></url><url><loc>") + `</loc></url></urlset>`
}

func TestSiteMaps(t *testing.T) {
	var base string
	bomb := gzipped(t, bytes.Repeat([]byte(" "), 60<<20))
	pages := map[string]http.HandlerFunc{
		"/robots.txt": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = fmt.Fprintf(w, "Sitemap: %s/sitemap.xml\nSitemap: %s/sitemap_index.xml\nSitemap: http://other.example/sitemap.xml\n", base, base)
		},
		"/sitemap.xml": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, `<urlset><url><loc> `+base+`/a </loc><lastmod>2024-05-01</lastmod><other/></url><url><loc>/b#part</loc></url><url><loc>`+base+`/a</loc></url><url><loc>http://other.example/c</loc></url><url><loc>javascript:x</loc></url></urlset>`)
		},
		"/sitemap_index.xml": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, `<sitemapindex><sitemap><loc>/sitemap1.xml.gz</loc></sitemap><sitemap><loc>/missing.xml</loc></sitemap><sitemap><loc>/sitemap_index.xml</loc></sitemap><sitemap><loc>/sitemap-html.xml</loc></sitemap></sitemapindex>`)
		},
		"/sitemap1.xml.gz":  func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(gzipped(t, []byte(urlset("/d", "/e")))) },
		"/sitemap-html.xml": text("text/html", "<html><body>no map</body></html>"),
		"/sitemap-bomb.xml.gz": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write(bomb)
		},
		"/sitemap-cut.xml":   text("text/xml", `<urlset><url><loc>/f</loc></url><url><loc>/g`),
		"/sitemap-deep0.xml": text("text/xml", `<sitemapindex><sitemap><loc>/sitemap-deep1.xml</loc></sitemap></sitemapindex>`),
		"/sitemap-laugh.xml": text("text/xml", `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><urlset><url><loc>/&b;</loc></url></urlset>`),
	}
	for i := 1; i < 10; i++ {
		pages[fmt.Sprintf("/sitemap-deep%d.xml", i)] = text("text/xml", fmt.Sprintf(`<sitemapindex><sitemap><loc>/sitemap-deep%d.xml</loc></sitemap></sitemapindex>`, i+1))
	}
	base = serve(t, pages)
	for path, want := range map[string]string{
		"/sitemap.xml":         "/a 2024-05-01\n/b",
		"/sitemap_index.xml":   "/d\n/e\nERROR /missing.xml: the server answers 404 Not Found\nERROR /sitemap-html.xml: no site map: its root is <html>",
		"/robots.txt":          "/a 2024-05-01\n/b\n/d\n/e\nERROR /missing.xml: the server answers 404 Not Found\nERROR /sitemap-html.xml: no site map: its root is <html>",
		"/sitemap-bomb.xml.gz": "ERROR /sitemap-bomb.xml.gz: too large: more than the 52428800 bytes allowed; raise the limit, or download it and split it",
		"/sitemap-cut.xml":     "/f\nERROR /sitemap-cut.xml: no site map: XML syntax error on line 1: unexpected EOF",
		"/sitemap-deep0.xml":   "ERROR too large: site maps lead to more than 500 site maps, or 3 deep",
		"/sitemap-laugh.xml":   "ERROR /sitemap-laugh.xml: no site map: XML syntax error on line 1: invalid character entity &b;",
	} {
		if got := listed(t, client(t), base+path); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", path, got, want)
		}
	}
	few := client(t, func(o *web.Options) { o.MaxPages = 1 })
	if got := listed(t, few, base+"/sitemap.xml"); !strings.Contains(got, "more than the 1 pages allowed") {
		t.Error(got)
	}
}

func TestCancelled(t *testing.T) {
	url := serve(t, map[string]http.HandlerFunc{"/": func(_ http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/x" {
			<-r.Context().Done()
		}
	}})
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if _, err := client(t).Fetch(ctx, url+"/x", "", limit); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

// Package web reads what stands at URLs, as politely and as guardedly as a
// program should that is told to by documents and settings.
//
// Nothing is read that wasn't allowed by the name of its host. Whatever a name
// resolves to, and wherever a redirect leads, no address is connected to that
// isn't public, unless it was allowed by itself: so no name, changed between a
// check and its use or not, leads into the network that the program runs in.
// What a site's robots.txt forbids isn't asked for, and requests to one host
// keep their distance.
package web

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/pildora/pildora/read"
)

// The limits where nothing else is set.
const (
	DefaultTimeout  = 30 * time.Second
	DefaultDelay    = 200 * time.Millisecond
	DefaultMaxPages = 10_000
	// MaxRedirects is how many redirects are followed.
	MaxRedirects = 5
	// maxDelay bounds what a robots.txt may ask for between two requests.
	maxDelay = 30 * time.Second
	// maxKept is how many bytes of what was read are kept, so that what is read
	// twice in one run is asked for once.
	maxKept = 128 << 20
)

// UserAgent is the name that servers and their robots.txt know us by.
const UserAgent = "pildora"

// Options say what may be read.
type Options struct {
	// Hosts may be read: names, in which * stands for one part or, at the
	// start, for any number of them ("*.example.org"); "*" is any host. None
	// allows nothing.
	Hosts []string
	// Addresses may be connected to though they aren't public.
	Addresses []netip.Prefix
	// Timeout is how long one request may take in all; 0 means DefaultTimeout.
	Timeout time.Duration
	// Delay is how long to wait between two requests to one host, at least; 0
	// means DefaultDelay, a negative one none.
	Delay time.Duration
	// MaxPages is how many pages one site map may list; 0 means DefaultMaxPages.
	MaxPages int
}

// ErrForbidden is wrapped by the error for what may not be read: a host that
// isn't allowed, an address that isn't public, a page that robots.txt keeps
// from programs.
var ErrForbidden = errors.New("may not be read")

// StatusError is the error for an answer that isn't the page: its status. It
// wraps fs.ErrNotExist where there is no such page.
type StatusError int

func (e StatusError) Error() string {
	return strings.TrimSpace(fmt.Sprint("the server answers ", int(e), " ", http.StatusText(int(e))))
}

func (e StatusError) Unwrap() error {
	if e == http.StatusNotFound || e == http.StatusGone {
		return fs.ErrNotExist
	}
	return nil
}

// Client is a [read.Remote].
type Client struct {
	opts   Options
	http   *http.Client
	robots keyed[*rules]
	pace   pace

	mu   sync.Mutex
	kept map[string]read.Source
	room int64
}

var _ read.Remote = (*Client)(nil)

// New returns a client. It is an error that a host is no pattern.
func New(o Options) (*Client, error) {
	for _, h := range o.Hosts {
		if _, err := path.Match(h, ""); err != nil || h == "" || strings.ContainsAny(h, "/:@") {
			return nil, fmt.Errorf("%q is no host; write it like example.org or *.example.org", h)
		}
	}
	if o.Timeout <= 0 {
		o.Timeout = DefaultTimeout
	}
	if o.Delay == 0 {
		o.Delay = DefaultDelay
	}
	if o.MaxPages <= 0 {
		o.MaxPages = DefaultMaxPages
	}
	c := &Client{opts: o, kept: map[string]read.Source{}, room: maxKept}
	dialer := &net.Dialer{Timeout: 10 * time.Second, Control: c.control}
	c.http = &http.Client{
		CheckRedirect: c.redirected,
		Transport: &http.Transport{
			Proxy:                  nil, // it would connect to addresses that we don't see
			DialContext:            dialer.DialContext,
			TLSHandshakeTimeout:    10 * time.Second,
			MaxResponseHeaderBytes: 1 << 16,
			MaxConnsPerHost:        4,
			IdleConnTimeout:        30 * time.Second,
			ForceAttemptHTTP2:      true,
		},
	}
	return c, nil
}

// Fetch is that of read.Remote. Errors wrap [ErrForbidden] or a
// [StatusError] too.
func (c *Client) Fetch(ctx context.Context, address, known string, limit int64) (read.Source, error) {
	u, err := c.allowed(address)
	if err != nil {
		return read.Source{}, err
	}
	if s, ok := c.keptOf(address); ok && known == "" {
		if int64(len(s.Data)) > limit {
			return read.Source{}, tooLarge(limit)
		}
		return s, nil
	}
	if err := c.mayVisit(ctx, u); err != nil {
		return read.Source{}, err
	}
	a, err := c.get(ctx, u, known, limit)
	if err != nil {
		return read.Source{}, err
	}
	s := read.Source{URI: address, Data: a.data, Version: a.version()}
	if media, params, err := mime.ParseMediaType(a.header.Get("Content-Type")); err == nil {
		s.Charset = params["charset"]
		if media != "application/octet-stream" && media != "text/plain" && media != "application/x-gzip" {
			s.Media = media // the others are said of everything
		}
	}
	if name := read.MediaByName(a.url.Path); s.Media == "" && name != "" {
		s.Media = name
	}
	c.keep(address, s)
	return s, nil
}

// answer is what a server sends.
type answer struct {
	url    *url.URL // after redirects
	header http.Header
	data   []byte
}

// version is what the server says of the answer's version: its entity tag, else
// its time of change.
func (a answer) version() string {
	if tag := a.header.Get("ETag"); tag != "" {
		return tag
	}
	return a.header.Get("Last-Modified")
}

// get asks for a page, whatever robots.txt says.
func (c *Client) get(ctx context.Context, u *url.URL, known string, limit int64) (answer, error) {
	if err := c.pace.wait(ctx, u.Host, c.delay(u)); err != nil {
		return answer{}, err
	}
	asking, cancel := context.WithTimeout(ctx, c.opts.Timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(asking, http.MethodGet, u.String(), nil)
	if err != nil {
		return answer{}, err
	}
	request.Header.Set("User-Agent", UserAgent)
	request.Header.Set("Accept", "text/html, application/xhtml+xml, */*;q=0.8")
	switch {
	case strings.HasPrefix(known, `"`) || strings.HasPrefix(known, "W/"):
		request.Header.Set("If-None-Match", known)
	case known != "":
		request.Header.Set("If-Modified-Since", known)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return answer{}, c.told(ctx, asking, err)
	}
	defer response.Body.Close()
	switch code := response.StatusCode; {
	case code == http.StatusNotModified && known != "":
		return answer{}, read.ErrUnchanged
	case code != http.StatusOK:
		return answer{}, StatusError(code)
	case response.ContentLength > limit:
		return answer{}, tooLarge(limit)
	}
	data, err := io.ReadAll(io.LimitReader(response.Body, limit+1)) // unpacked: what it grows to counts
	if err != nil {
		return answer{}, c.told(ctx, asking, err)
	}
	if int64(len(data)) > limit {
		return answer{}, tooLarge(limit)
	}
	return answer{response.Request.URL, response.Header, data}, nil
}

func tooLarge(limit int64) error {
	return fmt.Errorf("%w: more than the %d bytes allowed; raise the limit, or download it and split it", read.ErrTooLarge, limit)
}

// told is an error of a request as a person should be told: without the URL,
// which callers name, and with what took too long.
func (c *Client) told(ctx, asking context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if asking.Err() != nil {
		return fmt.Errorf("no whole answer within %v: %w", c.opts.Timeout, asking.Err())
	}
	var of *url.Error
	if errors.As(err, &of) {
		return of.Err
	}
	return err
}

// allowed parses a URL and checks what can be checked by its looks.
func (c *Client) allowed(address string) (*url.URL, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("no URL: %w", err)
	}
	return u, c.allow(u)
}

func (c *Client) allow(u *url.URL) error {
	switch {
	case u.Scheme != "http" && u.Scheme != "https":
		return fmt.Errorf("%w: only http and https are read, not %s", ErrForbidden, u.Scheme)
	case u.User != nil:
		return fmt.Errorf("%w: it holds a name or a password", ErrForbidden)
	case u.Hostname() == "":
		return fmt.Errorf("%w: it names no host", ErrForbidden)
	case !slices.ContainsFunc(c.opts.Hosts, func(h string) bool { return matchHost(h, u.Hostname()) }):
		return fmt.Errorf("%w: host %s isn't allowed (--allow-url, urls:)", ErrForbidden, u.Hostname())
	}
	return nil
}

// matchHost matches a host with a pattern.
func matchHost(pattern, host string) bool {
	pattern, host = strings.ToLower(pattern), strings.TrimSuffix(strings.ToLower(host), ".")
	if pattern == "*" {
		return true
	}
	if rest, ok := strings.CutPrefix(pattern, "*."); ok && strings.HasSuffix(host, "."+rest) {
		return true
	}
	ok, err := path.Match(strings.ReplaceAll(pattern, ".", "/"), strings.ReplaceAll(host, ".", "/"))
	return ok && err == nil
}

// redirected checks where a redirect leads, as what was asked for is. The
// address is checked where it is connected to.
func (c *Client) redirected(request *http.Request, via []*http.Request) error {
	if len(via) > MaxRedirects {
		return fmt.Errorf("%w: more than %d redirects", ErrForbidden, MaxRedirects)
	}
	if err := c.allow(request.URL); err != nil {
		return fmt.Errorf("redirected to %s: %w", request.URL.Redacted(), err)
	}
	if request.URL.Path != robotsPath {
		if r, ok := c.robots.known(site(request.URL)); ok && !r.allows(request.URL) {
			return fmt.Errorf("redirected to %s: %w", request.URL.Redacted(), errRobots)
		}
	}
	return nil
}

func (c *Client) keptOf(address string) (read.Source, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s, ok := c.kept[address]
	return s, ok
}

func (c *Client) keep(address string, s read.Source) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if n := int64(len(s.Data)); n <= c.room {
		c.room -= n - int64(len(c.kept[address].Data))
		c.kept[address] = s
	}
}

package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/temoto/robotstxt"
)

const (
	robotsPath = "/robots.txt"
	// maxRobots is how much of a robots.txt is read.
	maxRobots = 512 << 10
)

var errRobots = fmt.Errorf("%w: the site's robots.txt keeps it from programs", ErrForbidden)

// rules are what a site's robots.txt says to us. Nil allows everything.
type rules struct {
	group *robotstxt.Group
	maps  []string
	err   error // it couldn't be read, so nothing is known
}

func (r *rules) allows(u *url.URL) bool {
	return r == nil || r.group == nil || r.group.Test(u.RequestURI())
}

// site is the part of a URL that a robots.txt is about.
func site(u *url.URL) string { return strings.ToLower(u.Scheme + "://" + u.Host) }

// mayVisit is nil where robots.txt lets us have a page.
func (c *Client) mayVisit(ctx context.Context, u *url.URL) error {
	r, err := c.rulesOf(ctx, u)
	switch {
	case err != nil:
		return err
	case errors.Is(r.err, ErrForbidden):
		return r.err
	case r.err != nil:
		return fmt.Errorf("%w: the site's robots.txt can't be read: %w", ErrForbidden, r.err)
	case !r.allows(u):
		return errRobots
	}
	return nil
}

// rulesOf reads a site's robots.txt once. One that isn't there allows
// everything; one that can't be read allows nothing.
func (c *Client) rulesOf(ctx context.Context, u *url.URL) (*rules, error) {
	return c.robots.get(ctx, site(u), func() (*rules, error) {
		at := &url.URL{Scheme: u.Scheme, Host: u.Host, Path: robotsPath}
		a, err := c.get(ctx, at, "", maxRobots)
		var status StatusError
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.As(err, &status) && status < http.StatusInternalServerError && status != http.StatusTooManyRequests:
			return &rules{}, nil
		case err != nil:
			return &rules{err: err}, nil
		}
		data, err := robotstxt.FromBytes(a.data)
		if err != nil {
			return &rules{}, nil // what says nothing that can be understood forbids nothing
		}
		return &rules{group: data.FindGroup(UserAgent), maps: data.Sitemaps}, nil
	})
}

// delay is how long to wait between two requests to a host.
func (c *Client) delay(u *url.URL) time.Duration {
	d := max(c.opts.Delay, 0)
	if r, ok := c.robots.known(site(u)); ok && r != nil && r.group != nil {
		d = max(d, min(r.group.CrawlDelay, maxDelay))
	}
	return d
}

// pace keeps the distance between requests to one host.
type pace struct {
	mu   sync.Mutex
	next map[string]time.Time
}

// wait returns when the host may be asked again.
func (p *pace) wait(ctx context.Context, host string, delay time.Duration) error {
	p.mu.Lock()
	if p.next == nil {
		p.next = map[string]time.Time{}
	}
	now := time.Now()
	at := p.next[host]
	if at.Before(now) {
		at = now
	}
	p.next[host] = at.Add(delay)
	p.mu.Unlock()
	if !at.After(now) {
		return ctx.Err()
	}
	timer := time.NewTimer(at.Sub(now))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// keyed computes a value for each key once; whoever asks meanwhile waits. What
// failed is computed again.
type keyed[V any] struct {
	mu     sync.Mutex
	values map[string]*valued[V]
}

type valued[V any] struct {
	lock  chan struct{} // holds one
	ready bool
	value V
}

func (k *keyed[V]) at(key string) *valued[V] {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.values == nil {
		k.values = map[string]*valued[V]{}
	}
	v := k.values[key]
	if v == nil {
		v = &valued[V]{lock: make(chan struct{}, 1)}
		k.values[key] = v
	}
	return v
}

func (k *keyed[V]) get(ctx context.Context, key string, compute func() (V, error)) (value V, err error) {
	v := k.at(key)
	select {
	case v.lock <- struct{}{}:
		defer func() { <-v.lock }()
	case <-ctx.Done():
		return value, ctx.Err()
	}
	if !v.ready {
		if v.value, err = compute(); err != nil {
			return value, err
		}
		v.ready = true
	}
	return v.value, nil
}

// known is the value of a key where it is computed, without waiting for it.
func (k *keyed[V]) known(key string) (value V, ok bool) {
	v := k.at(key)
	select {
	case v.lock <- struct{}{}:
		defer func() { <-v.lock }()
		return v.value, v.ready
	default:
		return value, false
	}
}

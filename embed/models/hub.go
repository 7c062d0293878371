package models

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// DefaultHub is where models are asked for by name.
const DefaultHub = "https://huggingface.co"

func (s Store) hub() string {
	if s.Hub == "" {
		return DefaultHub
	}
	return strings.TrimSuffix(s.Hub, "/")
}

var hubPattern = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*/[A-Za-z0-9][A-Za-z0-9._-]*$`)

func hubName(source string) bool { return hubPattern.MatchString(source) }

// client gives up on a hub that says nothing; a file may take as long as it
// moves.
var client = &http.Client{Transport: &http.Transport{
	Proxy: http.ProxyFromEnvironment, ResponseHeaderTimeout: time.Minute, TLSHandshakeTimeout: 30 * time.Second,
}}

// fetch brings the files of a model from a hub. A file that broke off goes on
// where it was; each is held against the digest that the hub names.
func (c *carrier) fetch(hub, name string) error {
	for _, file := range wanted {
		url := hub + "/" + name + "/resolve/main/" + file
		err := c.get(url, filepath.Join(c.to, filepath.FromSlash(file)))
		switch {
		case errors.Is(err, errAbsent) && !slices.Contains(needed, file):
		case errors.Is(err, errAbsent):
			return fmt.Errorf("%s: %s has no %s; known are models with %s", name, hub, file, strings.Join(needed, ", "))
		case err != nil:
			return fmt.Errorf("%s: %s: %w", name, file, err)
		}
	}
	card, err := os.ReadFile(filepath.Join(c.to, "README.md"))
	if err == nil {
		c.card(string(card))
	}
	c.entry.Name = cmp.Or(c.entry.Name, name[strings.Index(name, "/")+1:])
	return nil
}

var errAbsent = errors.New("not there")

const partSuffix = ".part"

// get fetches a URL into a file, unless that is there.
func (c *carrier) get(url, path string) error {
	if exists(path) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	part, err := os.OpenFile(path+partSuffix, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	defer part.Close()
	have, err := part.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(c.ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	req.Header.Set("User-Agent", "pildora")
	if have > 0 {
		req.Header.Set("Range", fmt.Sprintf("bytes=%d-", have))
	}
	res, err := client.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	switch res.StatusCode {
	case http.StatusOK: // from the start
		if err := part.Truncate(0); err != nil {
			return err
		}
		if have, err = part.Seek(0, io.SeekStart); err != nil {
			return err
		}
	case http.StatusPartialContent:
	case http.StatusRequestedRangeNotSatisfiable: // all of it is here, or more
		return errors.Join(part.Truncate(0), errors.New("the part that was here isn't of this file; try again"))
	case http.StatusNotFound:
		return errors.Join(os.Remove(path+partSuffix), errAbsent)
	case http.StatusUnauthorized, http.StatusForbidden:
		return fmt.Errorf("%s: the hub wants to know who asks; fetch it yourself and add the folder", res.Status)
	default:
		return fmt.Errorf("%s", res.Status)
	}
	whole := have + res.ContentLength
	if _, err := io.Copy(part, counted{c, res.Body, whole}); err != nil {
		return fmt.Errorf("broke off: %w; run it again to go on", err)
	}
	if err := check(part, etag(res)); err != nil {
		return errors.Join(err, part.Truncate(0))
	}
	return os.Rename(path+partSuffix, path)
}

// etag is the SHA-256 of a file that the hub names, or nothing. The first
// answer names it, before those that it leads to.
func etag(res *http.Response) string {
	for r := res; r != nil; {
		for _, header := range []string{"X-Linked-Etag", "Etag"} {
			tag := strings.Trim(r.Header.Get(header), `"`)
			if len(tag) == sha256.Size*2 {
				return tag
			}
		}
		if r.Request == nil {
			break
		}
		r = r.Request.Response
	}
	return ""
}

func check(f *os.File, want string) error {
	if want == "" {
		return nil
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return err
	}
	if got := hex.EncodeToString(h.Sum(nil)); got != want {
		return fmt.Errorf("came with SHA-256 %s, not %s: it isn't what the hub has; run it again", got, want)
	}
	return nil
}

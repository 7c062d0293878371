package cli

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"strings"

	"github.com/pildora/pildora/internal/catalog"
	"github.com/pildora/pildora/internal/config"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/web"
)

// wanted is a document to work on, or why it can't be.
type wanted struct {
	file  read.File
	err   error
	entry bool // held by a container that was opened, or the container itself
}

// size is the size of the document in bytes; what isn't known counts as large.
func (w wanted) size() int64 {
	if w.err == nil && w.file.Size < 0 {
		return aheadBytes
	}
	return w.file.Size
}

// findOptions are the reading options of the settings.
func (a *app) findOptions(s config.Settings) (read.Options, error) {
	remote, err := a.remote(s)
	return read.Options{Remote: remote, Include: s.Include, Exclude: s.Exclude, Hidden: s.Hidden == "yes", All: s.Gitignore == "no", MaxBytes: s.MaxFileBytes, Stdin: a.env.Stdin, Accept: accept(s), Container: catalog.ContainerOf}, err
}

// remote reads the URLs that the settings allow; nil where they allow none. It
// is one for the whole run, which keeps its distance from each host.
func (a *app) remote(s config.Settings) (read.Remote, error) {
	if len(s.URLs) == 0 {
		return nil, nil
	}
	a.remoteOnce.Do(func() { a.client, a.clientErr = client(s) })
	if a.clientErr != nil {
		return nil, usageError{a.clientErr}
	}
	return a.client, nil
}

func client(s config.Settings) (*web.Client, error) {
	o := web.Options{Hosts: s.URLs}
	for _, text := range s.URLAddresses {
		network, err := netip.ParsePrefix(text)
		if address, addressErr := netip.ParseAddr(text); addressErr == nil {
			network, err = netip.PrefixFrom(address, address.BitLen()), nil
		}
		if err != nil {
			return nil, fmt.Errorf("url_addresses: %q is neither an address nor a network; write it like 10.0.0.0/8", text)
		}
		o.Addresses = append(o.Addresses, network)
	}
	return web.New(o)
}

// accept says which media types are taken from a folder: those with a reader,
// and where a format is set every one that holds text.
func accept(s config.Settings) func(string) bool {
	return func(media string) bool {
		return catalog.Readable(media) || s.Format != "auto" && holdsText(media)
	}
}

func holdsText(media string) bool {
	for _, sign := range []string{"text/", "json", "xml", "yaml", "toml", "subrip", "tex"} {
		if strings.Contains(media, sign) && !strings.Contains(media, "openxml") {
			return true
		}
	}
	return false
}

// find lists what stands under the roots before any of it is read: two
// documents with one id are refused as a whole.
func (a *app) find(ctx context.Context, s config.Settings, roots []string) ([]wanted, error) {
	var list []wanted
	skipped := 0
	opts, err := a.findOptions(s)
	if err != nil {
		return nil, err
	}
	for file, err := range read.Find(ctx, opts, a.paths(roots)...) {
		switch {
		case errors.Is(err, read.ErrDuplicate), err != nil && file.Path == "":
			return nil, usageError{err}
		case err != nil && ctx.Err() != nil:
			return nil, err
		case err == nil && file.Skipped != "":
			a.log.Debug("skipped", "path", file.Path, "why", file.Skipped)
			skipped++
		default:
			list = append(list, wanted{file: file, err: named(file, err)})
		}
	}
	if skipped > 0 {
		a.log.Info("skipped files that are no documents", "files", skipped)
	}
	return list, nil
}

// fileError is an error that names its file by the path that the user knows.
type fileError struct {
	path, message string
	err           error
}

func (e fileError) Error() string { return e.path + ": " + e.message }
func (e fileError) Unwrap() error { return e.err }

// named makes sure that an error begins with the path of its file.
func named(file read.File, err error) error {
	if err == nil || strings.HasPrefix(err.Error(), file.Path+":") {
		return err
	}
	// Readers know a document by its id only.
	return fileError{file.Path, strings.TrimPrefix(err.Error(), file.ID+": "), err}
}

// workers is how many documents are worked on at once.
func workers(s config.Settings) int {
	if s.Workers > 0 {
		return s.Workers
	}
	return cpus()
}

package read

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"path"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Container opens sources that hold others: archives, mailboxes, messages with
// attachments. It is safe for concurrent use, never panics on any input, and
// ends early when ctx is done.
type Container interface {
	// Open yields the entries of s in their order, each valid until the next.
	// What has to be unpacked to get from one to the next counts too: where
	// that is more than limit bytes in all, the error wraps [ErrTooLarge].
	//
	// An error about one entry comes with its name, and the others still come.
	// One without a name is about s as a whole and is the last: what else s
	// may hold isn't known.
	Open(ctx context.Context, s Source, limit int64) iter.Seq2[Entry, error]
}

// Entry is a source in a container, not read yet.
type Entry struct {
	Name  string    // slash path in the container
	Media string    // "" where only its name or content can tell
	Size  int64     // in bytes, as the container says; -1 where it doesn't
	Mod   time.Time // last change; zero where unknown
	// Meta is what the container says of the entry: title, author, date. It
	// becomes Source.Inherited.
	Meta map[string]string
	// Skipped says why this isn't a document; empty for documents.
	Skipped string
	// Open gives the content. It is called once at most.
	Open func() (io.Reader, error)
}

// Within stands between the id of a container and the name of what it holds:
// "letters.zip!/2024/may.md".
const Within = "!/"

// The limits of containers where nothing else is set.
const (
	// DefaultMaxEntries is how many entries one source may hold in all.
	DefaultMaxEntries = 200_000
	// DefaultMaxUnpacked is how many bytes one source may unpack to in all.
	DefaultMaxUnpacked = 2 << 30
	// MaxNesting is how many containers may stand one in the other.
	MaxNesting = 3
	// maxRatio is how many times its own size a source may unpack to, where
	// that is more than freeUnpacked. Texts shrink to a tenth, logs to a
	// fiftieth, bombs to a thousandth.
	maxRatio     = 250
	freeUnpacked = 64 << 20
)

// ErrNesting is wrapped by the error for containers in containers beyond
// [MaxNesting].
var ErrNesting = errors.New("containers nested too deep")

// Held returns a source that was not found but given as a file, which Read
// returns and Documents looks into.
func Held(opts Options, s Source) File {
	return File{Root: s.URI, Path: s.URI, ID: s.URI, Media: s.Media, Size: int64(len(s.Data)), opts: &opts, held: &s}
}

// container is what opens a source, nil where it is none.
func (o *Options) container(media string) Container {
	if o == nil || o.Container == nil {
		return nil
	}
	return o.Container(media)
}

// Holds reports whether s, which f was read into, is a container.
func (f File) Holds(s Source) bool { return f.opts.container(s.MediaType()) != nil }

// Documents yields the documents that s, which f was read into, is and holds:
// f itself, unless it is nothing but a container, and what it holds, each
// followed by what that holds in turn. What isn't read is yielded as skipped.
// The files are held in memory while they are looked at: their Read costs
// nothing. Their ids and paths are those of their container, [Within], and
// their name in it.
//
// An error comes with the file it is about and doesn't end the sequence. One
// about a container says that not all it holds is known. Errors wrap
// [ErrTooLarge], [ErrNesting], [ErrName], [ErrDuplicate] and what containers
// return.
func (f File) Documents(ctx context.Context, s Source) iter.Seq2[File, error] {
	return func(yield func(File, error) bool) {
		u := unpacking{ctx: ctx, opts: f.opts, yield: yield}
		f.held = &s
		if u.opts == nil {
			u.opts = &Options{}
		}
		var err error
		if u.exclude, err = parseGlobs(u.opts.Exclude); err != nil {
			yield(f, err)
			return
		}
		u.entries = u.opts.MaxEntries
		if u.entries <= 0 {
			u.entries = DefaultMaxEntries
		}
		u.bytes = u.opts.MaxUnpacked
		if u.bytes <= 0 {
			u.bytes = DefaultMaxUnpacked
		}
		u.bytes = min(u.bytes, max(freeUnpacked, maxRatio*int64(len(s.Data))))
		u.file(f, 0)
	}
}

// unpacking is the state of one [File.Documents]. Its methods return false to
// end it.
type unpacking struct {
	ctx     context.Context
	opts    *Options
	exclude []pattern
	yield   func(File, error) bool
	entries int   // that may still come
	bytes   int64 // that may still be unpacked
	full    bool  // a limit was reached: nothing more comes
}

// file yields a file that is held, and what it holds.
func (u *unpacking) file(f File, depth int) bool {
	c := u.opts.container(f.held.MediaType())
	if c == nil || u.opts.Accept != nil && u.opts.Accept(f.held.MediaType()) {
		if !u.yield(f, nil) {
			return false
		}
	}
	if c == nil {
		return true
	}
	seen := map[string]bool{}
	for e, err := range c.Open(u.ctx, *f.held, u.bytes) {
		if ctxErr := u.ctx.Err(); ctxErr != nil {
			u.yield(f, fmt.Errorf("%s: %w", f.Path, ctxErr))
			return false
		}
		if depth >= MaxNesting { // one that holds nothing goes as deep as it likes
			return u.yield(f, fmt.Errorf("%s: %w: more than %d; unpack it and give what is in it", f.Path, ErrNesting, MaxNesting))
		}
		if !u.entry(f, e, err, depth, seen) {
			return false
		}
		if u.full {
			return true
		}
	}
	return true
}

// entry yields one entry of f.
func (u *unpacking) entry(f File, e Entry, err error, depth int, seen map[string]bool) bool {
	child := File{Root: f.Root, Path: f.Path, ID: f.ID, Media: e.Media, Size: e.Size, Mod: e.Mod, opts: u.opts}
	if e.Name == "" {
		if err == nil {
			err = errors.New("an entry without a name")
		}
		return u.yield(f, prefixed(f.Path, err))
	}
	if u.entries--; u.entries < 0 {
		u.full = true
		return u.yield(f, fmt.Errorf("%s: %w: holds more entries than the limit; unpack it and give what is in it", f.Path, ErrTooLarge))
	}
	name, nameErr := entryName(e.Name)
	child.ID, child.Path = f.ID+Within+name, f.Path+Within+name
	switch {
	case err != nil:
		return u.yield(child, prefixed(child.Path, err))
	case nameErr != nil:
		return u.yield(child, fmt.Errorf("%s: %w", f.Path, nameErr))
	}
	if u.leftOut(name, child.ID) {
		return true
	}
	if child.Media == "" {
		child.Media = MediaByName(name)
	}
	if child.Skipped = e.Skipped; child.Skipped == "" {
		child.Skipped = u.opts.skip(child.Media)
	}
	switch {
	case child.Skipped != "":
		return u.yield(child, nil)
	case seen[name]:
		return u.yield(child, fmt.Errorf("%s: %w: the first entry of that name counts", child.Path, ErrDuplicate))
	}
	seen[name] = true
	if err := u.hold(&child, f, e); err != nil {
		return u.yield(child, err)
	}
	return u.file(child, depth+1)
}

// leftOut reports whether an entry is hidden or excluded.
func (u *unpacking) leftOut(name, id string) bool {
	if !u.opts.Hidden {
		for part := range strings.SplitSeq(name, "/") {
			if strings.HasPrefix(part, ".") || part == "node_modules" || part == "__MACOSX" {
				return true
			}
		}
	}
	if len(u.exclude) == 0 {
		return false
	}
	for at := id; at != "." && at != "/" && len(at) > len(id)-len(name)-1; at = path.Dir(at) {
		if anyMatch(u.exclude, at) {
			return true
		}
	}
	return false
}

// hold reads an entry of f.
func (u *unpacking) hold(child *File, f File, e Entry) error {
	limit := u.opts.maxBytes()
	if e.Size > limit {
		return tooLarge(child.Path, e.Size, limit)
	}
	r, err := e.Open()
	if err != nil {
		return prefixed(child.Path, err)
	}
	data, err := readAll(u.ctx, r, child.Path, min(limit, u.bytes), 0)
	if errors.Is(err, ErrTooLarge) && u.bytes < limit {
		u.full = true
		return fmt.Errorf("%s: %w: what %s holds unpacks to more than the limit; unpack it and give what is in it", child.Path, ErrTooLarge, f.Path)
	}
	if err != nil {
		return err
	}
	u.bytes -= int64(len(data))
	child.Size = int64(len(data))
	child.Media = correctMedia(child.Media, data)
	inherited := map[string]string{}
	maps.Copy(inherited, f.held.Inherited)
	maps.Copy(inherited, e.Meta)
	inherited[MetaContainer] = f.ID
	child.held = &Source{URI: child.ID, Media: child.Media, Data: data, Inherited: inherited}
	return nil
}

// MetaContainer is the key in a document's metadata for the id of the
// container that it stands in.
const MetaContainer = "container"

// prefixed makes sure that an error begins with the path of what it is about.
func prefixed(path string, err error) error {
	if strings.HasPrefix(err.Error(), path+":") {
		return err
	}
	return fmt.Errorf("%s: %w", path, err)
}

// entryName is the name of an entry as ids have it: a slash path in NFC that
// stays in its container.
func entryName(name string) (string, error) {
	if !utf8.ValidString(name) {
		return strings.ToValidUTF8(name, "\ufffd"), fmt.Errorf("entry %q: %w", name, ErrName)
	}
	slash := norm.NFC.String(strings.ReplaceAll(name, `\`, "/"))
	clean := path.Clean("/" + slash)[1:]
	for part := range strings.SplitSeq(slash, "/") {
		if part == ".." {
			return clean, fmt.Errorf("entry %q: its name leads out of the container", name)
		}
	}
	if strings.HasPrefix(slash, "/") || len(slash) > 1 && slash[1] == ':' {
		return clean, fmt.Errorf("entry %q: its name is an absolute path", name)
	}
	if clean == "" {
		return "entry", fmt.Errorf("entry %q: %w", name, ErrName)
	}
	return clean, nil
}

// ContainerOf returns the path of the file that a path of [File.Documents] lies
// in, as far as exists says which paths are files: "a.zip" of "a.zip!/b.md".
// It returns path itself where that exists, and "" where nothing does.
// The path of a URL ends at the first mark of a container.
func ContainerOf(path string, exists func(path string) bool) string {
	if IsURL(path) {
		path, _, _ = strings.Cut(path, Within)
		return path
	}
	if exists(path) {
		return path
	}
	for at := 0; ; {
		i := strings.Index(path[at:], Within)
		if i < 0 {
			return ""
		}
		at += i
		if at > 0 && exists(path[:at]) {
			return path[:at]
		}
		at += len(Within)
	}
}

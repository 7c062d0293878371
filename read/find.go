package read

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

var (
	// ErrNoDocuments is wrapped by the error for a folder in which nothing can
	// be read.
	ErrNoDocuments = errors.New("no readable documents")
	// ErrDuplicate is wrapped by the error for two files with one document id.
	ErrDuplicate = errors.New("two documents with one id")
	// ErrName is wrapped by the error for a file name that is not UTF-8.
	ErrName = errors.New("file name is not valid UTF-8")
)

// settingsFile says how documents are read, and is none.
const settingsFile = "pildora.yaml"

// Options say what is found and how it is read. The zero value finds all
// formats whose names are known.
type Options struct {
	// Include and Exclude are globs over paths from the root: * and ? within
	// a part, ** over parts; without a slash they match the base name. With
	// Include only what it matches is found; Exclude goes before it, and leaves
	// out whole folders too. A root given by name is never left out.
	Include, Exclude []string
	// Hidden finds files and folders that begin with a dot, node_modules, and
	// pildora.yaml, which are Pildora's own settings.
	Hidden bool
	// All finds what .gitignore and .pildoraignore files leave out; without it
	// they are heeded as git does, those above a root too where it lies in a
	// repository. A root given by name is never left out.
	All bool
	// Accept reports whether something reads the media type; others are
	// yielded as skipped. Nil accepts every media type that a name promises.
	Accept func(media string) bool
	// Container returns what opens sources of a media type, nil where they
	// hold no others; [File.Documents] uses it. Nil opens none.
	Container func(media string) Container
	// MaxEntries is how many entries one source may hold, and MaxUnpacked how
	// many bytes it may unpack to, containers within it counted; 0 means
	// [DefaultMaxEntries] and [DefaultMaxUnpacked].
	MaxEntries  int
	MaxUnpacked int64
	// MaxBytes is the largest source read; 0 means [DefaultMaxBytes].
	MaxBytes int64
	// Stdin is what "-" reads; nil means os.Stdin. It is read once.
	Stdin io.Reader
	// Remote reads URLs; nil means that reading a URL is an error.
	Remote Remote
}

func (o *Options) maxBytes() int64 {
	if o.MaxBytes <= 0 {
		return DefaultMaxBytes
	}
	return o.MaxBytes
}

func (o *Options) stdin() io.Reader {
	if o.Stdin == nil {
		return os.Stdin
	}
	return o.Stdin
}

// Find yields what stands under the roots, without reading it: the roots in
// the order given, the files of each by the bytes of their slash path. A root
// is a file, a folder, a URL, or "-" for standard input; a URL of a site map, or
// of a robots.txt that names some, stands for the pages that it lists. One that
// is a link is followed, links within a root are yielded as skipped, so no walk goes in
// circles. A root given twice is found once; a file under two different roots
// is found under both, with two ids or as a duplicate.
//
// An error comes with what is known of its file and does not end the walk,
// save an error in the options and the end of ctx: a missing root
// (fs.ErrNotExist, with what stands there instead), an unreadable folder (its
// Mode says that it is one: nothing is known of the files below its ID),
// [ErrSpecial] of a root (in a folder pipes and devices are skipped), [ErrName], a folder without documents ([ErrNoDocuments]), and
// [ErrDuplicate] for the later of two files with one id, which name both.
func Find(ctx context.Context, opts Options, roots ...string) iter.Seq2[File, error] {
	return func(yield func(File, error) bool) {
		f := finder{ctx: ctx, opts: &opts, yield: yield, paths: map[string]string{}, skipped: map[string]string{}}
		var err error
		if f.include, err = parseGlobs(opts.Include); err == nil {
			f.exclude, err = parseGlobs(opts.Exclude)
		}
		if err != nil {
			yield(File{}, err)
			return
		}
		seen := map[string]bool{}
		for _, root := range roots {
			key := rootKey(root)
			if !seen[key] && !f.root(root) {
				return
			}
			seen[key] = true
		}
	}
}

func rootKey(root string) string {
	if root == "" || root == Stdin || IsURL(root) {
		return root
	}
	if abs, err := filepath.Abs(root); err == nil {
		return abs
	}
	return filepath.Clean(root)
}

// finder is the state of one walk. Its methods return false to end it.
type finder struct {
	ctx              context.Context
	opts             *Options
	include, exclude []pattern
	yield            func(File, error) bool
	paths            map[string]string // by document id
	found            int               // documents under the present root
	unlisted         bool              // whether a folder of it could not be listed
	base             string            // the present root, absolute
	skipped          map[string]string // why, by media type
	ignored          int               // files and folders of it that ignore files leave out
}

func (f *finder) root(root string) bool {
	file := File{Root: root, Path: root, ID: root, Size: -1, opts: f.opts}
	if err := f.ctx.Err(); err != nil {
		f.yield(file, err)
		return false
	}
	if root == Stdin {
		return f.document(file)
	}
	if IsURL(root) {
		if isSiteMap(root) {
			return f.pages(file)
		}
		file.Media = MediaByName(root)
		return f.document(file)
	}
	info, err := statRoot(root)
	if err != nil {
		return f.yield(file, err)
	}
	if !info.IsDir() {
		file.ID = norm.NFC.String(rootName(root))
		return f.entry(file, info, true)
	}
	file.ID, file.Mode, f.found, f.unlisted, f.ignored = "", info.Mode(), 0, false, 0
	var above *ignoring
	if !f.opts.All {
		if abs, err := filepath.Abs(root); err == nil {
			f.base = strings.TrimSuffix(abs, string(filepath.Separator))
		}
		above = ignoringAbove(root)
	}
	if !f.folder(file, above) {
		return false
	}
	if f.found == 0 && !f.unlisted { // else there may be some
		return f.yield(file, fmt.Errorf("%s: %w; looked for %s", root, ErrNoDocuments, f.wanted()))
	}
	return true
}

// rootName is the base name of a file given as a root.
func rootName(root string) string {
	if abs, err := filepath.Abs(root); err == nil {
		root = abs
	}
	return filepath.Base(root)
}

// wanted says what would have been a document, for the message.
func (f *finder) wanted() string {
	what := strings.Join(Extensions(f.opts.Accept), " ")
	if len(f.include) > 0 {
		what += ", included by " + strings.Join(f.opts.Include, " ")
	}
	if len(f.exclude) > 0 {
		what += ", not excluded by " + strings.Join(f.opts.Exclude, " ")
	}
	if f.ignored > 0 {
		what += ", not left out by .gitignore or .pildoraignore"
	}
	return what
}

// folder walks one folder. Entries are ordered as their slash paths are: a
// folder's name counts with the slash after it.
func (f *finder) folder(dir File, ignore *ignoring) bool {
	entries, err := os.ReadDir(dir.Path)
	if err != nil {
		f.unlisted = true
		if !f.yield(dir, err) {
			return false
		}
	}
	if !f.opts.All {
		ignore = ignore.within(f.absolute(dir), func(name string) bool {
			return slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == name })
		})
	}
	key := func(e fs.DirEntry) string {
		k := norm.NFC.String(e.Name())
		if e.IsDir() {
			k += "/"
		}
		return k
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int {
		if c := strings.Compare(key(a), key(b)); c != 0 {
			return c
		}
		return strings.Compare(a.Name(), b.Name())
	})
	for _, e := range entries {
		if err := f.ctx.Err(); err != nil {
			f.yield(dir, err)
			return false
		}
		if !f.child(dir, e, ignore) {
			return false
		}
	}
	return true
}

func (f *finder) child(dir File, e fs.DirEntry, ignore *ignoring) bool {
	name := e.Name()
	if !f.opts.Hidden && (strings.HasPrefix(name, ".") || name == "node_modules" || name == settingsFile) {
		return true
	}
	file := File{Root: dir.Root, Path: filepath.Join(dir.Path, name), ID: name, Size: -1, Mode: e.Type(), opts: f.opts}
	if dir.ID != "" {
		file.ID = dir.ID + "/" + name
	}
	file.ID = norm.NFC.String(file.ID)
	switch {
	case anyMatch(f.exclude, file.ID):
		return true
	case ignore != nil && ignore.ignores(f.absolute(dir)+string(filepath.Separator)+name, e.IsDir()):
		f.ignored++
		return true
	case e.IsDir():
		return f.folder(file, ignore)
	case len(f.include) > 0 && !anyMatch(f.include, file.ID):
		return true
	}
	info, err := e.Info()
	if errors.Is(err, fs.ErrNotExist) {
		return true // removed since the folder was listed: it isn't there
	}
	if err != nil {
		return f.yield(file, err)
	}
	return f.entry(file, info, false)
}

// absolute is the path of a folder under the present root.
func (f *finder) absolute(dir File) string {
	return f.base + strings.TrimPrefix(filepath.Clean(dir.Path), filepath.Clean(dir.Root))
}

// entry yields a file by what info says of it. What the user named is never
// skipped for its name.
func (f *finder) entry(file File, info fs.FileInfo, named bool) bool {
	file.Mode, file.Mod = info.Mode(), info.ModTime()
	if !utf8.ValidString(file.ID) {
		return f.yield(file, fmt.Errorf("%q: %w; rename the file", file.Path, ErrName))
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		file.Skipped = "a symbolic link; give what it points to as a root of its own"
		return f.yield(file, nil)
	}
	if err := regular(file.Path, info.Mode()); err != nil {
		if named {
			return f.yield(file, err)
		}
		file.Skipped = ErrSpecial.Error()
		return f.yield(file, nil)
	}
	file.Size, file.Media = info.Size(), MediaByName(file.ID)
	if !named {
		file.Skipped = f.skip(file.Media)
		if of := describes(file.Path); of != "" {
			file.Skipped = "what is known of " + filepath.Base(of)
		}
	}
	if file.Skipped != "" {
		return f.yield(file, nil)
	}
	return f.document(file)
}

// skip is the options' skip, which is asked once for each media type.
func (f *finder) skip(media string) string {
	why, asked := f.skipped[media]
	if !asked {
		why = f.opts.skip(media)
		f.skipped[media] = why
	}
	return why
}

// skip says why a media type is skipped, or "".
func (o *Options) skip(media string) string {
	switch {
	case media == "":
		return "unknown kind of file"
	case o.Accept != nil && !o.Accept(media) && o.container(media) == nil:
		return "no reader for " + media
	}
	return ""
}

func (f *finder) document(file File) bool {
	f.found++
	if other, ok := f.paths[file.ID]; ok {
		return f.yield(file, fmt.Errorf("%s and %s: %w, %q; give one root above both, or take one out",
			other, file.Path, ErrDuplicate, file.ID))
	}
	f.paths[file.ID] = file.Path
	return f.yield(file, nil)
}

// Files is a [Walker] over the documents that [Find] yields and those that they
// hold, each read when it is its turn. What is skipped is left out; errors of finding and of reading
// come in its place.
func Files(opts Options, roots ...string) Walker {
	return func(ctx context.Context) iter.Seq2[Source, error] {
		return func(yield func(Source, error) bool) {
			for file, err := range Find(ctx, opts, roots...) {
				if !file.sources(ctx, err, yield) || ctx.Err() != nil {
					return
				}
			}
		}
	}
}

// sources yields the documents of a file that Find yielded with err.
func (f File) sources(ctx context.Context, err error, yield func(Source, error) bool) bool {
	var s Source
	switch {
	case err == nil && f.Skipped != "":
		return true
	case err == nil:
		s, err = f.Read(ctx)
	}
	if err != nil {
		s.URI = f.ID
		return yield(s, err)
	}
	for d, err := range f.Documents(ctx, s) {
		switch {
		case err != nil:
			if !yield(Source{URI: d.ID}, err) {
				return false
			}
		case d.Skipped == "" && !yield(*d.held, nil):
			return false
		}
	}
	return true
}

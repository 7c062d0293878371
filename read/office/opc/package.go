package opc

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/pildora/pildora/read"
)

// Package is an opened zip package.
type Package struct {
	uri      string
	limits   Limits
	size     int64
	names    []string         // of the parts, in the order in which they are stored
	entries  map[string]entry // by name
	folded   map[string]string
	unpacked int64 // bytes unpacked so far, by all readings
	warnings []string
	types    *types
	spelled  map[spelling]string // names of elements and attributes
}

// entry is one entry of the zip.
type entry struct {
	open      func() (io.ReadCloser, error)
	packed    int64 // bytes in the source
	encrypted bool
}

// Open opens the package of s. Errors name s.URI; they wrap one of this
// package's errors, read.ErrTooLarge or ctx's error.
func Open(ctx context.Context, s read.Source, l Limits) (*Package, error) {
	if err := s.CheckSize(l.MaxBytes); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", s.URI, err)
	}
	p := &Package{uri: s.URI, limits: l.orDefault(), size: int64(len(s.Data)), entries: map[string]entry{}, folded: map[string]string{}}
	if err := foreign(s.Data); err != nil {
		return nil, fmt.Errorf("%s: %w", s.URI, err)
	}
	z, err := zip.NewReader(bytes.NewReader(s.Data), int64(len(s.Data)))
	if errors.Is(err, zip.ErrInsecurePath) {
		err = nil // names are looked at one by one
	}
	if err == nil && !whole(s.Data, z) {
		err = errInner
	}
	if err != nil {
		err = p.recover(ctx, s.Data, err)
	} else {
		err = p.list(ctx, z)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.URI, err)
	}
	return p, nil
}

// list takes the entries of the zip's directory.
func (p *Package) list(ctx context.Context, z *zip.Reader) error {
	if len(z.File) > p.limits.Entries {
		return fmt.Errorf("%w: %d entries, more than the %d allowed", read.ErrTooLarge, len(z.File), p.limits.Entries)
	}
	ranges := make([][2]int64, 0, len(z.File))
	for i, f := range z.File {
		if i%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		start, err := f.DataOffset()
		if err != nil || f.CompressedSize64 > uint64(p.size) || start+int64(f.CompressedSize64) > p.size {
			p.Warn("the entry %.80q lies outside of the file and was left out", f.Name)
			continue
		}
		if f.CompressedSize64 > 0 {
			ranges = append(ranges, [2]int64{start, start + int64(f.CompressedSize64)})
		}
		p.add(f.Name, entry{open: f.Open, packed: int64(f.CompressedSize64), encrypted: f.Flags&1 != 0})
	}
	slices.SortFunc(ranges, func(a, b [2]int64) int { return int(min(max(a[0]-b[0], -1), 1)) })
	for i := 1; i < len(ranges); i++ {
		if ranges[i][0] < ranges[i-1][1] {
			return fmt.Errorf("%w: its entries overlap, as in a zip bomb; save the document anew with the program that made it", ErrHostile)
		}
	}
	return nil
}

// add adds a part under its name. Of two of the same name the later counts, as
// with the programs that add to a zip what they replace.
func (p *Package) add(name string, e entry) {
	if strings.HasSuffix(name, "/") {
		return // a folder
	}
	clean, ok := cleanName(name)
	if !ok {
		p.Warn("the entry %.80q has a name that leads out of the package and was left out", name)
		return
	}
	if _, twice := p.entries[clean]; twice {
		p.Warn("the part %.80q is there more than once; the last one counts", clean)
	} else {
		p.names = append(p.names, clean)
	}
	p.entries[clean] = e
	if fold := strings.ToLower(clean); p.folded[fold] == "" {
		p.folded[fold] = clean
	}
}

// cleanName is the name of a part as it is asked for: with slashes, none in
// front. It fails for names that lead out of the package.
func cleanName(name string) (string, bool) {
	name = strings.TrimLeft(strings.ReplaceAll(name, `\`, "/"), "/")
	for segment := range strings.SplitSeq(name, "/") {
		if segment == ".." {
			return "", false
		}
	}
	name = path.Clean(name)
	return strings.ToValidUTF8(name, "\ufffd"), name != "."
}

// URI is the name of the source.
func (p *Package) URI() string { return p.uri }

// Names are the names of all parts, in the order in which they are stored. The
// caller must not change the slice.
func (p *Package) Names() []string { return p.names }

// Find returns the stored name of a part: the same name, else one that differs
// in case only; "" where there is none. A slash in front doesn't count.
func (p *Package) Find(name string) string {
	name, ok := cleanName(name)
	if !ok {
		return ""
	}
	if _, ok := p.entries[name]; ok {
		return name
	}
	return p.folded[strings.ToLower(name)]
}

// readStep is how much is unpacked between two looks at the context.
const readStep = 1 << 20

// Read unpacks a part, whose name is looked up as Find does. The bytes belong
// to the caller. A part that is damaged is returned as far as it goes, with a
// warning. Errors name the source and the part.
func (p *Package) Read(ctx context.Context, name string) ([]byte, error) {
	stored := p.Find(name)
	if stored == "" {
		return nil, p.Errorf(name, "%w", ErrNoPart)
	}
	e := p.entries[stored]
	if e.encrypted {
		return nil, p.Errorf(stored, "%w: remove the password from the zip, then read it again", ErrEncrypted)
	}
	r, err := e.open()
	if err != nil {
		return nil, p.Errorf(stored, "%w: %w", ErrDamaged, err)
	}
	defer r.Close()
	var b bytes.Buffer
	for {
		if err := ctx.Err(); err != nil {
			return nil, p.Errorf(stored, "%w", err)
		}
		n, err := io.CopyN(&b, r, readStep)
		p.unpacked += n
		if over := p.over(int64(b.Len()), e.packed); over != nil {
			return nil, p.Errorf(stored, "%w", over)
		}
		switch {
		case err == io.EOF:
			return b.Bytes(), nil
		case err != nil && b.Len() == 0:
			return nil, p.Errorf(stored, "%w: %w; save the document anew with the program that made it", ErrDamaged, err)
		case err != nil:
			p.Warn("%s: %v; read as far as it goes, %d bytes", stored, err, b.Len())
			return b.Bytes(), nil
		}
	}
}

// over returns an error where a part of n bytes so far breaks a limit.
func (p *Package) over(n, packed int64) error {
	switch {
	case n > p.limits.Part:
		return fmt.Errorf("%w: it unpacks to more than the %d bytes allowed", read.ErrTooLarge, p.limits.Part)
	case p.unpacked > p.limits.Total:
		return fmt.Errorf("%w: with it more than the %d bytes allowed were unpacked", read.ErrTooLarge, p.limits.Total)
	case n > ratioFloor && n/p.limits.Ratio > packed:
		return fmt.Errorf("%w: it unpacks to more than %d times its size, as a zip bomb does", ErrHostile, p.limits.Ratio)
	}
	return nil
}

// Warn adds a warning for whoever reads the document. Only the first ones of
// many are kept.
func (p *Package) Warn(format string, args ...any) {
	const most = 20
	if len(p.warnings) == most {
		p.warnings = append(p.warnings, "further warnings are left out")
	}
	if len(p.warnings) < most {
		p.warnings = append(p.warnings, fmt.Sprintf(format, args...))
	}
}

// Warnings are what had to be put up with so far.
func (p *Package) Warnings() []string { return slices.Clone(p.warnings) }

// Errorf makes an error that names the source and the part.
func (p *Package) Errorf(part, format string, args ...any) error {
	return fmt.Errorf("%s: %.200s: %w", p.uri, part, fmt.Errorf(format, args...))
}

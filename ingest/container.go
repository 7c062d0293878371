package ingest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/pildora/pildora/manifest"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/store"
)

// A container is found as one file and holds many documents. The manifest has
// an entry for it besides theirs, which is written last: while it stands there
// with the hash that the file has now, all that the file holds is known, and it
// isn't opened.

// lookedInto marks, in the recipe of a container's entry, by what it was looked
// into: what can be read and is left out decides which documents it holds.
const lookedInto = "+"

// BareRecipe is the recipe hash of a manifest's entry without what is noted
// there of containers; empty for what is a container only.
func BareRecipe(recipe string) string {
	bare, _, _ := strings.Cut(recipe, lookedInto)
	return bare
}

// recipe is what the manifest has as recipe for a document that is as it was.
func (s *syncing) recipe(have store.DocState, f found) string {
	if f.pure {
		return f.holds
	}
	have.Recipe = BareRecipe(have.Recipe)
	return s.Recipe(have, f.media) + f.holds
}

// looking is the mark for what is looked into now.
func (s *syncing) looking() string {
	o := s.opt.Find
	what := fmt.Sprintf("%q %q %v %d %d %d", read.Extensions(o.Accept), o.Exclude, o.Hidden, o.MaxBytes, o.MaxEntries, o.MaxUnpacked)
	return lookedInto + digest(what, 8)
}

// lookInto returns a container with what it holds: as the manifest has it where
// it is unchanged, else by opening it. mu guards the report.
func (s *syncing) lookInto(ctx context.Context, mu *sync.Mutex, f found, src read.Source) []found {
	f.holds, f.pure = s.looking(), s.opt.Find.Accept != nil && !s.opt.Find.Accept(src.MediaType())
	top := &f
	if have, ok := s.stored[f.file.ID]; ok && have.Hash == f.hash && have.State == store.Indexed && have.Source == f.source && strings.HasSuffix(have.Recipe, f.holds) {
		return append([]found{f}, s.known(top)...)
	}
	all := []found{f}
	for d, err := range f.file.Documents(ctx, src) {
		here := found{file: d, source: f.source + strings.TrimPrefix(d.Path, f.file.Path), root: f.root, outer: top}
		var data read.Source
		if err == nil && d.Skipped == "" {
			data, err = d.Read(ctx)
		}
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil:
			mu.Lock()
			s.failInside(here, err)
			mu.Unlock()
			if d.ID == f.file.ID {
				all[0].hash = "" // not all that it holds is known
			}
		case d.Skipped != "":
			mu.Lock()
			s.report.Skipped++
			mu.Unlock()
		case d.ID != f.file.ID:
			here.hash, here.media = HashOf(data), data.Media
			here.file = read.File{Root: d.Root, Path: d.Path, ID: d.ID, Media: d.Media, Size: d.Size, Mod: d.Mod} // without its data
			all = append(all, here)
		}
	}
	if all[0].hash == "" {
		return all[1:]
	}
	return all
}

// version is what the manifest has as the version of a URL that can be taken as
// it was: one that is a container must have been looked into as it would be now.
func (s *syncing) version(f found) string {
	have, ok := s.stored[f.file.ID]
	if !ok || have.State != store.Indexed || have.Source != f.source || strings.Contains(have.Recipe, lookedInto) && !strings.HasSuffix(have.Recipe, s.looking()) {
		return ""
	}
	return have.Version
}

// asStored is a URL or a file that is unchanged, with what it holds.
func (s *syncing) asStored(f found) []found {
	have := s.stored[f.file.ID]
	f.hash, f.media, f.version = have.Hash, have.Media, have.Version
	if !strings.Contains(have.Recipe, lookedInto) {
		return []found{f}
	}
	f.holds, f.pure = s.looking(), BareRecipe(have.Recipe) == ""
	return append([]found{f}, s.known(&f)...)
}

// known are the documents in a container by what the manifest has of them.
func (s *syncing) known(top *found) []found {
	var all []found
	for id, d := range s.stored {
		if strings.HasPrefix(id, top.file.ID+read.Within) && strings.HasPrefix(d.Source, top.source+read.Within) && d.State != store.Deleted {
			all = append(all, found{file: read.File{Root: top.file.Root, Path: top.file.Path + strings.TrimPrefix(d.Source, top.source), ID: id, Media: d.Media, Size: d.Size, Mod: d.Mod},
				source: d.Source, root: top.root, hash: d.Hash, media: d.Media, outer: top})
		}
	}
	slices.SortFunc(all, func(a, b found) int { return strings.Compare(a.file.ID, b.file.ID) })
	return all
}

// failInside notes the failure of something in a container, or of the container
// as a whole: then what else it may hold isn't known.
func (s *syncing) failInside(f found, err error) {
	if f.file.ID == f.outer.file.ID {
		s.blocked = append(s.blocked, f.source)
		f.hash = f.outer.hash
	}
	s.entries[f.file.ID] = store.DocState{DocID: f.file.ID, Source: f.source, Root: f.root, Hash: f.hash, Media: f.file.Media, Mod: f.file.Mod, Time: time.Now().UTC()}
	s.fail(f.file.ID, f.file.Path, StageRead, err)
}

// opening is a container with steps to carry out in it.
type opening struct {
	top   *found
	own   *manifest.Step           // about the container itself
	steps map[string]manifest.Step // about what it holds, by id
}

// byContainer parts the steps in those about single files and those about
// containers and what they hold.
func (s *syncing) byContainer(work []manifest.Step) (single []manifest.Step, inside []*opening) {
	byTop := map[string]*opening{}
	at := func(top *found) *opening {
		o := byTop[top.file.ID]
		if o == nil {
			o = &opening{top: top, steps: map[string]manifest.Step{}}
			byTop[top.file.ID] = o
			inside = append(inside, o)
		}
		return o
	}
	for _, step := range work {
		switch f := s.byID[step.DocID]; {
		case f.outer != nil:
			at(f.outer).steps[step.DocID] = step
		case f.holds != "":
			at(&f).own = &step
		default:
			single = append(single, step)
		}
	}
	return single, inside
}

// closing is the entry of a container, which is written when all that it holds
// is.
type closing struct {
	step manifest.Step
	done *taken
}

// close writes the entry of a container, with what it is itself as a document.
func (s *syncing) close(ctx context.Context, mu *sync.Mutex, c closing) error {
	if c.done.err != nil || s.stage == nil {
		return s.pass(ctx, mu, c.step, *c.done)
	}
	if err := s.reuse(ctx, c.done); err != nil {
		return fmt.Errorf("%s: %w", c.step.DocID, err)
	}
	return s.stage.embed(ctx, []passing{{c.step, *c.done}})
}

// carryOutInside opens a container and carries out the steps in it; mu guards
// the store and the report. What it returns is left for the end.
func (s *syncing) carryOutInside(ctx context.Context, group *errgroup.Group, mu *sync.Mutex, o *opening) []closing {
	var last []closing
	fail := func(step manifest.Step, err error) {
		group.Go(func() error {
			f := s.byID[step.DocID]
			mu.Lock()
			defer mu.Unlock()
			return s.write(ctx, step, taken{stage: StageRead, err: err, state: store.DocState{DocID: step.DocID, Source: f.source, Root: f.root, Hash: f.hash, Media: f.media, Mod: f.file.Mod, Time: time.Now().UTC()}})
		})
	}
	if o.own != nil && o.top.pure {
		done := s.take(ctx, *o.top)
		last = append(last, closing{*o.own, &done})
		o.own = nil
	}
	if o.own == nil && len(o.steps) == 0 {
		return last
	}
	src, err := o.top.file.Read(ctx)
	if err == nil {
		for d, err := range o.top.file.Documents(ctx, src) {
			step, ok := o.steps[d.ID]
			switch {
			case ctx.Err() != nil:
				return last
			case d.ID == o.top.file.ID && o.own != nil && err == nil:
				top := *o.top
				top.file = d
				c := closing{*o.own, new(taken)}
				group.Go(func() error { *c.done = s.take(ctx, top); return nil })
				last, o.own = append(last, c), nil
			case !ok || d.Skipped != "":
			case err != nil:
				delete(o.steps, d.ID)
				fail(step, err)
			default:
				delete(o.steps, d.ID)
				f := s.byID[d.ID]
				f.file = d
				group.Go(func() error { return s.pass(ctx, mu, step, s.take(ctx, f)) })
			}
		}
		err = fmt.Errorf("%s: %w; run again when nothing writes to it", o.top.file.Path, read.ErrChanged)
	}
	if o.own != nil {
		fail(*o.own, err)
	}
	for _, step := range o.steps {
		fail(step, err)
	}
	return last
}

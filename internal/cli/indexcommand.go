package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/internal/config"
	"github.com/pildora/pildora/store"
	"github.com/pildora/pildora/store/dump"
	"github.com/pildora/pildora/store/sqlite"
)

func indexCommand(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "index",
		Short: "The index as a file: check, repair, export, import",
		Long: "Looks after the index itself, without its sources: whether it is sound, what can be made anew of it, and a copy of\n" +
			"the whole that another machine can read. verify holds an index against its sources; export writes records for\n" +
			"other programs.",
		Example: "  pildora index check\n  pildora index export -o backup.jsonl",
		Args:    noSuchCommand,
		RunE:    func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(indexCheckCommand(a), indexRepairCommand(a), indexExportCommand(a), indexImportCommand(a))
	return c
}

// indexSub is a subcommand that works on an index that is there.
func indexSub(a *app, c *cobra.Command, do func(context.Context, *sqlite.Store) error) *cobra.Command {
	flags := config.NewFlags(only("index"))
	c.Args = args("", 0, 0)
	c.RunE = func(c *cobra.Command, _ []string) error {
		return a.withIndex(c.Context(), flags, func(_ config.Settings, st *sqlite.Store) error { return do(c.Context(), st) })
	}
	addFlags(c, flags, config.IndexGroup)
	return c
}

func indexCheckCommand(a *app) *cobra.Command {
	var asJSON bool
	c := indexSub(a, &cobra.Command{
		Use:   "check",
		Short: "Check that the index is sound",
		Long: "Checks the file, the text indexes, the codes of vectors and all counts, and that records and manifest say the\n" +
			"same, in every generation. What is wrong is named, a line each, and the exit code is 1.",
		Example: "  pildora index check\n  pildora index check --json",
	}, func(ctx context.Context, st *sqlite.Store) error {
		var faults []string
		err := a.alone(ctx, st, "check", func() (err error) {
			faults, err = a.checkIndex(ctx, st)
			return err
		})
		if err != nil {
			return err
		}
		if asJSON {
			err = encode(a.out, struct {
				Problems []string `json:"problems"`
			}{append([]string{}, faults...)})
		} else {
			for _, f := range faults {
				fmt.Fprintln(a.out, label(f))
			}
			_, err = fmt.Fprintln(a.out, count(len(faults), "problem"))
		}
		if err == nil && len(faults) > 0 {
			err = found{len(faults)}
		}
		return err
	})
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return c
}

// alone keeps syncs away while do works on an index. Where nobody can write to
// it, nobody needs to be kept away.
func (a *app) alone(ctx context.Context, st *sqlite.Store, command string, do func() error) error {
	if st.ReadOnly() {
		return do()
	}
	unlock, err := ingest.Lock(ctx, st, "pildora index "+command, false, a.log)
	if err != nil {
		return err
	}
	return errors.Join(do(), unlock())
}

// checkIndex names what is wrong with an index. What SQLite can't read is an
// error.
func (a *app) checkIndex(ctx context.Context, st *sqlite.Store) (faults []string, err error) {
	if err := st.Check(ctx); errors.Is(err, store.ErrCorrupt) {
		return []string{err.Error() + "; pildora index repair makes anew what it can"}, nil
	} else if err != nil {
		return nil, err
	}
	all, err := st.Generations(ctx)
	if err != nil {
		return nil, err
	}
	for _, g := range all {
		some, err := store.Inconsistent(ctx, st, g.Name)
		if err != nil {
			return nil, err
		}
		for _, f := range some {
			faults = append(faults, "generation "+g.Name+": "+f)
		}
	}
	return faults, nil
}

func indexRepairCommand(a *app) *cobra.Command {
	var asJSON bool
	c := indexSub(a, &cobra.Command{
		Use:   "repair",
		Short: "Make anew what can be made of records and manifest",
		Long: "Makes the text indexes, the codes of vectors and all counts anew, and takes out what belongs to nothing. Documents\n" +
			"whose records are damaged or wanting lose them, and are named: the next sync takes them in again. It happens all\n" +
			"at once, or not at all.",
		Example: "  pildora index repair",
	}, func(ctx context.Context, st *sqlite.Store) error {
		var lost []sqlite.Lost
		err := a.alone(ctx, st, "repair", func() (err error) {
			lost, err = st.Repair(ctx)
			return err
		})
		if errors.Is(err, store.ErrCorrupt) {
			return fmt.Errorf("%w; or pildora index import reads a copy that pildora index export has made", err)
		}
		if err != nil {
			return err
		}
		if asJSON {
			return encode(a.out, struct {
				Again []sqlite.Lost `json:"again"`
			}{append([]sqlite.Lost{}, lost...)})
		}
		for _, l := range lost {
			fmt.Fprintf(a.out, "%s: its %s are lost (generation %s)\n", label(l.DocID), l.What, label(l.Generation))
		}
		what := "nothing is lost"
		if len(lost) > 0 {
			what = count(len(lost), "document") + " to take in again; pildora sync does so"
		}
		_, err = fmt.Fprintf(a.out, "repaired; %s\n", what)
		return err
	})
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return c
}

func indexExportCommand(a *app) *cobra.Command {
	var out, generation string
	c := indexSub(a, &cobra.Command{
		Use:   "export",
		Short: "Write the whole index as JSON Lines",
		Long: "Writes all generations, their manifests and their records with vectors, as JSON Lines that pildora index import\n" +
			"reads. Syncs wait meanwhile. The last line counts what was written, so that a copy that was cut short is known.",
		Example: "  pildora index export -o backup.jsonl\n  pildora index export --generation 2 -o two.jsonl",
	}, func(ctx context.Context, st *sqlite.Store) error {
		return a.alone(ctx, st, "export", func() error { return a.exportWhole(ctx, st, out, generation) })
	})
	c.Flags().StringVarP(&out, "out", "o", "", "write to `FILE`, which is there once it is whole")
	c.Flags().StringVar(&generation, "generation", "", "of the generation `NAME` only")
	return c
}

func (a *app) exportWhole(ctx context.Context, st *sqlite.Store, out, generation string) (err error) {
	var only []string
	if generation != "" {
		only = []string{generation}
	}
	w := a.out
	if out != "" {
		path := a.path(out)
		f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
		if err != nil {
			return usagef("%s: %w", out, err)
		}
		defer func() {
			f.Close()
			os.Remove(f.Name()) // it isn't there any more, if all went well
		}()
		w = f
		defer func() {
			if err == nil {
				err = errors.Join(f.Chmod(0o644), f.Close(), os.Rename(f.Name(), path))
			}
		}()
	}
	counts, err := dump.Write(ctx, w, st, only...)
	if errors.Is(err, store.ErrGeneration) {
		return usageError{err}
	}
	if err == nil {
		a.say("%s, %s, %s", count(counts.Generations, "generation"), count(counts.Documents, "document"), count(counts.Records, "record"))
	}
	return err
}

func indexImportCommand(a *app) *cobra.Command {
	flags := config.NewFlags(only("index"))
	c := &cobra.Command{
		Use:   "import FILE.jsonl",
		Short: "Make an index of what index export wrote",
		Long: "Reads a copy that pildora index export wrote into a new index, and checks it: that it is whole and as it was\n" +
			"written, and that the index is sound. Until then there is none. An index that is there already isn't touched.",
		Example: "  pildora index import backup.jsonl --index restored/.pildora",
		Args:    args("FILE.jsonl", 1, 1),
		RunE: func(c *cobra.Command, given []string) error {
			s, err := a.settings(flags)
			if err != nil {
				return err
			}
			in := a.env.Stdin
			if given[0] != "-" {
				f, err := os.Open(a.path(given[0]))
				if err != nil {
					return usagef("%w", err)
				}
				defer f.Close()
				in = f
			}
			return a.importWhole(c.Context(), in, a.indexDir(s))
		},
	}
	addFlags(c, flags, config.IndexGroup)
	return c
}

// importWhole makes the index beside its place, and puts it there when it is
// sound.
func (a *app) importWhole(ctx context.Context, in io.Reader, dir string) error {
	target := filepath.Join(dir, sqlite.FileName)
	if _, err := os.Stat(target); !errors.Is(err, fs.ErrNotExist) {
		return usagef("%s is there already; --index DIR names another place", target)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("index folder: %w", err)
	}
	beside, err := os.MkdirTemp(dir, "import.*")
	if err != nil {
		return fmt.Errorf("index folder: %w", err)
	}
	defer os.RemoveAll(beside)
	st, err := sqlite.Open(ctx, beside)
	if err != nil {
		return err
	}
	counts, err := dump.Read(ctx, in, st)
	if err == nil {
		var faults []string
		if faults, err = a.checkIndex(ctx, st); err == nil && len(faults) > 0 {
			err = fmt.Errorf("what was read is not sound: %s", faults[0])
		}
	}
	if err = errors.Join(err, st.Close()); err != nil {
		return fmt.Errorf("nothing was imported: %w", err)
	}
	if err := os.Rename(filepath.Join(beside, sqlite.FileName), target); err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.out, "%s, %s, %s; checked\n", count(counts.Generations, "generation"), count(counts.Documents, "document"), count(counts.Records, "record"))
	return err
}

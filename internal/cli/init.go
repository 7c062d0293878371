package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/pildora/pildora/internal/config"
)

func initCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "init [DIR]",
		Short: "Write a commented " + config.FileName + " with every setting",
		Long: "Writes " + config.FileName + " into the working folder or DIR: every setting with its sentence, its names and\n" +
			"its default, commented out. A file that is there is never overwritten.",
		Example: "  pildora init\n  pildora init handbook",
		Args:    args("DIR", 0, 1),
		RunE: func(_ *cobra.Command, given []string) error {
			dir := "."
			if len(given) == 1 {
				dir = given[0]
			}
			return a.writeSettings(filepath.Join(dir, config.FileName))
		},
	}
}

func (a *app) writeSettings(name string) error {
	// O_EXCL: whoever wrote a file between a look and the write keeps it.
	f, err := os.OpenFile(a.path(name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return usagef("%s is there already and is left as it is; take it away first to begin anew", name)
	}
	if err != nil {
		return usageError{err}
	}
	_, err = f.Write(table().Example())
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.out, "wrote %s\n", name)
	return err
}

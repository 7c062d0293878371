package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/internal/catalog"
)

// version is what the binary knows of itself.
type version struct {
	Version  string `json:"version"`  // of the module; "devel" where it was built from a working folder
	Revision string `json:"revision"` // of the source, "" where unknown
	Modified bool   `json:"modified"` // built from changed files
	Cutting  string `json:"cutting"`  // of everything that decides where chunks end
	Go       string `json:"go"`
	// Tokenizers can be named without a file.
	Tokenizers []string `json:"tokenizers"`
	Platform   string   `json:"platform"`
}

func thisVersion() version {
	v := version{Tokenizers: catalog.TokenizerNames(), Version: "devel", Cutting: ingest.Version, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	if m := info.Main.Version; m != "" && m != "(devel)" {
		v.Version = m
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			v.Revision = s.Value
		case "vcs.modified":
			v.Modified = s.Value == "true"
		}
	}
	return v
}

func versionCommand(a *app) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "version",
		Short: "Say which version this is",
		Long: "Prints the version of the program, and that of everything that decides where chunks end: when the latter\n" +
			"changes, the next sync cuts all documents again. --json also lists the tokenizers that are known by name; others\n" +
			"are read from files.",
		Example: "  pildora version\n  pildora version --json",
		Args:    args("", 0, 0),
		RunE: func(*cobra.Command, []string) error {
			v := thisVersion()
			if asJSON {
				return encode(a.out, v)
			}
			_, err := fmt.Fprintf(a.out, "pildora %s (cutting %s, %s, %s)\n", v.Version, v.Cutting, v.Go, v.Platform)
			return err
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return c
}

package cli

import (
	"github.com/spf13/cobra"

	"github.com/pildora/pildora/read/pdf/worker"
)

// pdfExtract is the name of the command that PDF files are read by.
const pdfExtract = "pdf-extract"

// pdfExtractCommand is for this program itself, and for programs that use the
// library: worker.Pool starts it.
func pdfExtractCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:    pdfExtract,
		Hidden: true,
		Short:  "Read PDF files for another process",
		Long: "Reads PDF files for the process that started it, which hands them over on standard input and gets what is\n" +
			"on their pages on standard output. A file that is made to do harm does it here, within limits of time and\n" +
			"memory, and this process can be killed. Programs that use the library start it by worker.Pool.",
		Example: "  pildora pdf-extract",
		Args:    args("", 0, 0),
		RunE: func(c *cobra.Command, _ []string) error {
			return worker.Serve(c.Context(), a.env.Stdin, a.env.Stdout)
		},
	}
}

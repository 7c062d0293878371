package cli

import "github.com/spf13/cobra"

// helpCommand is cobra's, save that it refuses what isn't there.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND]",
		Short:   "Show the help of a command",
		Long:    "Shows what a command does, its flags and examples; the same as COMMAND --help.",
		Example: "  pildora help chunk\n  pildora help config check",
		Args:    args("COMMAND", 0, -1),
		RunE: func(c *cobra.Command, given []string) error {
			found, rest, err := c.Root().Find(given)
			if err != nil || len(rest) > 0 {
				if len(rest) == 0 {
					rest = given
				}
				return noSuchCommand(found, rest)
			}
			found.InitDefaultHelpFlag()
			return found.Help()
		},
	}
}

package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/pildora/pildora/internal/config"
)

func configCommand(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:     "config",
		Short:   "Check the settings, or print their schema",
		Long:    "Settings come from " + config.FileName + ", PILDORA_… variables and flags, the later ones winning.",
		Example: "  pildora config check\n  pildora config schema",
		Args:    noSuchCommand,
		RunE:    func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(configCheckCommand(a), configSchemaCommand(a))
	return c
}

func configCheckCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "check [FILE]",
		Short: "Say what is wrong with the settings",
		Long: "Reads the settings as every command does, from FILE or where it is found, and names each setting that\n" +
			"cannot be with its place. Exit code 2 if there is one.",
		Example: "  pildora config check\n  pildora config check pildora.yaml",
		Args:    args("FILE", 0, 1),
		RunE: func(_ *cobra.Command, given []string) error {
			if len(given) == 1 {
				a.configFile = given[0]
			}
			s, err := a.settings(nil)
			if err != nil {
				return err
			}
			if _, err := a.newRecipes(s); err != nil {
				return err
			}
			from := s.File
			if from == "" {
				from = "no " + config.FileName + " here or above; defaults and variables"
			}
			_, err = fmt.Fprintf(a.out, "settings are well: %s\n", from)
			return err
		},
	}
}

func configSchemaCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON schema of " + config.FileName,
		Long: "Prints the JSON schema (draft 2020-12) of the settings file. Editors complete and check the file with it:\n" +
			"save it and begin the file with the line  # yaml-language-server: $schema=FILE",
		Example: "  pildora config schema",
		Args:    args("", 0, 0),
		RunE: func(*cobra.Command, []string) error {
			_, err := a.out.Write(table().Schema())
			return err
		},
	}
}

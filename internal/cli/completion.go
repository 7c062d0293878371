package cli

import (
	"github.com/spf13/cobra"
)

func completionCommand(a *app) *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	return &cobra.Command{
		Use:   "completion bash|zsh|fish|powershell",
		Short: "Print the completion script of a shell",
		Long: "Prints a script that completes commands, flags and their values. Load it in your shell's start file, for\n" +
			"instance in bash:  source <(pildora completion bash)",
		Example:   "  pildora completion bash\n  pildora completion zsh\n  pildora completion fish\n  pildora completion powershell",
		Args:      args("the shell", 1, 1),
		ValidArgs: shells,
		RunE: func(c *cobra.Command, given []string) error {
			root := c.Root()
			switch given[0] {
			case "bash":
				return root.GenBashCompletionV2(a.out, true)
			case "zsh":
				return root.GenZshCompletion(a.out)
			case "fish":
				return root.GenFishCompletion(a.out, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(a.out)
			}
			return usagef("unknown shell %q%s (known: bash, zsh, fish, powershell)", given[0], didYouMean("", given[0], shells))
		},
	}
}

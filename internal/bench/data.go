package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// texts makes the Markdown files that are missing: shorter or longer ones of
// the corpus, or where that isn't there, of the repository's own documents,
// over and over. It says what they are made of.
func (s settings) texts() (string, error) {
	about := "the Markdown of the corpus of `../shared/peers/corpus.py`: Spanish and English handbooks and manuals in turn, each size a beginning of the next"
	md, err := ordinary(s.data)
	if err != nil {
		about = "the repository's own Markdown, over and over (the corpus beside the repository isn't there)"
		if md, err = ownMarkdown("."); err != nil {
			return "", err
		}
	}
	if err := os.MkdirAll(s.data, 0o755); err != nil {
		return "", err
	}
	for _, mb := range append([]int{1}, s.sizes...) {
		path := filepath.Join(s.data, fmt.Sprintf("mix_%d.md", mb))
		if exists(path) {
			continue
		}
		if err := os.WriteFile(path, []byte(repeated(md, mb*1_000_000)), 0o644); err != nil {
			return "", err
		}
	}
	return about, nil
}

// ownMarkdown is the text of all Markdown files under a folder.
func ownMarkdown(root string) (string, error) {
	var b strings.Builder
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".md" || filepath.Base(path) == "benchmarks.md" {
			return err
		}
		data, err := os.ReadFile(path)
		b.Write(data)
		b.WriteString("\n\n")
		return err
	})
	if err == nil && b.Len() < 1000 {
		err = fmt.Errorf("no Markdown under %s to measure with: run from the repository's root", root)
	}
	return b.String(), err
}

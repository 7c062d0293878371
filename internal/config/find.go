package config

import (
	"os"
	"path/filepath"
)

// FileName is the name of the settings file.
const FileName = "pildora.yaml"

// Find looks for the settings file in dir and the folders above it. It stops
// after a folder that holds .git, after home, and at the top; "" means that
// there is none. A folder of that name is no settings file.
func Find(dir, home string) string {
	for {
		file := filepath.Join(dir, FileName)
		if info, err := os.Stat(file); err == nil && !info.IsDir() {
			return file
		}
		_, err := os.Stat(filepath.Join(dir, ".git"))
		parent := filepath.Dir(dir)
		if err == nil || dir == home || parent == dir {
			return ""
		}
		dir = parent
	}
}

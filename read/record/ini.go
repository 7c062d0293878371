package record

import (
	"context"
	"strings"

	"github.com/pildora/pildora/doc"
)

// iniBlocks reads settings of one line each, in sections or not: INI files,
// .properties, .env. Whatever else stands in a line belongs to the setting
// above it; nothing is an error.
func iniBlocks(ctx context.Context, d *doc.Document) error {
	var settings []setting
	start := len(d.Text) - len(strings.TrimPrefix(d.Text, doc.BOM))
	goesOn := false
	n := 0
	for at := start; at < len(d.Text); n++ {
		if n%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		line, _, _ := strings.Cut(d.Text[at:], "\n")
		if s, ok := iniSetting(line); ok && !goesOn {
			s.at += at
			settings = append(settings, s)
		}
		goesOn = strings.HasSuffix(strings.TrimRight(line, "\r"), `\`)
		at += len(line) + 1
	}
	sections(d, settings)
	return ctx.Err()
}

// iniSetting is what a line says, where it begins at its margin.
func iniSetting(line string) (setting, bool) {
	line = strings.TrimRight(line, " \t\r")
	if line == "" || strings.IndexByte("#;! \t", line[0]) >= 0 {
		return setting{}, false
	}
	if line[0] == '[' {
		name, _, ok := strings.Cut(line[1:], "]")
		return setting{section: true, key: strings.TrimSpace(name)}, ok
	}
	i := strings.IndexAny(line, "=:")
	if i <= 0 {
		return setting{}, false
	}
	key := strings.TrimSpace(strings.TrimPrefix(line[:i], "export "))
	value := strings.TrimSpace(line[i+1:])
	bare := strings.Trim(value, `"'`)
	return setting{key: key, value: bare, quoted: true}, key != ""
}

package cut

import (
	"path"
	"strings"

	"github.com/pildora/pildora/doc"
)

// LanguageOf is the programming language of a document that is source code as
// a whole: what its metadata say, else the ending of its name.
func LanguageOf(d *doc.Document) string {
	if lang := d.Meta["language"]; lang != "" {
		return lang
	}
	return strings.TrimPrefix(path.Ext(d.URI), ".")
}

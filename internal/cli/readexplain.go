package cli

import (
	"bufio"
	"fmt"

	"github.com/pildora/pildora/internal/catalog"
)

// explained is a document as read --explain --json prints it.
type explained struct {
	URI      string `json:"uri"`
	Media    string `json:"media"`
	Language string `json:"lang,omitempty"`
	// InForce is the profile by which the settings cut the document; empty for
	// none.
	InForce string `json:"in_force"`
	catalog.Seen
}

// explain says what a document is made of, and which profile goes with it.
func explain(w *bufio.Writer, d readDocument, asJSON bool) error {
	e := explained{URI: d.doc.URI, Media: d.doc.Media, Language: d.doc.Language, InForce: d.by.Recipe.Profile, Seen: catalog.Detect(d.doc)}
	if asJSON {
		if e.Pills == nil {
			e.Pills = []catalog.PillShare{}
		}
		return encode(w, e)
	}
	fmt.Fprintf(w, "%s  %s", label(e.URI), e.Media)
	if e.Language != "" {
		fmt.Fprintf(w, "  %s", e.Language)
	}
	fmt.Fprintf(w, "  %s of text\n  profile %s: %s\n", count(e.Bytes, "byte"), e.Profile, e.Why)
	if in := e.InForce; in != "" && in != e.Profile {
		fmt.Fprintf(w, "  the settings say %s\n", in)
	}
	for _, p := range e.Pills {
		fmt.Fprintf(w, "  %5.1f %%  %4d  %s\n", 100*p.Share, p.Pills, p.Kind)
	}
	fmt.Fprintf(w, "  %5.1f %%        prose outside of pills\n", 100*e.Prose)
	return nil // errors of a bufio.Writer come back from Flush
}

package pill

import "github.com/pildora/pildora/doc"

// FindBy is Find with one detector.
func FindBy(d *doc.Document, s doc.Span, t Detector) *Forest { return findBy(d, s, []Detector{t}) }

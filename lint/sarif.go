package lint

import (
	"encoding/json"
	"io"
)

// SARIF writes findings in the Static Analysis Results Interchange Format,
// version 2.1.0 (OASIS, 2020), which code hosts and editors show. version is
// the program's.
func SARIF(w io.Writer, version string, found []Finding) error {
	type text struct {
		Text string `json:"text"`
	}
	type rule struct {
		ID    string `json:"id"`
		Short text   `json:"shortDescription"`
		Full  text   `json:"fullDescription"`
		Help  text   `json:"help"`
		Level struct {
			Level string `json:"level"`
		} `json:"defaultConfiguration"`
	}
	type region struct {
		Line   int `json:"startLine"`
		Offset int `json:"byteOffset"`
		Length int `json:"byteLength"`
	}
	type location struct {
		Physical struct {
			Artifact struct {
				URI string `json:"uri"`
			} `json:"artifactLocation"`
			Region region `json:"region"`
		} `json:"physicalLocation"`
	}
	type result struct {
		Rule       string            `json:"ruleId"`
		Level      string            `json:"level"`
		Message    text              `json:"message"`
		Locations  []location        `json:"locations"`
		Properties map[string]string `json:"properties,omitempty"`
	}
	type driver struct {
		Name    string `json:"name"`
		Version string `json:"version,omitempty"`
		Rules   []rule `json:"rules"`
	}
	type tool struct {
		Driver driver `json:"driver"`
	}
	type run struct {
		Tool    tool     `json:"tool"`
		Results []result `json:"results"`
	}
	out := struct {
		Schema  string `json:"$schema"`
		Version string `json:"version"`
		Runs    []run  `json:"runs"`
	}{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []run{{Tool: tool{driver{Name: "pildora", Version: version}}, Results: []result{}}}}
	for _, r := range Rules() {
		one := rule{ID: r.ID, Short: text{r.Finds}, Full: text{r.Why}, Help: text{r.Mend}}
		one.Level.Level = r.Level.String()
		out.Runs[0].Tool.Driver.Rules = append(out.Runs[0].Tool.Driver.Rules, one)
	}
	for _, f := range found {
		l := location{}
		l.Physical.Artifact.URI = f.Doc
		if f.Source != "" {
			l.Physical.Artifact.URI = f.Source
		}
		l.Physical.Region = region{f.Line, f.Start, f.End - f.Start}
		one := result{Rule: f.Rule, Level: f.Level, Message: text{f.Message}, Locations: []location{l}}
		if f.Chunk != "" {
			one.Properties = map[string]string{"chunk": f.Chunk}
		}
		out.Runs[0].Results = append(out.Runs[0].Results, one)
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(out)
}

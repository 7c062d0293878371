package read

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/pildora/pildora/doc"
)

// Sidecar is how the name of the file ends that says what is known of another
// one beside it: report.pdf.meta.yaml of report.pdf. It is a YAML mapping of
// names to texts, or lists of them (see [doc.JoinList]): title, author, date,
// language and whatever else chunks should carry. What it says goes before what the document says.
const Sidecar = ".meta.yaml"

// maxSidecar is how large such a file may be.
const maxSidecar = 1 << 16

// besides returns what the file beside path says, nil where there is none.
func besides(ctx context.Context, path string) (map[string]string, error) {
	data, err := readFile(ctx, path+Sidecar, maxSidecar)
	if errors.Is(err, fs.ErrNotExist) || strings.HasSuffix(path, Sidecar) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	meta, err := parseSidecar(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path+Sidecar, err)
	}
	return meta, nil
}

// parseSidecar reads a mapping of names to texts. References are refused, which
// could stand for more than was read.
func parseSidecar(data []byte) (map[string]string, error) {
	var root yaml.Node
	if err := yaml.Unmarshal(data, &root); err != nil {
		return nil, fmt.Errorf("no YAML: %w", err)
	}
	if len(root.Content) == 0 {
		return nil, nil
	}
	top := root.Content[0]
	if top.Kind != yaml.MappingNode {
		return nil, fmt.Errorf("line %d: no mapping; write it like title: A title", top.Line)
	}
	meta := map[string]string{}
	for i := 0; i+1 < len(top.Content); i += 2 {
		name, value := top.Content[i], top.Content[i+1]
		text, ok := sidecarText(value)
		if name.Kind != yaml.ScalarNode || !ok {
			return nil, fmt.Errorf("line %d: %s is neither a text nor a list of texts", value.Line, name.Value)
		}
		if text != "" {
			meta[name.Value] = text
		}
	}
	return meta, nil
}

func sidecarText(n *yaml.Node) (text string, ok bool) {
	switch n.Kind {
	case yaml.ScalarNode:
		if n.Tag == "!!null" {
			return "", true
		}
		return n.Value, true
	case yaml.SequenceNode:
		var list []string
		for _, item := range n.Content {
			if item.Kind != yaml.ScalarNode {
				return "", false
			}
			list = append(list, item.Value)
		}
		return doc.JoinList(list), true
	}
	return "", false
}

// describes is the path of the file that a sidecar is of; "" where path is no
// sidecar of one that is there.
func describes(path string) string {
	of, ok := strings.CutSuffix(path, Sidecar)
	if !ok {
		return ""
	}
	if info, err := os.Stat(of); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	return of
}
